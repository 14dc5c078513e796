internal import SlipBase
internal import SlipDocument
internal import SlipNotes
internal import XMLSyntax

/// One manifest that is being written: a method for each section, in the manifest's order.
///
/// Attributes come in the order of `ManifestElement`'s rows. Attributes with default values are left out.
struct ManifestWriting: ~Copyable {
  /// Escapes, indents and buffers.
  private var xml: XMLWriter
  /// Whether files are listed at the end, and entities don't have their facts: so it was in version 6, whose
  /// form transactions have still.
  private var listsFiles = false

  /// Begins a document.
  init(to output: @escaping XMLWriter.Output) { xml = XMLWriter(to: output) }

  /// Writes what is still buffered.
  consuming func finish() throws { try xml.finish() }

  /// Writes the whole document; in place of entities that are in parts, the list of these.
  ///
  /// - Parameter version: The version of a box that was read of an earlier one, and has no more than that.
  mutating func write(
    _ box: SlipBox, parts: [ManifestPart]? = nil, version: Int = VersionTable.current
  ) throws {
    try xml.start("slipbox")
    xml.attribute("xmlns", "urn:slipbox:manifest")
    xml.attribute("version", version)
    try history(box.history)
    try section("origins", box.origins) { (writing, origin) in try writing.origin(origin) }
    try section("folders", box.folders) { (writing, folder) in try writing.folder(folder) }
    try section("keywords", box.keywords) { (writing, keyword) in try writing.keyword(keyword) }
    if let parts {
      try section("parts", parts) { (writing, part) in try writing.part(part) }
    } else {
      try section("attachments", box.attachments) { (writing, attachment) in
        try writing.attachment(attachment)
      }
      try section("sources", box.sources) { (writing, source) in try writing.source(source) }
      try section("notes", box.notes) { (writing, note) in try writing.note(note) }
    }
    try foreign(box.foreign)
    xml.end()
  }

  /// Writes a whole part.
  mutating func write(
    part key: UInt8, attachments: some Sequence<Attachment>, sources: some Sequence<Source>,
    notes: some Sequence<Note>, version: Int = VersionTable.current
  ) throws {
    try xml.start("part")
    xml.attribute("xmlns", "urn:slipbox:manifest")
    xml.attribute("version", version)
    xml.attribute("id", ManifestPart.digits(key))
    try section("attachments", attachments) { (writing, attachment) in try writing.attachment(attachment) }
    try section("sources", sources) { (writing, source) in try writing.source(source) }
    try section("notes", notes) { (writing, note) in try writing.note(note) }
    xml.end()
  }

  /// The transactions, and the files that they replaced.
  private mutating func history(_ history: BoxHistory) throws {
    try xml.start("history")
    if let last = history.transactions.last {
      xml.attribute("count", history.transactions.count)
      xml.attribute("sha256", last.fact.digest)
    }
    for entry in history.transactions {
      try xml.start("transaction")
      guard (1...99_999_999).contains(entry.number) else { throw refusal("a transaction of this number") }
      xml.attribute("number", entry.number)
      try fact(entry.fact, "length", "sha256")
      xml.end()
    }
    for file in history.replaced {
      try xml.start("replaced")
      xml.attribute("sha256", file.fact.digest)
      try word("extension", file.fileExtension, .suffix)
      try length("length", file.fact.length)
      xml.end()
    }
    xml.end()
  }

  /// A part, as it is listed.
  private mutating func part(_ part: ManifestPart) throws {
    try xml.start("part")
    xml.attribute("id", part.id)
    try fact(part.fact, "length", "sha256")
    if part.attachments > 0 { xml.attribute("attachments", part.attachments) }
    if part.sources > 0 { xml.attribute("sources", part.sources) }
    if part.notes > 0 { xml.attribute("notes", part.notes) }
    xml.end()
  }

  /// Length and digest of a file.
  private mutating func fact(_ fact: FileFact, _ length: StaticString, _ digest: StaticString) throws {
    try self.length(length, fact.length)
    xml.attribute(digest, fact.digest)
  }

