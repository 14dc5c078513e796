internal import SlipBase
internal import SlipDocument
internal import SlipNotes

/// Reads manifests in the form that `ManifestWriter` gives them, several times as fast as XML can be read.
///
/// It accepts that form only: entities in the order of their ids, attributes in the order of
/// `ManifestElement`, no foreign elements. At the first byte that is otherwise it gives up, and
/// `ManifestReader` begins anew with the XML reader, which also says what is wrong. So this one
/// has no messages, and need not know all that a manifest may be.
struct CanonicalReader {
  /// The place that is read next.
  var cursor: CanonicalCursor
  /// Makes the box; notes of a part aren't added.
  private var builder: SlipBoxBuilder
  /// The attachments.
  private var attachments: [Attachment] = []
  /// The sources.
  private var sources: [Source] = []
  /// The notes of a part; nil where notes go to the builder.
  private var notes: [Note]?
  /// The parts; nil where there are none.
  private var parts: [ManifestPart]?
  /// The id of the folder, keyword or note that was read last.
  var last: UniqueID?

  /// Whether limits are at least the usual ones. Whoever sets lower ones wants to know what exceeds them.
  private static func accepts(_ limits: Limits) -> Bool {
    limits.xmlDepth >= Limits().xmlDepth && limits.xmlValueBytes >= Limits().xmlValueBytes
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - limits: Bounds, which the XML reader keeps.
  /// - Returns: What was read, as the XML reader gives it; nil where the manifest is not in the canonical form.
  static func root(_ bytes: UnsafeRawBufferPointer, limits: Limits) -> ManifestReader.Root? {
    guard accepts(limits) else { return nil }
    var reader = CanonicalReader(bytes, limits)
    reader.builder.reserveCapacity(notes: bytes.count / CanonicalReader.noteLength)
    do throws(Deviation) {
      try reader.document()
    } catch {
      return nil
    }
    return reader.taken()
  }

  /// Reads a part.
  ///
  /// - Returns: Its entities; nil where the document is not in the canonical form, or not the part with this key.
  static func part(_ bytes: UnsafeRawBufferPointer, _ key: UInt8, limits: Limits) -> PartEntities? {
    guard accepts(limits) else { return nil }
    var reader = CanonicalReader(bytes, limits, releases: false)
    reader.notes = []
    do throws(Deviation) {
      try reader.part(key)
    } catch {
      return nil
    }
    let found = PartEntities(
      attachments: reader.attachments, sources: reader.sources, notes: reader.notes ?? [])
    return found.belong(to: key) ? found : nil
  }

  /// Begins a document.
  init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits, releases: Bool = true) {
    cursor = CanonicalCursor(bytes, releases: releases)
    builder = SlipBoxBuilder(folderDepth: limits.folderDepth)
  }

  /// About how many bytes a note has.
  private static let noteLength = 700

  // MARK: The document

  /// Reads all of a manifest.
  private mutating func document() throws(Deviation) {
    try head()
    try section("  <origins/>\n", "  <origins>\n", "  </origins>\n") { (reader) throws(Deviation) in
      try reader.origin()
    }
    try folders()
    try keywords()
    if cursor.isNext("  <parts") { try listedParts() } else { try entities() }
    try end("</slipbox>\n")
  }

  /// Reads all of a part.
  private mutating func part(_ key: UInt8) throws(Deviation) {
    try cursor.expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    try cursor.expect("<part xmlns=\"urn:slipbox:manifest\" version=\"8\" id=\"")
    guard try cursor.partKey() == key else { throw Deviation() }
    try cursor.expect(">\n")
    try entities()
    try end("</part>\n")
  }

  /// Reads the sections that a part may have.
  private mutating func entities() throws(Deviation) {
    try section("  <attachments/>\n", "  <attachments>\n", "  </attachments>\n") {
      (reader) throws(Deviation) in try reader.attachment()
    }
    try section("  <sources/>\n", "  <sources>\n", "  </sources>\n") { (reader) throws(Deviation) in
      try reader.source()
    }
    last = nil
    try section("  <notes/>\n", "  <notes>\n", "  </notes>\n") { (reader) throws(Deviation) in
      try reader.note()
    }
  }

  /// Expects the end of the document.
  private mutating func end(_ tag: StaticString) throws(Deviation) {
    try cursor.expect(tag)
    guard cursor.position == cursor.bytes.count else { throw Deviation() }
  }

  /// Reads the list of parts.
  private mutating func listedParts() throws(Deviation) {
    parts = []
    try section("  <parts/>\n", "  <parts>\n", "  </parts>\n") { (reader) throws(Deviation) in
      try reader.listedPart()
    }
  }

