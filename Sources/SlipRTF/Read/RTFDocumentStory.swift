internal import SlipDocument

/// The body, a note, a text box or a header in the making: paragraphs, and the tables that are open.
struct RTFDocumentStory {
  /// A table whose rows are coming.
  private struct OpenTable {
    var rows: [TableRow] = []
    var cells: [TableCell] = []
    /// Blocks of the cell that is coming.
    var cell: RTFBlockList
    /// No cell has ended.
    var isNew: Bool { rows.isEmpty && cells.isEmpty }
  }

  private var blocks = RTFBlockList(isCell: false)
  /// From the outermost in.
  private var tables: [OpenTable] = []
  /// A list may have lost its only item.
  var hasLostItem: Bool { blocks.hasLostItem }

  var inlines = RTFInlineList()
  /// Inlines up to the last break behind something visible of the paragraph; 0 where they hold none.
  private var countAtBreak = 0
  var holdsBreak: Bool { countAtBreak > 0 }
  /// Paragraphs with deleted ends have begun the one that is coming, with something visible.
  private var isBegun = false
  var textBoxes: [TextBox] = []
  var listItem: ListItem?

  private var hasOpenParagraph: Bool { !inlines.isEmpty || !textBoxes.isEmpty || listItem != nil }

  // MARK: Paragraphs and breaks

  /// Ends the paragraph that has been coming.
  mutating func endParagraph(_ style: ParagraphStyle, depth: Int, endRevision: Revision? = nil) {
    open(to: depth)
    var paragraph = Paragraph(
      style: style, listItem: listItem, inlines: inlines.finished(), textBoxes: textBoxes,
      endRevision: endRevision)
    RTFStyleDefaults.strip(&paragraph)
    textBoxes = []
    listItem = nil
    countAtBreak = 0
    isBegun = !paragraph.endIsVisible && (isBegun || paragraph.inlines.contains(where: \.isVisible))
    add(paragraph)
  }

  /// Ends the paragraph at its last break; what has come since then begins another.
  mutating func endParagraphAtBreak(depth: Int) {
    guard holdsBreak || isBegun && (tables.last?.cell ?? blocks).hasOpenBreak else { return }
    takeOpenBoxes()
    if holdsBreak {
      open(to: depth)
      let all = inlines.finished()
      add(Paragraph(listItem: listItem, inlines: Array(all.prefix(countAtBreak))))
      listItem = nil
      inlines = RTFInlineList(all.dropFirst(countAtBreak))
      (countAtBreak, isBegun) = (0, false)
    } else if let last = tables.indices.last {
      isBegun = tables[last].cell.endAtBreak()
    } else {
      isBegun = blocks.endAtBreak()
    }
  }

  /// Text boxes stand behind the end of the paragraph that is coming, though they came before a deleted end.
  private mutating func takeOpenBoxes() {
    var boxes: [TextBox] = []
    var isOpen = true
    for index in tables.indices.reversed() where isOpen {
      isOpen = tables[index].cell.takeOpenBoxes(&boxes) && tables[index].isNew
    }
    if isOpen { _ = blocks.takeOpenBoxes(&boxes) }
    if !boxes.isEmpty { textBoxes = boxes + textBoxes }
  }

  private mutating func add(_ paragraph: Paragraph) {
    if tables.isEmpty {
      blocks.add(paragraph)
    } else {
      tables[tables.count - 1].cell.add(paragraph)
    }
  }

  /// A break: outside tables between paragraphs, where nothing visible of one has come.
  mutating func add(_ kind: BreakKind, depth: Int) {
    if depth == 0 && !inlines.hasVisible { return blocks.add(kind) }
    inlines.add(.break(kind))
    if isBegun || inlines.hasVisible { countAtBreak = inlines.count }
  }

  // MARK: Tables

  private mutating func open(to depth: Int) {
    while tables.count < depth {
      tables.append(OpenTable(cell: RTFBlockList(isCell: true, isBegun: isBegun)))
    }
  }

  /// Ends a cell of the innermost table.
  mutating func endCell() {
    guard let last = tables.indices.last else { return }
    tables[last].cells.append(TableCell(blocks: tables[last].cell.finished()))
    tables[last].cell = RTFBlockList(isCell: true)
  }

  /// Ends a row of the innermost table.
  mutating func endRow(complete: (inout TableRow) -> Void, isLast: Bool) {
    guard let last = tables.indices.last, !tables[last].cells.isEmpty else { return }
    var row = TableRow(cells: tables[last].cells)
    complete(&row)
    tables[last].rows.append(row)
    // What came behind the last cell isn't visible, or it would be one: it begins the next cell, or follows the table.
    tables[last].cells = []
    if isLast { closeTable() }
  }

  /// Closes tables until `depth` of them are open.
  mutating func closeTables(to depth: Int) {
    while tables.count > depth { closeTable() }
  }

  /// What lies in no cell follows the table.
  private mutating func closeTable() {
    guard var table = tables.popLast() else { return }
    if !table.cells.isEmpty { table.rows.append(TableRow(cells: table.cells, isBordered: false)) }
    if tables.isEmpty {
      blocks.add(Table(rows: table.rows))
      blocks.add(contentsOf: table.cell.blocks)
    } else {
      tables[tables.count - 1].cell.add(Table(rows: table.rows))
      tables[tables.count - 1].cell.add(contentsOf: table.cell.blocks)
    }
  }

  mutating func finished() -> [Block] {
    closeTables(to: 0)
    if hasOpenParagraph { blocks.addRemainder(inlines.finished()) }
    return blocks.finished()
  }
}
