/// Breaks a paragraph's line at the spaces that `MarkdownEscape` marked, where the next line begins with nothing that
/// means a block.
struct MarkdownWrap {
  let width: Int

  func lines(of line: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var current: [UInt8] = []
    var columns = 0
    for word in line.split(separator: MarkdownEscape.breakableSpace, omittingEmptySubsequences: false) {
      // A character each, but for what continues one in UTF-8.
      let count = word.count { $0 & 0xC0 != 0x80 }
      if columns > 0, columns + 1 + count > width, MarkdownWrap.mayBreak(current, word) {
        lines.append(current)
        (current, columns) = (Array(word), count)
      } else {
        if columns > 0 || !current.isEmpty { current.append(0x20) }
        current += word
        columns += count + (columns > 0 ? 1 : 0)
      }
    }
    return lines + [current]
  }

  private static func mayBreak(_ line: [UInt8], _ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, line.last != 0x5C, line.last != 0x20 else { return false }
    // Signs and digits alone might be a rule or a list's item.
    guard line.contains(where: { $0 >= 0x80 || (0x61...0x7A).contains($0 | 0x20) }) else { return false }
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "`"),
      UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: "["):
      return false
    case 0x30...0x39:
      let sign = word.first { !(0x30...0x39).contains($0) }
      return sign != 0x2E && sign != 0x29
    default: return first > 0x20
    }
  }
}
