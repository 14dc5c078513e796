internal import SlipCore
public import SlipDocument

/// Writes a document as semantic HTML that can be published as it is.
///
/// Structure becomes elements (`<h1>`, `<ul>`, `<table>`, notes with roles), formatting
/// becomes `style` attributes only where no element says it. Headers and footers of
/// pages, hidden text and the instructions of fields are left out; `ExportFeatureTable`
/// lists it all.
///
/// A page is safe whatever the document contains: all text is escaped by `HTMLSink`,
/// links are live only where `LinkPolicy` allows it, and there are no scripts.
public enum HTMLWriter {
  /// Writes a document to memory: UTF-8, with lines ending in LF. The same document and
  /// options always give the same bytes.
  public static func write(_ document: Document, options: WriteOptions = WriteOptions()) -> [UInt8] {
    var writer = HTMLDocumentWriter(document, options)
    writer.write()
    return writer.sink.bytes
  }

  /// Writes the content of a page that the caller makes.
  ///
  /// - Returns: The markup, and the language of most of the text; nil where that is unknown.
  package static func content(
    of document: Document, options: WriteOptions
  ) -> (markup: [UInt8], language: String?) {
    var writer = HTMLDocumentWriter(document, options)
    writer.write()
    let language = HTMLPage(writer.document, options, writer.base, writer.sections).language
    return (writer.sink.bytes, language == HTMLLanguage.undetermined ? nil : language)
  }

  /// Writes a document in pieces, with the same bytes. Memory holds one buffer of the
  /// page, and long bodies are written on several cores.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - options: What the page contains besides the text.
  ///   - chunk: takes the bytes, in order.
  /// - Throws: what `chunk` throws.
  public static func write(
    _ document: Document, options: WriteOptions = WriteOptions(),
    chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try PiecewiseOutput.run(chunk) { drain in
      var writer = HTMLDocumentWriter(document, options, drain: drain)
      writer.write()
      writer.sink.flush()
    }
  }
}

/// Writes one document, or a slice of it. Extensions in this folder write its parts.
struct HTMLDocumentWriter {
  /// The document, without notes that were deleted.
  let document: Document
  /// The options of the page.
  let options: WriteOptions
  /// Which links stay live.
  let links: LinkPolicy
  /// The formatting of most text, which the page states once.
  let base: BaseStyle
  /// Takes what is written.
  var sink: HTMLSink
  /// The formatting of the inline elements that are open.
  var open: Formatting
  /// Numbers for formatting that comes again. Several threads that count references to
  /// styles would have to wait for each other.
  var styles = StyleNumbers<CharacterStyle> { $0 }
  /// What was written between two kinds of formatting.
  var transitions = RecentValues<(from: Int, to: Int), HTMLSink.Piece>(capacity: 16)
  /// Whether the open link became an `<a>`, and not a `<span>`.
  var openLinkIsLive = false
  /// The colour behind the text, if it isn't the page's.
  var backdrop: DocumentColor?
  /// Whether the open paragraph is empty or ends in a line break, and so needs a `<br>`
  /// to show its last line.
  var needsFiller = false
  /// Identifiers written so far. Each one stands only once in a page.
  var usedIdentifiers: Set<String> = []
  /// Notes that were referred to so far.
  var referencedNotes: Set<Int> = []
  /// The headings with their identifiers; empty if the page needs none.
  let sections: HTMLSections
  /// The identifier of the heading that is about to be written.
  var sectionID: String?
  /// The roles of paragraphs by the names of their styles.
  var roles = BlockRoles()
  /// Whether a block of code is being written.
  var isInCode = false
  /// Whether a table is being written.
  var isInTable = false
  /// Whether what is written stands in a table that runs from right to left, whose direction it inherits.
  var isInRightToLeft = false

  /// Whether the markup goes into a text of another format, and not into a page.
  var isFragment: Bool { options.isFragment && !options.isPartOfPage }

