internal import SlipBase
public import SlipDocument

/// Writes a document as semantic HTML5 that can be published as it is.
///
/// Page headers and footers, hidden text and computed-field instructions are left out. All text is escaped by
/// `HTMLSink`; links are live only where `LinkPolicy` allows it.
public enum HTMLWriter {
  /// UTF-8, lines ending in LF; deterministic.
  public static func write(_ document: Document, options: WriteOptions = WriteOptions()) -> [UInt8] {
    var writer = HTMLDocumentWriter(document, options)
    writer.write()
    return writer.sink.bytes
  }

  /// The same in pieces: memory holds a buffer of the page.
  ///
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

/// One document on its way out; extensions in this folder write its parts.
struct HTMLDocumentWriter {
  let document: Document
  let options: WriteOptions
  let links: LinkPolicy
  let base: BaseStyle
  var sink: HTMLSink
  /// The formatting of the inline elements that are open.
  var open: Formatting
  /// Formatting that comes again, by number: several threads that count references to it would wait for each other.
  var styles = StyleNumbers<CharacterStyle> { $0 }
  /// What was written between two kinds of formatting.
  var transitions = RecentValues<(from: Int, to: Int), HTMLSink.Piece>(capacity: 16)
  /// Whether the open link became an `<a>`.
  var openLinkIsLive = false
  /// The colour behind the text, where it isn't the page's.
  var backdrop: Color?
  /// The open paragraph is empty or ends in a line break, and wants a `<br>` behind that to show it.
  var needsFiller = false
  /// Identifiers given to bookmarks so far; each stands once in a page.
  var usedIdentifiers: Set<String> = []
  var referencedNotes: Set<Int> = []
  let sections: HTMLSections
  /// Of the heading that is about to be written.
  var sectionID: String?
  var roles = BlockRoles()
  /// What is written stands in a block of code.
  var isInCode = false

  enum Formatting {
    /// By its number in `styles`.
    case kind(Int)
    /// Links and tracked changes, which seldom come twice.
    case other(CharacterStyle)
  }

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

  /// For a slice of a document whose base style is known.
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

  mutating func write() {
    let page = HTMLPage(document, options, base, sections)
    if options.isFragment {
      if options.page.hasContents { sections.write(to: &sink) }
      return content()
    }
    guard let template = options.page.template else {
      page.begin(&sink)
      content()
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

  private mutating func content() {
    body()
    notesSection()
  }

  /// A long body in slices, each of which begins and ends with nothing open.
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
        // Something in it had come before, which it couldn't know.
        blocks(document.blocks[range], isBody: true)
      }
    }
  }
}

/// What one of several writers has written.
private struct HTMLSlice: Sendable {
  let piece: HTMLSink.Piece
  let identifiers: Set<String>
  let notes: Set<Int>
}

extension Block {
  /// Whether neither a list nor a paragraph goes on from one block to the next.
  @Sendable fileprivate static func nothingIsOpen(_ before: Block, _ after: Block) -> Bool {
    guard case .paragraph(let before) = before, before.endIsVisible else { return false }
    if case .paragraph(let after) = after {
      return after.listItem == nil && (after.style.name == nil || after.style.role == BlockRole())
    }
    return true
  }
}
