public import SlipBase
public import SlipDocument
internal import ZipContainer

/// Writes Word documents (ECMA-376, transitional).
///
/// The same document always gives the same bytes: parts have a fixed order and date, and identifiers count from 1.
public enum DOCXWriter {
  /// Whether Word shows pictures of a type.
  public static func shows(_ type: MediaType) -> Bool { WordWriter.isShown(type) }

  /// Whether a document can hold the data of an object of another program, behind the picture that shows it.
  public static func holds(object: Resource) -> Bool { OutgoingObject(object) != nil }

  /// Writes a document.
  ///
  /// - Throws: `SlipError` where parts can't be packed, or the template has no styles that can be taken.
  public static func write(
    _ document: Document, options: OfficeOptions = OfficeOptions()
  ) throws(SlipError) -> [UInt8] {
    let writer = try WordWriter(document, options)
    writer.write()
    return try ZipPacking.bytes(of: writer.parts)
  }
}

/// Writes one document.
final class WordWriter {
  /// A part with relationships: the body, the notes, a header.
  struct Part {
    /// The name within the folder `word`.
    var name: String
    var xml: OfficeMarkup
    /// What it refers to: type, target, and whether that is outside.
    var relationships: [(type: String, target: String, isExternal: Bool)] = []
  }

  let document: Document
  let options: OfficeOptions
  let styles: OutgoingStyles
  let page: OutgoingPage
  var lists: OutgoingLists
  var media: OutgoingMedia
  var embeddings = OutgoingEmbeddings(stem: "oleObject", ending: ".bin")
  /// The part that is being written.
  var part = Part(name: "document.xml", xml: OfficeMarkup())
  /// The style of unnamed paragraphs there.
  var place = OutgoingStyles.Place.body
  /// What counts items by itself.
  var story = ""
  /// Notes by kind, in the order of their references.
  var notes: [MarginNote.Kind: [Int]] = [:]
  /// Notes that were referred to, with their identifiers.
  var noteIDs: [Int: Int] = [:]
  /// Bookmarks that are open by name, with their identifiers.
  var openBookmarks: [String: Int] = [:]
  /// The names of bookmarks as they are written, by their names in the document.
  var bookmarkNames: [String: String] = [:]
  var usedBookmarks: Set<String> = []
  /// Counts bookmarks, tracked changes and drawings.
  var nextID = 1
  /// Properties of runs by what they say.
  var formats: [FormatKey: [UInt8]] = [:]
  /// The style of the paragraph that is being written.
  var paragraphStyle = 0
  /// The level of a heading whose text has the usual look; nil for other text.
  var bareHeading: Int?
  /// Whether the paragraph runs from right to left.
  var isRightToLeft = false
  /// The lines of the story or cell that is written.
  var lines = ListLines()
  /// Whether the paragraph that is written is counted, if it is a list item.
  var countsItem = true
  /// The note whose mark comes at the beginning of the next paragraph.
  var waitingMark: MarginNote?
  /// Whether it writes a note or header, in which notes aren't allowed.
  var isInNote = false
  /// How many text boxes are around.
  var boxDepth = 0
  /// The styles of tables with a header column that are used: with lines, without lines.
  var headerColumnStyles: Set<Bool> = []
  /// Entries of the table of contents: level, text and bookmark, by heading in order.
  var contents: [(level: Int, text: String, bookmark: String)] = []
  var nextHeading = 0
  /// The width of the text, of a cell for what stands in it.
  var room: Int
  /// The finished parts.
  private(set) var parts: [ZipPacking.Entry] = []
  /// The parts with their media types.
  var overrides: [(name: String, type: String)] = []
  /// Files of the template that the written document keeps.
  var template: WordTemplate?
  /// The identifiers of the styles of paragraphs and of characters.
  let styleIDs: (paragraphs: [String], characters: [String])

  /// Which properties of runs are known.
  struct FormatKey: Hashable {
    var style: CharacterStyle
    var paragraph: Int
    var heading: Int?
    var isRightToLeft: Bool
  }

