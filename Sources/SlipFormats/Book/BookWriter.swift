internal import SlipOffice
internal import SlipBase
internal import SlipDocument

/// Writes a document as an EPUB publication: pages of XHTML, one for each chapter.
///
/// A chapter begins at each note of a document that was made of several (`DocumentCompilation`), and else at each heading of
/// level 1. Links within the document lead to the page that has the bookmark.
enum BookWriter {
  /// Writes a document.
  ///
  /// - Throws: `SlipError` where files can't be packed.
  static func write(_ document: Document, options: WriteOptions) throws(SlipError) -> [UInt8] {
    var book = Book(document.withoutDeletedNotes(), options)
    return try EPUBWriter.write(book.make())
  }

  /// The style sheet: that of pages, without the layout that reading programs have themselves.
  fileprivate static let styleSheet = """
    p{margin:0 0 .6em}
    li>p,td>p,th>p{margin:0}
    table{border-collapse:collapse;margin:0 0 1em}
    td,th{border:1px solid #999;padding:.2em .5em;vertical-align:top;text-align:left}
    .borderless>*>*>*,.borderless>td,.borderless>th,.filler{border:0}
    ul>.task-list-item{list-style:none}
    blockquote{margin:0 0 1em 2em;border-left:3px solid #ccc;padding-left:1em}
    pre{white-space:pre-wrap;padding:.5em 1em;border:1px solid #ccc}
    img{max-width:100%;height:auto}
    img.cover{max-height:100%}
    mark{color:inherit}
    u.thick{text-decoration:none;border-bottom:.12em solid}
    .page-title{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
    .text-box,.annotation{border:1px solid #999;padding:.5em 1em;margin:1em 0}
    .notes{margin-top:2em;border-top:1px solid #999;padding-top:1em}
    h1,h2,h3,h4,h5,h6{break-after:avoid}
    hr.page-break,hr.section-break,hr.column-break{border:0}

    """
}

/// A document that becomes a book.
private struct Book {
  /// A chapter: blocks of the document.
  struct Chapter {
    var blocks: [Block] = []
    var name = ""
  }

  /// The schemes of links that programs for books follow. Others are those of programs that wrote the notes, and need not be
  /// registered, which books ask for.
  private static let schemes: Set<String> = [
    "ftp", "geo", "http", "https", "mailto", "news", "sip", "sips", "sms", "tel", "urn", "xmpp",
  ]

  private var document: Document
  private let options: WriteOptions
  private var chapters: [Chapter] = []
  /// Identifiers of bookmarks by their names.
  private var identifiers: [String: String] = [:]
  /// The chapters of bookmarks.
  private var places: [String: Int] = [:]
  private var pictures: [EPUBBook.Picture] = []
  private var picturePaths: [Int: String] = [:]

  init(_ document: Document, _ options: WriteOptions) {
    (self.document, self.options) = (document, options)
  }

  /// Makes the book.
  mutating func make() -> EPUBBook {
    document.headersAndFooters = []
    cut()
    nameBookmarks()
    collectPictures()
    let base = BaseStyle(of: document)
    var title = options.title ?? document.info.title ?? ""
    if title.allSatisfy(\.isWhitespace) { title = firstHeading ?? options.fallbackTitle ?? "Untitled" }
    let language =
      [options.language, base.mainLanguage, document.defaultLanguage].lazy
      .compactMap { $0.flatMap(HTMLLanguage.known) }.first ?? "en"
    var book = EPUBBook(title: title, language: language, info: document.info)
    for index in chapters.indices { book.pages.append(page(index, title, language)) }
    book.pictures = pictures
    book.styleSheet = BookWriter.styleSheet
    book.describesPictures = describesPictures
    book.hasContents = options.page.hasContents
    book.properties = options.metadata
    if let bytes = options.cover {
      let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
      book.cover = EPUBBook.Picture(name: "cover." + type.fileExtension, mediaType: type, bytes: bytes)
    }
    return book
  }

