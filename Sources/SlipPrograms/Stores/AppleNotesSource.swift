internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

/// Reads the notes of Apple Notes.
struct AppleNotesSource: NoteSource {
  /// What comes before the notes: findings, folders and keywords.
  private var first: ArraySlice<SourceItem>
  /// The notes.
  private let reader: StoreStream<AppleNotesReader>

  /// Begins to read a store.
  init(_ tree: SourceTree) throws(SlipError) {
    guard let files = StoreTree(tree) else {
      throw SlipError(
        .badInput, code: StoreCode.notStore, "There is no store, or more than one.",
        at: SourceLocation(file: tree.name))
    }
    let reader = try AppleNotesReader(files.open(), files.media)
    first =
      (reader.diagnostics.map { .finding($0) }
      + reader.folders.map { .folder($0.map(SourceFolder.init)) }
      + reader.tags.map { .keyword(SourceKeyword(path: [$0])) }
      // The folders beside the store are the program's. A document beside them is the user's.
      + tree.strangers { $0.contains("/") || ExchangeTable.importer(forPath: $0) == nil })[...]
    self.reader = StoreStream(reader)
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = first.popFirst() { return item }
    return try reader.value.nextNote().map { .note(AppleNotesSource.entry($0)) }
  }

  /// A note as an entry.
  private static func entry(_ note: AppleNote) -> SourceEntry {
    var entry = SourceEntry(
      id: note.id, place: note.id, names: note.title.map { [$0] } ?? [], length: note.length
    ) { context in
      source(note, context)
    }
    entry.isTrashed = note.isTrashed
    return entry
  }

  /// Names of properties that only this program has.
  private enum Name {
    /// The account that the note belongs to.
    static let account = "applenotes:account"
    /// Whether the note is locked.
    static let locked = "applenotes:locked"
    /// Words on drawings.
    static let handwriting = "applenotes:handwriting"
    /// Words in scans.
    static let print = "applenotes:scanned-text"
  }

  /// Reads the text of a note.
  private static func source(_ note: AppleNote, _ context: SourceContext) -> SourceNote {
    var dead: [SourceLink] = []
    let content = note.content { id in
      if let found = context.note(id) { return SourceContext.target(found) }
      dead.append(SourceLink("applenotes:note/" + id))
      return nil
    }
    var source = SourceNote(title: note.title, body: .document(content.document))
    (source.created, source.modified) = (note.created, note.modified)
    source.status = note.isTrashed ? .archived : .draft
    source.folder = note.folder.map(SourceFolder.init)
    source.keywords = content.tags.map { SourceKeyword(path: [$0]) }
    if note.isPinned { source.properties.append(Property(Property.WellKnown.pinned, .boolean, "true")) }
    if let account = note.account { source.properties.append(Property(Name.account, .text, account)) }
    for text in content.handwriting { source.properties.append(Property(Name.handwriting, .text, text)) }
    for text in content.print { source.properties.append(Property(Name.print, .text, text)) }
    source.diagnostics = content.cuts.map { SourceFault.cut($0) }
    if content.missing > 0 {
      var finding = SourceFault.missingFile("A file or table that the note shows is missing.")
      finding.count = content.missing
      source.diagnostics.append(finding)
    }
    // What the note said before it was locked isn't known to be gone.
    source.lacksText = note.isLocked
    source.unresolved = dead
    if note.isLocked {
      source.properties.append(Property(Name.locked, .boolean, "true"))
      if let hint = note.hint {
        source.properties.append(Property(Property.WellKnown.encryptedHint, .text, hint))
      }
      source.diagnostics.append(SourceFault.encrypted("A locked note has only its title and dates."))
    }
    return source
  }
}
