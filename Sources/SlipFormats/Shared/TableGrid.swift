internal import SlipDocument

/// A table's cells with the columns and rows that each covers, worked out from its merge marks and, where all cells have
/// widths, from the places where they begin: rows of RTF need not have their cells one below the other.
struct TableGrid {
  struct Span: Equatable {
    /// 0 for a cell that another one covers.
    var columns = 1
    var rows = 1
    /// How many cells of its row it is made of.
    var cells = 1
    static let covered = Span(columns: 0, rows: 0, cells: 0)
  }

  /// Row by row, one span a cell.
  private(set) var spans: [[Span]]
  /// Row by row, how many columns are left to the right of the last cell.
  private(set) var missing: [Int]

  init(_ table: Table) {
    spans = table.rows.map { row in [Span](repeating: Span(), count: row.cells.count) }
    missing = []
    let edges = TableEdges(table)
    for row in table.rows.indices {
      for cell in table.rows[row].cells.indices where spans[row][cell] != .covered {
        merge(table, row, cell, edges)
      }
    }
    alignColumns(edges)
  }

  /// Lets the cell cover the continuation cells to its right and below.
  private mutating func merge(_ table: Table, _ row: Int, _ cell: Int, _ edges: TableEdges) {
    let width = table.rows[row].mergedCells(from: cell)
    for covered in cell..<cell + width { spans[row][covered] = .covered }
    let end = edges.end(row, cell + width - 1)
    var height = 1
    if table.rows[row].cells[cell].verticalMerge == .first {
      while row + height < table.rows.count,
        let below = continuation(table.rows[row + height], row + height, edges.start(row, cell)..<end, edges)
      {
        for covered in below { spans[row + height][covered] = .covered }
        height += 1
      }
    }
    spans[row][cell] = Span(columns: width, rows: height, cells: width)
  }

  /// The row's cells between two edges, where they all continue the cell above.
  private func continuation(
    _ row: TableRow, _ index: Int, _ range: Range<Int>, _ edges: TableEdges
  ) -> Range<Int>? {
    guard
      let first = row.cells.indices.first(where: {
        abs(edges.start(index, $0) - range.lowerBound) <= edges.tolerance
      }),
      spans[index][first] != .covered, row.cells[first].verticalMerge == .continued
    else { return nil }
    let width = row.mergedCells(from: first)
    guard abs(edges.end(index, first + width - 1) - range.upperBound) <= edges.tolerance else { return nil }
    return first..<first + width
  }

  /// A column begins where a cell does that is there.
  private mutating func alignColumns(_ edges: TableEdges) {
    let starts = edges.columns { spans[$0][$1] != .covered }
    var used: [Int] = []
    for row in spans.indices {
      var (column, position) = (0, -1 << 40)
      for cell in spans[row].indices {
        let isCovered = spans[row][cell] == .covered
        // What the cell to its left covers has been counted.
        if isCovered, edges.start(row, cell) < position - edges.tolerance { continue }
        let cells = isCovered ? 1 : spans[row][cell].cells
        position = edges.end(row, cell + cells - 1)
        var next = column + cells
        while next < starts.count, starts[next] < position - edges.tolerance { next += 1 }
        if !isCovered { spans[row][cell].columns = next - column }
        column = next
      }
      used.append(column)
    }
    let most = used.max() ?? 0
    missing = used.map { most - $0 }
  }
}

/// Where cells begin and end: in twips where all of them have widths, else counted.
private struct TableEdges {
  private let starts: [[Int]]
  private let ends: [[Int]]
  /// Edges that are no farther apart are one.
  let tolerance: Int

  /// Three millimetres, in twips: programs round.
  private static let rounding = 170

  init(_ table: Table) {
    let hasWidths = table.rows.allSatisfy { $0.hasWideCells(TableEdges.rounding) }
    tolerance = hasWidths ? TableEdges.rounding : 0
    var (starts, ends): ([[Int]], [[Int]]) = ([], [])
    for row in table.rows {
      var edge = 0
      var lefts: [Int] = []
      for cell in row.cells {
        lefts.append(edge)
        edge += hasWidths ? cell.width ?? 1 : 1
      }
      starts.append(lefts)
      ends.append(Array(lefts.dropFirst()) + [edge])
    }
    (self.starts, self.ends) = (starts, ends)
  }

  func start(_ row: Int, _ cell: Int) -> Int { starts[row][cell] }
  func end(_ row: Int, _ cell: Int) -> Int { ends[row][cell] }

  /// The first edge of each column, from left to right, of the cells that count.
  func columns(where counts: (Int, Int) -> Bool) -> [Int] {
    var all: [Int] = []
    for row in starts.indices {
      all += starts[row].indices.filter { counts(row, $0) }.map { starts[row][$0] }
    }
    var columns: [Int] = []
    for edge in all.sorted() where columns.isEmpty || edge - (columns.last ?? 0) > tolerance {
      columns.append(edge)
    }
    return columns
  }
}

extension TableRow {
  /// All cells have widths, and none is a sliver.
  fileprivate func hasWideCells(_ least: Int) -> Bool {
    cells.allSatisfy { cell in cell.width.map { $0 > least } ?? false }
  }

  /// How many cells the one at this index is made of.
  fileprivate func mergedCells(from index: Int) -> Int {
    guard cells[index].horizontalMerge == .first else { return 1 }
    var end = index + 1
    while end < cells.count, cells[end].horizontalMerge == .continued { end += 1 }
    return end - index
  }
}