  private var firstHeading: String? {
    for case .paragraph(let paragraph) in document.blocks where paragraph.style.headingLevel != nil {
      let text = paragraph.visibleText
      if !text.allSatisfy(\.isWhitespace) { return text }
    }
    return nil
  }

  /// Cuts the document into chapters.
  private mutating func cut() {
    let isCompiled = document.blocks.contains { DocumentCompilation.beginsNote($0) }
    var current = Chapter()
    for block in document.blocks {
      var begins = DocumentCompilation.beginsNote(block)
      if case .paragraph(let paragraph) = block, !isCompiled {
        begins = paragraph.style.headingLevel == 1 && !paragraph.isBlank
      }
      if begins, current.blocks.contains(where: { $0 != .break(.page) && $0 != .break(.section) }) {
        chapters.append(current)
        current = Chapter()
      }
      current.blocks.append(block)
    }
    if !current.blocks.isEmpty || chapters.isEmpty { chapters.append(current) }
    for index in chapters.indices {
      chapters[index].name = "ch" + String(10_000 + index + 1).dropFirst() + ".xhtml"
      // Pages begin and end by themselves.
      while case .break? = chapters[index].blocks.last { chapters[index].blocks.removeLast() }
      while case .break? = chapters[index].blocks.first { chapters[index].blocks.removeFirst() }
    }
  }

  /// Gives bookmarks identifiers that every program accepts, and headings those that the navigation leads to.
  private mutating func nameBookmarks() {
    for index in chapters.indices {
      var part = Document()
      part.blocks = chapters[index].blocks
      part.editInlines { inline in
        if case .bookmarkStart(let name) = inline { note(name, index) }
        return nil
      }
    }
    for footnote in document.notes {
      var part = Document()
      part.blocks = footnote.blocks
      part.editInlines { inline in
        if case .bookmarkStart(let name) = inline { note(name, nil) }
        return nil
      }
    }
    let names = identifiers
    for index in chapters.indices { Book.rename(&chapters[index].blocks, names) }
    for index in document.notes.indices { Book.rename(&document.notes[index].blocks, names) }
  }

  private mutating func note(_ name: String, _ chapter: Int?) {
    guard identifiers[name] == nil else { return }
    // The types of callouts are told by the names of bookmarks.
    identifiers[name] = CalloutMark(bookmark: name) == nil ? "b\(identifiers.count + 1)" : name
    places[name] = chapter
  }

  private static func rename(_ blocks: inout [Block], _ names: [String: String]) {
    var part = Document()
    part.blocks = blocks
    part.editInlines { inline in
      switch inline {
      case .bookmarkStart(let name): [.bookmarkStart(names[name] ?? name)]
      case .bookmarkEnd(let name): [.bookmarkEnd(names[name] ?? name)]
      default: nil
      }
    }
    blocks = part.blocks
  }

  /// Collects the pictures that programs for books show, each once.
  private mutating func collectPictures() {
    var byDigest: [Digest: Int] = [:]
    for index in document.picturedResources {
      guard case .bytes(let bytes) = document.resources[index].content, !bytes.isEmpty else { continue }
      let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
      let type = sniffed.isImage ? sniffed : MediaType.named(document.resources[index].mediaType) ?? sniffed
      guard EPUBWriter.shows(type.name), let shown = shown(bytes, type) else { continue }
      let digest = Digest(of: bytes)
      let number = byDigest[digest] ?? pictures.count
      if number == pictures.count {
        byDigest[digest] = number
        pictures.append(
          EPUBBook.Picture(name: "image\(number + 1)." + type.fileExtension, mediaType: type, bytes: shown))
      }
      picturePaths[index] = "../media/" + pictures[number].name
    }
  }

  /// A picture as a book has it; nil for a drawing that can't be read, which no program shows.
  private func shown(_ bytes: [UInt8], _ type: MediaType) -> [UInt8]? {
    type == .svg ? PassiveDrawing.passive(BookDrawing.withoutRemoteParts(bytes)) : bytes
  }