  init(_ document: Document, _ options: OfficeOptions) throws(SlipError) {
    self.document = document.withMovedBreaks
    self.options = options
    styles = OutgoingStyles(self.document)
    lists = OutgoingLists(document.lists)
    media = OutgoingMedia(document.resources, isWritable: WordWriter.isShown)
    template = if let bytes = options.template { try WordTemplate(bytes) } else { nil }
    styleIDs = WordWriter.ids(of: styles, template)
    page = OutgoingPage(self.document, language: options.language ?? document.defaultLanguage)
    room = template?.textWidth ?? page.textWidth
  }

  /// Whether Word shows pictures of a type.
  static func isShown(_ type: MediaType) -> Bool {
    [.png, .jpeg, .gif, .bmp, .tiff, .emf, .wmf, .svg].contains(type)
  }

  /// A number for something that needs one.
  func newID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  // MARK: Package

  /// The namespaces of parts with text.
  static let namespaces: StaticString = """
     xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"\
     xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"\
     xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"\
     xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"\
     xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"\
     xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
    """

  /// The beginning of media types of parts.
  static let wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml."

  /// Writes all parts.
  func write() {
    begin("document.xml")
    part.xml.raw("<w:document")
    part.xml.raw(WordWriter.namespaces)
    part.xml.raw("<w:body>")
    findContents()
    body()
    part.xml.raw("</w:body></w:document>")
    let main = part
    let noteParts = MarginNote.Kind.allCases.compactMap { notePart($0) }
    var linked = main
    for (note, type) in noteParts { linked.relationships.append((type, note.name, false)) }
    finish(linked, noteParts.map(\.0))
  }

  /// Begins a part.
  func begin(_ name: String) {
    part = Part(name: name, xml: OfficeMarkup(OfficeMarkup.declaration))
    openBookmarks = [:]
  }

  /// The identifier of a reference from the current part.
  func relationship(_ type: String, _ target: String, isExternal: Bool = false) -> String {
    if let known = part.relationships.firstIndex(where: {
      $0.type == type && $0.target == target && $0.isExternal == isExternal
    }) {
      return "rId\(known + 1)"
    }
    part.relationships.append((type, target, isExternal))
    return "rId\(part.relationships.count)"
  }

  /// Headers and footers, which the body's part refers to.
  var headerParts: [Part] = []

  /// Writes what remains, and puts the parts in order.
  private func finish(_ main: Part, _ notes: [Part]) {
    var main = main
    main.relationships.append(("styles", "styles.xml", false))
    main.relationships.append(("settings", "settings.xml", false))
    main.relationships.append(("fontTable", "fontTable.xml", false))
    let hasLists = !lists.lists.isEmpty || template?.numbering != nil
    if hasLists { main.relationships.append(("numbering", "numbering.xml", false)) }
    for file in template?.extras ?? [] { main.relationships.append((file.type, file.name, false)) }
    let all = [main] + notes + headerParts
    var files: [ZipPacking.Entry] = []
    for part in all {
      files.append(ZipPacking.Entry("word/" + part.name, part.xml.bytes))
      if let links = WordWriter.relationships(part.relationships) {
        files.append(ZipPacking.Entry("word/_rels/\(part.name).rels", links))
      }
    }
    files.append(
      ZipPacking.Entry(
        "word/styles.xml", template.map { $0.styles(adding: stylesBeyondTemplate($0)) } ?? stylesPart()))
    files.append(ZipPacking.Entry("word/settings.xml", settingsPart()))
    files.append(ZipPacking.Entry("word/fontTable.xml", fontsPart()))
    if hasLists { files.append(ZipPacking.Entry("word/numbering.xml", numberingPart())) }
    for file in template?.extras ?? [] { files.append(ZipPacking.Entry("word/" + file.name, file.bytes)) }
    for file in template?.parts ?? [] { files.append(ZipPacking.Entry(file.path, file.bytes)) }
    for file in media.files { files.append(ZipPacking.Entry("word/media/" + file.name, file.bytes)) }
    for file in embeddings.files {
      files.append(ZipPacking.Entry("word/embeddings/" + file.name, file.bytes))
    }
    files += propertyParts().map { ZipPacking.Entry($0.0, $0.1) }
    for file in files {
      if let type = WordWriter.type(of: file.path, template) { overrides.append((file.path, type)) }
    }
    var types = OfficeMarkup(OfficeMarkup.declaration)
    contentTypes(&types, files)
    var roots = [("officeDocument", "word/document.xml", false)]
    roots += [("metadata/core-properties", "docProps/core.xml", false)]
    roots += [("extended-properties", "docProps/app.xml", false)]
    if !document.info.userProperties.isEmpty {
      roots += [("custom-properties", "docProps/custom.xml", false)]
    }
    parts = [
      ZipPacking.Entry("[Content_Types].xml", types.bytes),
      ZipPacking.Entry("_rels/.rels", WordWriter.relationships(roots) ?? []),
    ]
    parts += files
  }

