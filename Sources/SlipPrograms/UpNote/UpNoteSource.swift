internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads a backup of UpNote: a packed file of JSON lines, and the files of notes beside it.
///
/// ```
/// data/1757245382903.upnx      version:2, then {"type": "notes", "data": {…}} in each line
/// files/<uuid>.png             a file
/// ```
///
/// Each `.upnx` is a whole backup, so only the newest counts.
struct UpNoteSource: NoteSource {
  /// The backup.
  private let backup: UpNoteBackup
  /// The next note.
  private var position = 0
  /// How many notes have nothing in them.
  private var empty = 0
  /// What comes next, the last one first.
  private var pending: [SourceItem]

  /// Begins a backup.
  init(_ backup: UpNoteBackup) {
    self.backup = backup
    pending =
      (backup.findings.map { .finding($0) } + backup.folders.map { .folder($0) } + backup.strangers)
      .reversed()
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = pending.popLast() { return item }
    while position < backup.notes.count {
      let (place, backup) = (position, backup)
      position += 1
      let note = backup.notes[place]
      guard backup.hasContent(note) else {
        empty += 1
        continue
      }
      let id = backup.ids[place]
      var entry = SourceEntry(
        id: id, place: id, names: [note["title"]?.string ?? ""], length: note["html"]?.string?.utf8.count ?? 0
      ) { context in backup.note(place, context) }
      entry.isTrashed = note["trashed"]?.isTrue ?? false
      return .note(entry)
    }
    guard empty > 0 else { return nil }
    let count = empty
    empty = 0
    return .finding(SourceFault.dropped("\(count) notes have nothing in them; they were left out."))
  }
}
