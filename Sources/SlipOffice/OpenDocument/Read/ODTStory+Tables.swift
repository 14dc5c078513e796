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
  var widths: [Int?] = []
  var covered: [Int: Covered] = [:]
  /// Cells to the right that the last one spans.
  var across = 0
  var last = DocumentTableCell()
  /// The span of rows of the last cell.
  var lastRows = 1
  var index: Int
}

/// Tables (ODF 1.3, 9).
extension ODTStory {
  private static let mostRepeated = 65_536
  private static let mostColumns = 1_024

  /// Begins a table.
  func beginTable(_ node: OfficeNode) -> Bool {
    guard tables.count < reading.limits.tableDepth else {
      reading.findings.note(.tooDeep, in: "content.xml")
      return true
    }
    if level.paragraph != nil { endParagraph() }
    var table = ODTOpenTable(index: node.index)
    for column in node.descendants(named: "table:table-column", below: ODTStory.columnGroups) {
      let count = min(
        max(WordValue.number(column["table:number-columns-repeated"]) ?? 1, 1), ODTStory.mostColumns)
      let width = reading.styles.properties(
        column["table:style-name"], family: "table-column", "style:table-column-properties"
      ).flatMap { ODTValue.twips($0["style:column-width"]) }
      table.widths += [Int?](repeating: width, count: min(count, ODTStory.mostColumns - table.widths.count))
      if table.widths.count >= ODTStory.mostColumns { break }
    }
    tables.append(table)
    return true
  }

  private static let columnGroups: Set<String> = [
    "table:table-columns", "table:table-header-columns", "table:table-column-group",
  ]

  /// Ends a table.
  func endTable(_ node: OfficeNode) {
    guard tables.last?.index == node.index else { return }
    let table = tables.removeLast()
    guard !table.rows.isEmpty else { return }
    level.blocks.append(.table(DocumentTable(rows: table.rows)))
  }

  /// Begins a row.
  func beginRow(_ node: OfficeNode) -> Bool {
    guard let last = tables.indices.last else { return true }
    var row = DocumentTableRow(cells: [])
    row.isHeader = node.parent?.name == "table:table-header-rows"
    row.revision = deletion ?? (levels.count == 1 ? insertions.last?.revision : nil)
    tables[last].row = row
    (tables[last].across, tables[last].lastRows) = (0, 1)
    return true
  }

  /// Ends a row.
  func endRow(_ node: OfficeNode) {
    guard let last = tables.indices.last, let row = tables[last].row else { return }
    fillAcross(last)
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
    let repeated = min(
      max(WordValue.number(node["table:number-rows-repeated"]) ?? 1, 1), ODTStory.mostRepeated)
    let isBlank = finished.cells.allSatisfy(\.isBlank)
    let count = isBlank && repeated > 100 ? 1 : repeated
    for _ in 0..<count where tables[last].rows.count < ODTStory.mostRepeated {
      tables[last].rows.append(finished)
    }
  }

  /// Begins a cell.
  func beginCell(_ node: OfficeNode) -> Bool {
    guard let last = tables.indices.last else { return true }
    if tables[last].row == nil { tables[last].row = DocumentTableRow(cells: []) }
    if node.name == "table:table-cell" { fillAcross(last) }
    beginLevel(node)
    return true
  }

  /// Adds the cells that the last one spans, where the file leaves them out.
  private func fillAcross(_ last: Int) {
    while tables[last].across > 0 { appendContinued(last) }
  }

  private func appendContinued(_ last: Int) {
    var cell = DocumentTableCell(blocks: [.paragraph(Paragraph())], borders: tables[last].last.borders)
    cell.horizontalMerge = .continued
    cell.verticalMerge = tables[last].last.verticalMerge
    cell.shading = tables[last].last.shading
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
    guard column < ODTStory.mostColumns else { return }
    if tables[last].widths.indices.contains(column) { cell.width = tables[last].widths[column] }
    tables[last].row?.cells.append(cell)
  }

  /// Ends a cell.
  func endCell(_ node: OfficeNode) {
    guard level.owner == node.index, let last = tables.indices.last else { return }
    let blocks = endLevel()
    let repeated = min(
      max(WordValue.number(node["table:number-columns-repeated"]) ?? 1, 1), ODTStory.mostColumns)
    if node.name == "table:covered-table-cell" {
      for _ in 0..<repeated { appendCovered(blocks, last) }
      return
    }
    var cell = DocumentTableCell(
      blocks: blocks.isEmpty ? [.paragraph(Paragraph())] : blocks, borders: Borders())
    let looks = reading.styles.properties(
      node["table:style-name"], family: "table-cell", "style:table-cell-properties")
    cell.shading = looks?["fo:background-color"].flatMap(ODTValue.color)
    cell.borders = looks.flatMap { ODTValue.borders($0, hasSpace: false) } ?? Borders()
    let columns = min(
      max(WordValue.number(node["table:number-columns-spanned"]) ?? 1, 1), ODTStory.mostColumns)
    let rows = min(max(WordValue.number(node["table:number-rows-spanned"]) ?? 1, 1), ODTStory.mostRepeated)
    if columns > 1 { cell.horizontalMerge = .first }
    if rows > 1 { cell.verticalMerge = .first }
    let isBlank = cell.isBlank
    for _ in 0..<(isBlank && repeated > 100 ? 1 : repeated) {
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
