internal import SlipBase
internal import SlipExchange

/// Rows of tables, as Zim writes them.
///
/// ```
/// | Name  | Sown |
/// |:------|-----:|      how the columns are aligned
/// | Pea\nand bean | May |
/// ```
enum ZimRow {
  /// Whether a line is a row of a table.
  static func isRow(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "|"), let last = line.last(where: { $0 != UInt8(ascii: " ") }) else {
      return false
    }
    return last == UInt8(ascii: "|") && line.count > 2
  }

  /// Whether a row says how the columns are aligned.
  static func isRuler(_ line: ArraySlice<UInt8>) -> Bool {
    line.contains(0x2D) && line.allSatisfy { [0x7C, 0x3A, 0x2D, 0x20].contains($0) }
  }

  /// The cells of a row. In them, `\n` is a line end and `\|` a bar.
  static func cells(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in line.dropFirst() {
      switch (isEscaped, byte) {
      case (true, 0x6E): cells[cells.count - 1].append(UInt8(ascii: "\n"))
      case (true, 0x7C): cells[cells.count - 1].append(byte)
      case (true, _): cells[cells.count - 1] += [0x5C, byte]
      case (false, 0x5C): break
      case (false, 0x7C): cells.append([])
      case (false, _): cells[cells.count - 1].append(byte)
      }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return cells.dropLast().map { cell in Array(String(decoding: cell, as: UTF8.self).trimmingBlanks().utf8) }
  }
}
