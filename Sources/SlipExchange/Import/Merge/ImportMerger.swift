public import SlipBase
public import SlipNotes

/// Merges imported notes into a slip-box, as often as the user imports.
///
/// Each field of a note is merged by itself: what the source changed since the last import comes in, what the user changed stays,
/// and the policy decides where both did. See `FactsMerge`.
///
/// A file that is one note is a source with one item, and what is said of items holds for it. Call `merge`, `isDone` or `skip` for
/// each file in the order of the scanner, then `begin`, `merge` and `end` for containers, and `finish` once.
///
/// What happens to an item depends on what changed since it was last imported:
///
/// ```
/// item        note        result
/// new         -           the note is added
/// new         deleted     nothing, since a tombstone remembers that
/// unchanged   unchanged   nothing
/// unchanged   changed     nothing, the note is reported as kept
/// changed     unchanged   the note is updated
/// changed     changed     a conflict, which the policy decides
/// vanished    unchanged   the note is deleted if the user wants that
/// vanished    changed     nothing, the note is reported as vanished
/// ```
public struct ImportMerger: Sendable {
  /// What happens when both a source and its note changed the same field since the last import.
  public enum ConflictPolicy: String, Sendable, Hashable, CaseIterable {
    /// The field stays as it is in the note. The source's new version counts as imported.
    case keep
    /// The field takes over what the source says.
    case replace
    /// If it is the text, both are merged by what was imported last: what one side alone changed comes in, and of words that both
    /// changed both versions stay, as tracked changes. Where it isn't known any more what was imported, this is as `both`. Any
    /// other field stays as it is in the note.
    case merge
    /// If it is the text, the note stays as it is, and the source's new version becomes another note beside it. Any other field
    /// stays as it is in the note.
    case both
  }

  /// The choices of an import.
  public struct Options: Sendable {
    /// What happens when both a file and its note changed.
    public var onConflict = ConflictPolicy.merge
    /// Whether all files of the source were looked for. If not, no file counts as vanished.
    public var isWholeSource = true
    /// Whether to delete unchanged notes whose files vanished.
    public var prune = false
    /// Whether to do so even when that is a large part of the source's notes.
    public var prunesAll = false
    /// Whether nothing of the source was found, for whatever reason. Then nothing is deleted
    /// without `prunesAll`.
    public var isEmptySource = false
    /// Whether a new note can't have this id, because its files would replace others in the bundle.
    public var isTaken: @Sendable (UniqueID) throws(SlipError) -> Bool = { _ in false }
    /// The bytes of a file of the slip-box; nil where they aren't there.
    public var blob: @Sendable (Attachment) throws(SlipError) -> [UInt8]? = { _ in nil }
    /// The bytes of a text that a note has, or had; nil where they aren't there.
    public var text: @Sendable (Note.ID, FileFact) throws(SlipError) -> [UInt8]? = { _, _ in nil }
    /// The text of a source that is one note, as it was imported last, as RTF; nil where it can't be had.
    public var oldText: @Sendable (Source) throws(SlipError) -> [UInt8]? = { _ in nil }
    /// Bounds on what is read of texts.
    public var limits = Limits()
    /// Creates the default choices.
    public init() {}
  }

  /// The slip-box, which changes with each call.
  public internal(set) var box: SlipBox
  /// What the import has done so far.
  public internal(set) var report = ImportReport()
  /// The name of the source whose files are merged, in NFC.
  private(set) var sourceName: String
  /// The choices of the import.
  private(set) var options: Options
  /// What a file said when it was last imported; nil when unknown.
  let baseline: @Sendable (Source) throws(SlipError) -> SourceFacts?

  /// The keys of sources that exist, whatever became of them.
  var seen: Set<Source.ID> = []
  /// Directories whose content is unknown. Nothing below them counts as vanished.
  var unseenDirectories: [String] = []
  /// The items whose notes the user deleted, by source name and key; a file has an empty one.
  let tombstones: [String: [String: Set<String>]]
  /// The folders found so far, by source name and path.
  var folders: [String: Folder.ID] = [:]
  /// Folders that this import created.
  var newFolders: [Folder.ID] = []
  /// All folders that this import created.
  var createdFolders: Set<Folder.ID> = []
  /// Notes of files that this import created, which get their order at the end.
  var newNotes: [Note.ID] = []
  /// All notes that this import created.
  var addedNotes: Set<Note.ID> = []
  /// The link targets of new and changed notes, which `finish` resolves.
  var pendingLinks: [(note: Note.ID, targets: [LinkTarget])] = []
  /// The link targets of new notes.
  package var newLinkTargets: [(note: Note.ID, targets: [LinkTarget])] {
    let new = Set(newNotes)
    return pendingLinks.filter { new.contains($0.note) }
  }
  /// The notes that new and changed notes lead to without a word in their text, and those that they no longer lead to.
  var pendingRelations: [(note: Note.ID, targets: [Note.ID], gone: Set<Note.ID>)] = []
  /// Keywords that this import created.
  var newKeywords: Set<Keyword.ID> = []
  /// The findings so far.
  var diagnostics = DiagnosticSink()

