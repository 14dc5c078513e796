public import SlipBase
internal import SlipDocument
internal import ZipContainer

/// Writes EPUB 3.3 publications, which programs for EPUB 2 can open, too.
///
/// The same book always gives the same bytes. Nothing in it is loaded from elsewhere.
public enum EPUBWriter {
  /// Whether every program for books shows pictures of a type (EPUB 3.3, 3.2 "Core Media Types").
  public static func shows(_ mediaType: String) -> Bool {
    ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"].contains(mediaType)
  }

  /// Writes a book.
  ///
  /// - Throws: `SlipError` where files can't be packed, such as two of one name.
  public static func write(_ book: EPUBBook) throws(SlipError) -> [UInt8] {
    let publication = EPUBPublication(book)
    var files = [ZipPacking.Entry("mimetype", Array("application/epub+zip".utf8), isStored: true)]
    files.append(ZipPacking.Entry("META-INF/container.xml", Array(container.utf8)))
    files.append(ZipPacking.Entry("EPUB/package.opf", publication.package()))
    files.append(ZipPacking.Entry("EPUB/nav.xhtml", publication.navigation()))
    files.append(ZipPacking.Entry("EPUB/toc.ncx", publication.oldNavigation()))
    files.append(ZipPacking.Entry("EPUB/style.css", Array(book.styleSheet.utf8)))
    if let cover = book.cover {
      files.append(ZipPacking.Entry("EPUB/text/cover.xhtml", publication.coverPage(cover)))
      files.append(ZipPacking.Entry("EPUB/media/" + cover.name, cover.bytes))
    }
    for page in book.pages { files.append(ZipPacking.Entry("EPUB/text/" + page.name, page.bytes)) }
    for picture in book.pictures {
      files.append(ZipPacking.Entry("EPUB/media/" + picture.name, picture.bytes))
    }
    return try ZipPacking.bytes(of: files)
  }

  private static let container = """
    <?xml version="1.0" encoding="UTF-8"?>
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
    </container>

    """
}

/// The files about a book: what it consists of, and how it is navigated.
struct EPUBPublication {
  private let book: EPUBBook
  /// The identifier of the publication.
  private let identifier: String

  init(_ book: EPUBBook) {
    self.book = book
    // The name is made of what stays the same when a book is edited.
    let author = book.info.author ?? ""
    let name = [book.title, author, book.language].joined(separator: "\u{0}")
    let digits = Array(Digest(of: Array(name.utf8)).description.filter(\.isHexDigit))
    let hex = digits.count >= 32 ? String(digits.prefix(32)) : String(repeating: "0", count: 32)
    func part(_ start: Int, _ count: Int) -> String { String(hex.dropFirst(start).prefix(count)) }
    // Version 8 of UUIDs leaves their bits to whoever makes them (RFC 9562).
    identifier =
      "urn:uuid:" + part(0, 8) + "-" + part(8, 4) + "-8" + part(13, 3) + "-a" + part(17, 3) + "-"
      + part(20, 12)
  }

  /// The latest date of the book, or one that stands for none.
  private var modified: String {
    let date = book.info.modified ?? book.info.created ?? CalendarDate(year: 2_000, month: 1, day: 1)
    return WordWriter.date(date)
  }

  /// Writes the list of all files, with what is known of the book (EPUB 3.3, 5).
  func package() -> [UInt8] {
    var xml = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    xml.open(
      "package",
      [
        "xmlns": "http://www.idpf.org/2007/opf", "version": "3.0", "unique-identifier": "id",
        "xml:lang": book.language,
      ])
    xml.open("metadata", ["xmlns:dc": "http://purl.org/dc/elements/1.1/"])
    facts(&xml)
    accessibility(&xml)
    xml.close("metadata")
    xml.open("manifest")
    item(&xml, "nav", "nav.xhtml", "application/xhtml+xml", "nav")
    item(&xml, "ncx", "toc.ncx", "application/x-dtbncx+xml", nil)
    item(&xml, "css", "style.css", "text/css", nil)
    if let cover = book.cover {
      item(&xml, "cover", "text/cover.xhtml", "application/xhtml+xml", nil)
      item(&xml, "cover-image", "media/" + cover.name, cover.mediaType.name, "cover-image")
    }
    for (index, page) in book.pages.enumerated() {
      item(
        &xml, "p\(index + 1)", "text/" + page.name, "application/xhtml+xml", hasMath(page) ? "mathml" : nil)
    }
    for (index, picture) in book.pictures.enumerated() {
      item(&xml, "m\(index + 1)", "media/" + picture.name, picture.mediaType.name, nil)
    }
    xml.close("manifest")
    if book.isRightToLeft {
      xml.open("spine", ["toc": "ncx", "page-progression-direction": "rtl"])
    } else {
      xml.open("spine", ["toc": "ncx"])
    }
    if book.cover != nil { xml.empty("itemref", ["idref": "cover"]) }
    if book.hasContents { xml.empty("itemref", ["idref": "nav"]) }
    for index in book.pages.indices { xml.empty("itemref", ["idref": "p\(index + 1)"]) }
    xml.close("spine")
    xml.raw("</package>\n")
    return xml.bytes
  }

