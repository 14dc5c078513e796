import SlipboxKit

/// A table of text, whose columns are as wide as their widest cells.
///
///     STATUS  MODIFIED    TITLE
///     draft   2024-05-06  Honey prices
///
/// On a terminal the table is cut to its width, since wrapped lines are hard to read; in a file
/// or pipe it is complete. Widths are those of terminals, in which some characters take two
/// columns.
struct TextTable {
  /// The rows, the header first.
  private var rows: [[String]] = []
  /// The widths of the widest cells by column.
  private var widest: [Int] = []

  /// A table with this header and no rows.
  init(header: [String]) { add(header) }

  /// Adds a row whose cells are safe.
  private mutating func add(_ row: [String]) {
    for (column, cell) in row.enumerated() {
      let width = TextTable.width(of: cell)
      if column < widest.count { widest[column] = max(widest[column], width) } else { widest.append(width) }
    }
    rows.append(row)
  }

  /// Adds a row. Cells may contain whatever somebody put into a title, so they are made safe
  /// for a terminal.
  mutating func append(_ row: [String]) { add(row.map { PlainLine.text($0) }) }

  /// Rows as lines whose columns stand below each other.
  static func aligned(_ rows: [[String]]) -> [String] {
    var table = TextTable()
    for row in rows { table.append(row) }
    return table.text().split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// A table without a header.
  private init() {}

  /// The spaces between two columns.
  private static let gap = 2
  /// Columns are never made narrower than this.
  private static let narrowest = 8
  /// Beside a column that stays, the others are never made narrower than this.
  private static let narrowestBeside = 4

  /// The table with a line feed after each row; the last column isn't padded.
  ///
  /// - Parameters:
  ///   - width: The columns of the terminal, to which the widest cells are cut; nil
  ///     cuts nothing.
  ///   - kept: The column that keeps its width as long as others can be narrowed; nil for none.
  func text(width: Int? = nil, keeping kept: Int? = nil) -> String {
    let widths = fitted(width, kept)
    // Bytes, since joining many short strings takes most of the time that a long list takes.
    var text: [UInt8] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        let cell = widths[column] < widest[column] ? TextTable.cut(cell, to: widths[column]) : cell
        text += cell.utf8
        guard column < row.count - 1 else { break }
        for _ in 0..<(widths[column] - TextTable.width(of: cell) + TextTable.gap) { text.append(0x20) }
      }
      while text.last == 0x20 { text.removeLast() }
      text.append(0x0A)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The widths of the columns: those of their widest cells, or less where the lines would be
  /// too long. The widest column is narrowed first, again and again.
  private func fitted(_ width: Int?, _ kept: Int?) -> [Int] {
    var widths = widest
    let count = widths.count
    guard let width else { return widths }
    var excess = widths.reduce(TextTable.gap * (count - 1), +) - width
    /// Narrows some columns down to a width, as long as the lines are too long. Of equally wide columns the last one is narrowed
    /// first.
    func narrow(_ columns: [Int], to least: Int) {
      while excess > 0, let widest = columns.reversed().max(by: { widths[$0] < widths[$1] }),
        widths[widest] > least
      {
        widths[widest] -= 1
        excess -= 1
      }
    }
    if let kept { narrow(widths.indices.filter { $0 != kept }, to: TextTable.narrowestBeside) }
    narrow(Array(widths.indices), to: TextTable.narrowest)
    return widths
  }

  /// The cell, cut to a width; a cut cell ends with `…`.
  private static func cut(_ cell: String, to width: Int) -> String {
    guard self.width(of: cell) > width else { return cell }
    var text = ""
    var room = width - 1
    for character in cell {
      room -= self.width(of: character)
      if room < 0 { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The columns that a text takes.
  private static func width(of text: String) -> Int {
    var text = text
    let isPlain = text.withUTF8 { $0.allSatisfy { 0x20 <= $0 && $0 < 0x7F } }
    return isPlain ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
  }

  /// The columns that a character takes: two for East Asian characters and pictographs
  /// (Unicode, UAX #11), one for others.
  private static func width(of character: Character) -> Int {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