  /// Begins an import.
  ///
  /// - Parameters:
  ///   - box: The slip-box as it is.
  ///   - sourceName: What the keys of the imported files begin with.
  ///   - options: The choices.
  ///   - baseline: Returns what a file said when it was last imported. It is called for files that changed or vanished;
  ///     the importer finds the answer in the file that is kept.
  ///
  /// - Throws: `ExchangeCode.badSourceName`.
  public init(
    _ box: SlipBox, sourceName: String, options: Options = Options(),
    baseline: @escaping @Sendable (Source) throws(SlipError) -> SourceFacts? = { _ in nil }
  ) throws(SlipError) {
    try ImportKey.check(sourceName: sourceName)
    self.box = box
    let sourceName = TextFolding.nfc(sourceName)
    self.sourceName = sourceName
    self.options = options
    self.baseline = baseline
    var tombstones: [String: [String: Set<String>]] = [:]
    for origin in box.origins {
      for tombstone in origin.tombstones {
        tombstones[origin.name, default: [:]][tombstone.key, default: []].insert(tombstone.item ?? "")
      }
    }
    self.tombstones = tombstones
  }

  /// Begins with the next source of the import.
  ///
  /// - Parameters:
  ///   - sourceName: What the keys of its files begin with.
  ///   - isWhole: Whether all files of it were looked for: see `Options.isWholeSource`.
  ///   - isEmpty: Whether nothing of it was found: see `Options.isEmptySource`.
  /// - Throws: `ExchangeCode.badSourceName`.
  public mutating func begin(
    _ sourceName: String, isWhole: Bool, isEmpty: Bool
  ) throws(SlipError) {
    try ImportKey.check(sourceName: sourceName)
    self.sourceName = TextFolding.nfc(sourceName)
    (options.isWholeSource, options.isEmptySource) = (isWhole, isEmpty)
    (seen, unseenDirectories) = ([], [])
  }

  /// Records that a file was left out, so that its note doesn't count as vanished.
  ///
  /// - Parameter key: The file's key, if it has a variant.
  public mutating func skip(_ file: SkippedFile, key: ImportKey? = nil) {
    report.skipped.append(file)
    // It may be unknown whether this is a file or a directory, and a link may lead to one, so nothing below it counts as
    // vanished.
    if file.isDirectory || file.reason.isFailure { unseenDirectories.append(TextFolding.nfc(file.path)) }
    // A directory may be a package or a container, whose key is its own path.
    seen.insert((key ?? ImportKey(sourceName: sourceName, path: file.path)).text)
  }

  /// Records that there is a container, so that its notes don't count as vanished.
  public mutating func expect(_ key: ImportKey) { seen.insert(key.text) }

  /// Records that all containers are there that the slip-box knows, so that only notes of single files count as vanished.
  public mutating func expectContainers() {
    for source in box.sources where ExchangeTable.importer(named: source.format) == nil {
      seen.insert(source.id)
    }
  }

  /// Whether the file was imported before with exactly these bytes. If so, it needn't be read.
  ///
  /// This is the fast path of repeated imports: the caller computes the digest of a file and, if it
  /// is known, neither parses the file nor reads the bundle.
  ///
  /// - Parameter reading: The options with which it would be read: see `Source.reading`.
  public mutating func isDone(_ key: ImportKey, original: FileFact, reading: String? = nil) -> Bool {
    var file = SourceMerge(file: key, original: original)
    file.reading = reading
    return file.isUnchanged(in: box) && begin(&file) && isDone(file)
  }

  /// Merges the note of one file, and returns the payload to write for it.
  ///
  /// A file whose key was seen before in this import, or whose note the user has deleted, is
  /// skipped and reported.
  ///
  /// - Throws: An error of the box, or of the function that finds what the file said last time.
  public mutating func merge(_ new: ImportedNote) throws(SlipError) -> [ImportedPayload] {
    var file = SourceMerge(of: new)
    guard begin(&file) else {
      report.skipped.append(SkippedFile(path: new.key.path, reason: .nameTaken))
      return []
    }
    if file.buried.isEmpty, isDone(file) { return [] }
    return try merge(new, of: &file)
  }

  /// Merges a file that comes home: see `mergeHome(_:_:isSame:of:)`.
  public mutating func mergeHome(
    _ new: ImportedNote, _ note: Note, isSame: Bool
  ) throws(SlipError) -> [ImportedPayload] {
    var file = SourceMerge(of: new)
    begin(&file)
    return try mergeHome(new, note, isSame: isSame, of: &file)
  }

  /// Records that a source says of a note what it said last time.
  mutating func noteUnchanged(_ note: Note, path: String) {
    let entry = ImportReport.Entry(path: path, note: note.id)
    if note.isChangedSinceImport { report.kept.append(entry) } else { report.unchanged.append(entry) }
  }
}
