public import SlipBase
public import SlipDocument
internal import ZipContainer

/// Writes OpenDocument texts (ODF 1.3).
///
/// The same document always gives the same bytes: files have a fixed order and date, and automatic styles are numbered by
/// their first use.
public enum ODTWriter {
  /// Whether a packed document can hold the data of an object of another program, behind the picture that shows it.
  public static func holds(object: Resource) -> Bool { OutgoingObject(object)?.kind == .storage }

  /// Writes a document.
  ///
  /// - Parameter isFlat: Whether all is one XML file instead of a ZIP file.
  /// - Throws: `SlipError` where parts can't be packed.
  public static func write(
    _ document: Document, isFlat: Bool = false, options: OfficeOptions = OfficeOptions()
  ) throws(SlipError) -> [UInt8] {
    let writer = try ODTDocumentWriter(document, isFlat: isFlat, options)
    return try writer.write()
  }
}

/// Writes one document.
final class ODTDocumentWriter {
  let document: Document
  let options: OfficeOptions
  /// Whether all is one XML file.
  let isFlat: Bool
  let styles: OutgoingStyles
  let page: OutgoingPage
  var lists: OutgoingLists
  var media: OutgoingMedia
  var objects = OutgoingEmbeddings(stem: "Object ", ending: "")
  var xml = OfficeMarkup()
  /// Automatic styles of the part that is written.
  var automatic = ODTAutomaticStyles()
  var place = OutgoingStyles.Place.body
  var story = ""
  /// What the line that is written is in a list.
  var lineItem: ListItem?
  /// The lists that are open.
  var openLists: [OutgoingLists.Place] = []
  /// The lists that were written, so that later ones can continue them.
  var writtenLists: [Int: Int] = [:]
  var nextList = 1
  /// Tracked changes: the store, and the insertion that is open.
  var regions = OfficeMarkup()
  var nextRegion = 1
  var insertion: (revision: Revision, id: String)?
  /// Bookmarks that were begun.
  var usedBookmarks: Set<String> = []
  var openBookmarks: Set<String> = []
  var endedBookmarks: Set<String> = []
  var noteIDs: Set<Int> = []
  var nextNote = 1
  var nextFrame = 1
  var nextTable = 1
  var isInNote = false
  var boxDepth = 0
  var room: Int
  /// The paragraph whose text is written.
  var paragraphStyle = 0
  var bareHeading: Int?
  /// Whether the last sign was a blank, or there is none yet.
  var followsBlank = true
  /// Whether a paragraph's element is open, whose end is deleted.
  var isOpen: String?
  /// Headings that the table of contents lists, with their bookmarks.
  var contents: [(level: Int, text: String, bookmark: String)] = []
  var nextHeading = 0
  let template: ODTTemplate?

  init(_ document: Document, isFlat: Bool, _ options: OfficeOptions) throws(SlipError) {
    (self.document, self.isFlat, self.options) = (document, isFlat, options)
    styles = OutgoingStyles(document)
    lists = OutgoingLists(document.lists)
    media = OutgoingMedia(document.resources, stem: "note") { WordWriter.isShown($0) }
    page = OutgoingPage(document, language: options.language ?? document.defaultLanguage)
    template = if !isFlat, let bytes = options.template { try ODTTemplate(bytes) } else { nil }
    room = template?.textWidth ?? page.textWidth
    var ends = BookmarkEnds()
    document.walk(&ends)
    endedBookmarks = ends.names
  }

  /// Finds bookmarks that end.
  private struct BookmarkEnds: DocumentVisitor {
    var names: Set<String> = []
    mutating func visit(_ inline: Inline) { if case .bookmarkEnd(let name) = inline { names.insert(name) } }
  }

  /// The namespaces of all parts.
  static let namespaces: StaticString = """
     xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"\
     xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"\
     xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"\
     xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"\
     xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"\
     xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"\
     xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"\
     xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"\
     xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"\
     xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3"
    """

  private static let mediaType = "application/vnd.oasis.opendocument.text"

  /// Writes all.
  func write() throws(SlipError) -> [UInt8] {
    findContents()
    let headers = template == nil ? headerParts() : []
    let headerStyles = automatic
    automatic = ODTAutomaticStyles()
    xml = OfficeMarkup()
    let leading = document.blocks.prefix(options.hasContents ? options.blocksBeforeContents : 0)
    blocks(Array(leading))
    if options.hasContents { contentsTable() }
    blocks(Array(document.blocks.dropFirst(leading.count)))
    finishStory()
    let body = xml.bytes
    var bodyStyles = automatic
    bodyStyles.lists = lists
    return isFlat
      ? flat(body, bodyStyles, headers, headerStyles)
      : try packed(body, bodyStyles, headers, headerStyles)
  }

  /// Writes one XML file.
  private func flat(
    _ body: [UInt8], _ automatic: ODTAutomaticStyles, _ headers: [UInt8], _ headerStyles: ODTAutomaticStyles
  ) -> [UInt8] {
    var all = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document")
    all.raw(ODTDocumentWriter.namespaces)
    all.raw(" office:mimetype=\"application/vnd.oasis.opendocument.text\">")
    meta(&all)
    commonStyles(&all)
    all.raw("<office:automatic-styles>")
    automatic.write(&all, self)
    headerStyles.write(&all, self)
    pageLayout(&all)
    all.raw("</office:automatic-styles>")
    masterPage(&all, headers)
    all.raw("<office:body><office:text>")
    store(&all)
    all.raw(body)
    all.raw("</office:text></office:body></office:document>")
    return all.bytes
  }

