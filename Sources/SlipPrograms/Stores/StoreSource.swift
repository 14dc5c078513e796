internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

/// Reads the notes of a store of Core Data or SwiftData.
struct StoreSource: NoteSource {
  /// What comes before the notes: findings, folders and keywords.
  private var first: ArraySlice<SourceItem>
  /// The notes.
  private let reader: StoreStream<StoreReader>
  /// Findings that are complete after the last note; nil before.
  private var last: ArraySlice<SourceItem>?

  /// Begins to read a store, by the mapping of the context or by one that is sure.
  ///
  /// - Throws: `SlipError` with `StoreCode.noGuess` where nothing is surely notes.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    if StoreSource.isXML(tree) {
      throw SlipError(
        .badInput, code: StoreCode.notStore,
        "This is an XML store of Core Data; only SQLite stores are read. Let its application save it as one.",
        at: SourceLocation(file: tree.name))
    }
    guard let files = StoreTree(tree) else {
      throw SlipError(
        .badInput, code: StoreCode.notStore, "There is no store, or more than one.",
        at: SourceLocation(file: tree.name))
    }
    let store = try CoreDataStore(files.open(), model: context.model)
    let mapping: StoreMapping
    if let given = context.mapping { mapping = given } else { mapping = try StoreMapping.sure(of: store) }
    let reader = try StoreReader(store, mapping, files.external)
    first =
      (reader.diagnostics.map { .finding($0) }
      + reader.folders.map { .folder($0.map(SourceFolder.init)) }
      + reader.keywords.map { .keyword(SourceKeyword($0)) })[...]
    self.reader = StoreStream(reader)
  }

  /// Whether a file is a store of Core Data as XML, by the document type at its beginning.
  static func isXML(_ tree: SourceTree) -> Bool {
    guard tree.form == .file, let bytes = tree.soundBytes(at: 0) else { return false }
    return bytes.withBytes { bytes in
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(1_024))
      return LooseXML.find("<!DOCTYPE database", in: start, from: 0) != nil
        && LooseXML.find("CoreData.dtd", in: start, from: 0) != nil
    }
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = first.popFirst() { return item }
    if last == nil {
      if let note = try reader.value.nextNote() { return .note(StoreSource.entry(note)) }
      last = reader.value.leftOut.map { .finding($0) }[...]
    }
    return last?.popFirst()
  }

  /// A note as an entry.
  private static func entry(_ note: StoreNote) -> SourceEntry {
    var entry = SourceEntry(
      id: note.id, place: note.place, names: note.title.map { [$0] } ?? [], length: note.length
    ) { context in
      source(note, context)
    }
    entry.isTrashed = note.isTrashed
    return entry
  }

  /// Reads the body of a note.
  private static func source(_ note: StoreNote, _ context: SourceContext) -> SourceNote {
    var body = StoreBody(limits: context.limits)
    let read = body.read(note.body)
    var source = SourceNote(title: note.title, body: read ?? .document(body.plain(note.plain ?? "")))
    source.isUntitled = note.isUntitled
    source.lacksText = read == nil && !body.unread.isEmpty
    (source.created, source.modified) = (note.created, note.modified)
    (source.status, source.isFavorite) = (note.isTrashed ? .archived : note.status, note.isFavorite)
    source.folder = note.folder.map(SourceFolder.init)
    source.keywords = note.keywords.map(SourceKeyword.init)
    source.properties = note.properties
    source.files = note.files.map {
      SourceFile(name: $0.name ?? "", bytes: $0.bytes, description: $0.caption)
    }
    source.files += body.unread.map { SourceFile(name: "body.bin", bytes: $0) }
    for link in note.links {
      if let target = context.note(link) {
        source.relations.append(target)
      } else {
        source.unresolved.append(SourceLink(link))
      }
    }
    source.diagnostics = note.diagnostics + body.diagnostics
    if note.missingValues > 0 {
      let message = "The file beside the store with a text or file of the note is missing."
      source.diagnostics.append(read == nil ? SourceFault.cut(message) : SourceFault.missingFile(message))
    }
    return source
  }
}

extension SourceFolder {
  /// A folder of a store.
  init(_ folder: StoreFolder) {
    self.init(folder.name, id: folder.id)
    created = folder.created
  }
}

extension SourceKeyword {
  /// A keyword of a store.
  init(_ keyword: StoreKeyword) {
    self.init(path: keyword.parents + [keyword.name], color: keyword.color)
  }
}

/// Something that reads an open database. It is used by one thread at a time, as a stream is.
final class StoreStream<Value>: @unchecked Sendable {
  /// What reads.
  let value: Value

  /// Takes over a reader, which nobody else uses.
  init(_ value: Value) { self.value = value }
}
