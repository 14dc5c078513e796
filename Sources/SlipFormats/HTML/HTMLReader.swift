public import SlipBase
public import SlipDocument

/// Reads web pages: what `HTMLWriter` makes, and what else is found in the wild.
///
/// Total on any bytes, in time and memory linear in their number. Nothing is fetched; scripts, style sheets and
/// embedded programs are left out; unknown elements are transparent. Nesting beyond 512 elements is flattened, as
/// browsers do.
public enum HTMLReader {
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    var diagnostics = DiagnosticSink()
    let source = HTMLDecoder.decode(bytes, diagnostics: &diagnostics)
    var reader = HTMLPageReader(MarkupBuilder(), source: source, limits: limits)
    reader.read(source)
    let document = reader.builder.finish()
    diagnostics.report(contentsOf: reader.diagnostics.diagnostics)
    return ReadResult(document: document, diagnostics: diagnostics.diagnostics)
  }
}

/// Walks a page's tokens with a stack of open elements, and builds the document as it goes.
///
/// Which end tags are implied follows WHATWG HTML, 13.2.6 "Tree construction", as far as it shows in a document:
/// formatting elements survive the blocks they were opened in, stray text in a table comes before it.
struct HTMLPageReader {
  static let deepest = 512

  struct OpenElement {
    var tag: HTMLTag
    var role: HTMLElements.Role
    /// What held outside of it.
    var outside: HTMLContext
    var effect = Effect.none
  }

  /// What an element's end brings about.
  enum Effect {
    case none
    /// Ends the open paragraph.
    case block
    /// Ends a block of code, which is there though nothing is in it. Holds the blocks before it.
    case code(Int)
    case list(HTMLOpenList)
    case item
    case table
    case row
    case cell
    case textBox
    case note(Int)
  }

  /// Text that goes elsewhere, up to the end of the element it stands in.
  struct Capture {
    enum Purpose {
      case title, skipped, noteReference(Int), backlink(Int?), attachment(HTMLTag), credit(Int)
    }
    var purpose: Purpose
    var name: String
    var depth = 1
    var text: [UInt8] = []
    var isInAuthor = false
  }

  let limits: Limits
  let anchors: HTMLAnchors
  var builder: MarkupBuilder
  var diagnostics = DiagnosticSink()
  var stack: [OpenElement] = []
  var context = HTMLContext()
  var tables: [HTMLTableBuilder] = []
  var capture: Capture?
  /// Start tags that were not put on the stack because it is full.
  var overflow = 0
  /// Continuation cells that spans may still make.
  var spanBudget: Int
  /// A line end right behind `<pre>` doesn't count.
  var skipsLineEnd = false
  /// Notes whose mark has been seen where they are referred to.
  var markedNotes: Set<Int> = []

  init(_ builder: consuming MarkupBuilder, source: [UInt8], limits: Limits) {
    self.builder = builder
    self.limits = limits
    anchors = HTMLAnchors(source, firstNote: self.builder.document.notes.count)
    spanBudget = 10_000 + source.count / 8
    let notes = anchors.notes
    self.builder.withDocument { document in
      for kind in notes { document.notes.append(MarginNote(kind: kind, mark: "", blocks: [])) }
    }
  }

  mutating func read(_ source: [UInt8]) {
    var tokenizer = HTMLTokenizer(source)
    while let token = tokenizer.next() {
      switch token {
      case .text(let bytes): text(bytes)
      case .start(let tag): start(tag)
      case .end(let name): end(name)
      }
    }
    finishCapture()
    close(downTo: 0, reopening: false)
    builder.endParagraph()
    numberNotes()
  }

  private mutating func text(_ bytes: [UInt8]) {
    if capture != nil {
      if case .credit? = capture?.purpose, capture?.isInAuthor == false { return }
      capture?.text += bytes
      return
    }
    var bytes = bytes
    if skipsLineEnd, bytes.first == 0x0A { bytes.removeFirst() }
    skipsLineEnd = false
    builder.text(bytes, context)
  }

  // MARK: Stack

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

  /// Makes the context that of an element's inside.
  mutating func enter(_ tag: HTMLTag, _ role: HTMLElements.Role) {
    if role == .inline, tag.name == "a" { link(tag) }
    context.enter(tag, role)
  }

  /// Index of the innermost element that fits, seen from the top, but not beyond one that stops the search.
  func find(_ fits: (OpenElement) -> Bool, stop: (OpenElement) -> Bool) -> Int? {
    for index in stack.indices.reversed() {
      if fits(stack[index]) { return index }
      if stop(stack[index]) { return nil }
    }
    return nil
  }

  /// Closes the elements from the top down to `index`. Formatting elements that were not closed themselves are
  /// opened again behind them.
  mutating func close(downTo index: Int, reopening: Bool) {
    var unclosed: [HTMLTag] = []
    while stack.count > index, let element = stack.popLast() {
      if reopening, stack.count > index, element.role == .inline, HTMLElements.isFormatting(element.tag.name)
      {
        unclosed.append(element.tag)
      }
      finish(element)
      context = element.outside
    }
    // A page that never closes its formatting elements must not pile them up.
    for tag in unclosed.prefix(16).reversed() { push(tag, .inline) }
  }

  /// Closes a formatting element and leaves those inside it open.
  mutating func remove(at index: Int) {
    context = stack[index].outside
    stack.remove(at: index)
    for inner in stack.indices[index...] {
      stack[inner].outside = context
      enter(stack[inner].tag, stack[inner].role)
    }
  }

  static func isTableBoundary(_ element: OpenElement) -> Bool {
    switch element.role {
    case .cell, .table, .caption: true
    default: false
    }
  }

  // MARK: Ends of elements

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
    if element.role == .rowGroup, !tables.isEmpty { tables[tables.count - 1].isInHeader = false }
  }

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
    if !table.rows.isEmpty { builder.block(.table(Table(rows: table.rows))) }
  }

  private mutating func finishCell(_ tag: HTMLTag) {
    let blocks = builder.closeFrame(context.paragraph)
    guard !tables.isEmpty, !tag.hasClass("filler") else { return }
    let css = CSSDeclarations(tag["style"] ?? "")
    var cell = TableCell(blocks: blocks)
    cell.width = css.twips("width").flatMap { $0 > 0 ? $0 : nil }
    cell.shading = (css["background-color"] ?? css["background"] ?? tag["bgcolor"]).flatMap(CSSColor.read)
    let rows = tag["rowspan"].flatMap { Int($0.trimmingSpaces()) } ?? 1
    let columns = tag["colspan"].flatMap { Int($0.trimmingSpaces()) } ?? 1
    // What our pages say of a cell that is merely wide.
    let cells = tag["data-cells"].flatMap { Int($0) } ?? columns
    tables[tables.count - 1].add(
      cell, columns: columns, cells: cells, rows: rows == 0 ? 65_534 : min(max(rows, 1), 65_534),
      isHeader: tag.name == "th",
      budget: &spanBudget)
  }

  /// Marks that nobody has seen are counted; counted ones are automatic.
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