  /// A part, as it is listed.
  private mutating func listedPart() throws(Deviation) {
    try cursor.expect("    <part id=\"")
    let key = try cursor.partKey()
    if let last = parts?.last, last.key >= key { throw Deviation() }
    var part = ManifestPart(
      key, fact: try fact(" length=\"", " sha256=\""), attachments: 0, sources: 0, notes: 0)
    part.attachments = try cursor.count(after: " attachments=\"")
    part.sources = try cursor.count(after: " sources=\"")
    part.notes = try cursor.count(after: " notes=\"")
    try cursor.expect("/>\n")
    parts?.append(part)
  }

  /// The list of parts, where it comes next, with all that was read so far; else nil.
  mutating func partedRoot() throws(Deviation) -> ManifestReader.Root? {
    guard cursor.isNext("  <parts") else { return nil }
    try listedParts()
    return taken()
  }

  /// What was read.
  mutating func taken() -> ManifestReader.Root {
    for attachment in attachments { builder.add(attachment) }
    for source in sources { builder.add(source) }
    (attachments, sources) = ([], [])
    return ManifestReader.Root(builder: builder, parts: parts, isCanonical: true)
  }

  /// Reads the declaration, the start of the root, and the history.
  mutating func head() throws(Deviation) {
    try cursor.expect(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<slipbox xmlns=\"urn:slipbox:manifest\" version=\"8\">\n  <history"
    )
    var declared: (count: Int, last: Digest?) = (0, nil)
    if cursor.skip(" count=\"") {
      declared.count = try cursor.length()
      try cursor.expect(" sha256=\"")
      declared.last = try cursor.digest()
    }
    var history = BoxHistory()
    if !cursor.skip("/>\n") {
      try cursor.expect(">\n")
      repeat { try historyFile(&history) } while !cursor.skip("  </history>\n")
    }
    guard declared == (history.transactions.count, history.transactions.last?.fact.digest) else {
      throw Deviation()
    }
    builder.add(history)
  }

  /// A transaction, or a file that one replaced; transactions come first.
  private mutating func historyFile(_ history: inout BoxHistory) throws(Deviation) {
    if cursor.skip("    <transaction number=\"") {
      let number = try cursor.length()
      guard history.replaced.isEmpty, [history.nextNumber - 1, history.nextNumber].contains(number),
        (1...99_999_999).contains(number)
      else { throw Deviation() }
      let entry = BoxHistory.Entry(number, try fact(" length=\"", " sha256=\""))
      if let last = history.transactions.last, last >= entry { throw Deviation() }
      history.add(entry)
    } else {
      try cursor.expect("    <replaced sha256=\"")
      let digest = try cursor.digest()
      try cursor.expect(" extension=\"")
      let suffix = String(decoding: try cursor.word(.suffix), as: UTF8.self)
      try cursor.expect(" length=\"")
      let file = BoxHistory.Replaced(FileFact(digest: digest, length: try cursor.length()), suffix)
      if let last = history.replaced.last, last >= file { throw Deviation() }
      history.keep(file)
    }
    try cursor.expect("/>\n")
  }

  /// Length and digest of a file, after these names.
  private mutating func fact(
    _ length: StaticString, _ digest: StaticString
  ) throws(Deviation) -> FileFact {
    try cursor.expect(length)
    let length = try cursor.length()
    try cursor.expect(digest)
    return FileFact(digest: try cursor.digest(), length: length)
  }

  /// Reads the section of folders.
  mutating func folders() throws(Deviation) {
    last = nil
    try section("  <folders/>\n", "  <folders>\n", "  </folders>\n") { (reader) throws(Deviation) in
      try reader.folder()
    }
  }

  /// Reads the section of keywords.
  mutating func keywords() throws(Deviation) {
    last = nil
    try section("  <keywords/>\n", "  <keywords>\n", "  </keywords>\n") { (reader) throws(Deviation) in
      try reader.keyword()
    }
  }

  /// Reads a section with its entities.
  @inline(__always)
  private mutating func section(
    _ empty: StaticString, _ start: StaticString, _ end: StaticString,
    _ entity: (inout CanonicalReader) throws(Deviation) -> Void
  ) throws(Deviation) {
    if cursor.skip(empty) { return }
    try cursor.expect(start)
    repeat {
      try entity(&self)
      cursor.endLine()
    } while !cursor.skip(end)
  }

  /// Expects an id after that of the entity before.
  private mutating func ascending() throws(Deviation) -> UniqueID {
    let id = try cursor.id()
    if let last, last >= id { throw Deviation() }
    last = id
    return id
  }

  // MARK: Entities

