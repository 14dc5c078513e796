internal import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipNotes

extension ContainerTarget {
  /// Notebooks for Evernote, and for the many programs that import its exports.
  ///
  /// The form is that of `evernote-export3.dtd`. What it has no element for goes into
  /// `<application-data>`, which Evernote keeps for programs.
  public static let enex = ContainerTarget(
    name: "enex", title: "Evernote: a notebook (.enex) for each folder", form: .folder, kind: .html,
    textFates: [
      .annotation: .simplified("text at the end"), .footnote: .simplified("text at the end"),
      .endnote: .simplified("text at the end"), .noteCredit: .simplified("text"),
      .noteMark: .simplified("text"),
      .textBox: .simplified("paragraphs"), .deepHeading: .simplified("level 6"), .bookmark: .lost,
      .callout: .lost,
      .borderless: .lost,
      .pageBreak: .lost, .sectionBreak: .lost, .metafile: .kept,
    ],
    fates: [
      .status: .becomes("application data", isReadBack: true),
      .favorite: .becomes("application data", isReadBack: true),
      .fractions: .becomes("application data", isReadBack: true),
      .folder: .becomes("the name of the file, with all folders from the top", isReadBack: true),
      .nestedKeywords: .becomes("tags such as bees/queens", isReadBack: true),
      .keywordColors: .lost,
      .properties: .becomes(
        "note attributes where Evernote has them, else application data", isReadBack: true),
      .manualLinks: .becomes("application data", isReadBack: true),
      .attachmentFacts: .lost,
      .savedSearch: .lost,
    ],
    plan: { box throws(SlipError) in EnexExport(box).files() })
}

/// Writes notebooks: `Work - Projects.enex` for the folder `Projects` in `Work`.
struct EnexExport: Sendable {
  /// The box.
  let box: ContainerBox

  /// Prepares an export.
  init(_ box: ContainerBox) { self.box = box }

  /// The files of the export.
  ///
  /// Notes that follow each other in one folder make a notebook; those without a folder have the name
  /// of the export.
  ///
  /// - Returns: The plan. Each notebook is written in pieces, a note at a time.
  func files() -> ContainerPlan {
    var result = ContainerPlan()
    var books: [(folder: Folder.ID?, notes: [Note.ID])] = []
    for id in box.notes {
      guard let note = box.box.note(id) else { continue }
      if books.last?.folder != note.folder || books.isEmpty { books.append((note.folder, [])) }
      books[books.count - 1].notes.append(id)
      result.attachments += note.attachments.count
    }
    var names = ExportNames()
    for book in books {
      let path = box.box.path(of: book.folder)
      let title = path.isEmpty ? box.options.name : path.joined(separator: " - ")
      let name = names.name(for: title, fileExtension: "enex", in: "")
      let notes = book.notes
      result.files.append(ContainerFile(name, .pieces { write in try self.write(notes, write) }))
    }
    return result
  }

