public import SlipCore
public import SlipDocument

/// Reads web pages: those that `HTMLWriter` writes, and those that are found elsewhere.
///
/// Reading is total: any bytes give a document, in time and memory proportional to their
/// number. Nothing is fetched. Scripts, style sheets and embedded programs are left out,
/// and unknown elements are transparent. Nesting beyond 512 elements is flattened, as in
/// browsers.
///
/// A page by `HTMLWriter` gives the document back, as far as `ExportFeatureTable` says
/// that HTML keeps it.
public enum HTMLReader {
  /// Reads a page. Its encoding is that of a byte order mark or of its declaration, or
  /// else UTF-8 or Windows-1252 (see `HTMLDecoder`).
  ///
  /// - Parameters:
  ///   - bytes: The page, any bytes.
  ///   - limits: `tableDepth` bounds how deep tables, text boxes and notes may
  ///     nest. Deeper tables are read as blocks.
  /// - Returns: the document, and as diagnostics what was left out (`SBXG401` to
  ///   `SBXG405`).
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    read(bytes, limits: limits, pictures: .relative)
  }

  /// Reads a page.
  ///
  /// - Parameter pictures: which pictures become files, whose paths the caller looks up.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, pictures: PictureAddresses
  ) -> ReadResult {
    var diagnostics = DiagnosticSink()
    let source = HTMLDecoder.decode(bytes, diagnostics: &diagnostics)
    var reader = HTMLPageReader(MarkupBuilder(addresses: pictures), source: source, limits: limits)
    reader.read()
    let document = reader.builder.finish()
    diagnostics.report(contentsOf: reader.diagnostics.diagnostics)
    return ReadResult(document: document, diagnostics: diagnostics.diagnostics)
  }
}

/// Walks a page's tokens with a stack of open elements, and builds the document as it
/// goes.
///
/// Which end tags are implied follows WHATWG HTML, 13.2.6 "Tree construction", as far as
/// it shows in a document. No tree is built, so memory holds the open elements only.
///
/// - `<p>One<p>Two` has two paragraphs, and `<li>One<li>Two` two items.
/// - Formatting elements go on behind the blocks they were opened in: in
///   `<p><b>One</p><p>Two`, both words are bold.
/// - Stray text in a table comes before the table.
/// - An unknown element changes nothing.
struct HTMLPageReader {
  /// Whether tags that no page has are text: in Markdown they are words between angle brackets.
  var keepsWords = false
  /// The most elements that are open at once, which is the limit of browsers.
  static let deepest = 512

  /// An element that is open.
  struct OpenElement {
    /// Its start tag.
    var tag: HTMLTag
    /// What it is to the reader.
    var role: HTMLElements.Role
    /// The formatting outside of it, which holds again when it ends.
    var outside: HTMLContext
    /// What its end brings about.
    var effect = Effect.none
  }

  /// What the end of an element brings about.
  enum Effect {
    /// Nothing.
    case none
    /// It ends the open paragraph.
    case block
    /// It ends a block of code, which exists even if it is empty. The value is the number
    /// of blocks before it.
    case code(Int)
    /// It ends a list.
    case list(HTMLOpenList)
    /// It ends a list item.
    case item
    /// It ends a block that isn't shown.
    case hidden
    /// It ends a link. The value is the builder's `linkStart` at its beginning; -1 for one that was not empty.
    case link(Int)
    /// It ends an element that embeds a file.
    case embed(HTMLEmbed)
    /// It ends a table.
    case table
    /// It ends a row.
    case row
    /// It ends a cell, whose frame becomes a part of the row.
    case cell
    /// It ends a text box.
    case textBox
    /// It ends the note with this index.
    case note(Int)
  }

