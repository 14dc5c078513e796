public import SlipBase
internal import SlipDocument
public import SlipNotes

/// Puts imported notes into a slip-box, also again and again.
///
/// What the user changed is never overwritten unless the policy says so: title and body as long as they differ from what
/// was imported last; status, favourite, order and folder always; keywords one by one.
/// Call `merge` for each file in the scanner's order, then `finish` once.
public struct ImportMerger: Sendable {
  /// What happens when both a file and its note changed.
  public enum ConflictPolicy: String, Sendable, Hashable, CaseIterable {
    /// The note stays; the file's new version counts as seen.
    case keep
    /// The note becomes what the file says.
    case replace
    /// The note stays, and the new version becomes a note of its own beside it.
    case both
  }

  public struct Options: Sendable {
    public var onConflict = ConflictPolicy.both
    /// Whether all files of the source were looked for; else none counts as vanished.
    public var isWholeSource = true
    /// Delete unchanged notes whose files vanished.
    public var prune = false
    /// Also when that is a large part of the source's notes.
    public var prunesAll = false
    /// Nothing of the source was found, whatever the reason.
    public var isEmptySource = false
    /// Whether a new note may not have this id, because something lies where its files would.
    public var isTaken: @Sendable (UniqueID) throws(SlipError) -> Bool = { _ in false }
    public init() {}
  }

  public internal(set) var box: SlipBox
  public internal(set) var report = ImportReport()
  let sourceName: String
  let options: Options
  /// The keywords that a source brought when it was imported last; nil when that can't be told.
  let baseline: @Sendable (Source) throws(SlipError) -> [String]?

  /// Keys of files that exist, whatever became of them.
  var seen: Set<Source.ID> = []
  /// Directories whose contents are not known: nothing below them counts as vanished.
  var unseenDirectories: [String] = []
  let tombstones: Set<String>
  var folders: [String: Folder.ID] = [:]
  var newFolders: [Folder.ID] = []
  var newNotes: [Note.ID] = []
  var pendingLinks: [(note: Note.ID, targets: [LinkTarget])] = []
  var diagnostics = DiagnosticSink()

  /// `baseline` is asked for sources that changed; the importer of the kept file knows the answer.
  public init(
    _ box: SlipBox, sourceName: String, options: Options = Options(),
    baseline: @escaping @Sendable (Source) throws(SlipError) -> [String]? = { _ in nil }
  ) throws(SlipError) {
    try ImportKey.check(sourceName: sourceName)
    self.box = box
    let sourceName = TextFolding.nfc(sourceName)
    self.sourceName = sourceName
    self.options = options
    self.baseline = baseline
    tombstones = Set(box.origins.filter { $0.name == sourceName }.flatMap(\.tombstones))
  }

  /// Notes that a file was left out; `key` is the one it would have had, where that has a variant.
  public mutating func skip(_ file: SkippedFile, key: ImportKey? = nil) {
    report.skipped.append(file)
    // What it is may not be known: neither the file nor what lies in the directory has vanished.
    if file.isDirectory || file.reason.isUnreadable { unseenDirectories.append(TextFolding.nfc(file.path)) }
    if !file.isDirectory { seen.insert((key ?? ImportKey(sourceName: sourceName, path: file.path)).text) }
  }

  /// Whether the file was imported with exactly these bytes; then it is done with and needn't be read.
  public mutating func isDone(_ key: ImportKey, original: FileFact) -> Bool {
    guard let source = box.source(key.text), source.original == original, seen.insert(key.text).inserted
    else {
      return false
    }
    noteUnchanged(key)
    return true
  }

  /// Puts one file's note in; gives what must be written for it.
  public mutating func merge(_ new: ImportedNote) throws(SlipError) -> [ImportedPayload] {
    guard seen.insert(new.key.text).inserted else {
      report.skipped.append(SkippedFile(path: new.key.path, reason: .nameTaken))
      return []
    }
    guard !tombstones.contains(new.key.text) else {
      report.skipped.append(SkippedFile(path: new.key.path, reason: .deletedHere))
      return []
    }
    guard let source = box.source(new.key.text) else {
      diagnostics.report(contentsOf: new.diagnostics)
      return try add(new)
    }
    guard source.original != new.original else {
      noteUnchanged(new.key)
      return []
    }
    diagnostics.report(contentsOf: new.diagnostics)
    guard let note = note(of: new.key) else { return try add(new) }
    return try note.isChangedSinceImport ? resolveConflict(new, note, source) : update(new, note, source)
  }

  private mutating func noteUnchanged(_ key: ImportKey) {
    guard let note = note(of: key) else { return }
    let entry = ImportReport.Entry(path: key.path, note: note.id)
    if note.isChangedSinceImport { report.kept.append(entry) } else { report.unchanged.append(entry) }
  }

  private func note(of key: ImportKey) -> Note? {
    let notes = box.notes(from: key.text)
    return (notes.contains(key.noteID) ? key.noteID : notes.first).flatMap { box.note($0) }
  }

  private mutating func resolveConflict(
    _ new: ImportedNote, _ note: Note, _ source: Source
  ) throws(SlipError) -> [ImportedPayload] {
    if new.body.fact == note.body && new.title == note.title {
      // Both sides changed to the same.
      return try update(new, note, source)
    }
    var conflict = ImportReport.Conflict(
      path: new.key.path, note: note.id, version: nil, resolution: options.onConflict)
    let payload: [ImportedPayload]
    switch options.onConflict {
    case .replace: payload = try replace(new, note, source)
    case .keep: payload = try acknowledge(new, note)
    case .both: (payload, conflict.version) = try addBeside(new, note, source)
    }
    report.conflicts.append(conflict)
    return payload
  }

  private mutating func update(
    _ new: ImportedNote, _ note: Note, _ source: Source
  ) throws(SlipError) -> [ImportedPayload] {
    report.updated.append(ImportReport.Entry(path: new.key.path, note: note.id))
    return try replace(new, note, source)
  }
}