  /// Writes a notebook.
  ///
  /// - Parameters:
  ///   - notes: The notes in order.
  ///   - write: Gets each piece, which lasts for this one call.
  /// - Returns: Findings about the notes.
  /// - Throws: `SlipError` where a body or an attachment can't be read, and what `write` throws.
  private func write(
    _ notes: [Note.ID], _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    var sink = DiagnosticSink()
    func put(_ text: String) throws { try Array(text.utf8).withUnsafeBytes(write) }
    let creator =
      "application=\"\(EnexText.escaped(box.options.creator))\" version=\"\(EnexText.escaped(box.options.version))\""
    try put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export3.dtd">
      <en-export \(creator)>

      """)
    for id in notes {
      let note = try box.note(id)
      var writer = EnexNoteWriter(note, box)
      try writer.write(write)
      sink.report(contentsOf: writer.diagnostics)
    }
    try put("</en-export>\n")
    return sink.diagnostics
  }
}

/// Writes one note of a notebook, in the order of Evernote's DTD.
///
/// ```xml
/// <note><title>Bees</title><content><![CDATA[…ENML…]]></content>
/// <created>20240506T070809Z</created><updated>…</updated><tag>bees/queens</tag>
/// <note-attributes>…<application-data key="…">…</application-data></note-attributes>
/// <resource><data encoding="base64">…</data><mime>image/png</mime>…</resource></note>
/// ```
struct EnexNoteWriter {
  /// The note.
  private let note: Note
  /// The box.
  private let box: ContainerBox
  /// Findings.
  private(set) var diagnostics: [Diagnostic] = []

  /// The longest title and tag in UTF-16 units, and the most tags of a note.
  private static let (longestTitle, longestTag, mostTags) = (255, 100, 100)
  /// The longest value of application data, in UTF-16 units.
  private static let longestData = 4_000
  /// What stands for a missing title.
  private static let untitled = "Untitled"

  /// Prepares a note.
  init(_ note: Note, _ box: ContainerBox) { (self.note, self.box) = (note, box) }

  /// Writes the note in pieces.
  ///
  /// - Throws: `SlipError` where the body or an attachment can't be read.
  ///
  /// Titles and tags are cut to the lengths that Evernote takes, and there are at most 100 tags; the
  /// whole of them is among the facts of this program.
  ///
  /// - Parameter write: Gets each piece, which lasts for this one call.
  mutating func write(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    func put(_ text: String) throws { try Array(text.utf8).withUnsafeBytes(write) }
    let hashes = try hashes()
    let types = Dictionary(
      hashes.map { ($0.value, EnexNoteWriter.type(box.box.attachment($0.key))) },
      uniquingKeysWith: { a, _ in a })
    let text = try box.text(
      of: note,
      ContainerText.Places(
        file: { hashes[$1.id].map { EnexMarkup.folder + $0 } ?? "" },
        note: { "evernote:///view/0/s0/\($0)/\($0)/" }), showsAll: true)
    diagnostics = text.diagnostics
    let hidden = box.files(of: note, notIn: text.shown)
    // A file under two names is shown once: Evernote knows files by their content.
    var seen = Set(text.shown.map(\.attachment))
    let behind = hidden.filter { seen.insert($0.attachment).inserted }.compactMap { hashes[$0.attachment] }
    let enml = EnmlWriter.write(
      text.document, types: types, names: names(hashes), files: behind, links: box.options.links)
    let title = EnexText.name(note.title, longest: EnexNoteWriter.longestTitle)
    try put(
      "<note><title>\(EnexText.escaped(title.isEmpty ? EnexNoteWriter.untitled : title))</title><content><![CDATA["
    )
    try EnexNoteWriter.cdata(enml).withUnsafeBytes(write)
    try put("]]></content>")
    if let date = note.created.flatMap(EnexNoteWriter.date) { try put("<created>\(date)</created>") }
    if let date = note.modified.flatMap(EnexNoteWriter.date) { try put("<updated>\(date)</updated>") }
    for tag in tags.prefix(EnexNoteWriter.mostTags) { try put("<tag>\(EnexText.escaped(tag))</tag>") }
    try put(attributes())
    try resources(hashes, write)
    try put("</note>\n")
  }

  /// The names of files by their MD5, where no other file of the note has the name.
  private func names(_ hashes: [Attachment.ID: String]) -> [String: String] {
    let names = note.attachments.compactMap { reference in
      hashes[reference.attachment].map {
        (name: EnexText.name(reference.name, longest: EnexNoteWriter.longestTitle), hash: $0)
      }
    }
    let owners = Dictionary(grouping: names, by: \.name).mapValues { Set($0.map(\.hash)) }
    return Dictionary(
      names.filter { !$0.name.isEmpty && owners[$0.name]?.count == 1 }.map { ($0.hash, $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Facts

  /// The tags: keywords with those above them, as Evernote takes them.
  ///
  /// A comma would separate two tags, so it becomes a semicolon. Case doesn't count when tags are
  /// compared.
  private var tags: [String] {
    var seen: Set<String> = []
    return note.keywords.compactMap { keyword in
      let path = box.box.names(ofKeyword: keyword).joined(separator: "/").replacing(",", with: ";")
      let tag = EnexText.name(path, longest: EnexNoteWriter.longestTag)
      return tag.isEmpty || !seen.insert(TextFolding.caseFolded(tag)).inserted ? nil : tag
    }
  }

  /// The attributes of the note. What Evernote has no field for goes into the data that it keeps for programs.
  ///
  /// - Returns: The element `<note-attributes>`, with its elements in the order of the DTD.
  private mutating func attributes() -> String {
    var rest = note.properties
    var output = ""
    for element in EnexNoteWriter.order {
      guard let row = EnexNote.attributes.first(where: { $0.0 == element }),
        let place = rest.firstIndex(where: { $0.name == row.1 && EnexNoteWriter.value($0, row.2) != nil }),
        let value = EnexNoteWriter.value(rest[place], row.2)
      else { continue }
      output += "<\(element)>\(EnexText.escaped(value))</\(element)>"
      rest.remove(at: place)
    }
    for property in rest where property.name.hasPrefix(EnexNoteWriter.dataPrefix) {
      let key = property.name.dropFirst(EnexNoteWriter.dataPrefix.count)
      guard key != NoteFacts.key, !key.isEmpty, !property.value.isEmpty,
        property.value == property.value.trimmingBlanks()
      else { continue }
      output +=
        "<application-data key=\"\(EnexText.escaped(String(key)))\">\(EnexText.escaped(property.value))</application-data>"
      rest.removeAll { $0 == property }
    }
    return "<note-attributes>\(output)\(data(rest))</note-attributes>"
  }

  /// What begins properties that came from application data.
  private static let dataPrefix = "enex:application-data:"

  /// The elements of attributes in the order of the DTD.
  private static let order = [
    "subject-date", "latitude", "longitude", "altitude", "author", "source", "source-url",
    "source-application",
    "reminder-order", "reminder-time", "reminder-done-time", "place-name", "content-class",
  ]

  /// The value of a property as an attribute; nil where it would come back as another one.
  ///
  /// - Parameters:
  ///   - property: The property. White space at its ends and fractions of seconds would get lost.
  ///   - kind: The kind that the attribute has.
  private static func value(_ property: Property, _ kind: Property.Kind) -> String? {
    guard property.kind == kind, !property.value.isEmpty, property.value == property.value.trimmingBlanks()
    else {
      return nil
    }
    guard kind == .date else { return property.value }
    guard let time = Timestamp(rfc3339: property.value), time.microseconds % 1_000_000 == 0 else {
      return nil
    }
    return date(time)
  }

  /// The facts that only this program reads. Where they are too long for Evernote, properties are left out, and then keywords.
  ///
  /// - Parameter properties: Those that have no other place.
  /// - Returns: The element `<application-data>`; empty where even the least is too long.
  private mutating func data(_ properties: [Property]) -> String {
    var parts: NoteFacts.Parts = [.state, .properties, .folder, .related]
    if EnexText.name(note.title, longest: EnexNoteWriter.longestTitle) != note.title || note.title.isEmpty {
      parts.insert(.title)
    }
    if [note.created, note.modified].contains(where: { ($0?.microseconds ?? 0) % 1_000_000 != 0 }) {
      parts.insert(.dates)
    }
    if tags != note.keywords.map({ box.box.names(ofKeyword: $0)[0] }) { parts.insert(.keywords) }
    for dropped in [[], NoteFacts.Parts.properties, .keywords, .title, .related, .folder] {
      parts.subtract(dropped)
      let json = NoteFacts.json(of: note, in: box, parts, properties: properties)
      let line = ((try? JSONText.line(json)) ?? "").trimmingBlanks()
      if line.utf16.count <= EnexNoteWriter.longestData {
        return "<application-data key=\"\(NoteFacts.key)\">\(EnexText.escaped(line))</application-data>"
      }
      if dropped.isEmpty {
        diagnostics.append(
          Diagnostic(
            code: ExchangeCode.featureDropped, severity: .warning,
            message: "Facts of the note are too long for Evernote; some were left out.",
            location: EntityID.note(note.id).location))
      }
    }
    return ""
  }

  /// A date such as `20240506T070809Z`; nil for a year of which Evernote knows nothing.
  static func date(_ time: Timestamp) -> String? {
    guard time.isWithinRFC3339 else { return nil }
    let text = time.rfc3339
    return text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// The content with each `]]>` split, since it would end the section.
  /// `]]>` becomes `]]]]><![CDATA[>`.
  private static func cdata(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.withUnsafeBytes({ LooseXML.find("]]>", in: $0, from: 0) }) != nil else { return bytes }
    return Array(
      String(decoding: bytes, as: UTF8.self).replacing("]]>", with: "]]]]><![CDATA[>").utf8)
  }

  // MARK: Files

  /// The MD5 of each file.
  ///
  /// - Throws: `SlipError` where one can't be read.
  ///
  /// Evernote names a file by the MD5 of its bytes. Each is read as a whole for it, one after the
  /// other.
  private func hashes() throws -> [Attachment.ID: String] {
    var hashes: [Attachment.ID: String] = [:]
    for reference in note.attachments where hashes[reference.attachment] == nil {
      hashes[reference.attachment] = try box.blob(reference.attachment).withUnsafeBytes {
        MD5Digest.hex(of: $0)
      }
    }
    return hashes
  }

  /// The media type of a file, as Evernote takes it.
  ///
  /// - Returns: The type without parameters; `application/octet-stream` for one that isn't well-formed.
  private static func type(_ attachment: Attachment?) -> String {
    let type = attachment?.mediaType ?? ""
    let parts = type.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain =
      parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
      && !parts[1].isEmpty
      && parts[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._+-".contains($0)) }
    return isPlain ? type : "application/octet-stream"
  }

  /// Writes the files, each pair of content and name once.
  ///
  /// - Parameters:
  ///   - hashes: The MD5 of each file of the note.
  ///   - write: Gets each piece.
  /// - Throws: `SlipError` where a file can't be read, and what `write` throws.
  private func resources(
    _ hashes: [Attachment.ID: String], _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    func put(_ text: String) throws { try Array(text.utf8).withUnsafeBytes(write) }
    var seen: Set<ContainerText.File> = []
    for reference in note.attachments {
      guard let attachment = box.box.attachment(reference.attachment),
        seen.insert(ContainerText.File(attachment: attachment.id, name: reference.name)).inserted
      else { continue }
      try put("<resource><data encoding=\"base64\">")
      try base64(of: attachment.id, write)
      try put("</data><mime>\(EnexNoteWriter.type(attachment))</mime>")
      if let width = attachment.width, let height = attachment.height {
        try put("<width>\(width)</width><height>\(height)</height>")
      }
      let name = EnexText.name(reference.name, longest: EnexNoteWriter.longestTitle)
      try put("<resource-attributes>")
      if !name.isEmpty { try put("<file-name>\(EnexText.escaped(name))</file-name>") }
      try put("</resource-attributes></resource>")
    }
  }

  /// Writes a file in base64, in pieces.
  ///
  /// Three bytes become four characters. What is left over of a piece comes with the next one, so there
  /// is no padding but at the end.
  private func base64(
    of id: Attachment.ID, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var rest: [UInt8] = []
    var output: [UInt8] = []
    try box.forEachChunk(of: id) { chunk in
      rest.append(contentsOf: chunk)
      let whole = rest.count / 3 * 3
      output.removeAll(keepingCapacity: true)
      Base64.append(Array(rest[..<whole]), to: &output)
      rest.removeFirst(whole)
      try output.withUnsafeBytes(write)
    }
    output.removeAll(keepingCapacity: true)
    Base64.append(rest, to: &output)
    try output.withUnsafeBytes(write)
  }
}
