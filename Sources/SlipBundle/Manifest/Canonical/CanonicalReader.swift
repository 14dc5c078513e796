internal import SlipBase
internal import SlipDocument
internal import SlipNotes

/// Reads manifests in the form that `ManifestWriter` gives them, several times as fast as XML can be read.
///
/// It accepts that form only: entities in the order of their ids, attributes in the order of
/// `ManifestElement`, no foreign elements. At the first byte that is otherwise it gives up, and
/// `ManifestReader` begins anew with the XML reader, which also says what is wrong. So this one
/// has no messages, and need not know all that a manifest may be.
///
/// Two cursors move at once, one over the entities and one over the list of files, which is in the
/// order of the entities, too. So notes are complete when they are read, and nothing is looked up.
struct CanonicalReader {
  /// Where entities are read.
  var cursor: CanonicalCursor
  /// Where the list of files is read.
  var files: CanonicalCursor
  /// Where the list of files begins.
  private let filesStart: Int
  /// Makes the box.
  var builder: SlipBoxBuilder
  /// Attachments wait for the facts about their thumbnails, which are at the end of the list.
  var attachments: [Attachment] = []
  /// Sources wait for the facts about their retained files.
  var sources: [Source] = []
  /// The declared history.
  var declared: (count: Int, last: Digest?) = (0, nil)
  /// The id of the folder, keyword or note that was read last.
  var last: UniqueID?

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - limits: Bounds, which the XML reader keeps.
  /// - Returns: The box, and what had to be changed because entities contradict each other, as the XML reader
  ///   gives them; nil where the manifest is not in the canonical form.
  static func read(
    _ bytes: UnsafeRawBufferPointer, limits: Limits
  ) -> (box: SlipBox, faults: [BoxFault])? {
    // Whoever sets such limits wants to know what exceeds them.
    guard limits.xmlDepth >= Limits().xmlDepth, limits.xmlValueBytes >= Limits().xmlValueBytes,
      let filesStart = startOfFiles(bytes)
    else { return nil }
    var reader = CanonicalReader(bytes, filesAt: filesStart, limits)
    reader.builder.reserveCapacity(notes: (bytes.count - filesStart) / CanonicalReader.fileLinesLength)
    do throws(Deviation) {
      try reader.document()
    } catch {
      return nil
    }
    return reader.finish()
  }

  /// Begins a manifest.
  init(_ bytes: UnsafeRawBufferPointer, filesAt filesStart: Int, _ limits: Limits, releases: Bool = true) {
    cursor = CanonicalCursor(bytes, releases: releases)
    files = CanonicalCursor(bytes, at: filesStart, releases: releases)
    self.filesStart = filesStart
    builder = SlipBoxBuilder(folderDepth: limits.folderDepth)
  }

  /// Where the section of files begins; nil where it isn't the last one.
  ///
  /// Lines of files are found by halving, so that nothing else has to be read.
  private static func startOfFiles(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let end = Array("\n  </files>\n</slipbox>\n".utf8)
    if bytes.suffix(end.count + 1).starts(with: [0x3E] + end) {
      var (low, high) = (0, bytes.count - end.count + 1)
      while low < high {
        let middle = low + (high - low) / 2
        // The line that begins at or after the middle.
        var start = middle
        while start < high, start > 0, bytes[start - 1] != 0x0A { start += 1 }
        if start < high, !bytes[start...].starts(with: "    <file ".utf8) {
          low = start + 1
        } else {
          high = middle
        }
      }
      let open = Array("  <files>\n".utf8)
      // The last line of another kind is the section's own.
      var start = low
      while start < bytes.count, start > 0, bytes[start - 1] != 0x0A { start += 1 }
      guard start >= open.count, bytes[(start - open.count)..<start].elementsEqual(open) else { return nil }
      return start - open.count
    }
    let empty = Array("  <files/>\n</slipbox>\n".utf8)
    return bytes.suffix(empty.count).elementsEqual(empty) ? bytes.count - empty.count : nil
  }

  /// About how many bytes the lines of a note's two files have.
  private static let fileLinesLength = 330

  // MARK: The document

