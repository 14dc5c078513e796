internal import SlipBase
internal import SlipDocument
internal import SlipExchange

/// What a line begins with.
extension WikiMarkdown {
  /// What stands in the items of lists that a line begins.
  ///
  /// - Parameter line: A line without blanks at its beginning.
  static func inItem(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while isItem(line) {
      line = line.drop { $0 != 0x20 && $0 != 0x2E && $0 != 0x29 }.dropFirst().drop {
        $0 == 0x20 || $0 == 0x09
      }
    }
    return line
  }

  /// Whether a line begins an item of a list.
  ///
  /// Bullets are `-`, `*` and `+` with a blank behind them; numbers end with `.` or `)`.
  ///
  /// - Parameter line: A line without blanks at its beginning.
  static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return false }
    if first == 0x2D || first == 0x2A || first == 0x2B { return line.dropFirst().first == 0x20 }
    let digits = line.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, let sign = line.dropFirst(digits.count).first else { return false }
    return sign == 0x2E || sign == 0x29
  }

  /// `> **Title**` for `> [!note]- Title`, with a bookmark that says the type; without a title only that stays. Nil for other
  /// lines.
  ///
  /// - Parameter number: The number of the callout in the text.
  /// - Returns: The line with the signs of quotations that it begins with.
  static func callout(_ line: ArraySlice<UInt8>, _ number: Int) -> [UInt8]? {
    let head = line.prefix { $0 == 0x20 || $0 == 0x3E || $0 == 0x09 }
    guard head.contains(0x3E) else { return nil }
    var rest = line.dropFirst(head.count)
    guard rest.starts(with: "[!".utf8), let close = rest.firstIndex(of: 0x5D) else { return nil }
    let type = String(decoding: rest[(rest.startIndex + 2)..<close], as: UTF8.self)
    rest = rest[(close + 1)...]
    var fold = ""
    if let sign = rest.first, sign == 0x2B || sign == 0x2D {
      fold = sign == 0x2B ? "+" : "-"
      rest.removeFirst()
    }
    let title = String(decoding: rest, as: UTF8.self).trimmingBlanks()
    let mark = CalloutMark(type: type, fold: fold, isTitled: !title.isEmpty).map {
      "<a id=\"\($0.bookmark(number))\"></a>"
    }
    let shown = title.isEmpty ? CalloutMark.usualTitle(type) : title
    return Array(head) + (mark ?? "").utf8 + (shown.isEmpty ? [] : Array("**\(shown)**".utf8))
  }

  /// Where the sign in the box of a task is that Markdown doesn't know: `- [-]`.
  ///
  /// - Returns: The index of the sign; nil for boxes that Markdown knows, and for lines that are no tasks.
  static func box(_ line: ArraySlice<UInt8>) -> Int? {
    let bare = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E }
    guard isItem(bare), let open = bare.firstIndex(of: 0x5B), open + 3 < bare.endIndex,
      bare[bare.startIndex..<open].allSatisfy({ $0 != 0x5D && $0 < 0x80 }),
      bare.distance(from: bare.startIndex, to: open) <= 6,
      bare[open + 2] == 0x5D, bare[open + 3] == 0x20
    else { return nil }
    let sign = bare[open + 1]
    return sign == 0x20 || sign | 0x20 == 0x78 || sign >= 0x80 ? nil : open + 1
  }

  /// Where a tag of HTML or an address in angle brackets ends, in which nothing has a meaning; nil where none begins.
  ///
  /// - Parameter start: The place of the `<`.
  static func endOfTag(in line: ArraySlice<UInt8>, from start: Int) -> Int? {
    var index = start + 1
    if index < line.endIndex, line[index] == 0x2F { index += 1 }
    guard index < line.endIndex, (0x61...0x7A).contains(line[index] | 0x20) else { return nil }
    var quote: UInt8?
    while index < min(line.endIndex, start + longestMark) {
      switch (line[index], quote) {
      case (let byte, let open?): if byte == open { quote = nil }
      case (0x22, nil), (0x27, nil): if line[index - 1] == 0x3D { quote = line[index] } else { return nil }
      case (0x3E, nil): return index + 1
      case (0x3C, nil), (0x5B, nil), (0x60, nil): return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Where an ASCII text stands next.
  ///
  /// - Parameters:
  ///   - text: What is searched for.
  ///   - line: The line.
  ///   - start: Where the search begins. It ends `longestMark` bytes further.
  /// - Returns: The index in the line; nil where the text isn't there.
  static func find(_ text: StaticString, in line: ArraySlice<UInt8>, from start: Int) -> Int? {
    // A bound, because the end of each of many marks may be missing.
    line.prefix(upTo: min(line.endIndex, max(start, line.startIndex) + longestMark)).withUnsafeBytes {
      bytes in
      LooseXML.find(text, in: bytes, from: max(0, start - line.startIndex)).map { $0 + line.startIndex }
    }
  }

  /// How many bytes behind the beginning of a link or mark its end is looked for.
  static let longestMark = 4_096
}
