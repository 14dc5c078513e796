/// What the beginning of a line of text could be taken for besides text.
///
/// A paragraph's line that begins with `#`, `-`, `1.` or the like would become a heading
/// or a list when it is read. `sign(in:_:)` finds the one byte to escape:
///
/// | line | Markdown |
/// | --- | --- |
/// | `# 5 is alive` | `\# 5 is alive` |
/// | `#5 is alive` | `#5 is alive` |
/// | `- 3 degrees` | `\- 3 degrees` |
/// | `1984. A cold day` | `1984\. A cold day` on a paragraph's first line |
/// | `---` | `\---` |
struct MarkdownLineStart {
  /// The line is the paragraph's first. Some blocks can't interrupt a paragraph, and so
  /// can begin only here.
  var isFirst: Bool
  /// The text is all that the line has.
  var isWhole: Bool
  /// The line begins the text of a list item.
  var isItem: Bool
  /// The line is a heading's, which already has its mark.
  var isHeading: Bool
  /// The line is a table cell's, where no block can begin.
  var isCell: Bool
  /// A `>` is still to come, which might end a tag.
  var hasTagEnd: Bool

  /// The text at the beginning of the line, in UTF-8.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The index of the byte to escape so that the line doesn't begin a heading, quotation,
  /// list, thematic break, table, fence or definition. Nil if it doesn't begin any.
  ///
  /// - Parameters:
  ///   - bytes: the text, without leading white space.
  ///   - line: what is known about the line.
  static func sign(in bytes: Bytes, _ line: MarkdownLineStart) -> Int? {
    guard let first = bytes.first, !line.isHeading, !line.isCell else { return nil }
    return switch first {
    case UInt8(ascii: "#"): line.isHeadingMark(bytes) ? 0 : nil
    case UInt8(ascii: ">"): 0
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "="),
      UInt8(ascii: ":"), UInt8(ascii: "|"):
      line.isMark(bytes, first) ? 0 : nil
    case UInt8(ascii: "`"), UInt8(ascii: "~"): bytes.prefix(3).count { $0 == first } == 3 ? 0 : nil
    case UInt8(ascii: "["): line.isDefinition(bytes) || line.isTask(bytes) ? 0 : nil
    case UInt8(ascii: "<"): line.isTag(bytes) ? 0 : nil
    case 0x30...0x39: line.number(bytes)
    default: nil
    }
  }

  /// Whether white space or the line's end stands at `index`, as it must behind a mark.
  private func isEnd(_ bytes: Bytes, _ index: Int) -> Bool {
    index < bytes.count ? bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") : isWhole
  }

  /// Whether the line begins with one to six `#` that make it a heading.
  private func isHeadingMark(_ bytes: Bytes) -> Bool {
    let count = bytes.prefix { $0 == UInt8(ascii: "#") }.count
    return count <= 6 && isEnd(bytes, count)
  }

  /// Whether the line begins with a bullet, or consists of signs that make it a thematic
  /// break, an underline of a heading, or the line under a table's head.
  private func isMark(_ bytes: Bytes, _ sign: UInt8) -> Bool {
    let isBullet = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") || sign == UInt8(ascii: "*")
    if isBullet, isEnd(bytes, 1) { return true }
    guard isWhole else { return false }
    /// Whether the line has only these signs and white space.
    func consists(of signs: String) -> Bool {
      bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || signs.utf8.contains($0) }
    }
    if !isFirst, consists(of: "-=") || consists(of: "|-:") { return true }
    let count = bytes.count { $0 == sign }
    return count >= 3 && sign != UInt8(ascii: "=") && sign != UInt8(ascii: "+")
      && bytes.allSatisfy { $0 == sign || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// The index of the sign behind a number that begins a list: `12.` or `3)`. Within a
  /// paragraph only 1 does.
  private func number(_ bytes: Bytes) -> Int? {
    let digits = bytes.prefix { $0.isASCIIDigit }.count
    guard digits <= 9, digits < bytes.count,
      bytes[digits] == UInt8(ascii: ".") || bytes[digits] == UInt8(ascii: ")"),
      isEnd(bytes, digits + 1)
    else { return nil }
    let isOne =
      bytes[digits - 1] == UInt8(ascii: "1") && bytes[..<(digits - 1)].allSatisfy { $0 == UInt8(ascii: "0") }
    return isFirst || isOne ? digits : nil
  }

  /// Whether the line begins a definition: `[label]: target` on the first line, or a
  /// note's `[^1]:` on any line.
  private func isDefinition(_ bytes: Bytes) -> Bool {
    guard bytes.count > 1, isFirst || bytes[1] == UInt8(ascii: "^"),
      let close = bytes.firstIndex(of: UInt8(ascii: "]")), close > 1
    else { return false }
    guard close + 1 < bytes.count else { return !isWhole }
    guard bytes[close + 1] == UInt8(ascii: ":") else { return false }
    if bytes[1] == UInt8(ascii: "^") { return true }
    // A definition has a target, and nothing behind it but a title.
    let target = bytes[(close + 2)...].drop { $0 <= 0x20 }
    let title = target.drop { $0 > 0x20 }.first { $0 > 0x20 }
    return title == nil || target.first == UInt8(ascii: "<") || title == UInt8(ascii: "\"")
      || title == UInt8(ascii: "'") || title == UInt8(ascii: "(")
  }

  /// Whether the line begins with a check box: `[ ] ` or `[x] `.
  private func isTask(_ bytes: Bytes) -> Bool {
    isItem && bytes.count > 3 && bytes[2] == UInt8(ascii: "]")
      && (bytes[3] == UInt8(ascii: " ") || bytes[3] == UInt8(ascii: "\t"))
      && (bytes[1] == UInt8(ascii: " ") || bytes[1] | 0x20 == UInt8(ascii: "x"))
  }

  /// Whether the line begins with a tag that may begin a block of HTML. Such a tag need
  /// not even be complete.
  private func isTag(_ bytes: Bytes) -> Bool {
    guard bytes.count > 1 else { return !isWhole }
    switch bytes[1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
    case UInt8(ascii: "/"), 0x41...0x5A, 0x61...0x7A:
      if hasTagEnd { return true }
      let name = bytes[1...].drop { $0 == UInt8(ascii: "/") }.prefix {
        $0.isASCIILetter || (0x31...0x36).contains($0)
      }
      return HTMLElements.role(String(decoding: name, as: UTF8.self).lowercased()) != .inline
    default: return false
    }
  }
}
