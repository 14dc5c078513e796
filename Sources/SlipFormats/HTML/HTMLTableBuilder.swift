internal import SlipDocument

/// Rows and cells as they come, with spans turned into merges (WHATWG HTML, "Forming a table").
struct HTMLTableBuilder {
  private(set) var rows: [TableRow] = []
  var isInHeader = false
  private(set) var isInRow = false
  private let isBordered: Bool
  private var rowIsBordered = true
  private var cells: [TableCell] = []
  private var headers = 0
  private var ownCells = 0
  /// Per column: rows below that a cell above still covers.
  private var covered: [(rows: Int, horizontal: TableCell.Merge?)] = []

  init(isBordered: Bool) { self.isBordered = isBordered }

  mutating func startRow(isBordered: Bool = true, budget: inout Int) {
    endRow(budget: &budget)
    isInRow = true
    rowIsBordered = isBordered
  }

  /// Adds a cell; `budget` is how many more continuation cells spans may make.
  mutating func add(_ cell: TableCell, columns: Int, rows: Int, isHeader: Bool, budget: inout Int) {
    isInRow = true
    fillCovered(&budget)
    let columns = min(max(columns, 1), 1000, max(1, budget))
    budget -= columns - 1
    var first = cell
    if columns > 1 { first.horizontalMerge = .first }
    if rows > 1 { first.verticalMerge = .first }
    for column in 0..<columns {
      let merge: TableCell.Merge? = columns == 1 ? nil : column == 0 ? .first : .continued
      cover(cells.count, rows - 1, merge)
      cells.append(
        column == 0
          ? first
          : TableCell(
            blocks: [.paragraph(Paragraph())], horizontalMerge: .continued,
            verticalMerge: rows > 1 ? .first : nil))
    }
    ownCells += 1
    if isHeader { headers += 1 }
  }

  private mutating func cover(_ column: Int, _ rows: Int, _ horizontal: TableCell.Merge?) {
    while covered.count <= column { covered.append((0, nil)) }
    covered[column] = (rows, horizontal)
  }

  /// Cells that a cell above covers, up to the next free column.
  private mutating func fillCovered(_ budget: inout Int) {
    while cells.count < covered.count, covered[cells.count].rows > 0, budget > 0 {
      budget -= 1
      appendCovered()
    }
  }

  private mutating func appendCovered() {
    let column = cells.count
    covered[column].rows -= 1
    cells.append(
      TableCell(
        blocks: [.paragraph(Paragraph())], horizontalMerge: covered[column].horizontal,
        verticalMerge: .continued))
  }

  mutating func endRow(budget: inout Int) {
    guard isInRow else { return }
    isInRow = false
    if let last = covered.lastIndex(where: { $0.rows > 0 }) {
      while cells.count <= last, budget > 0 {
        budget -= 1
        if covered[cells.count].rows > 0 {
          appendCovered()
        } else {
          cells.append(TableCell(blocks: [.paragraph(Paragraph())]))
        }
      }
    }
    if !cells.isEmpty {
      let isHeader = isInHeader || (ownCells > 0 && headers == ownCells)
      rows.append(TableRow(cells: cells, isHeader: isHeader, isBordered: isBordered && rowIsBordered))
    }
    rowIsBordered = true
    (cells, ownCells, headers) = ([], 0, 0)
  }
}