  /// A number of bytes.
  private mutating func length(_ name: StaticString, _ value: Int) throws {
    guard (0..<ManifestWriting.lengthLimit).contains(value) else { throw refusal("this value of `\(name)`") }
    xml.attribute(name, value)
  }

  /// Writes a whole transaction.
  ///
  /// - Parameters:
  ///   - number: From 1 on.
  ///   - previous: The digest of the transaction before it; nil for the first.
  mutating func write(_ transaction: BoxTransaction, number: Int, previous: Digest?) throws {
    listsFiles = true
    try xml.start("transaction")
    xml.attribute("xmlns", "urn:slipbox:manifest")
    xml.attribute("version", TransactionFile.version)
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
      try side(changes, .before)
      xml.end()
      try xml.start("after")
      try side(changes, .after)
      xml.end()
    }
    xml.end()
  }

  /// A side of changes.
  private enum Side { case before, after }

  /// The entities of a transaction as they are before or after the changes; sections without any are left out.
  private mutating func side(_ changes: BoxChanges, _ side: Side) throws {
    /// The entities of that side, without a copy of them: there may be many.
    func entities<Entity>(_ changes: [EntityChange<Entity>]) -> some Collection<Entity> {
      changes.lazy.compactMap { side == .before ? $0.before : $0.after }
    }
    let (attachments, sources) = (entities(changes.attachments), entities(changes.sources))
    let notes = entities(changes.notes)
    if let origins = changes.origins {
      try section("origins", side == .before ? origins.before : origins.after) { (writing, origin) in
        try writing.origin(origin)
      }
    }
    try some("folders", entities(changes.folders)) { (writing, folder) in try writing.folder(folder) }
    try some("keywords", entities(changes.keywords)) { (writing, keyword) in try writing.keyword(keyword) }
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
    if let texts = changes.foreign { try foreign(side == .before ? texts.before : texts.after) }
  }

  /// An element with all entities of one kind; nothing where there are none.
  private mutating func some<Entities: Collection>(
    _ name: StaticString, _ entities: Entities,
    _ write: (inout ManifestWriting, Entities.Element) throws -> Void
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

  /// An attachment, with the facts about its files unless these are listed.
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
    if !listsFiles {
      try length("length", attachment.blob.length)
      if let thumbnail = attachment.thumbnail {
        try fact(thumbnail.file, "thumbnail-length", "thumbnail-sha256")
      }
    }
    try foreign(attachment.foreign)
    xml.end()
  }

  /// A source; `kept` is left out where the imported file was retained whole, `incomplete` where it is false.
  private mutating func source(_ source: Source) throws {
    try xml.start("source")
    try text("key", source.id)
    try text("path", source.path)
    try word("format", source.format, .format)
    xml.attribute("sha256", source.original.digest)
    xml.attribute("length", source.original.length)
    if source.kept != source.original { xml.attribute("kept", source.kept.digest) }
    try date("modified", source.modified)
    // Transactions don't have what version 7 and later ones added.
    if !listsFiles {
      if source.kept != source.original { try length("kept-length", source.kept.length) }
      if let reading = source.reading { try text("reading", reading) }
      if source.isIncomplete { xml.attribute("incomplete", "true") }
    }
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
    if !listsFiles {
      try fact(note.body, "body-length", "body-sha256")
      try fact(note.mirror, "mirror-length", "mirror-sha256")
    }
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
  /// In transactions this is the only place that has lengths, and the digests of bodies and mirrors.
  private mutating func file(_ file: PayloadFile) throws {
    try xml.start("file")
    xml.attribute("path", file.path)
    try fact(file.fact, "length", "sha256")
    try word("type", file.mediaType, .mediaType)
    xml.end()
  }

  // MARK: Values

  /// Lengths are below this number, which has 19 digits: see `ManifestType.length`.
  private static let lengthLimit = 1_000_000_000_000_000_000
  /// The longest value, escaped, that is written. Readers accept it, and the other attributes of its element.
  private static let longestText = Limits().xmlValueBytes - 4_096

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
