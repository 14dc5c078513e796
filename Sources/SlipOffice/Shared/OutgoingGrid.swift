internal import SlipDocument

extension DocumentTable {
  /// The table as word processors can show it: without rows that have no cells. A cell that goes on from another one but has
  /// text of its own is a cell by itself, as its text would be lost.
  var outgoing: DocumentTable {
    var table = DocumentTable(rows: rows.filter { !$0.cells.isEmpty })
    for row in table.rows.indices {
      for cell in table.rows[row].cells.indices {
        let found = table.rows[row].cells[cell]
        guard found.horizontalMerge == .continued || found.verticalMerge == .continued, !found.hasNoText
        else {
          continue
        }
        table.rows[row].cells[cell].horizontalMerge = nil
        table.rows[row].cells[cell].verticalMerge = nil
      }
    }
    return table
  }
}

extension DocumentTableCell {
  /// Whether nothing at all is in the cell, not even what is hidden.
  fileprivate var hasNoText: Bool {
    blocks.allSatisfy { block in
      if case .paragraph(let paragraph) = block {
        paragraph.inlines.isEmpty && paragraph.textBoxes.isEmpty && paragraph.listItem == nil
      } else {
        false
      }
    }
  }
}

/// The columns of a table that is written. Rows of a document may divide their width as they like; in word processors all
/// rows share one grid, and cells span its columns.
struct OutgoingGrid: Sendable {
  /// A cell as it is written.
  struct Cell: Sendable {
    /// The cell's index in its row.
    var index: Int
    /// How many columns of the grid it spans.
    var columns: Int
    /// Its width in twips.
    var width: Int
  }

  /// The widths of the columns.
  private(set) var widths: [Int] = []
  /// The cells of each row, without those that another one continues into.
  private(set) var rows: [[Cell]] = []
  /// Whether the document says the width of each cell.
  private(set) var hasWidths: Bool

  /// Computes the grid.
  ///
  /// - Parameter room: The width that cells without one share.
  init(_ table: DocumentTable, room: Int) {
    hasWidths = table.rows.allSatisfy { $0.cells.allSatisfy { $0.width != nil } }
    let counts = Set(table.rows.map(\.cells.count))
    let isEven = !hasWidths && counts.count == 1
    var edges: [[Int]] = []
    for row in table.rows {
      let usual = max(1, room / max(1, row.cells.count))
      var (edge, list) = (0, [Int]())
      for cell in row.cells {
        edge += isEven ? usual : min(max(cell.width ?? usual, 1), 31_680)
        list.append(edge)
      }
      edges.append(list)
    }
    let all = Set(edges.joined()).sorted()
    // Edges that nearly coincide are one.
    var grid: [Int] = []
    for edge in all where grid.last.map({ edge - $0 > OutgoingGrid.tolerance }) ?? true { grid.append(edge) }
    var last = 0
    for edge in grid {
      widths.append(max(edge - last, 1))
      last = edge
    }
    for (row, list) in zip(table.rows, edges) { rows.append(OutgoingGrid.cells(row, list, grid)) }
    let most = rows.map { $0.reduce(0) { $0 + $1.columns } }.max() ?? 0
    while widths.count < most { widths.append(OutgoingGrid.tolerance) }
  }

  /// How far edges may be apart that are one, in twips.
  private static let tolerance = 12

  /// The cells of a row.
  private static func cells(_ row: DocumentTableRow, _ edges: [Int], _ grid: [Int]) -> [Cell] {
    var cells: [Cell] = []
    var (column, start) = (0, 0)
    for (index, cell) in row.cells.enumerated() {
      var end = column
      while end < grid.count, grid[end] <= edges[index] { end += 1 }
      // Each cell has a column of its own, and leaves one to each of those after it.
      end = max(end, column + 1)
      let width = edges[index] - start
      if cell.horizontalMerge == .continued, !cells.isEmpty {
        cells[cells.count - 1].columns += end - column
        cells[cells.count - 1].width += width
      } else {
        cells.append(Cell(index: index, columns: end - column, width: width))
      }
      (column, start) = (end, edges[index])
    }
    return cells
  }
}