  /// Text that doesn't go into a paragraph, such as the title of the page, up to the end
  /// of the element that it stands in.
  struct Capture {
    /// What captured text is for.
    enum Purpose {
      /// The title of the page.
      case title
      /// Nothing: the element is left out with everything in it.
      case skipped
      /// The drawing with this start tag, which begins at this index of the page.
      case drawing(HTMLTag, Int)
      /// The description of this picture, which an element with this start tag embeds.
      case embeddedPicture(HTMLTag, Int)
      /// The mark of the note with this index, where the text refers to it.
      case noteReference(Int)
      /// The mark in the link back of the note with this index, if there is a note around
      /// it.
      case backlink(Int?)
      /// The name of an attached file, whose element has this start tag.
      case attachment(HTMLTag)
      /// The author and date of the note with this index.
      case credit(Int)
    }
    /// What the text is for.
    var purpose: Purpose
    /// The name of the element that it stands in.
    var name: String
    /// How many elements of that name are open.
    var depth = 1
    /// The text so far.
    var text: [UInt8] = []
    /// Whether the text is in `<cite>`, which in a note's credit holds the author, or in the `<title>` of a drawing.
    var isInPart = false
    /// The text of the first part.
    var part: [UInt8] = []
  }

  /// Bounds for nesting.
  let limits: Limits
  /// The page's notes, and identifiers that links lead to.
  let anchors: HTMLAnchors
  /// The document so far.
  var builder: MarkupBuilder
  /// What was found so far.
  var diagnostics = DiagnosticSink()
  /// The open elements, outermost first.
  var stack: [OpenElement] = []
  /// The formatting at this place.
  var context = HTMLContext()
  /// The open tables, outermost first.
  var tables: [HTMLTableBuilder] = []
  /// The open capture.
  var capture: Capture?
  /// The open formula.
  var formula: HTMLMath?
  /// The list of items that stand in none, once there is one.
  var stray: HTMLOpenList?
  /// The page, and the indices in it of the last tag and behind the last token.
  private(set) var source: [UInt8]
  private(set) var (tagStart, position) = (0, 0)
  /// Start tags that were not put on the stack because it was full. As many end tags are
  /// ignored.
  var overflow = 0
  /// How many continuation cells the spans of cells may still make. Proportional to the
  /// page, so that a short page can't ask for millions of cells.
  var spanBudget: Int
  /// Whether a line end right here doesn't count, because it stands behind `<pre>`.
  var skipsLineEnd = false
  /// Notes whose mark was shown where the text refers to them.
  var markedNotes: Set<Int> = []

  /// Begins reading a page, or a piece of HTML within a Markdown document.
  ///
  /// - Parameters:
  ///   - builder: the document so far, which is handed over.
  ///   - source: the page, which is searched for notes beforehand.
  init(_ builder: consuming MarkupBuilder, source: [UInt8], limits: Limits) {
    self.builder = builder
    self.limits = limits
    self.source = source
    anchors = HTMLAnchors(source, firstNote: self.builder.document.notes.count)
    spanBudget = min(10_000, limits.repeatedCells) + source.count / 8
    let notes = anchors.notes
    self.builder.withDocument { document in
      for kind in notes { document.notes.append(MarginNote(kind: kind, mark: "", blocks: [])) }
    }
  }

  /// Reads the whole page.
  ///
  /// - Parameter endsParagraph: whether its end is the end of a paragraph.
  mutating func read(endsParagraph: Bool = true) {
    var tokenizer = HTMLTokenizer(source)
    while let token = tokenizer.next() {
      (tagStart, position) = (tokenizer.tagStart, tokenizer.position)
      if formula != nil {
        readFormula(token)
        continue
      }
      switch token {
      case .text(let bytes): text(bytes)
      case .start(let tag) where isWord(tag.name): word()
      case .start(let tag): start(tag)
      case .end(let name) where isWord(name): word()
      case .end(let name): end(name)
      }
    }
    finishFormula()
    finishCapture()
    close(downTo: 0, reopening: false)
    if endsParagraph { builder.endParagraph() }
    numberNotes()
  }

  /// Whether a tag is none, but words between angle brackets.
  private func isWord(_ name: String) -> Bool {
    keepsWords && capture == nil && !HTMLElements.isElement(name)
  }

  /// Adds the words between angle brackets that were read as a tag.
  private mutating func word() {
    diagnostics.report(MarkupCode.wordsFound)
    text(Array(source[tagStart..<position]))
  }

