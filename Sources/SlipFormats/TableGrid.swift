internal import SlipDocument

/// A table's cells with the columns and rows that each covers, worked out from its merge marks.
struct TableGrid {
  struct Span: Equatable {
    /// 0 for a cell that another one covers.
    var columns = 1
    var rows = 1
    static let covered = Span(columns: 0, rows: 0)
  }

  /// Row by row, one span a cell.
  private(set) var spans: [[Span]]

  init(_ table: Table) {
    spans = table.rows.map { row in [Span](repeating: Span(), count: row.cells.count) }
    for row in table.rows.indices {
      var column = 0
      while column < table.rows[row].cells.count {
        if spans[row][column] != .covered { merge(table, row, column) }
        column += max(spans[row][column].columns, 1)
      }
    }
  }

  /// Lets the cell cover the continuation cells to its right and below.
  private mutating func merge(_ table: Table, _ row: Int, _ column: Int) {
    let cell = table.rows[row].cells[column]
    var width = 1
    if cell.horizontalMerge == .first {
      let cells = table.rows[row].cells
      while column + width < cells.count, cells[column + width].horizontalMerge == .continued,
        spans[row][column + width] != .covered
      {
        width += 1
      }
    }
    var height = 1
    if cell.verticalMerge == .first {
      while row + height < table.rows.count,
        TableGrid.continues(
          table.rows[row + height], column, width, likeFirst: cell.horizontalMerge == .first)
      {
        height += 1
      }
    }
    if width == 1 && height == 1 { return }
    for coveredRow in row..<row + height {
      for coveredColumn in column..<column + width { spans[coveredRow][coveredColumn] = .covered }
    }
    spans[row][column] = Span(columns: width, rows: height)
  }

  /// Whether the row's cells at these columns all continue the cell above.
  private static func continues(_ row: TableRow, _ column: Int, _ width: Int, likeFirst: Bool) -> Bool {
    guard column + width <= row.cells.count, row.cells[column].verticalMerge == .continued else {
      return false
    }
    if column + width < row.cells.count, likeFirst, row.cells[column + width].horizontalMerge == .continued {
      return false
    }
    return row.cells[column + 1..<column + width].allSatisfy { $0.horizontalMerge == .continued }
  }
}
