internal import SlipDocument

/// A table that is open.
struct ODTOpenTable {
  /// What is still covered of a column, below a cell that spans rows.
  struct Covered {
    var rows: Int
    var merge: DocumentTableCell.Merge?
  }

  var rows: [DocumentTableRow] = []
  var row: DocumentTableRow?
  /// Empty rows and cells that are only there if something comes after them.
  var waitingRows: [(row: DocumentTableRow, count: Int)] = []
  var waitingCells: (cell: DocumentTableCell, count: Int)?
  var widths: [Int?] = []
  var covered: [Int: Covered] = [:]
  /// Cells to the right that the last one spans.
  var across = 0
  var last = DocumentTableCell()
  /// The span of rows of the last cell.
  var lastRows = 1
  /// Whether the columns run from right to left.
  var isRightToLeft = false
  /// Whether the first column has headers.
  var hasHeaderColumn = false
  var index: Int
}

/// Tables (ODF 1.3, 9).
extension ODTStory {
  private static let mostColumns = 1_024
  /// The most empty cells, or rows, at an end that are a part of the table. Spreadsheets say that there are a million.
  private static let mostAtEnd = 100

  /// A count that an attribute says; 1 where it says none.
  private static func count(_ node: OfficeNode, _ attribute: String) -> Int {
    min(max(WordValue.number(node[attribute]) ?? 1, 1), 1 << 40)
  }

  /// How many of some cells may be added to a row that the file doesn't write out.
  private func mayAdd(cells count: Int) -> Int {
    let room = max(0, ODTStory.mostColumns - (tables.last?.row?.cells.count ?? 0))
    return granted(reading.repeats.take(cells: min(count, room)), of: count)
  }

  /// Notes where not all cells, or rows, may be added.
  private func granted(_ granted: Int, of count: Int) -> Int {
    if granted < count { reading.findings.note(.tooManyCells, in: "content.xml") }
    return granted
  }

  /// Begins a table.
  func beginTable(_ node: OfficeNode) -> Bool {
    guard tables.count < reading.limits.tableDepth else {
      reading.findings.note(.tooDeep, in: "content.xml")
      return true
    }
    if level.paragraph != nil { endParagraph() }
    reading.anchors.wait(node["table:name"], "table")
    var table = ODTOpenTable(index: node.index)
    let columns = node.descendants(named: "table:table-column", below: ODTStory.columnGroups)
    table.hasHeaderColumn = columns.first?.parent?.name == "table:table-header-columns"
    for column in columns {
      let count = min(
        max(WordValue.number(column["table:number-columns-repeated"]) ?? 1, 1), ODTStory.mostColumns)
      let width = reading.styles.properties(
        column["table:style-name"], family: "table-column", "style:table-column-properties"
      ).flatMap { ODTValue.twips($0["style:column-width"]) }
      table.widths += [Int?](repeating: width, count: min(count, ODTStory.mostColumns - table.widths.count))
      if table.widths.count >= ODTStory.mostColumns { break }
    }
    let mode = reading.styles.properties(
      node["table:style-name"], family: "table", "style:table-properties")?["style:writing-mode"]
    table.isRightToLeft = mode?.hasPrefix("rl") ?? false
    tables.append(table)
    return true
  }

  private static let columnGroups: Set<String> = [
    "table:table-columns", "table:table-header-columns", "table:table-column-group",
  ]

  /// Ends a table.
  func endTable(_ node: OfficeNode) {
    guard tables.last?.index == node.index else { return }
    appendWaitingRows(tables.count - 1, areLast: true)
    let table = tables.removeLast()
    guard !table.rows.isEmpty else { return }
    var finished = DocumentTable(rows: table.rows)
    finished.hasHeaderColumn = table.hasHeaderColumn
    guard level.hidden == 0 else {
      var collector = HiddenText()
      Document.walk([.table(finished)], &collector)
      level.carried += collector.inlines
      return
    }
    level.blocks.append(.table(finished))
  }

