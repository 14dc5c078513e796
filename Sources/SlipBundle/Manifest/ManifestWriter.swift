public import SlipBase
internal import SlipDocument
public import SlipNotes
internal import XMLSyntax

/// Writes a box as a manifest of the current version. The same box gives the same bytes.
///
/// For that, everything that XML leaves open is fixed: one element a line, two spaces a level, LF, double
/// quotes, attributes in the order of `ManifestElement`, attributes with default values left out, entities in
/// the order of their ids, files in bytewise order of their paths. Neither clock nor locale nor chance has an
/// influence.
public enum ManifestWriter {
  /// Writes the manifest in pieces of about 64 KiB, so that memory doesn't grow with the box.
  ///
  /// - Parameters:
  ///   - box: What to write.
  ///   - output: Takes each piece; its bytes are valid during the call only.
  /// - Returns: Length and digest of all that was written, for `manifest.sha256`.
  /// - Throws: `SlipError` with code `ManifestCode.unwritable` for a value that no manifest can hold: a date
  ///   outside the years 1 to 9999, a colour component outside 0…1, a text of more bytes than readers take, a
  ///   malformed foreign element. What `output` throws.
  public static func write(
    _ box: SlipBox, to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FileFact {
    var digester = Digester()
    try withoutActuallyEscaping(output) { output in
      var session = ManifestWriting { bytes in
        digester.update(bytes)
        try output(bytes)
      }
      try session.write(box)
      try session.finish()
    }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length)
  }

  /// The whole manifest in memory.
  ///
  /// - Throws: As `write`.
  public static func bytes(_ box: SlipBox) throws(SlipError) -> [UInt8] {
    var bytes: [UInt8] = []
    try slipErrors { _ = try write(box) { bytes.append(contentsOf: $0) } }
    return bytes
  }
}

/// One manifest that is being written: a method for each section, in the manifest's order.
///
/// Attributes come in the order of `ManifestElement`'s rows. Attributes with default values are left out.
struct ManifestWriting: ~Copyable {
  /// Escapes, indents and buffers.
  private var xml: XMLWriter

  /// Begins a document.
  init(to output: @escaping XMLWriter.Output) { xml = XMLWriter(to: output) }

  /// Writes what is still buffered.
  consuming func finish() throws { try xml.finish() }

  /// Writes the whole document.
  mutating func write(_ box: SlipBox) throws {
    try xml.start("slipbox")
    xml.attribute("xmlns", "urn:slipbox:manifest")
    xml.attribute("version", VersionTable.current)
    try xml.start("history")
    if let last = box.history.transactions.last {
      xml.attribute("count", box.history.transactions.count)
      xml.attribute("sha256", last.fact.digest)
    }
    xml.end()
    try section("origins", box.origins) { (writing, origin) in try writing.origin(origin) }
    try section("folders", box.folders) { (writing, folder) in try writing.folder(folder) }
    try section("keywords", box.keywords) { (writing, keyword) in try writing.keyword(keyword) }
    try section("attachments", box.attachments) { (writing, attachment) in try writing.attachment(attachment)
    }
    try section("sources", box.sources) { (writing, source) in try writing.source(source) }
    try section("notes", box.notes) { (writing, note) in try writing.note(note) }
    try xml.start("files")
    try box.forEachPayloadFile { try file($0) }
    xml.end()
    try foreign(box.foreign)
    xml.end()
  }

  /// Writes a whole transaction.
  ///
  /// - Parameters:
  ///   - number: From 1 on.
  ///   - previous: The digest of the transaction before it; nil for the first.
  mutating func write(_ transaction: BoxTransaction, number: Int, previous: Digest?) throws {
    try xml.start("transaction")
    xml.attribute("xmlns", "urn:slipbox:manifest")
    xml.attribute("version", VersionTable.current)
    xml.attribute("number", number)
    xml.attribute("kind", transaction.kind.rawValue)
    try date("date", transaction.date)
    if let author = transaction.author { try text("author", author) }
    if let from = transaction.from { try text("from", from) }
    if let to = transaction.to { try text("to", to) }
    try text("tool", transaction.tool)
    if let previous { xml.attribute("previous", previous) }
    for counts in transaction.counts {
      try xml.start("counts")
      xml.attribute("entity", counts.entity.rawValue)
      if counts.inserted != 0 { xml.attribute("inserted", counts.inserted) }
      if counts.updated != 0 { xml.attribute("updated", counts.updated) }
      if counts.deleted != 0 { xml.attribute("deleted", counts.deleted) }
      xml.end()
    }
    if let changes = transaction.changes {
      try xml.start("before")
      try side(changes.inverse)
      xml.end()
      try xml.start("after")
      try side(changes)
      xml.end()
    }
    xml.end()
  }