  /// The media types of parts by their names; nil for those that their suffixes say.
  private static func type(of path: String, _ template: WordTemplate?) -> String? {
    if let type = template?.types[path] { return type }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if path.hasPrefix("docProps/") {
      return switch name {
      case "core.xml": "application/vnd.openxmlformats-package.core-properties+xml"
      case "app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml"
      default: "application/vnd.openxmlformats-officedocument.custom-properties+xml"
      }
    }
    guard path.hasPrefix("word/"), name.hasSuffix(".xml") else { return nil }
    switch name {
    case "document.xml": return wordType + "document.main+xml"
    case "theme.xml": return "application/vnd.openxmlformats-officedocument.theme+xml"
    default:
      let stem = name.dropLast(4).prefix { !$0.isNumber }
      return wordType + stem + "+xml"
    }
  }

  /// Writes the media types of all parts.
  private func contentTypes(_ xml: inout OfficeMarkup, _ files: [ZipPacking.Entry]) {
    xml.open("Types", ["xmlns": "http://schemas.openxmlformats.org/package/2006/content-types"])
    xml.empty(
      "Default",
      ["Extension": "rels", "ContentType": "application/vnd.openxmlformats-package.relationships+xml"])
    xml.empty("Default", ["Extension": "xml", "ContentType": "application/xml"])
    var suffixes: Set<String> = []
    for file in files where !file.path.hasSuffix(".xml") && !file.path.hasSuffix(".rels") {
      let suffix = file.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard suffixes.insert(suffix).inserted else { continue }
      let type =
        suffix == "bin"
        ? "application/vnd.openxmlformats-officedocument.oleObject"
        : MediaType.forFileExtension(suffix)?.name ?? "application/octet-stream"
      xml.empty("Default", ["Extension": suffix, "ContentType": type])
    }
    for (name, type) in overrides {
      xml.empty("Override", ["PartName": "/" + name, "ContentType": type])
    }
    xml.close("Types")
  }

  /// The part with the relationships of another one; nil for none.
  static func relationships(_ list: [(type: String, target: String, isExternal: Bool)]) -> [UInt8]? {
    guard !list.isEmpty else { return nil }
    var xml = OfficeMarkup(OfficeMarkup.declaration)
    xml.open("Relationships", ["xmlns": "http://schemas.openxmlformats.org/package/2006/relationships"])
    for (index, link) in list.enumerated() {
      let family = link.type.hasPrefix("metadata/") ? "package" : "officeDocument"
      let type = "http://schemas.openxmlformats.org/\(family)/2006/relationships/\(link.type)"
      if link.isExternal {
        xml.empty(
          "Relationship",
          ["Id": "rId\(index + 1)", "Type": type, "Target": link.target, "TargetMode": "External"])
      } else {
        xml.empty("Relationship", ["Id": "rId\(index + 1)", "Type": type, "Target": link.target])
      }
    }
    xml.close("Relationships")
    return xml.bytes
  }
}

extension Document {
  /// The document with page and column breaks between paragraphs moved into the next paragraph, as WordprocessingML has them
  /// within runs only.
  fileprivate var withMovedBreaks: Document {
    var document = self
    var blocks: [Block] = []
    var waiting: [Inline] = []
    for block in self.blocks {
      switch block {
      case .break(let kind) where kind != .section: waiting.append(.break(kind))
      case .paragraph(var paragraph) where !waiting.isEmpty:
        paragraph.inlines = waiting + paragraph.inlines
        waiting = []
        blocks.append(.paragraph(paragraph))
      default:
        if !waiting.isEmpty { blocks.append(.paragraph(Paragraph(inlines: waiting))) }
        waiting = []
        blocks.append(block)
      }
    }
    if !waiting.isEmpty { blocks.append(.paragraph(Paragraph(inlines: waiting))) }
    document.blocks = blocks
    return document
  }
}
