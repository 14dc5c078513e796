internal import SlipDocument

/// A table's cells on a grid of columns and rows, as HTML wants them.
///
/// In RTF, each row defines the right edges of its own cells (`\cellx`), and merged cells
/// are marked cell by cell (`\clmgf`, `\clmrg`, `\clvmgf`, `\clvmrg`; RTF 1.9.1, "Table
/// Definitions"). HTML has one grid for the whole table, and cells that span columns and
/// rows of it. The columns are found by the places where cells begin: in twips if all
/// cells have widths, and otherwise by counting.
///
/// A row with two cells of 2,000 twips and below it a row with one cell of 4,000 make a
/// grid of two columns. The cell below covers both, although it was never merged: its
/// span has two columns, but one cell.
struct TableGrid {
  /// How much of the grid a cell covers.
  struct Span: Equatable {
    /// The number of columns; 0 for a cell that another one covers.
    var columns = 1
    /// The number of rows; 0 for a cell that another one covers.
    var rows = 1
    /// How many cells of its row were merged into it, itself included. Less than
    /// `columns` for a cell that is merely wide.
    var cells = 1
    /// The span of a cell that another one covers.
    static let covered = Span(columns: 0, rows: 0, cells: 0)
  }

  /// A row and a cell in it.
  struct Place: Hashable {
    var row: Int
    var cell: Int
  }

  /// One span for each cell of each row.
  private(set) var spans: [[Span]]
  /// For cells that cover others with something visible in them: the rows and cells of those.
  private(set) var hidden: [Place: [Place]] = [:]
  /// For each row, how many columns are left to the right of its last cell.
  private(set) var missing: [Int]

  /// Lays a table's cells out on a grid.
  init(_ table: DocumentTable) {
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

  /// Makes a cell cover the continuation cells to its right and below it.
  ///
  /// Cells below belong to it only if their edges match, row by row without a gap. Others
  /// stay cells of their own.
  private mutating func merge(_ table: DocumentTable, _ row: Int, _ cell: Int, _ edges: TableEdges) {
    let width = table.rows[row].mergedCells(from: cell)
    let place = Place(row: row, cell: cell)
    for covered in cell..<cell + width {
      spans[row][covered] = .covered
      if covered > cell { hide(table, Place(row: row, cell: covered), under: place) }
    }
    let end = edges.end(row, cell + width - 1)
    var height = 1
    if table.rows[row].cells[cell].verticalMerge == .first {
      while row + height < table.rows.count,
        let below = continuation(table.rows[row + height], row + height, edges.start(row, cell)..<end, edges)
      {
        for covered in below {
          spans[row + height][covered] = .covered
          hide(table, Place(row: row + height, cell: covered), under: place)
        }
        height += 1
      }
    }
    spans[row][cell] = Span(columns: width, rows: height, cells: width)
  }

  /// Notes that a cell covers another one, if that shows something.
  private mutating func hide(_ table: DocumentTable, _ covered: Place, under place: Place) {
    if table.rows[covered.row].cells[covered.cell].isBlank { return }
    hidden[place, default: []].append(covered)
  }

  /// What a cell shows: its own content, and that of the cells which it covers. Files may have text in these, which programs don't
  /// show, but which is in the plain text.
  func content(of table: DocumentTable, _ row: Int, _ cell: Int) -> DocumentTableCell {
    var shown = table.rows[row].cells[cell]
    for place in hidden[Place(row: row, cell: cell)] ?? [] {
      let more = table.rows[place.row].cells[place.cell].blocks
      shown.blocks = shown.isBlank ? more : shown.blocks + more
    }
    return shown
  }

  /// The cells of a row that continue a cell above them; nil if they don't.
  ///
  /// - Parameters:
  ///   - row: the row below.
  ///   - index: its index in the table.
  ///   - range: the left and right edge of the cell above, which the cells must match.
  private func continuation(
    _ row: DocumentTableRow, _ index: Int, _ range: Range<Int>, _ edges: TableEdges
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

  /// Works out the number of columns that each cell covers. A new column begins wherever
  /// a cell begins that isn't covered by another one.
  private mutating func alignColumns(_ edges: TableEdges) {
    let starts = edges.columns { spans[$0][$1] != .covered }
    var used: [Int] = []
    for row in spans.indices {
      var (column, position) = (0, -1 << 40)
      for cell in spans[row].indices {
        let isCovered = spans[row][cell] == .covered
        // The columns that the cell to the left covers were counted with that cell.
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

/// The left and right edges of a table's cells: in twips if all of them have widths, and
/// otherwise counted in cells.
private struct TableEdges {
  /// Left edges, by row and cell.
  private let starts: [[Int]]
  /// Right edges, by row and cell.
  private let ends: [[Int]]
  /// Edges that differ by no more than this are the same.
  let tolerance: Int

  /// Three millimetres, in twips. Word processors round, so that edges which look aligned
  /// differ by a little.
  private static let rounding = 170

  /// Adds up the widths of the cells of each row.
  init(_ table: DocumentTable) {
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

  /// The left edge of a cell.
  func start(_ row: Int, _ cell: Int) -> Int { starts[row][cell] }
  /// The right edge of a cell.
  func end(_ row: Int, _ cell: Int) -> Int { ends[row][cell] }

  /// The left edges of the columns, in ascending order.
  ///
  /// - Parameter counts: whether the cell with this row and index begins a column.
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

/// Cells of a row as RTF has them.
extension DocumentTableRow {
  /// Whether all cells have widths, and none is narrower than `least` twips.
  fileprivate func hasWideCells(_ least: Int) -> Bool {
    cells.allSatisfy { cell in cell.width.map { $0 > least } ?? false }
  }

  /// How many cells of the row the one at this index is merged from, itself included.
  fileprivate func mergedCells(from index: Int) -> Int {
    guard cells[index].horizontalMerge == .first else { return 1 }
    var end = index + 1
    while end < cells.count, cells[end].horizontalMerge == .continued { end += 1 }
    return end - index
  }
}