  /// Collects the text of a table that is hidden.
  private struct HiddenText: DocumentVisitor {
    var inlines: [Inline] = []
    mutating func visit(_ inline: Inline) {
      if let hidden = ODTStory.hidden(inline) { inlines.append(hidden) }
    }
  }

  /// Begins a row.
  func beginRow(_ node: OfficeNode) -> Bool {
    guard let last = tables.indices.last else { return true }
    var row = DocumentTableRow(cells: [])
    row.isHeader = node.parent?.name == "table:table-header-rows"
    row.isRightToLeft = tables[last].isRightToLeft
    row.revision = deletion ?? (levels.count == 1 ? insertions.last?.revision : nil)
    tables[last].row = row
    (tables[last].across, tables[last].lastRows) = (0, 1)
    return true
  }

  /// Ends a row.
  func endRow(_ node: OfficeNode) {
    guard let last = tables.indices.last, let row = tables[last].row else { return }
    fillAcross(last)
    appendWaitingCells(last, areLast: true)
    let finished = tables[last].row ?? row
    tables[last].row = nil
    for (column, covered) in tables[last].covered {
      tables[last].covered[column] =
        covered.rows > 1 ? .init(rows: covered.rows - 1, merge: covered.merge) : nil
    }
    // Cells that begin to span rows here cover those below.
    for (column, waiting) in waitingCovers { tables[last].covered[column] = waiting }
    waitingCovers = [:]
    guard !finished.cells.isEmpty else { return }
    let repeated = ODTStory.count(node, "table:number-rows-repeated")
    let isBlank = finished.cells.allSatisfy(\.isBlank)
    if isBlank, repeated > ODTStory.mostAtEnd || !tables[last].waitingRows.isEmpty {
      tables[last].waitingRows.append((finished, repeated))
      return
    }
    appendWaitingRows(last, areLast: false)
    append(finished, repeated, last)
  }

  /// Adds a row a number of times.
  private func append(_ row: DocumentTableRow, _ count: Int, _ last: Int) {
    let more = reading.repeats.take(cells: count - 1, size: row.cells.count)
    for _ in 0...granted(more, of: count - 1) { tables[last].rows.append(row) }
  }

  /// Adds the empty rows that wait; of many at the end of the table only one.
  private func appendWaitingRows(_ last: Int, areLast: Bool) {
    let waiting = tables[last].waitingRows
    tables[last].waitingRows = []
    for (row, count) in waiting { append(row, areLast && count > ODTStory.mostAtEnd ? 1 : count, last) }
  }

  /// Adds the empty cells that wait; of many at the end of the row only one.
  private func appendWaitingCells(_ last: Int, areLast: Bool) {
    guard let (cell, count) = tables[last].waitingCells else { return }
    tables[last].waitingCells = nil
    for _ in 0..<(areLast ? 1 : 1 + mayAdd(cells: count - 1)) { append(cell, last) }
  }

  /// Begins a cell.
  func beginCell(_ node: OfficeNode) -> Bool {
    guard let last = tables.indices.last else { return true }
    if tables[last].row == nil { tables[last].row = DocumentTableRow(cells: []) }
    if node.name == "table:table-cell" { fillAcross(last) }
    appendWaitingCells(last, areLast: false)
    beginLevel(node)
    return true
  }

  /// Adds the cells that the last one spans, where the file leaves them out.
  private func fillAcross(_ last: Int) {
    let granted = mayAdd(cells: tables[last].across)
    for _ in 0..<granted { appendContinued(last) }
    tables[last].across = 0
  }