  /// An origin with its tombstones.
  private mutating func origin() throws(Deviation) {
    try cursor.expect("    <origin name=\"")
    let name = try cursor.text()
    try cursor.expect(" token=\"")
    var origin = Origin(name: name, token: try cursor.text())
    origin.url = try cursor.text(after: " url=\"")
    origin.kind = try cursor.text(after: " kind=\"")
    if !cursor.skip("/>\n") {
      try cursor.expect(">\n")
      repeat {
        try cursor.expect("      <tombstone key=\"")
        var tombstone = Tombstone(key: try cursor.text())
        tombstone.item = try cursor.text(after: " item=\"")
        tombstone.date = try cursor.date(after: " date=\"")
        try cursor.expect("/>\n")
        origin.tombstones.append(tombstone)
      } while !cursor.skip("    </origin>\n")
    }
    builder.add(origin)
  }

  /// A folder with its properties.
  private mutating func folder() throws(Deviation) {
    try cursor.expect("    <folder id=\"")
    let id = try ascending()
    try cursor.expect(" name=\"")
    var folder = Folder(id: id, name: try cursor.text())
    folder.parent = try cursor.id(after: " parent=\"")
    folder.order = try cursor.order(after: " order=\"")
    folder.created = try cursor.date(after: " created=\"")
    if !cursor.skip("/>\n") {
      try cursor.expect(">\n")
      repeat {
        try cursor.expect("      ")
        folder.properties.append(try property())
      } while !cursor.skip("    </folder>\n")
    }
    builder.add(folder)
  }

  /// A keyword.
  private mutating func keyword() throws(Deviation) {
    try cursor.expect("    <keyword id=\"")
    let id = try ascending()
    try cursor.expect(" name=\"")
    let name = try cursor.text()
    try cursor.expect(" red=\"")
    let red = try cursor.fraction()
    try cursor.expect(" green=\"")
    let green = try cursor.fraction()
    try cursor.expect(" blue=\"")
    var color = Keyword.Color(red: red, green: green, blue: try cursor.fraction())
    if cursor.skip(" opacity=\"") {
      color.opacity = try cursor.fraction()
      guard color.opacity != 1 else { throw Deviation() }
    }
    var keyword = Keyword(id: id, name: name, color: color)
    keyword.parent = try cursor.id(after: " parent=\"")
    try cursor.expect("/>\n")
    builder.add(keyword)
  }

  /// An attachment, with the facts about its files.
  mutating func attachment() throws(Deviation) {
    try cursor.expect("    <attachment sha256=\"")
    let id = try cursor.digest()
    if let last = attachments.last, last.id >= id { throw Deviation() }
    try cursor.expect(" type=\"")
    let type = try cursor.word(.mediaType)
    try cursor.expect(" extension=\"")
    let suffix = try cursor.word(.suffix)
    var attachment = Attachment(
      blob: FileFact(digest: id, length: 0), mediaType: String(decoding: type, as: UTF8.self),
      fileExtension: String(decoding: suffix, as: UTF8.self))
    if cursor.skip(" width=\"") { attachment.width = try cursor.pixels() }
    if cursor.skip(" height=\"") { attachment.height = try cursor.pixels() }
    if cursor.skip(" thumbnail=\"") {
      let suffix = String(decoding: try cursor.word(.words(["png", "jpg"])), as: UTF8.self)
      attachment.thumbnail = Attachment.Thumbnail(file: attachment.blob, fileExtension: suffix)
    }
    try cursor.expect(" length=\"")
    attachment.blob.length = try cursor.length()
    if attachment.thumbnail != nil {
      attachment.thumbnail?.file = try fact(" thumbnail-length=\"", " thumbnail-sha256=\"")
    }
    try cursor.expect("/>\n")
    attachments.append(attachment)
  }

  /// A source with what was extracted from it.
  mutating func source() throws(Deviation) {
    try cursor.expect("    <source key=\"")
    let key = try cursor.text()
    if let last = sources.last, last.id >= key { throw Deviation() }
    try cursor.expect(" path=\"")
    let path = try cursor.text()
    try cursor.expect(" format=\"")
    let format = String(decoding: try cursor.word(.format), as: UTF8.self)
    try cursor.expect(" sha256=\"")
    let digest = try cursor.digest()
    try cursor.expect(" length=\"")
    let original = FileFact(digest: digest, length: try cursor.length())
    var source = Source(id: key, path: path, format: format, original: original, kept: original)
    let kept = try cursor.digest(after: " kept=\"")
    source.modified = try cursor.date(after: " modified=\"")
    if let kept {
      try cursor.expect(" kept-length=\"")
      source.kept = FileFact(digest: kept, length: try cursor.length())
      if source.kept == original { throw Deviation() }
    }
    source.reading = try cursor.text(after: " reading=\"")
    source.isIncomplete = cursor.skip(" incomplete=\"true\"")
    if !cursor.skip("/>\n") {
      try cursor.expect(">\n")
      repeat { source.lifted.append(try extractedData()) } while !cursor.skip("    </source>\n")
    }
    sources.append(source)
  }

