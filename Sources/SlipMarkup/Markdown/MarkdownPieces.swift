/// Divides a long Markdown text where each piece means the same by itself, so that cmark-gfm's tree, which needs dozens of
/// bytes for each byte of text, is that of one piece.
///
/// A piece begins after a blank line with a heading or a letter at the beginning of a line. Nothing goes on there: no
/// list, quotation or paragraph, and no block of code or HTML as far as these can be told for certain. Where they can't,
/// the rest of the text is one piece. Definitions of links and notes count everywhere, so that a text which might have one
/// isn't divided at all.
struct MarkdownPieces {
  /// The shortest piece that is worth it, in bytes.
  static let usualSize = 256 << 10

  /// Where pieces begin, from the second on.
  private(set) var starts: [Int] = []

  /// The fence of a block of code that is open.
  private struct Fence {
    var sign: UInt8
    var length: Int
    var indent: Int
  }

  private var fence: Fence?
  /// Whether the line before was blank.
  private var followsBlank = true
  /// Whether a line since the last blank one may have begun a block of HTML.
  private var mayBeHTML = false

  /// What a line means for the places where pieces begin.
  private enum Meaning {
    /// A piece may begin with it.
    case start
    /// No piece begins with it.
    case other
    /// From here on nothing is certain.
    case uncertain
    /// The text might have a definition.
    case definition
  }

  /// Finds the pieces of a text.
  ///
  /// - Parameter size: The shortest piece.
  init(_ text: ArraySlice<UInt8>, size: Int = usualSize) {
    guard text.count >= 2 * size else { return }
    var found: [Int] = []
    var (start, last, isCertain) = (text.startIndex, text.startIndex, true)
    text.withUnsafeBufferPointer { bytes in
      let base = text.startIndex
      while start < text.endIndex {
        var end = start
        while end < text.endIndex, bytes[end - base] != 0x0A { end += 1 }
        let line = UnsafeBufferPointer(rebasing: bytes[(start - base)..<(end - base)])
        switch meaning(of: line, isCertain: isCertain) {
        case .definition: return found = []
        case .uncertain: isCertain = false
        case .start where isCertain && start - last >= size:
          found.append(start)
          last = start
        case .start, .other: break
        }
        start = end + 1
      }
    }
    starts = found
  }

  /// The pieces of the text.
  func pieces(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    zip([text.startIndex] + starts, starts + [text.endIndex]).map { text[$0..<$1] }
  }

  /// What a line means, after those before it.
  private mutating func meaning(of line: UnsafeBufferPointer<UInt8>, isCertain: Bool) -> Meaning {
    // Only a block of code at the beginning of lines is one for certain.
    if !isCertain || fence.map({ $0.indent > 0 }) ?? true, MarkdownPieces.mayDefine(line) {
      return .definition
    }
    guard isCertain else { return .other }
    let indent = line.prefix { $0 == 0x20 }.count
    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if let open = fence { return inCode(line, indent, open) }
    defer { followsBlank = isBlank }
    if isBlank {
      mayBeHTML = false
      return .other
    }
    guard indent <= 3, indent < line.count else { return .other }
    switch line[indent] {
    case UInt8(ascii: "<"):
      mayBeHTML = true
      return MarkdownPieces.goesOnAfterBlank(line[(indent + 1)...]) ? .uncertain : .other
    case UInt8(ascii: "`"), UInt8(ascii: "~"): return beginCode(line, indent)
    case UInt8(ascii: "#"), 0x41...0x5A, 0x61...0x7A, 0x80...0xFF:
      return indent == 0 && followsBlank ? .start : .other
    default: return .other
    }
  }

  /// Whether a line might have a definition of a link or note, or a part of one.
  private static func mayDefine(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var before: UInt8 = 0
    for byte in line {
      if byte == UInt8(ascii: ":"), before == UInt8(ascii: "]") { return true }
      before = byte
    }
    return false
  }

  /// Whether a block of HTML that begins so goes on after a blank line (CommonMark 0.29, 4.6, kinds 1 to 5).
  private static func goesOnAfterBlank(_ tag: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = tag.first else { return false }
    if first == UInt8(ascii: "!") || first == UInt8(ascii: "?") { return true }
    let name = tag.prefix(8).map { $0 | 0x20 }
    return ["script", "pre", "style", "textarea"].contains { name.starts(with: $0.utf8) }
  }

  /// Begins a block of code, if a line is its fence.
  private mutating func beginCode(_ line: UnsafeBufferPointer<UInt8>, _ indent: Int) -> Meaning {
    let sign = line[indent]
    let length = line[indent...].prefix { $0 == sign }.count
    guard length >= 3, sign == UInt8(ascii: "~") || !line[(indent + length)...].contains(sign) else {
      return .other
    }
    if mayBeHTML { return .uncertain }
    fence = Fence(sign: sign, length: length, indent: indent)
    return .other
  }

  /// Ends a block of code, if a line is its fence.
  ///
  /// An indented fence may be that of a list's item, which another fence than its own doesn't end.
  private mutating func inCode(
    _ line: UnsafeBufferPointer<UInt8>, _ indent: Int, _ open: Fence
  ) -> Meaning {
    // A line further to the left ends an item, and its code with it.
    if indent < open.indent, indent < line.count, line[indent] != 0x09 { return .uncertain }
    guard indent <= 3, indent < line.count, line[indent] == open.sign else { return .other }
    let length = line[indent...].prefix { $0 == open.sign }.count
    let isClosing =
      length >= open.length
      && line[(indent + length)...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if open.indent > 0, indent != open.indent, length >= 3 { return .uncertain }
    guard isClosing else { return .other }
    fence = nil
    followsBlank = false
    return .other
  }
}