  /// The formatting of open inline elements.
  enum Formatting {
    /// Formatting with this number in `styles`.
    case kind(Int)
    /// Other formatting: links and tracked changes, which seldom come twice.
    case other(CharacterStyle)
  }

  /// Begins a document.
  init(_ document: Document, _ options: WriteOptions, drain: PiecewiseOutput.Drain? = nil) {
    let document = document.withoutDeletedNotes()
    self.document = document
    self.options = options
    links = LinkPolicy(options)
    base = BaseStyle(of: document)
    let page = options.page
    sections = page.hasContents || page.hasSectionIDs ? HTMLSections(document) : HTMLSections()
    sink = HTMLSink(capacity: base.expectedSize, isXML: page.isXML, drain: drain)
    open = .other(base.style)
  }

  /// Begins a slice of a document whose base style is known.
  private init(
    _ document: Document, _ options: WriteOptions, _ base: BaseStyle, _ sections: HTMLSections
  ) {
    self.document = document
    self.sections = sections
    self.options = options
    links = LinkPolicy(options)
    self.base = base
    sink = HTMLSink(capacity: BodySlices.capacity, isXML: options.page.isXML)
    open = .other(base.style)
  }

  /// Writes the whole page, the user's template with the content in it, or the content
  /// alone.
  mutating func write() {
    let page = HTMLPage(document, options, base, sections)
    if options.isFragment { return content(withContents: true) }
    guard let template = options.page.template else {
      page.begin(&sink)
      content(withContents: true)
      return page.end(&sink)
    }
    for part in template.parts {
      switch part {
      case .text(let text): sink.template(text)
      case .place(.body): content()
      case .place(let place): page.write(place, to: &sink)
      }
    }
  }

  /// Writes the body and the notes.
  ///
  /// - Parameter withContents: Whether the table of contents comes with it, if the options ask for it.
  private mutating func content(withContents: Bool = false) {
    if withContents, options.page.hasContents {
      let leading = document.blocks.prefix(options.blocksBeforeContents)
      blocks(leading, isBody: true)
      sections.write(to: &sink)
      blocks(document.blocks[leading.endIndex...], isBody: true)
    } else {
      body()
    }
    notesSection()
  }

  /// Writes the body. A long one that is written in pieces is cut into slices, each of
  /// which begins and ends with nothing open, and which are written on several cores.
  private mutating func body() {
    guard sink.isDrained, let slices = BodySlices.cut(document.blocks, where: Block.nothingIsOpen) else {
      return blocks(document.blocks[...], isBody: true)
    }
    let (document, options, base, sections) = (document, options, base, sections)
    BodySlices.write(slices) { slice in
      var writer = HTMLDocumentWriter(document, options, base, sections)
      writer.blocks(document.blocks[slice], isBody: true)
      return HTMLSlice(
        piece: writer.sink.piece, identifiers: writer.usedIdentifiers, notes: writer.referencedNotes)
    } take: { range, slice in
      if usedIdentifiers.isDisjoint(with: slice.identifiers), referencedNotes.isDisjoint(with: slice.notes) {
        usedIdentifiers.formUnion(slice.identifiers)
        referencedNotes.formUnion(slice.notes)
        sink.markup(slice.piece)
        sink.flush()
      } else {
        // An identifier or note in the slice came before it, which its writer couldn't know.
        blocks(document.blocks[range], isBody: true)
      }
    }
  }
}

/// What the writer of a slice has written.
private struct HTMLSlice: Sendable {
  /// The markup.
  let piece: HTMLSink.Piece
  /// The identifiers in it.
  let identifiers: Set<String>
  /// The notes that it refers to.
  let notes: Set<Int>
}

extension Block {
  /// Whether the body may be cut between two blocks, because neither a list nor a
  /// paragraph goes on from one to the next.
  @Sendable fileprivate static func nothingIsOpen(_ before: Block, _ after: Block) -> Bool {
    guard case .paragraph(let before) = before, before.endIsVisible else { return false }
    if case .paragraph(let after) = after {
      return after.listItem == nil && (after.style.name == nil || after.style.role == BlockRole())
    }
    return true
  }
}
