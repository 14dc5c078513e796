/// Finds `[[title]]` in a note's text.
enum WikiLinks {
  /// Longer ones are no links.
  private static let longest = 1000

  /// What stands between the brackets, in order; not what spans lines, is empty, has further brackets or begins or
  /// ends with a blank (as conditions in shell scripts do).
  static func titles(in text: UnsafeRawBufferPointer) -> [String] {
    ranges(in: text).map { String(decoding: text[$0], as: UTF8.self) }
  }

  /// The ranges between the brackets.
  static func ranges(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while index + 1 < text.count {
      guard text[index] == 0x5B, text[index + 1] == 0x5B else {
        index += 1
        continue
      }
      // Of `[[[a]]` the last two brackets count.
      let start = index + 2
      if let end = end(of: start, in: text) {
        if isTitle(text[start..<end]) { found.append(start..<end) }
        index = end + 2
      } else {
        index += 1
      }
    }
    return found
  }

  /// Where `]]` follows, before any other bracket or line end.
  private static func end(of start: Int, in text: UnsafeRawBufferPointer) -> Int? {
    var index = start
    while index + 1 < text.count, index - start <= longest {
      switch text[index] {
      case 0x5D: return text[index + 1] == 0x5D && index > start ? index : nil
      case 0x5B, 0x0A, 0x0D: return nil
      default: index += 1
      }
    }
    return nil
  }

  private static func isTitle(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return first > 0x20 && last > 0x20
  }
}