  private func item(
    _ xml: inout OfficeMarkup, _ id: String, _ path: String, _ type: String, _ properties: String?
  ) {
    if let properties {
      xml.empty("item", ["id": id, "href": path, "media-type": type, "properties": properties])
    } else {
      xml.empty("item", ["id": id, "href": path, "media-type": type])
    }
  }

  private func hasMath(_ page: EPUBBook.Page) -> Bool {
    let tag = Array("<math".utf8)
    return page.bytes.indices.contains { page.bytes[$0] == tag[0] && page.bytes[$0...].starts(with: tag) }
  }

  /// Writes what is known of the book.
  private func facts(_ xml: inout OfficeMarkup) {
    xml.element("dc:identifier", ["id": "id"], identifier)
    xml.element("dc:title", [:], book.title)
    xml.element("dc:language", [:], book.language)
    xml.element("meta", ["property": "dcterms:modified"], modified)
    if let author = book.info.author {
      xml.element("dc:creator", ["id": "creator"], author)
      xml.element("meta", ["refines": "#creator", "property": "role", "scheme": "marc:relators"], "aut")
    }
    if let created = book.info.created ?? book.info.modified {
      xml.element("dc:date", [:], String(WordWriter.date(created).prefix(10)))
    }
    if let publisher = book.info.company { xml.element("dc:publisher", [:], publisher) }
    for keyword in book.info.keywords { xml.element("dc:subject", [:], keyword) }
    if let text = book.info.subject ?? book.info.comment { xml.element("dc:description", [:], text) }
    if book.cover != nil { xml.empty("meta", ["name": "cover", "content": "cover-image"]) }
    // `cover` is the name by which programs find the picture.
    for property in book.properties where !property.name.isEmpty && property.name != "cover" {
      xml.empty("meta", ["name": property.name, "content": property.value])
    }
  }

  /// Writes how the book can be read by everyone (EPUB Accessibility 1.1).
  private func accessibility(_ xml: inout OfficeMarkup) {
    let hasPictures = !book.pictures.isEmpty || book.cover != nil
    func meta(_ name: String, _ value: String) { xml.element("meta", ["property": "schema:" + name], value) }
    meta("accessMode", "textual")
    if hasPictures { meta("accessMode", "visual") }
    meta("accessModeSufficient", book.describesPictures ? "textual" : "textual,visual")
    for feature in ["tableOfContents", "readingOrder", "structuralNavigation"] {
      meta("accessibilityFeature", feature)
    }
    if book.describesPictures, hasPictures { meta("accessibilityFeature", "alternativeText") }
    if book.pages.contains(where: hasMath) { meta("accessibilityFeature", "MathML") }
    meta("accessibilityHazard", "none")
    meta(
      "accessibilitySummary",
      book.describesPictures
        ? "The text has headings, a table of contents and a reading order; pictures have descriptions."
        : "The text has headings, a table of contents and a reading order; some pictures have no descriptions."
    )
    if book.describesPictures {
      xml.element(
        "meta", ["property": "dcterms:conformsTo"], "EPUB Accessibility 1.1 - WCAG 2.1 Level AA")
    }
  }

  // MARK: Navigation

  /// The headings of all pages, with where they lead.
  private var entries: [(level: Int, text: String, reference: String)] {
    book.pages.flatMap { page in
      page.headings.enumerated().map { index, heading in
        let fragment = index == 0 ? "" : heading.identifier.map { "#" + $0 } ?? ""
        return (heading.level, heading.text, "text/" + page.name + fragment)
      }
    }
  }

