public import SlipBase
public import SlipDocument
public import SlipFormats
public import SlipNotes

/// What a container is made from: a box, the notes to export, their payload, and the choices.
///
/// It holds no text: bodies are read one at a time, when a file is made, and are checked against the box. Several threads may
/// use it at once. It is an object, so that each of many files that are planned keeps no more of it than a reference.
public final class ContainerBox: Sendable {
  /// How much of a note's facts a Markdown file begins with.
  public enum FrontMatter: String, Sendable, Hashable, CaseIterable {
    /// None.
    case none
    /// Title, other titles, keywords, dates, and files that the text doesn't show.
    case basic
    /// All facts, and the dates by the names that publishing tools read.
    case full
  }

  /// How links between notes are written.
  public enum LinkStyle: String, Sendable, Hashable, CaseIterable {
    /// `[[path|text]]`.
    case wiki
    /// `[text](path.md)`.
    case markdown
  }

  /// A folder with a saved search, and what the search finds.
  public struct Search: Sendable {
    /// The folder.
    public var folder: Folder.ID
    /// The properties of the folder that say what is searched for.
    public var properties: [Property]
    /// The notes that the search finds.
    public var notes: [Note.ID]

    /// Creates a search that was made.
    public init(folder: Folder.ID, properties: [Property], notes: [Note.ID]) {
      (self.folder, self.properties, self.notes) = (folder, properties, notes)
    }
  }

  /// The choices of an export.
  public struct Options: Sendable {
    /// The notes to export; nil for all.
    public var notes: Set<Note.ID>?
    /// The folders with saved searches, in any order.
    public var searches: [Search] = []
    /// The name of the container, where the program has one.
    public var name = "Notes"
    /// The name of this program, where a container has a field for it.
    public var creator = "slipconv"
    /// The version of this program.
    public var version = ""
    /// How much of a note's facts a Markdown file begins with.
    public var frontMatter = FrontMatter.full
    /// How links between notes are written.
    public var linkStyle = LinkStyle.wiki
    /// Which links stay live.
    public var links = LinkChoice.safe
    /// How headings, lists and header rows are found.
    public var structure = StructureChoice.auto
    /// The formats of sources, as the manifest names them, whose texts state their structure, so that none is guessed.
    public var stated: Set<String> = []
    /// What to do with tracked changes.
    public var changes = TrackedChanges.keep
    /// Bounds on what is read.
    public var limits = Limits()

    /// Creates the default choices.
    public init() {}
  }

  /// The slip-box.
  public let box: SlipBox
  /// The choices.
  public let options: Options
  /// The notes to export: those at the top first, then folder by folder as the box shows them.
  public let notes: [Note.ID]
  /// The notes that stand elsewhere in their folders than their titles do.
  let displaced: Set<Note.ID>
  /// The folders that the container gets, each behind the one that it lies in.
  public let folders: [Folder.ID]
  /// The saved searches whose folders are exported. Folders and notes have the order of the export.
  public let searches: [Search]
  /// Where the payload comes from.
  private let payload: any ExportPayloadReader
  /// Finds the notes that links lead to.
  package let links: ExportLinks

