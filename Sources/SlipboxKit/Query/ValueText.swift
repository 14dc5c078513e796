internal import SlipBase
public import SlipQuery

extension QueryValue {
  /// The value as people read it: several with commas between them, a date at midnight as its day, nothing for no value.
  ///
  /// - Parameter date: How a moment is written (RFC 3339 in UTC is given).
  public func cell(date: (String) -> String) -> String {
    switch self {
    case .null: ""
    case .integer(let number): String(number)
    case .double(let number): Int64(exactly: number).map { String($0) } ?? String(number)
    case .bool(let flag): String(flag)
    case .date(let time):
      time.rfc3339.hasSuffix(QueryValue.midnight) ? String(time.rfc3339.dropLast(10)) : date(time.rfc3339)
    case .many(let values): values.map { $0.cell(date: date) }.joined(separator: ", ")
    default: text ?? ""
    }
  }

  /// How midnight ends in RFC 3339.
  private static let midnight = "T00:00:00Z"

  /// The value as JSON: numbers and truth values as such, several as an array, and all else as text.
  package var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let number): .int(number)
    case .double(let number): Int64(exactly: number).map { .int($0) } ?? .double(number)
    case .bool(let flag): .bool(flag)
    case .date(let time): .string(time.rfc3339)
    case .many(let values): .array(values.map(\.json))
    default: text.map { .string($0) } ?? .null
    }
  }
}

/// Sums of the columns of a table whose cells are numbers.
public struct ColumnTotals: Sendable {
  /// The sums so far; nil for a column with a cell that is no number, or without any.
  private var columns: [(sum: Double, count: Int, isNumber: Bool)]
  /// The number of rows.
  private var rows = 0

  /// Begins with nothing.
  ///
  /// - Parameter columns: The number of columns.
  public init(columns: Int) { self.columns = Array(repeating: (0, 0, true), count: columns) }

  /// Adds a row. Empty cells count nothing.
  public mutating func add(_ row: [String]) {
    rows += 1
    for (index, cell) in row.enumerated() where columns.indices.contains(index) && !cell.isEmpty {
      guard let number = Double(cell), number.isFinite else {
        columns[index].isNumber = false
        continue
      }
      columns[index].sum += number
      columns[index].count += 1
    }
  }

  /// The last row of the table: the sums, and in the first column that has none the number of rows.
  public var row: [String] {
    var cells = columns.map { column in
      guard column.isNumber, column.count > 0 else { return "" }
      return Int64(exactly: column.sum).map { String($0) } ?? String(column.sum)
    }
    if let first = cells.firstIndex(of: "") { cells[first] = rows == 1 ? "1 note" : "\(rows) notes" }
    return cells
  }
}