  /// Writes the navigation (EPUB 3.3, 7).
  func navigation() -> [UInt8] {
    var xml = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n")
    begin(&xml, title: book.title, style: "style.css")
    xml.open("nav", ["epub:type": "toc", "role": "doc-toc", "id": "toc", "aria-labelledby": "toc-title"])
    xml.element("h1", ["id": "toc-title"], book.title)
    var nesting = HeadingNesting()
    for entry in entries {
      let (ended, begins) = nesting.add(entry.level)
      for _ in 0..<ended { xml.raw("</li></ol>") }
      xml.raw(begins ? "<ol>" : "</li>")
      xml.raw("<li>")
      xml.element("a", ["href": entry.reference], entry.text)
    }
    for _ in 0..<nesting.depth { xml.raw("</li></ol>") }
    xml.raw("</nav>\n<nav epub:type=\"landmarks\" aria-label=\"Landmarks\" hidden=\"hidden\"><ol>")
    if book.cover != nil {
      xml.raw("<li>")
      xml.element("a", ["epub:type": "cover", "href": "text/cover.xhtml"], "Cover")
      xml.raw("</li>")
    }
    // What a landmark leads to must be in the spine (EPUB 3.3, section 7.3).
    if book.hasContents {
      xml.raw("<li>")
      xml.element("a", ["epub:type": "toc", "href": "#toc"], "Contents")
      xml.raw("</li>")
    }
    if let first = book.pages.first {
      xml.raw("<li>")
      xml.element("a", ["epub:type": "bodymatter", "href": "text/" + first.name], "Text")
      xml.raw("</li>")
    }
    xml.raw("</ol></nav>\n</main></body>\n</html>\n")
    return xml.bytes
  }

  /// Writes the navigation of EPUB 2 (OPF 2.0.1, 2.4.1).
  func oldNavigation() -> [UInt8] {
    var xml = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    let entries = entries
    xml.open(
      "ncx",
      ["xmlns": "http://www.daisy.org/z3986/2005/ncx/", "version": "2005-1", "xml:lang": book.language])
    xml.open("head")
    xml.empty("meta", ["name": "dtb:uid", "content": identifier])
    xml.close("head")
    xml.open("docTitle")
    xml.element("text", [:], book.title)
    xml.close("docTitle")
    xml.open("navMap")
    var open: [Int] = []
    for (index, entry) in entries.enumerated() {
      while let last = open.last, last >= entry.level {
        xml.raw("</navPoint>")
        open.removeLast()
      }
      open.append(entry.level)
      xml.open("navPoint", ["id": "n\(index + 1)"])
      xml.open("navLabel")
      xml.element("text", [:], entry.text)
      xml.close("navLabel")
      xml.empty("content", ["src": entry.reference])
    }
    for _ in open { xml.raw("</navPoint>") }
    xml.close("navMap")
    xml.raw("</ncx>\n")
    return xml.bytes
  }

  /// Writes the page of the cover.
  func coverPage(_ cover: EPUBBook.Picture) -> [UInt8] {
    var xml = OfficeMarkup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n")
    begin(&xml, title: book.title, style: "../style.css")
    xml.open("section", ["epub:type": "cover", "aria-label": "Cover"])
    xml.element("h1", ["class": "page-title"], book.title)
    // The role is one of pictures (ARIA in HTML).
    xml.empty(
      "img",
      ["class": "cover", "role": "doc-cover", "src": "../media/" + cover.name, "alt": book.title])
    xml.raw("</section>\n</main></body>\n</html>\n")
    return xml.bytes
  }

  /// Writes the beginning of a page.
  private func begin(_ xml: inout OfficeMarkup, title: String, style: String) {
    xml.open(
      "html",
      [
        "xmlns": "http://www.w3.org/1999/xhtml", "xmlns:epub": "http://www.idpf.org/2007/ops",
        "lang": book.language, "xml:lang": book.language,
      ])
    xml.raw("\n<head>\n<meta charset=\"utf-8\"/>\n")
    xml.element("title", [:], title)
    xml.raw("\n")
    xml.empty("link", ["rel": "stylesheet", "type": "text/css", "href": style])
    xml.raw("\n</head>\n<body><main>\n")
  }
}