  /// Writes the ZIP file.
  private func packed(
    _ body: [UInt8], _ automatic: ODTAutomaticStyles, _ headers: [UInt8], _ headerStyles: ODTAutomaticStyles
  ) throws(SlipError) -> [UInt8] {
    var content = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-content")
    content.raw(ODTDocumentWriter.namespaces)
    content.raw("><office:automatic-styles>")
    automatic.write(&content, self)
    content.raw("</office:automatic-styles><office:body><office:text>")
    store(&content)
    content.raw(body)
    content.raw("</office:text></office:body></office:document-content>")
    let part = template.map { $0.part(adding: stylesBeyondTemplate($0)) } ?? stylesPart(headers, headerStyles)
    var facts = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-meta")
    facts.raw(ODTDocumentWriter.namespaces)
    facts.raw(">")
    meta(&facts)
    facts.raw("</office:document-meta>")
    var files = [
      ZipPacking.Entry("content.xml", content.bytes), ZipPacking.Entry("styles.xml", part),
      ZipPacking.Entry("meta.xml", facts.bytes),
    ]
    for file in media.files { files.append(ZipPacking.Entry("Pictures/" + file.name, file.bytes)) }
    for file in objects.files { files.append(ZipPacking.Entry(file.name, file.bytes)) }
    for file in template?.files ?? [] { files.append(ZipPacking.Entry(file.path, file.bytes)) }
    var entries = [ZipPacking.Entry("mimetype", Array(ODTDocumentWriter.mediaType.utf8), isStored: true)]
    entries.append(ZipPacking.Entry("META-INF/manifest.xml", manifest(files)))
    return try ZipPacking.bytes(of: entries + files)
  }

  /// The part of the styles.
  private func stylesPart(_ headers: [UInt8], _ headerStyles: ODTAutomaticStyles) -> [UInt8] {
    var part = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-styles")
    part.raw(ODTDocumentWriter.namespaces)
    part.raw(">")
    commonStyles(&part)
    part.raw("<office:automatic-styles>")
    headerStyles.write(&part, self)
    pageLayout(&part)
    part.raw("</office:automatic-styles>")
    masterPage(&part, headers)
    part.raw("</office:document-styles>")
    return part.bytes
  }

  /// Writes the list of all files.
  private func manifest(_ files: [ZipPacking.Entry]) -> [UInt8] {
    var xml = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    xml.open(
      "manifest:manifest",
      [
        "xmlns:manifest": "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0", "manifest:version": "1.3",
      ])
    xml.empty(
      "manifest:file-entry",
      [
        "manifest:full-path": "/", "manifest:version": "1.3",
        "manifest:media-type": ODTDocumentWriter.mediaType,
      ])
    for file in files {
      let suffix = file.path.split(separator: ".").last ?? ""
      let isObject = objects.files.contains { $0.name == file.path }
      let type =
        isObject
        ? "application/vnd.sun.star.oleobject"
        : suffix == "xml" ? "text/xml" : MediaType.forFileExtension(suffix)?.name ?? ""
      xml.empty("manifest:file-entry", ["manifest:full-path": file.path, "manifest:media-type": type])
    }
    xml.close("manifest:manifest")
    return xml.bytes
  }

  /// Writes the store of tracked changes.
  private func store(_ xml: inout OfficeMarkup) {
    guard !regions.bytes.isEmpty else { return }
    xml.open("text:tracked-changes", ["text:track-changes": "false"])
    xml.raw(regions.bytes)
    xml.close("text:tracked-changes")
  }

  /// Writes the properties (ODF 1.3, 4.3).
  private func meta(_ xml: inout OfficeMarkup) {
    let info = document.info
    xml.raw("<office:meta><meta:generator>Slipbox</meta:generator>")
    for (name, text) in [
      ("dc:title", options.title ?? info.title), ("dc:description", info.comment),
      ("dc:subject", info.subject), ("dc:language", styles.publicLanguage(document, options)),
    ] as [(StaticString, String?)] {
      if let text { xml.element(name, [:], text) }
    }
    for keyword in info.keywords { xml.element("meta:keyword", [:], keyword) }
    if let author = info.author { xml.element("meta:initial-creator", [:], author) }
    if let created = info.created { xml.element("meta:creation-date", [:], ODTDocumentWriter.date(created)) }
    if let modified = info.modified { xml.element("dc:date", [:], ODTDocumentWriter.date(modified)) }
    let own = [("Manager", info.manager), ("Company", info.company), ("Category", info.category)]
    for case (let name, let text?) in own { xml.element("meta:user-defined", ["meta:name": name], text) }
    for property in info.userProperties where !property.name.isEmpty {
      xml.element("meta:user-defined", ["meta:name": property.name], property.value)
    }
    xml.raw("</office:meta>")
  }

  /// A date without a zone.
  static func date(_ date: CalendarDate) -> String { String(WordWriter.date(date).dropLast()) }
}