  private func appendContinued(_ last: Int) {
    var cell = DocumentTableCell(blocks: [.paragraph(Paragraph())], borders: tables[last].last.borders)
    cell.horizontalMerge = .continued
    cell.verticalMerge = tables[last].last.verticalMerge
    cell.shading = tables[last].last.shading
    cell.verticalAlignment = tables[last].last.verticalAlignment
    append(cell, last)
    tables[last].across -= 1
    if tables[last].lastRows > 1 {
      let column = (tables[last].row?.cells.count ?? 1) - 1
      waitingCovers[column] = .init(rows: tables[last].lastRows - 1, merge: .continued)
    }
  }

  private func append(_ cell: DocumentTableCell, _ last: Int) {
    var cell = cell
    let column = tables[last].row?.cells.count ?? 0
    guard column < ODTStory.mostColumns else {
      reading.findings.note(.tooManyCells, in: "content.xml")
      return
    }
    if tables[last].widths.indices.contains(column) { cell.width = tables[last].widths[column] }
    tables[last].row?.cells.append(cell)
  }

  /// Ends a cell.
  func endCell(_ node: OfficeNode) {
    guard level.owner == node.index, let last = tables.indices.last else { return }
    let blocks = endLevel()
    let repeated = ODTStory.count(node, "table:number-columns-repeated")
    if node.name == "table:covered-table-cell" {
      for _ in 0..<1 + mayAdd(cells: repeated - 1) { appendCovered(blocks, last) }
      return
    }
    var cell = DocumentTableCell(
      blocks: blocks.isEmpty ? [.paragraph(Paragraph())] : blocks, borders: Borders())
    let looks = reading.styles.properties(
      node["table:style-name"], family: "table-cell", "style:table-cell-properties")
    cell.shading = looks?["fo:background-color"].flatMap(ODTValue.color)
    switch looks?["style:vertical-align"] {
    case "middle": cell.verticalAlignment = .center
    case "bottom": cell.verticalAlignment = .bottom
    default: break
    }
    cell.borders = looks.flatMap { ODTValue.borders($0, hasSpace: false) } ?? Borders()
    let columns = ODTStory.count(node, "table:number-columns-spanned")
    let rows = ODTStory.count(node, "table:number-rows-spanned")
    if columns > 1 { cell.horizontalMerge = .first }
    if rows > 1 { cell.verticalMerge = .first }
    let isBlank = cell.isBlank
    if isBlank, repeated > ODTStory.mostAtEnd, columns == 1, rows == 1 {
      tables[last].waitingCells = (cell, repeated)
      (tables[last].across, tables[last].last, tables[last].lastRows) = (0, cell, 1)
      return
    }
    for _ in 0..<1 + mayAdd(cells: repeated - 1) {
      append(cell, last)
      let column = (tables[last].row?.cells.count ?? 1) - 1
      if rows > 1 { waitingCovers[column] = .init(rows: rows - 1, merge: columns > 1 ? .first : nil) }
      (tables[last].across, tables[last].last, tables[last].lastRows) = (columns - 1, cell, rows)
      if repeated > 1 { fillAcross(last) }
    }
  }

  /// Adds a cell that another one covers.
  private func appendCovered(_ blocks: [Block], _ last: Int) {
    if tables[last].across > 0 { return appendContinued(last) }
    let column = tables[last].row?.cells.count ?? 0
    var cell = DocumentTableCell(blocks: [.paragraph(Paragraph())], borders: Borders())
    if let covered = tables[last].covered[column] {
      cell.verticalMerge = .continued
      cell.horizontalMerge = covered.merge
    }
    append(cell, last)
  }
}

extension OfficeNode {
  /// The elements of a name directly within it, or within groups of some names.
  func descendants(named name: String, below groups: Set<String>) -> [OfficeNode] {
    var found: [OfficeNode] = []
    var waiting = Array(children)
    var next = 0
    while next < waiting.count {
      let node = waiting[next]
      next += 1
      if node.name == name { found.append(node) }
      if groups.contains(node.name) { waiting.insert(contentsOf: Array(node.children), at: next) }
    }
    return found
  }
}