  /// Reads all of it.
  private mutating func document() throws(Deviation) {
    try head()
    let hasFiles = files.skip("  <files>\n")
    if !hasFiles { try files.expect("  <files/>\n") }
    try section("  <origins/>\n", "  <origins>\n", "  </origins>\n") { (reader) throws(Deviation) in
      try reader.origin()
    }
    try folders()
    try keywords()
    try section("  <attachments/>\n", "  <attachments>\n", "  </attachments>\n") {
      (reader) throws(Deviation) in try reader.attachment()
    }
    try section("  <sources/>\n", "  <sources>\n", "  </sources>\n") { (reader) throws(Deviation) in
      try reader.source()
    }
    try history()
    last = nil
    try section("  <notes/>\n", "  <notes>\n", "  </notes>\n") { (reader) throws(Deviation) in
      _ = try reader.note()
    }
    guard cursor.position == filesStart else { throw Deviation() }
    try keptFiles()
    for index in attachments.indices where attachments[index].thumbnail != nil { try thumbnailFile(index) }
    if hasFiles { try files.expect("  </files>\n") }
    try files.expect("</slipbox>\n")
    guard files.position == files.bytes.count else { throw Deviation() }
  }

  /// The box of what was read.
  mutating func finish() -> (box: SlipBox, faults: [BoxFault]) {
    for attachment in attachments { builder.add(attachment) }
    for source in sources { builder.add(source) }
    return builder.finish()
  }

  /// Reads the declaration, the start of the root, and the declared history.
  mutating func head() throws(Deviation) {
    try cursor.expect(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<slipbox xmlns=\"urn:slipbox:manifest\" version=\"6\">\n  <history"
    )
    if cursor.skip(" count=\"") {
      declared.count = try cursor.length()
      try cursor.expect(" sha256=\"")
      declared.last = try cursor.digest()
    }
    try cursor.expect("/>\n")
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

  /// An attachment, with the line of its blob.
  mutating func attachment() throws(Deviation) {
    try cursor.expect("    <attachment sha256=\"")
    let id = try cursor.digest()
    if let last = attachments.last, last.id >= id { throw Deviation() }
    try cursor.expect(" type=\"")
    let type = try cursor.word(.mediaType)
    try cursor.expect(" extension=\"")
    let suffix = try cursor.word(.suffix)
    try files.expect("    <file path=\"attachments/")
    let length = try files.fileOfDigest(id, Array(suffix), Array(type))
    var attachment = Attachment(
      blob: FileFact(digest: id, length: length), mediaType: String(decoding: type, as: UTF8.self),
      fileExtension: String(decoding: suffix, as: UTF8.self))
    if cursor.skip(" width=\"") { attachment.width = try cursor.pixels() }
    if cursor.skip(" height=\"") { attachment.height = try cursor.pixels() }
    if cursor.skip(" thumbnail=\"") {
      let suffix = String(decoding: try cursor.word(.words(["png", "jpg"])), as: UTF8.self)
      attachment.thumbnail = Attachment.Thumbnail(file: attachment.blob, fileExtension: suffix)
    }
    try cursor.expect("/>\n")
    attachments.append(attachment)
  }

  /// A source with what was extracted from it. The length of the retained file follows later.
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
    if let kept = try cursor.digest(after: " kept=\"") { source.kept.digest = kept }
    source.modified = try cursor.date(after: " modified=\"")
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

  /// A note with its relationships, and the lines of its body and mirror.
  mutating func note() throws(Deviation) -> Note {
    try cursor.expect("    <note id=\"")
    let start = cursor.position
    let id = try ascending()
    let idText = UnsafeRawBufferPointer(rebasing: cursor.bytes[start..<(start + 36)])
    try cursor.expect(" title=\"")
    let title = try cursor.text()
    let body = try files.fileOfNote(idText, CanonicalReader.bodyEnds)
    let mirror = try files.fileOfNote(idText, CanonicalReader.mirrorEnds)
    files.endLine()
    var note = Note(id: id, title: title, body: body, mirror: mirror)
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
    if !cursor.skip("/>\n") {
      try cursor.expect(">\n")
      try relationships(&note)
    }
    builder.add(note)
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