  /// Data that were extracted from a source: see `ManifestEntities.startExtractedData`.
  private mutating func extractedData() throws(Deviation) -> ExtractedData {
    try cursor.expect("      <lifted attachment=\"")
    let attachment = try cursor.digest()
    try cursor.expect(" start=\"")
    let start = try cursor.length()
    try cursor.expect(" end=\"")
    let end = try cursor.length()
    try cursor.expect(" keep-start=\"")
    let keepStart = try cursor.length()
    try cursor.expect(" keep-end=\"")
    let keepEnd = try cursor.length()
    try cursor.expect(" insertion=\"")
    let insertion = try cursor.length()
    guard start <= keepStart, keepStart <= insertion, insertion <= keepEnd, keepEnd <= end else {
      throw Deviation()
    }
    var encoding = ExtractedData.Encoding.binary
    if !cursor.skip(" encoding=\"binary\"") {
      let isUpperCase = cursor.skip(" encoding=\"HEX\"")
      if !isUpperCase { try cursor.expect(" encoding=\"hex\"") }
      encoding = .hex(upperCase: isUpperCase, layout: try cursor.text(after: " layout=\"") ?? "")
    }
    try cursor.expect("/>\n")
    return ExtractedData(
      attachment: attachment, range: start..<end, keep: keepStart..<keepEnd, insertion: insertion,
      encoding: encoding)
  }

  /// Stands for facts that aren't read yet.
  private static let unknown = FileFact(of: [])

  /// A note with its relationships, and the facts about its files.
  @discardableResult
  mutating func note() throws(Deviation) -> Note {
    try cursor.expect("    <note id=\"")
    let id = try ascending()
    try cursor.expect(" title=\"")
    var note = Note(
      id: id, title: try cursor.text(), body: CanonicalReader.unknown, mirror: CanonicalReader.unknown)
    if cursor.skip(" status=\"") {
      if cursor.skip("review\"") {
        note.status = .review
      } else {
        try cursor.expect("archived\"")
        note.status = .archived
      }
    }
    note.isFavorite = cursor.skip(" favorite=\"true\"")
    note.order = try cursor.order(after: " order=\"")
    note.created = try cursor.date(after: " created=\"")
    note.modified = try cursor.date(after: " modified=\"")
    note.zoneIsUnknown = cursor.skip(" zone=\"unknown\"")
    note.folder = try cursor.id(after: " folder=\"")
    note.source = try cursor.text(after: " source=\"")
    note.sourceItem = try cursor.text(after: " source-item=\"")
    note.imported = try cursor.digest(after: " imported=\"")
    note.body = try fact(" body-length=\"", " body-sha256=\"")
    note.mirror = try fact(" mirror-length=\"", " mirror-sha256=\"")
    if !cursor.skip("/>\n") {
      try cursor.expect(">\n")
      try relationships(&note)
    }
    if notes == nil { builder.add(note) } else { notes?.append(note) }
    return note
  }

  /// The children of a note: properties, keywords, links, attachments.
  private mutating func relationships(_ note: inout Note) throws(Deviation) {
    let start = cursor.position
    while cursor.isNext("      <property ") {
      try cursor.expect("      ")
      note.properties.append(try property())
    }
    while cursor.skip("      <keyword ref=\"") {
      note.keywords.append(try cursor.id())
      try cursor.expect("/>\n")
    }
    while cursor.skip("      <link to=\"") {
      let target = try cursor.id()
      note.links.append(target)
      if cursor.skip(" manual=\"true\"") { note.manualLinks.insert(target) }
      try cursor.expect("/>\n")
    }
    while cursor.skip("      <attachment ref=\"") { note.attachments.append(try reference()) }
    guard cursor.position > start else { throw Deviation() }
    try cursor.expect("    </note>\n")
  }

  /// A note's use of an attachment.
  private mutating func reference() throws(Deviation) -> AttachmentReference {
    let attachment = try cursor.digest()
    try cursor.expect(" name=\"")
    var reference = AttachmentReference(attachment: attachment, name: try cursor.text())
    reference.description = try cursor.text(after: " description=\"")
    if !cursor.skip("/>\n") {
      try cursor.expect(">\n")
      repeat {
        try cursor.expect("        ")
        reference.properties.append(try property())
      } while !cursor.skip("      </attachment>\n")
    }
    return reference
  }

  /// A property, after its indentation.
  private mutating func property() throws(Deviation) -> Property {
    try cursor.expect("<property name=\"")
    let name = try cursor.text()
    var kind = Property.Kind.text
    if cursor.skip(" type=\"") {
      let word = String(decoding: try cursor.word(), as: UTF8.self)
      guard let known = Property.Kind(rawValue: word), known != .text else { throw Deviation() }
      kind = known
    }
    try cursor.expect(" value=\"")
    let property = Property(name, kind, try cursor.text())
    try cursor.expect("/>\n")
    guard property.isValid else { throw Deviation() }
    return property
  }
}