  /// Whether every picture has a description.
  private var describesPictures: Bool {
    var finder = UndescribedFinder()
    document.walk(&finder)
    return !finder.hasFound
  }

  private struct UndescribedFinder: DocumentVisitor {
    var hasFound = false
    mutating func visit(_ inline: Inline) {
      if case .picture(let picture) = inline, picture.style.isVisible, picture.description?.isEmpty != false {
        hasFound = true
      }
    }
  }

  // MARK: Pages

  /// Writes a chapter as a page.
  private func page(_ index: Int, _ bookTitle: String, _ language: String) -> EPUBBook.Page {
    let chapter = chapters[index]
    var part = Document()
    part.defaultFont = document.defaultFont
    part.defaultLanguage = document.defaultLanguage
    (part.footnoteNumbering, part.endnoteNumbering) = (document.footnoteNumbering, document.endnoteNumbering)
    (part.lists, part.resources, part.blocks) = (document.lists, document.resources, chapter.blocks)
    takeNotes(&part)
    var headings: [EPUBBook.Heading] = []
    rank(&part, &headings)
    let title = headings.first?.text ?? (chapters.count == 1 ? bookTitle : "\(index + 1)")
    if headings.isEmpty { headings = [EPUBBook.Heading(level: 1, text: title)] }
    var options = options
    options.title = title
    options.language = language
    options.frontMatter = []
    options.metadata = []
    options.page = PageOptions()
    options.page.isXML = true
    options.page.isBook = true
    let paths = picturePaths
    options.resources = .path { paths[$0] }
    // Nothing lies beside the pages of a book but its pictures.
    options.dropsUnknownFiles = true
    let (identifiers, places, names, own) = (identifiers, places, chapters.map(\.name), index)
    let rewrite = options.rewriteLink
    options.rewriteLink = { target in
      guard target.hasPrefix("#") else {
        let known = rewrite?(target)
        // A file beside the book, which a path names, isn't in it.
        let scheme = LinkPolicy.scheme(of: known ?? target)
        return scheme.map(Book.schemes.contains) ?? false ? known : ""
      }
      let name = String(target.dropFirst())
      guard let identifier = identifiers[name] else { return "" }
      let place = places[name] ?? own
      return place == own ? "#" + identifier : names[place] + "#" + identifier
    }
    return EPUBBook.Page(
      name: chapter.name, bytes: HTMLWriter.write(part, options: options), headings: headings)
  }

  /// Gives a chapter the notes that it refers to.
  private func takeNotes(_ part: inout Document) {
    var numbers: [Int: Int] = [:]
    var taken: [Int] = []
    let notes = document.notes
    part.editInlines { inline in
      guard case .noteReference(let index) = inline, notes.indices.contains(index) else { return nil }
      if numbers[index] == nil {
        numbers[index] = taken.count
        taken.append(index)
      }
      return [.noteReference(numbers[index] ?? 0)]
    }
    for index in taken { part.notes.append(notes[index]) }
  }

  /// Gives the headings of a chapter levels from 1 without gaps, and identifiers.
  private func rank(_ part: inout Document, _ headings: inout [EPUBBook.Heading]) {
    var first: Int?
    var last = 0
    for index in part.blocks.indices {
      guard case .paragraph(var paragraph) = part.blocks[index], let level = paragraph.style.headingLevel,
        paragraph.visibleText.contains(where: { !$0.isWhitespace })
      else { continue }
      let top = first ?? level
      first = top
      let rank = min(max(level - top + 1, last == 0 ? 1 : 2), last + 1, 6)
      last = rank
      paragraph.style.headingLevel = rank
      let identifier = "h\(headings.count + 1)"
      paragraph.inlines = [.bookmarkStart(identifier), .bookmarkEnd(identifier)] + paragraph.inlines
      headings.append(
        EPUBBook.Heading(
          level: level, text: Book.line(paragraph.headingText(in: part.lists)), identifier: identifier))
      part.blocks[index] = .paragraph(paragraph)
    }
  }

  /// A text on one line.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
