internal import SlipDocument

/// Collects the rows and cells of a table as they come, and turns spans into merged cells
/// (WHATWG HTML, 4.9.12 "Forming a table").
///
/// HTML states a span once, in the cell that covers others. A document has a cell for
/// each of those as well, marked as a continuation, because RTF does. So
/// `<tr><td rowspan=2>A<td>B<tr><td>C` becomes
///
/// | first row | `A`, first of a vertical merge | `B` |
/// | --- | --- | --- |
/// | second row | continuation of the cell above | `C` |
///
/// A short page could ask for millions of continuation cells, which `budget` prevents.
struct HTMLTableBuilder {
  /// The complete rows.
  private(set) var rows: [DocumentTableRow] = []
  /// For each complete row, where its group is shown.
  private var places: [Place] = []
  /// Where the open group is shown.
  private var place = Place.body

  /// Where a group of rows is shown.
  private enum Place: Int {
    /// Before all others: the first `<thead>`.
    case head
    /// In its place.
    case body
    /// Behind all others: the first `<tfoot>`.
    case foot
  }
  /// Whether the rows stand in `<thead>`.
  var isInHeader = false
  /// Whether a row is open.
  private var isInRow = false
  /// Whether the table has lines.
  private let isBordered: Bool
  /// Whether the open row has lines, if the table has.
  private var rowIsBordered = true
  /// The cells of the open row.
  private var cells: [DocumentTableCell] = []
  /// How many of its own cells are header cells of columns.
  private var headers = 0
  /// Whether its first cell is a header cell.
  private var firstIsHeader = false
  /// How many cells the open row has itself, without continuations from above.
  private var ownCells = 0
  /// The next column of the open row.
  private var column = 0
  /// By column: what a cell above still covers.
  private var covered: [Cover] = []

  /// What a header cell is the header of.
  enum Header {
    /// The row that it stands in.
    case ofRow
    /// The row, or the column if all cells of the row are such.
    case ofAny
  }

  /// What a cell above covers of a column.
  private struct Cover {
    /// How many further rows it covers.
    var rows = 0
    /// The horizontal merge of the continuation cells.
    var horizontal: DocumentTableCell.Merge?
    /// Whether rows have a cell for this column. Columns of a cell that is merely wide
    /// have none.
    var isCell = true
    /// The lines of the cell.
    var borders = Borders.grid
  }

  /// Whether the columns run from right to left.
  private let isRightToLeft: Bool

  /// Begins a table.
  init(isBordered: Bool, isRightToLeft: Bool = false) {
    (self.isBordered, self.isRightToLeft) = (isBordered, isRightToLeft)
  }

  /// The lines of a cell in the open row that states none.
  var usualBorders: Borders { isBordered && rowIsBordered ? .grid : Borders() }

  /// Begins a group of rows. The first head is shown before all other rows and the first foot behind them, wherever
  /// they stand (CSS 2, 17.2 "The CSS table model"). Cells don't reach into a group that is shown elsewhere.
  mutating func startGroup(_ name: String, budget: inout Int) {
    endRow(budget: &budget)
    isInHeader = name == "thead"
    var next = Place.body
    if name == "thead", !places.contains(.head) { next = .head }
    if name == "tfoot", !places.contains(.foot) { next = .foot }
    if next == .foot || next == .head && !places.isEmpty || place == .foot { covered = [] }
    place = next
  }

  /// Ends a group of rows.
  mutating func endGroup(budget: inout Int) {
    endRow(budget: &budget)
    isInHeader = false
    if place == .foot { covered = [] }
    place = .body
  }

  /// The rows in the order in which they are shown.
  func finishedRows() -> [DocumentTableRow] {
    guard zip(places, places.dropFirst()).contains(where: { $0.rawValue > $1.rawValue }) else { return rows }
    return [Place.head, .body, .foot].flatMap { wanted in zip(rows, places).filter { $0.1 == wanted }.map(\.0)
    }
  }

  /// Begins a row, and ends the one before it.
  mutating func startRow(isBordered: Bool = true, budget: inout Int) {
    endRow(budget: &budget)
    isInRow = true
    rowIsBordered = isBordered
  }

  /// Adds a cell to the open row, with its continuation cells to the right. Those below
  /// are added with their rows.
  ///
  /// - Parameters:
  ///   - columns: how many columns it spans, at most 1,000.
  ///   - count: how many cells of the row it stands for, if that isn't one for each
  ///     column.
  ///   - rows: how many rows it spans.
  ///   - header: what it is the header of; nil for other cells.
  ///   - budget: how many more continuation cells spans may make.
  mutating func add(
    _ cell: DocumentTableCell, columns: Int, cells count: Int? = nil, rows: Int, header: Header? = nil,
    budget: inout Int
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
      let merge: DocumentTableCell.Merge? = count == 1 ? nil : index == 0 ? .first : .continued
      cover(Cover(rows: rows - 1, horizontal: merge, isCell: index < count, borders: cell.borders))
      column += 1
      if index >= count { continue }
      cells.append(
        index == 0
          ? first
          : DocumentTableCell(
            blocks: [.paragraph(Paragraph())], horizontalMerge: .continued,
            verticalMerge: rows > 1 ? .first : nil, borders: cell.borders))
    }
    if header != nil, cells.count == count { firstIsHeader = true }
    ownCells += 1
    if case .ofAny? = header { headers += 1 }
  }

  /// Notes what the cell covers of the current column in the rows below.
  private mutating func cover(_ cover: Cover) {
    while covered.count <= column { covered.append(Cover()) }
    covered[column] = cover
  }

  /// Adds the continuation cells for cells above, up to the next free column.
  private mutating func fillCovered(_ budget: inout Int) {
    while column < covered.count, covered[column].rows > 0, budget > 0 {
      budget -= 1
      appendCovered()
    }
  }

  /// Adds a continuation cell for the cell above that covers the current column.
  private mutating func appendCovered() {
    covered[column].rows -= 1
    let cover = covered[column]
    column += 1
    guard cover.isCell else { return }
    cells.append(
      DocumentTableCell(
        blocks: [.paragraph(Paragraph())], horizontalMerge: cover.horizontal, verticalMerge: .continued,
        borders: cover.borders))
  }

  /// Ends the open row: adds the continuation cells that are left, with empty cells
  /// between them. A row is a header row if it stands in `<thead>` or has header cells of columns
  /// only. A row without cells is left out.
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
          cells.append(DocumentTableCell(blocks: [.paragraph(Paragraph())], borders: usualBorders))
        }
      }
    }
    if !cells.isEmpty {
      let isHeader = isInHeader || (ownCells > 0 && headers == ownCells)
      places.append(place)
      var row = DocumentTableRow(cells: cells, isHeader: isHeader)
      row.isRightToLeft = isRightToLeft
      row.firstCellIsHeader = firstIsHeader && !isHeader
      rows.append(row)
    }
    rowIsBordered = true
    (cells, column, ownCells, headers, firstIsHeader) = ([], 0, 0, 0, false)
  }
}
