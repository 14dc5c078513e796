internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipRTF
internal import WindowsArchives

/// Reads notes from `StickyNotes.snt`, a compound file with a storage for each note.
///
/// ```
/// Version, Metafile      window positions and colours, which aren't read
/// 26f334af-80a8-11e8-9   a note: its dates are those of the storage
///   0                    RTF
///   3                    the beginning of its text, in UTF-16
/// ```
struct SntSource: NoteSource {
  /// The file.
  private let bytes: FileBytes
  /// Its storages and streams.
  private let file: CompoundFile
  /// The storages that are notes.
  private var waiting: ArraySlice<Int>
  /// Whether the damage was reported.
  private var isReported = false

  /// The stream with the text of a note.
  private static let text = "0"
  /// The stream with the beginning of its text.
  private static let preview = "3"

  /// Whether a compound file has sticky notes, by its names.
  static func isNotes(_ file: CompoundFile) -> Bool {
    file.child(of: CompoundFile.root, named: "Version") != nil
      && (file.child(of: CompoundFile.root, named: "Metafile") != nil || !notes(file).isEmpty)
      && file.child(of: CompoundFile.root, named: "__properties_version1.0") == nil
  }

  /// The storages that are notes, by date and name.
  private static func notes(_ file: CompoundFile) -> [Int] {
    file.children(of: CompoundFile.root)
      .filter { file.entries[$0].kind == .storage && file.child(of: $0, named: text) != nil }
      .sorted { a, b in
        let (first, second) = (file.entries[a].created?.microseconds, file.entries[b].created?.microseconds)
        return (first ?? 0, file.entries[a].name) < (second ?? 0, file.entries[b].name)
      }
  }

  /// Opens a file.
  ///
  /// - Throws: `SlipError` where it isn't a compound file with notes.
  init(_ tree: SourceTree) throws(SlipError) {
    bytes = try tree.bytes(at: 0)
    guard let file = bytes.withBytes({ CompoundFile($0) }), SntSource.isNotes(file) else {
      throw SlipError(
        .badInput, code: ExchangeCode.badContainer,
        "The file has no sticky notes, or its directory is damaged.",
        at: SourceLocation(file: tree.name))
    }
    self.file = file
    waiting = SntSource.notes(file)[...]
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let storage = waiting.popFirst() { return .note(entry(storage)) }
    guard file.isDamaged, !isReported else { return nil }
    isReported = true
    return .finding(
      SourceFault.cut("A table of the file is damaged; what it leads to may be missing."))
  }

  /// A note as an entry.
  private func entry(_ storage: Int) -> SourceEntry {
    let (bytes, file, id) = (bytes, file, file.entries[storage].name)
    let length = file.child(of: storage, named: SntSource.text).map { file.entries[$0].length } ?? 0
    return SourceEntry(id: id, place: id, length: length) { context in
      bytes.withBytes { SntSource.note(storage, file, $0, context) }
    }
  }

  /// Reads a note.
  private static func note(
    _ storage: Int, _ file: CompoundFile, _ bytes: UnsafeRawBufferPointer, _ context: SourceContext
  ) -> SourceNote {
    /// The content of a stream, and whether it is there as a whole.
    func stream(_ name: String) -> (bytes: [UInt8], isWhole: Bool) {
      guard let stream = file.child(of: storage, named: name) else { return ([], false) }
      return (file.read(stream, from: bytes), !file.entries[stream].isCut)
    }
    var text = stream(SntSource.text)
    if let end = text.bytes.firstIndex(of: 0) { text.bytes.removeSubrange(end...) }
    var note = SourceNote(title: nil, fallbackTitle: "Sticky note", body: .rtf(text.bytes))
    (note.created, note.modified) = (file.entries[storage].created, file.entries[storage].modified)
    let isRTF = text.bytes.withUnsafeBytes { RTFProbe.isRTF($0) }
    if !isRTF || !text.isWhole {
      note.diagnostics.append(
        SourceFault.cut("The text of the note is damaged; what could be read of it was imported."))
    }
    if !isRTF {
      note.takePlain(WindowsText.utf16(stream(SntSource.preview).bytes))
    }
    return note
  }
}
