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
  /// A list may have lost its only item.
  var hasLostItem: Bool { blocks.hasLostItem }

  var inlines = RTFInlineList()
  /// Inlines of the paragraph up to its last break outside tables.
  private var outsideCount = 0
  private var isBehindOutsideBreak: Bool { outsideCount > 0 && !inlines.hasVisible(from: outsideCount) }
  var textBoxes: [TextBox] = []
  var listItem: ListItem?

  private var hasOpenParagraph: Bool { !inlines.isEmpty || !textBoxes.isEmpty || listItem != nil }

  // MARK: Paragraphs and breaks

  /// Ends the paragraph that has been coming.
  mutating func endParagraph(_ style: ParagraphStyle, depth: Int, endRevision: Revision? = nil) {
    // A deleted end right behind a break outside ends nothing in the table.
    let depth = isBehindOutsideBreak && endRevision?.kind == .deletion ? 0 : depth
    if depth > 0 { endParagraphOutside() }
    outsideCount = 0
    while tables.count < depth { tables.append(OpenTable()) }
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

  /// A break: between paragraphs where nothing visible of one has come. In a table only what comes behind
  /// something visible of it is.
  mutating func add(_ kind: BreakKind, depth: Int) {
    if depth == 0 && !inlines.hasVisible { return blocks.add(kind) }
    let isOutside = depth == 0 || isBehindOutsideBreak
    inlines.add(.break(kind))
    if isOutside { outsideCount = inlines.count }
  }

  // MARK: Tables

  /// Ends a cell of the innermost table.
  mutating func endCell() {
    guard let last = tables.indices.last else { return }
    tables[last].cells.append(TableCell(blocks: tables[last].cell.finished()))
    tables[last].cell = RTFBlockList(isCell: true)
  }

  /// Ends a row of the innermost table.
  mutating func endRow(complete: (inout TableRow) -> Void, isLast: Bool) {
    guard let last = tables.indices.last, !tables[last].cells.isEmpty else { return }
    // Nothing visible: it would be a cell.
    let rest = tables[last].cell.blocks
    if !rest.isEmpty {
      tables[last].cells[tables[last].cells.count - 1].blocks.insert(contentsOf: rest, at: 0)
    }
    var row = TableRow(cells: tables[last].cells)
    complete(&row)
    tables[last].rows.append(row)
    tables[last].cells = []
    tables[last].cell = RTFBlockList(isCell: true)
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
