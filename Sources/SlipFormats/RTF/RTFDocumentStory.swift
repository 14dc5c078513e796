internal import SlipDocument

/// The body, a note, a text box or a header in the making: paragraphs, and the tables that are open.
struct RTFDocumentStory {
  /// A table whose rows are coming.
  private struct OpenTable {
    var rows: [TableRow] = []
    var cells: [TableCell] = []
    /// Blocks of the cell that is coming.
    var cell = RTFBlockList(isCell: true)
  }

  private var blocks = RTFBlockList(isCell: false)
  /// From the outermost in.
  private var tables: [OpenTable] = []
  /// Deeper tables are laid flat into the cell.
  private let maximumDepth: Int
  /// A list may have lost its only item.
  var hasLostItem: Bool { blocks.hasLostItem }
  /// Cells of an outermost row have come that don't say they are in a table: what follows them is in the row too.
  private var isInUnmarkedRow = false

  var inlines = RTFInlineList()
  /// Inlines of the paragraph up to its last break outside tables.
  private var outsideCount = 0
  var textBoxes: [TextBox] = []
  var listItem: ListItem?

  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
  }

  private var hasOpenParagraph: Bool { !inlines.isEmpty || !textBoxes.isEmpty || listItem != nil }

  /// Ends the paragraph that has been coming.
  mutating func endParagraph(
    _ style: ParagraphStyle, depth: Int, endRevision: Revision? = nil
  ) {
    let depth = max(depth, isInUnmarkedRow ? 1 : 0)
    if depth > 0 { endParagraphOutside() }
    outsideCount = 0
    setDepth(depth)
    var paragraph = Paragraph(
      style: style, listItem: listItem, inlines: inlines.finished(), textBoxes: textBoxes,
      endRevision: endRevision)
    RTFLook.strip(&paragraph)
    textBoxes = []
    listItem = nil
    add(paragraph)
  }

  /// Text before a break that isn't in the table belongs to no cell of it.
  private mutating func endParagraphOutside() {
    guard outsideCount > 0 else { return }
    let all = inlines.finished()
    setDepth(0)
    add(Paragraph(listItem: listItem, inlines: Array(all.prefix(outsideCount))))
    listItem = nil
    inlines = RTFInlineList(all.dropFirst(outsideCount))
  }

  private mutating func add(_ paragraph: Paragraph) {
    if tables.isEmpty {
      blocks.add(paragraph)
    } else {
      tables[tables.count - 1].cell.add(paragraph)
    }
  }

  /// - Parameter saysSo: whether the cell's last paragraph says that it's in a table (`\intbl`).
  mutating func endCell(_ style: ParagraphStyle, depth: Int, saysSo: Bool) {
    isInUnmarkedRow = depth == 1 && !saysSo
    guard depth <= maximumDepth else {
      return endParagraph(style, depth: maximumDepth)
    }
    endParagraph(style, depth: depth)
    let last = tables.count - 1
    tables[last].cells.append(TableCell(blocks: tables[last].cell.finished()))
    tables[last].cell = RTFBlockList(isCell: true)
  }

  /// Opens or closes tables until `depth` of them are open.
  private mutating func setDepth(_ depth: Int) {
    let depth = min(depth, maximumDepth)
    while tables.count > depth { closeTable() }
    while tables.count < depth { tables.append(OpenTable()) }
  }

  mutating func endRow(depth: Int, complete: (inout TableRow) -> Void, isLast: Bool) {
    guard depth <= maximumDepth else { return }
    if depth == 1 { isInUnmarkedRow = false }
    setDepth(depth)
    let last = tables.count - 1
    if depth == 1 && isLoose(tables[last]) {
      if hasOpenParagraph { endParagraph(ParagraphStyle(), depth: depth) }
      return closeTable()
    }
    endUnfinishedCell()
    guard !tables[last].cells.isEmpty else { return }
    var row = TableRow(cells: tables[last].cells)
    tables[last].cells = []
    complete(&row)
    tables[last].rows.append(row)
    if isLast { closeTable() }
  }

  /// No cell of a row has ended, so there is none: these are paragraphs.
  private func isLoose(_ table: OpenTable) -> Bool {
    table.cells.isEmpty && table.cell.blocks.allSatisfy { if case .paragraph = $0 { true } else { false } }
  }

  /// Text behind a row's last cell is a cell too.
  private mutating func endUnfinishedCell() {
    let last = tables.count - 1
    if hasOpenParagraph { endParagraph(ParagraphStyle(), depth: tables.count) }
    guard !tables[last].cell.blocks.isEmpty else { return }
    tables[last].cells.append(TableCell(blocks: tables[last].cell.finished()))
    tables[last].cell = RTFBlockList(isCell: true)
  }

  private mutating func closeTable() {
    guard var table = tables.popLast() else { return }
    // Without any cell's end there is no row: these are paragraphs.
    let loose = table.cells.isEmpty ? table.cell.blocks : []
    if !table.cells.isEmpty {
      if !table.cell.blocks.isEmpty { table.cells.append(TableCell(blocks: table.cell.finished())) }
      table.rows.append(TableRow(cells: table.cells, isBordered: false))
    }
    if tables.isEmpty {
      blocks.add(Table(rows: table.rows))
      blocks.add(contentsOf: loose)
    } else {
      tables[tables.count - 1].cell.add(Table(rows: table.rows))
      tables[tables.count - 1].cell.add(contentsOf: loose)
    }
  }

  /// A break: between paragraphs where none has begun.
  mutating func add(_ kind: BreakKind, depth: Int) {
    guard !hasOpenParagraph, depth == 0, !isInUnmarkedRow else {
      inlines.add(.break(kind))
      if depth == 0 && !isInUnmarkedRow { outsideCount = inlines.count }
      return
    }
    setDepth(0)
    blocks.add(kind)
  }

  mutating func finished() -> [Block] {
    if hasOpenParagraph {
      if tables.isEmpty {
        blocks.addRemainder(inlines.finished())
      } else {
        tables[tables.count - 1].cell.addRemainder(inlines.finished())
      }
    }
    while !tables.isEmpty { closeTable() }
    return blocks.finished()
  }
}