  /// Adds text to the document or to the open capture.
  private mutating func text(_ bytes: [UInt8]) {
    if capture != nil {
      switch capture?.purpose {
      case .credit? where capture?.isInPart == false: return
      case .drawing? where capture?.isInPart == true: capture?.part += bytes
      default: capture?.text += bytes
      }
      return
    }
    var bytes = bytes
    if skipsLineEnd, bytes.first == UInt8(ascii: "\n") { bytes.removeFirst() }
    skipsLineEnd = false
    builder.text(bytes, context)
  }

  // MARK: Stack

  /// Opens an element. If the stack is full, it is left out and reported, and its content
  /// is read as if it weren't there.
  mutating func push(_ tag: HTMLTag, _ role: HTMLElements.Role, _ effect: Effect = .none) {
    guard stack.count < Self.deepest else {
      overflow += 1
      diagnostics.report(
        Diagnostic(
          code: MarkupCode.tooDeep, severity: .warning,
          message: "Elements are nested more than \(Self.deepest) deep; deeper ones were left out.",
          location: SourceLocation()))
      return
    }
    stack.append(OpenElement(tag: tag, role: role, outside: context, effect: effect))
    enter(tag, role)
  }

  /// Applies what an element says about its content.
  mutating func enter(_ tag: HTMLTag, _ role: HTMLElements.Role) {
    if role == .inline, tag.name == "a" { link(tag) }
    if let whiteSpace = anchors.styles.whiteSpace(tag) { context.whiteSpace = whiteSpace }
    for css in anchors.styles.emphasis(tag) { context.apply(emphasis: css) }
    if anchors.styles.hides(tag) { context.character.isHidden = true }
    context.enter(tag, role)
  }

  /// The index of the innermost open element that fits; nil if one that stops the search
  /// comes first.
  func find(_ fits: (OpenElement) -> Bool, stop: (OpenElement) -> Bool) -> Int? {
    for index in stack.indices.reversed() {
      if fits(stack[index]) { return index }
      if stop(stack[index]) { return nil }
    }
    return nil
  }

  /// Closes the elements from the innermost one down to `index`.
  ///
  /// - Parameter reopening: whether formatting elements that this closes before their end
  ///   tag are opened again behind them, up to 16.
  mutating func close(downTo index: Int, reopening: Bool) {
    var unclosed: [HTMLTag] = []
    while stack.count > index, var element = stack.popLast() {
      if reopening, stack.count > index, element.role == .inline, HTMLElements.isFormatting(element.tag.name)
      {
        unclosed.append(element.tag)
        // What it has to say when it ends is said behind it.
        element.effect = .none
      }
      finish(element)
      context = element.outside
    }
    // Formatting elements that a page never closes must not pile up.
    for tag in unclosed.prefix(16).reversed() { push(tag, .inline, tag.name == "a" ? .link(-1) : .none) }
  }

  /// Closes a formatting element and leaves those inside it open, without its formatting.
  mutating func remove(at index: Int) {
    if case .link(let start) = stack[index].effect { builder.finishLink(start, context) }
    context = stack[index].outside
    stack.remove(at: index)
    for inner in stack.indices[index...] {
      stack[inner].outside = context
      enter(stack[inner].tag, stack[inner].role)
    }
  }

  /// Whether end tags of blocks and formatting within this element can't close anything
  /// outside of it.
  static func isTableBoundary(_ element: OpenElement) -> Bool {
    switch element.role {
    case .cell, .table, .caption: true
    default: false
    }
  }

  /// Whether an element isn't shown, by its attributes.
  static func isHidden(_ tag: HTMLTag) -> Bool {
    if tag["hidden"] != nil { return true }
    guard let style = tag["style"], style.contains("display") || style.contains("visibility") else {
      return false
    }
    let css = CSSDeclarations(style)
    return css.keyword("display") == "none" || css.hidesVisibly == true
  }

  // MARK: Ends of elements