  /// The entities of a transaction as they are after the changes; sections without any are left out.
  private mutating func side(_ changes: BoxChanges) throws {
    let attachments = changes.attachments.compactMap(\.after)
    let notes = changes.notes.compactMap(\.after)
    let sources = changes.sources.compactMap(\.after)
    if let origins = changes.origins?.after {
      try section("origins", origins) { (writing, origin) in try writing.origin(origin) }
    }
    try some("folders", changes.folders.compactMap(\.after)) { (writing, folder) in
      try writing.folder(folder)
    }
    try some("keywords", changes.keywords.compactMap(\.after)) { (writing, keyword) in
      try writing.keyword(keyword)
    }
    try some("attachments", attachments) { (writing, attachment) in try writing.attachment(attachment) }
    try some("sources", sources) { (writing, source) in try writing.source(source) }
    try some("notes", notes) { (writing, note) in try writing.note(note) }
    if !(attachments.isEmpty && notes.isEmpty && sources.isEmpty) {
      try xml.start("files")
      try PayloadFile.forEach(
        attachments: attachments, history: BoxHistory(), notes: notes, sources: sources
      ) { try file($0) }
      xml.end()
    }
    try foreign(changes.foreign?.after ?? [])
  }

  /// An element with all entities of one kind; nothing where there are none.
  private mutating func some<Entity>(
    _ name: StaticString, _ entities: [Entity], _ write: (inout ManifestWriting, Entity) throws -> Void
  ) throws {
    if !entities.isEmpty { try section(name, entities, write) }
  }

  /// An element with all entities of one kind.
  ///
  /// Sections are written even where they are empty: the schema wants each of them once.
  private mutating func section<Entities: Sequence>(
    _ name: StaticString, _ entities: Entities,
    _ write: (inout ManifestWriting, Entities.Element) throws -> Void
  ) throws {
    try xml.start(name)
    for entity in entities { try write(&self, entity) }
    xml.end()
  }

  // MARK: Entities

  /// An origin, with a `tombstone` for each deleted key.
  private mutating func origin(_ origin: Origin) throws {
    try xml.start("origin")
    try text("name", origin.name)
    try text("token", origin.token)
    if let url = origin.url { try text("url", url) }
    if let kind = origin.kind { try text("kind", kind) }
    for tombstone in origin.tombstones {
      try xml.start("tombstone")
      try text("key", tombstone.key)
      if let item = tombstone.item { try text("item", item) }
      try date("date", tombstone.date)
      xml.end()
    }
    try foreign(origin.foreign)
    xml.end()
  }

  /// A folder; `order` 0 is left out.
  private mutating func folder(_ folder: Folder) throws {
    try xml.start("folder")
    xml.attribute("id", folder.id)
    try text("name", folder.name)
    if let parent = folder.parent { xml.attribute("parent", parent) }
    if folder.order != 0 { xml.attribute("order", folder.order) }
    try date("created", folder.created)
    try properties(folder.properties)
    try foreign(folder.foreign)
    xml.end()
  }

  /// A keyword; opacity 1 is left out.
  private mutating func keyword(_ keyword: Keyword) throws {
    try xml.start("keyword")
    xml.attribute("id", keyword.id)
    try text("name", keyword.name)
    try component("red", keyword.color.red)
    try component("green", keyword.color.green)
    try component("blue", keyword.color.blue)
    if keyword.color.opacity != 1 { try component("opacity", keyword.color.opacity) }
    if let parent = keyword.parent { xml.attribute("parent", parent) }
    try foreign(keyword.foreign)
    xml.end()
  }

  /// An attachment, without the facts about its files.
  private mutating func attachment(_ attachment: Attachment) throws {
    try xml.start("attachment")
    xml.attribute("sha256", attachment.id)
    try word("type", attachment.mediaType, .mediaType)
    try word("extension", attachment.fileExtension, .suffix)
    if let width = attachment.width { try word("width", String(width), .pixels) }
    if let height = attachment.height { try word("height", String(height), .pixels) }
    if let thumbnail = attachment.thumbnail {
      try word("thumbnail", thumbnail.fileExtension, .words(["png", "jpg"]))
    }
    try foreign(attachment.foreign)
    xml.end()
  }

  /// A source; `kept` is left out where the imported file was retained whole.
  private mutating func source(_ source: Source) throws {
    try xml.start("source")
    try text("key", source.id)
    try text("path", source.path)
    try word("format", source.format, .format)
    xml.attribute("sha256", source.original.digest)
    xml.attribute("length", source.original.length)
    if source.kept != source.original { xml.attribute("kept", source.kept.digest) }
    try date("modified", source.modified)
    for data in source.lifted { try lifted(data) }
    try foreign(source.foreign)
    xml.end()
  }

  /// Data that were extracted from a source into an attachment: where they were, and how they were encoded.
  ///
  /// See `ManifestAssembler.startExtractedData` for the offsets.
  private mutating func lifted(_ data: ExtractedData) throws {
    try xml.start("lifted")
    xml.attribute("attachment", data.attachment)
    xml.attribute("start", data.range.lowerBound)
    xml.attribute("end", data.range.upperBound)
    xml.attribute("keep-start", data.keep.lowerBound)
    xml.attribute("keep-end", data.keep.upperBound)
    xml.attribute("insertion", data.insertion)
    switch data.encoding {
    case .binary: xml.attribute("encoding", "binary")
    case .hex(let upperCase, let layout):
      xml.attribute("encoding", upperCase ? "HEX" : "hex")
      if !layout.isEmpty { try text("layout", layout) }
    }
    xml.end()
  }

