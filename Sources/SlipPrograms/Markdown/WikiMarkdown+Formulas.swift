internal import SlipBase
internal import SlipExchange

/// Formulas of TeX between `$` signs, in which no sign of Markdown has a meaning.
///
/// A formula is shown by its source with the signs around it, and marked as a formula (`FormulaStyle`), so that it can be
/// written again as it was.
extension WikiMarkdown {
  /// Where a formula within a line ends.
  ///
  /// No blank stands behind the first `$` or before the last, and no digit behind the last, as in `$5 and $6`. Behind a letter
  /// or digit only a formula begins that can be told from an amount: `H$_2$O`. `$$x$$` has none of these rules.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - start: The place of the first `$`.
  ///   - searched: The place before which no formula of this line ends; it moves on, so that no byte is searched twice.
  /// - Returns: The place behind the last sign; nil where no formula begins.
  static func endOfFormula(
    in line: ArraySlice<UInt8>, from start: Int, searched: inout Int
  ) -> Int? {
    if line[start...].starts(with: "$$".utf8) {
      return find("$$", in: line, from: start + 2).flatMap { $0 > start + 2 ? $0 + 2 : nil }
    }
    let inside = start + 1
    guard inside < line.endIndex, line[inside] > 0x20 else { return nil }
    if start > line.startIndex {
      let before = line[start - 1] | 0x20
      let isWord = (0x61...0x7A).contains(before) || (0x30...0x39).contains(line[start - 1])
      if isWord ? !"_^\\{".utf8.contains(line[inside]) : "/=?&$".utf8.contains(line[start - 1]) { return nil }
    }
    var index = max(inside, searched)
    while index < min(line.endIndex, start + longestMark) {
      if line[index] == 0x24, index > inside, line[index - 1] > 0x20 {
        let next = index + 1 < line.endIndex ? line[index + 1] : 0x20
        if !(0x30...0x39).contains(next) { return index + 1 }
      }
      index += line[index] == 0x5C ? 2 : 1
    }
    searched = index
    return nil
  }

  /// Whether a formula of several lines begins here: `$$` at the beginning of the line, and the next one in another line
  /// before the paragraph ends.
  ///
  /// - Parameters:
  ///   - content: A line from its text on: without blanks, signs of quotations and bullets.
  ///   - rest: What follows the line.
  static func beginsFormula(_ content: ArraySlice<UInt8>, before rest: ArraySlice<UInt8>) -> Bool {
    guard content.starts(with: "$$".utf8), content.dropFirst(2).firstRange(of: "$$".utf8) == nil else {
      return false
    }
    var position = rest.startIndex
    while position < rest.endIndex {
      let end = rest[position...].firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[position..<end]
      if line.firstRange(of: "$$".utf8) != nil { return true }
      if line.allSatisfy({ $0 <= 0x20 || $0 == 0x3E }) { return false }
      position = end + 1
    }
    return false
  }

  /// The Markdown for a formula, or for one line of it.
  static func shown(formula: ArraySlice<UInt8>) -> String {
    "<span class=\"math\">\(escaped(String(decoding: formula, as: UTF8.self)))</span>"
  }
}