  /// Brings about what the end of an element does.
  private mutating func finish(_ element: OpenElement) {
    switch element.effect {
    case .none: break
    case .block: builder.endParagraph()
    case .code(let before):
      if builder.blockCount == before { builder.begin(context.paragraph) }
      builder.endParagraph()
    case .list:
      builder.finishItem(context.paragraph)
      if innermostList == nil { builder.endList() }
    case .item: builder.finishItem(context.paragraph)
    case .hidden: builder.closeHiddenFrame()
    case .link(let start): builder.finishLink(start, context)
    case .embed(let embed):
      context = element.outside
      embed.finish(&builder, context, &diagnostics)
    case .table: finishTable()
    case .row:
      if !tables.isEmpty { tables[tables.count - 1].endRow(budget: &spanBudget) }
    case .cell: finishCell(element.tag)
    case .textBox:
      let blocks = builder.closeFrame(context.paragraph)
      builder.textBox(blocks)
    case .note(let index):
      let blocks = builder.closeFrame(context.paragraph)
      builder.withDocument { $0.notes[index].blocks = blocks }
    }
    if element.role == .rowGroup, !tables.isEmpty { tables[tables.count - 1].endGroup(budget: &spanBudget) }
  }

  /// Adds the innermost table to the document.
  private mutating func finishTable() {
    guard var table = tables.popLast() else { return }
    table.endRow(budget: &spanBudget)
    if spanBudget <= 0 {
      diagnostics.report(
        Diagnostic(
          code: MarkupCode.tooManySpans, severity: .warning,
          message: "Cells span more columns and rows than the page can have; the rest was left out.",
          location: SourceLocation()))
    }
    let rows = table.finishedRows()
    if !rows.isEmpty { builder.block(.table(DocumentTable(rows: rows))) }
  }

  /// Adds a cell to its row, with its width, colour and spans. A `rowspan` of 0 reaches
  /// to the table's end.
  private mutating func finishCell(_ tag: HTMLTag) {
    let blocks = builder.closeFrame(context.paragraph)
    guard !tables.isEmpty, !tag.hasClass("filler") else { return }
    let css = CSSDeclarations(tag["style"] ?? "")
    var cell = DocumentTableCell(blocks: blocks)
    cell.width = HTMLLength.twips(tag, "width")
    cell.shading = css.backgroundColor ?? tag["bgcolor"].flatMap(CSSColor.legacy)
    switch css.keyword("vertical-align") ?? tag["valign"]?.lowercased() {
    case "middle": cell.verticalAlignment = .center
    case "bottom": cell.verticalAlignment = .bottom
    default: break
    }
    let usual = tables[tables.count - 1].usualBorders
    cell.borders = CSSBox(css).borders(usual) ?? usual
    let rows = tag["rowspan"].flatMap { Int($0.trimmingSpaces()) } ?? 1
    let columns = tag["colspan"].flatMap { Int($0.trimmingSpaces()) } ?? 1
    // `HTMLWriter` states this for a cell that is wide without being merged.
    let cells = tag["data-cells"].flatMap { Int($0) } ?? columns
    tables[tables.count - 1].add(
      cell, columns: columns, cells: cells, rows: rows == 0 ? 65_534 : min(max(rows, 1), 65_534),
      header: tag.name != "th" ? nil : tag["scope"]?.lowercased().hasPrefix("row") == true ? .ofRow : .ofAny,
      budget: &spanBudget)
  }

  /// Gives marks to notes that the page shows none for, by counting them. Notes whose
  /// mark is what counting gives are numbered automatically.
  private mutating func numberNotes() {
    let first = anchors.firstNote
    builder.withDocument { document in
      var counter = NoteCounter()
      for index in document.notes.indices {
        let automatic = counter.next(document.notes[index].kind)
        if index < first { continue }
        if document.notes[index].mark.isEmpty { document.notes[index].mark = automatic }
        document.notes[index].isAutomatic = document.notes[index].mark == automatic
        if document.notes[index].blocks.isEmpty { document.notes[index].blocks = [.paragraph(Paragraph())] }
      }
    }
  }
}