  /// A note; status `draft`, `favorite` false and `order` 0 are left out.
  private mutating func note(_ note: Note) throws {
    try xml.start("note")
    xml.attribute("id", note.id)
    try text("title", note.title)
    if note.status != .draft { xml.attribute("status", note.status.rawValue) }
    if note.isFavorite { xml.attribute("favorite", "true") }
    if note.order != 0 { xml.attribute("order", note.order) }
    try date("created", note.created)
    try date("modified", note.modified)
    if note.zoneIsUnknown { xml.attribute("zone", "unknown") }
    if let folder = note.folder { xml.attribute("folder", folder) }
    if let source = note.source { try text("source", source) }
    if let item = note.sourceItem { try text("source-item", item) }
    if let imported = note.imported { xml.attribute("imported", imported) }
    try properties(note.properties)
    try relationships(note)
    try foreign(note.foreign)
    xml.end()
  }

  /// A note's references: keywords, links, attachments, in this order.
  ///
  /// Each group is in the note's own order, which means something to the user.
  private mutating func relationships(_ note: Note) throws {
    for keyword in note.keywords {
      try xml.start("keyword")
      xml.attribute("ref", keyword)
      xml.end()
    }
    for link in note.links {
      try xml.start("link")
      xml.attribute("to", link)
      if note.manualLinks.contains(link) { xml.attribute("manual", "true") }
      xml.end()
    }
    for reference in note.attachments {
      try xml.start("attachment")
      xml.attribute("ref", reference.attachment)
      try text("name", reference.name)
      if let description = reference.description { try text("description", description) }
      try properties(reference.properties)
      xml.end()
    }
  }

  /// Facts that the model has no field for; the type `text` is left out.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unwritable` for a value that doesn't have the form of its
  ///   type.
  private mutating func properties(_ properties: [Property]) throws {
    for property in properties {
      guard property.isValid else { throw refusal("this value of a property") }
      try xml.start("property")
      try text("name", property.name)
      if property.kind != .text { xml.attribute("type", property.kind.rawValue) }
      try text("value", property.value)
      xml.end()
    }
  }

  /// A payload file with its facts.
  ///
  /// This is the only place that has lengths, and the digests of bodies and mirrors.
  private mutating func file(_ file: PayloadFile) throws {
    try xml.start("file")
    xml.attribute("path", file.path)
    guard (0..<ManifestWriting.lengthLimit).contains(file.fact.length) else {
      throw refusal("this value of `length`")
    }
    xml.attribute("length", file.fact.length)
    xml.attribute("sha256", file.fact.digest)
    try word("type", file.mediaType, .mediaType)
    xml.end()
  }

  // MARK: Values

  /// Lengths are below this number, which has 19 digits: see `ManifestType.length`.
  private static let lengthLimit = 1_000_000_000_000_000_000
  /// The longest value, escaped, that readers accept.
  private static let longestText = Limits().xmlValueBytes

  /// Free text, escaped.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unwritable` for a text that readers would refuse as too
  ///   long.
  private mutating func text(_ name: StaticString, _ value: String) throws {
    let held = XMLEscapedText.escape(value)
    guard held.utf8.count <= ManifestWriting.longestText else {
      throw refusal("a value of `\(name)` of this length")
    }
    xml.attribute(name, held)
  }

  /// A value of a fixed form.
  ///
  /// The box may have it from another program, or from a document of an older version, so it is checked here.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unwritable` for a value of another form.
  private mutating func word(_ name: StaticString, _ value: String, _ type: ManifestType) throws {
    guard type.accepts(value) else { throw refusal("this value of `\(name)`") }
    xml.attribute(name, value)
  }

  /// A date, unless there is none.
  ///
  /// - Throws: `SlipError` for years outside 1 to 9999, which RFC 3339 can't express.
  private mutating func date(_ name: StaticString, _ date: Timestamp?) throws {
    guard let date else { return }
    guard date.isWithinRFC3339 else { throw refusal("a date outside the years 1 to 9999") }
    xml.attribute(name, date)
  }

  /// A component of a colour: 0…1.
  private mutating func component(_ name: StaticString, _ value: Double) throws {
    guard (0...1).contains(value) else { throw refusal("a colour component outside 0 to 1") }
    xml.attribute(name, ManifestValue.text(value))
  }

  /// Foreign elements, each in its one form.
  ///
  /// - Throws: `SlipError` for text that isn't one well-formed element, which a program could have put into
  ///   the box.
  private mutating func foreign(_ elements: [String]) throws {
    for element in elements { try xml.fragment(try ForeignElement.canonical(element)) }
  }

  /// The error for a value that no manifest can hold.
  private func refusal(_ what: String) -> SlipError {
    SlipError(.badInput, code: ManifestCode.unwritable, "a manifest can't hold \(what)")
  }
}