  /// Prepares an export.
  ///
  /// - Parameter payload: Supplies the payload, which is checked against the digests of the box.
  public init(_ box: SlipBox, options: Options = Options(), payload: some ExportPayloadReader) {
    (self.options, self.payload) = (options, payload)
    var (notes, folders): ([Note.ID], [Folder.ID]) = ([], [])
    var pending: [Folder.ID?] = [nil]
    var kept: Set<Folder.ID> = []
    var displaced: Set<Note.ID> = []
    while let folder = pending.popLast() {
      if let folder { folders.append(folder) }
      let first = notes.count
      for note in box.notes(in: folder) where options.notes?.contains(note.id) ?? true {
        notes.append(note.id)
        var above = folder
        while let id = above, kept.insert(id).inserted { above = box.folder(id)?.parent }
      }
      displaced.formUnion(box.displaced(notes[first...]) { box.note($0)?.title ?? "" })
      pending += box.children(of: folder).map(\.id).reversed()
    }
    let hasAll = notes.count == box.noteCount
    (self.notes, self.displaced) = (notes, displaced)
    self.folders = hasAll ? folders : folders.filter(kept.contains)
    let exported = options.notes
    let links = ExportLinks(box, isPartial: !hasAll) { exported?.contains($0) ?? true ? "" : nil }
    (self.links, self.box) = (links, links.withoutStaying(notes))
    let searches = options.searches.filter { !$0.properties.contains(where: links.isUnwanted) }
    self.searches = ContainerBox.sorted(searches, self.folders, notes)
  }

  /// Searches in the order of folders and notes; folders and notes that aren't exported are left out.
  private static func sorted(_ searches: [Search], _ folders: [Folder.ID], _ notes: [Note.ID]) -> [Search] {
    if searches.isEmpty { return [] }
    let found = Dictionary(searches.map { ($0.folder, $0) }, uniquingKeysWith: { first, _ in first })
    let places = Dictionary(
      notes.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return folders.compactMap { found[$0] }.map { search in
      let order = search.notes.compactMap { places[$0] }.sorted()
      return Search(folder: search.folder, properties: search.properties, notes: order.map { notes[$0] })
    }
  }

  /// Whether there are notes that aren't exported.
  package var isPartial: Bool { notes.count < box.noteCount }

  /// The note with an id.
  ///
  /// - Throws: `SlipError` for a note that the box lacks.
  package func note(_ id: Note.ID) throws -> Note {
    guard let note = box.note(id) else { throw Exporter.unknown(.note(id)) }
    return note
  }

  /// The bytes of a note's body, after a check of their digest.
  package func body(of note: Note) throws -> [UInt8] { try bytes(.body(note.id), note.body, .note(note.id)) }

  /// The plain text of a note, after a check of its digest, without UUIDs of notes that aren't exported.
  package func mirror(of note: Note) throws -> [UInt8] {
    let text = try bytes(.mirror(note.id), note.mirror, .note(note.id))
    return links.withoutStaying(text) ?? text
  }

  /// The bytes of an attachment, after a check of their digest.
  public func blob(_ id: Attachment.ID) throws -> [UInt8] {
    guard let attachment = box.attachment(id) else { throw Exporter.unknown(.attachment(id)) }
    return try bytes(.attachment(id), attachment.blob, .attachment(id))
  }

  /// Passes the bytes of an attachment on in pieces; their digest is compared at the end.
  public func forEachChunk(
    of id: Attachment.ID, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let attachment = box.attachment(id) else { throw Exporter.unknown(.attachment(id)) }
    var digester = Digester()
    try payload.forEachChunk(of: .attachment(id)) { chunk in
      digester.update(chunk)
      try body(chunk)
    }
    let length = digester.length
    let found = FileFact(digest: digester.finish(), length: length)
    try Exporter.expect(found, attachment.blob, .attachment(id))
  }

  /// The bytes of what is kept of a source, after a check of their digest.
  package func kept(of source: Source) throws -> [UInt8] {
    try bytes(.kept(source.id), source.kept, .source(source.id))
  }

  /// Bytes of the payload, after a check of their digest.
  private func bytes(_ wanted: ExportPayload, _ fact: FileFact, _ entity: EntityID) throws -> [UInt8] {
    try payload.withBytes(of: wanted) { bytes in
      try Exporter.expect(FileFact(of: bytes), fact, entity)
      return [UInt8](bytes)
    }
  }

  /// The links of a note that its text doesn't show, to notes that are exported.
  package func manualLinks(of note: Note) -> [Note.ID] {
    note.links.filter { note.manualLinks.contains($0) && (options.notes?.contains($0) ?? true) }
  }
}
