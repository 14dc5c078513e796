/// What the beginning of a line could be taken for besides text.
struct MarkdownLineStart {
  /// The paragraph's first line.
  var isFirst: Bool
  /// The text is all that the line has.
  var isWhole: Bool
  /// The line begins an item's text.
  var isItem: Bool
  var isHeading: Bool
  var isCell: Bool
  /// `>` is still to come.
  var hasTagEnd: Bool

  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Index of the sign to escape, so that the line begins a heading, quotation, list, rule, table, fence or definition no
  /// more; nil where it begins none.
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

  /// What follows a mark: a space, or the line's end.
  private func isEnd(_ bytes: Bytes, _ index: Int) -> Bool {
    index < bytes.count ? bytes[index] == 0x20 || bytes[index] == 0x09 : isWhole
  }

  private func isHeadingMark(_ bytes: Bytes) -> Bool {
    let count = bytes.prefix { $0 == UInt8(ascii: "#") }.count
    return count <= 6 && isEnd(bytes, count)
  }

  private func isMark(_ bytes: Bytes, _ sign: UInt8) -> Bool {
    let isBullet = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") || sign == UInt8(ascii: "*")
    if isBullet, isEnd(bytes, 1) { return true }
    guard isWhole else { return false }
    func consists(of signs: String) -> Bool {
      bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || signs.utf8.contains($0) }
    }
    if !isFirst, consists(of: "-=") || consists(of: "|-:") { return true }
    let count = bytes.count { $0 == sign }
    return count >= 3 && sign != UInt8(ascii: "=") && sign != UInt8(ascii: "+")
      && bytes.allSatisfy { $0 == sign || $0 == 0x20 || $0 == 0x09 }
  }

  /// `12.`; within a paragraph only `1.` begins a list.
  private func number(_ bytes: Bytes) -> Int? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }.count
    guard digits <= 9, digits < bytes.count, bytes[digits] == 0x2E || bytes[digits] == 0x29,
      isEnd(bytes, digits + 1)
    else { return nil }
    let isOne = bytes[digits - 1] == 0x31 && bytes[..<(digits - 1)].allSatisfy { $0 == 0x30 }
    return isFirst || isOne ? digits : nil
  }

  /// `[label]:`, on the first line, or a note's on any.
  private func isDefinition(_ bytes: Bytes) -> Bool {
    guard bytes.count > 1, isFirst || bytes[1] == UInt8(ascii: "^"),
      let close = bytes.firstIndex(of: UInt8(ascii: "]")), close > 1
    else { return false }
    guard close + 1 < bytes.count else { return !isWhole }
    guard bytes[close + 1] == UInt8(ascii: ":") else { return false }
    if bytes[1] == UInt8(ascii: "^") { return true }
    // A target, and a title at most.
    let target = bytes[(close + 2)...].drop { $0 <= 0x20 }
    let title = target.drop { $0 > 0x20 }.first { $0 > 0x20 }
    return title == nil || target.first == 0x3C || title == 0x22 || title == 0x27 || title == 0x28
  }

  /// `[x] `
  private func isTask(_ bytes: Bytes) -> Bool {
    isItem && bytes.count > 3 && bytes[2] == UInt8(ascii: "]") && (bytes[3] == 0x20 || bytes[3] == 0x09)
      && (bytes[1] == 0x20 || bytes[1] | 0x20 == UInt8(ascii: "x"))
  }

  /// Blocks of HTML may begin with a tag that isn't ended.
  private func isTag(_ bytes: Bytes) -> Bool {
    guard bytes.count > 1 else { return !isWhole }
    switch bytes[1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
    case UInt8(ascii: "/"), 0x41...0x5A, 0x61...0x7A:
      if hasTagEnd { return true }
      let name = bytes[1...].drop { $0 == 0x2F }.prefix {
        (0x61...0x7A).contains($0 | 0x20) || (0x31...0x36).contains($0)
      }
      return HTMLElements.role(String(decoding: name, as: UTF8.self).lowercased()) != .inline
    default: return false
    }
  }
}
