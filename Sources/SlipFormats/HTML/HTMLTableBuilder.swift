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
  /// The next one of the row.
  private var column = 0
  /// Per column: what a cell above still covers.
  private var covered: [Cover] = []

  private struct Cover {
    /// Further down.
    var rows = 0
    var horizontal: TableCell.Merge?
    /// A row has a cell for it.
    var isCell = true
  }

  init(isBordered: Bool) { self.isBordered = isBordered }

  mutating func startRow(isBordered: Bool = true, budget: inout Int) {
    endRow(budget: &budget)
    isInRow = true
    rowIsBordered = isBordered
  }

  /// Adds a cell; `budget` is how many more continuation cells spans may make.
  ///
  /// - Parameter cells: how many cells of the row it is, where that isn't one a column.
  mutating func add(
    _ cell: TableCell, columns: Int, cells count: Int? = nil, rows: Int, isHeader: Bool, budget: inout Int
  ) {
    isInRow = true
    fillCovered(&budget)
    let columns = min(max(columns, 1), 1000, max(1, budget))
    let count = min(max(count ?? columns, 1), columns)
    budget -= columns - 1
    var first = cell
    if count > 1 { first.horizontalMerge = .first }
    if rows > 1 { first.verticalMerge = .first }
    for index in 0..<columns {
      let merge: TableCell.Merge? = count == 1 ? nil : index == 0 ? .first : .continued
      cover(rows - 1, merge, isCell: index < count)
      column += 1
      if index >= count { continue }
      cells.append(
        index == 0
          ? first
          : TableCell(
            blocks: [.paragraph(Paragraph())], horizontalMerge: .continued,
            verticalMerge: rows > 1 ? .first : nil))
    }
    ownCells += 1
    if isHeader { headers += 1 }
  }

  private mutating func cover(_ rows: Int, _ horizontal: TableCell.Merge?, isCell: Bool) {
    while covered.count <= column { covered.append(Cover()) }
    covered[column] = Cover(rows: rows, horizontal: horizontal, isCell: isCell)
  }

  /// Cells that a cell above covers, up to the next free column.
  private mutating func fillCovered(_ budget: inout Int) {
    while column < covered.count, covered[column].rows > 0, budget > 0 {
      budget -= 1
      appendCovered()
    }
  }

  private mutating func appendCovered() {
    covered[column].rows -= 1
    let cover = covered[column]
    column += 1
    guard cover.isCell else { return }
    cells.append(
      TableCell(
        blocks: [.paragraph(Paragraph())], horizontalMerge: cover.horizontal, verticalMerge: .continued))
  }

  mutating func endRow(budget: inout Int) {
    guard isInRow else { return }
    isInRow = false
    if let last = covered.lastIndex(where: { $0.rows > 0 }) {
      while column <= last, budget > 0 {
        budget -= 1
        if covered[column].rows > 0 {
          appendCovered()
        } else {
          column += 1
          cells.append(TableCell(blocks: [.paragraph(Paragraph())]))
        }
      }
    }
    if !cells.isEmpty {
      let isHeader = isInHeader || (ownCells > 0 && headers == ownCells)
      rows.append(TableRow(cells: cells, isHeader: isHeader, isBordered: isBordered && rowIsBordered))
    }
    rowIsBordered = true
    (cells, column, ownCells, headers) = ([], 0, 0, 0)
  }
}
