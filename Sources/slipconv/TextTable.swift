import SlipboxKit

/// Columns of text with as much room as their widest cell.
struct TextTable {
  private var rows: [[String]] = []

  init(header: [String]) { rows.append(header) }

  /// Cells may hold whatever somebody put into a title.
  mutating func append(_ row: [String]) { rows.append(row.map { PlainLine.text($0) }) }

  /// Lines end in LF; the last column isn't padded.
  func text() -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
      }.joined()
    }.map { TextTable.withoutBlanksAtEnd($0) + "\n" }.joined()
  }

  /// By bytes: a single character may be as long as it likes.
  private static func withoutBlanksAtEnd(_ line: String) -> Substring {
    line[..<(line.utf8.lastIndex { $0 != 0x20 }.map(line.utf8.index(after:)) ?? line.startIndex)]
  }
}
