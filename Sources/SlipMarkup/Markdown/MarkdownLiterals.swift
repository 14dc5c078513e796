/// Writes code as Markdown. Nothing can be escaped in code, so the fences around it must
/// not occur in it.
enum MarkdownCode {
  /// A code span (GFM 0.29, 6.3).
  ///
  /// Line ends become spaces. Code that begins or ends with a backtick gets spaces around
  /// it, which readers remove again. In tables `|` is escaped, which GFM undoes before it
  /// reads the span.
  static func span(_ code: String, _ style: MarkdownLineStyle) -> [UInt8] {
    var bytes = code.utf8.compactMap { byte -> UInt8? in
      byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        ? 0x20 : byte >= 0x20 || byte == UInt8(ascii: "\t") ? byte : nil
    }
    if style == .cell { bytes = Array(bytes.map { $0 == UInt8(ascii: "|") ? [0x5C, 0x7C] : [$0] }.joined()) }
    let fence = [UInt8](repeating: 0x60, count: shortestFence(bytes))
    let isBlank = bytes.allSatisfy { $0 == UInt8(ascii: " ") }
    let needsSpaces =
      bytes.first == UInt8(ascii: "`") || bytes.last == UInt8(ascii: "`")
      || bytes.first == UInt8(ascii: " ") && bytes.last == UInt8(ascii: " ") && !isBlank
    return fence + (needsSpaces ? [0x20] + bytes + [0x20] : bytes) + fence
  }

  /// The length of the shortest row of backticks that doesn't occur in the code: 2 for
  /// ``a`b``.
  private static func shortestFence(_ bytes: [UInt8]) -> Int {
    let runs = Set(bytes.split { $0 != UInt8(ascii: "`") }.map(\.count))
    var count = 1
    while runs.contains(count) { count += 1 }
    return count
  }

  /// The line before and behind a block of code: three backticks, or more than any row of
  /// them in the code. Tildes replace backticks if the info string has backticks.
  static func fence(_ lines: [[UInt8]], info: String) -> [UInt8] {
    let sign: UInt8 = info.utf8.contains(0x60) ? 0x7E : 0x60
    let longest = lines.lazy.flatMap { $0.split { $0 != sign } }.map(\.count).max() ?? 0
    return [UInt8](repeating: sign, count: max(3, longest + 1))
  }
}

/// Parts of links and pictures that are written whole.
extension MarkdownEscape {
  /// A picture's description, to be written between brackets. Brackets in it are escaped
  /// where they don't match.
  static func label(_ text: String, _ style: MarkdownLineStyle) -> [UInt8] {
    var place = Place(before: .punctuation, after: .punctuation)
    place.isInLink = true
    var signs = MarkdownSigns()
    signs.count(text, place)
    var escape = MarkdownEscape(style: style, ahead: signs)
    escape.add(text, place)
    return escape.takeOutput()
  }

  /// A link's target, to be written between parentheses. Targets with spaces or
  /// parentheses stand in angle brackets: `<a b.html>`. Control characters are left out.
  static func destination(_ target: String) -> [UInt8] {
    let needsBrackets =
      target.isEmpty
      || target.utf8.contains {
        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")")
      }
    var output: [UInt8] = needsBrackets ? [0x3C] : []
    for byte in target.utf8 {
      switch byte {
      case 0..<0x20, 0x7F: continue
      case UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"):
        output.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "&") where MarkdownEscape.hasReference(target): output.append(UInt8(ascii: "\\"))
      default: break
      }
      output.append(byte)
    }
    if needsBrackets { output.append(UInt8(ascii: ">")) }
    return output
  }

  /// Whether the target could have a character reference: without `;` an `&` needs no
  /// escape.
  private static func hasReference(_ target: String) -> Bool { target.utf8.contains(0x3B) }

  /// A link's title in quotation marks, with the space before it, such as ` "A title"`.
  /// Quotation marks and backslashes become character references.
  static func title(_ text: String) -> [UInt8] {
    var output: [UInt8] = [0x20, 0x22]
    for byte in text.utf8 {
      switch byte {
      case 0..<0x20, 0x7F: output.append(UInt8(ascii: " "))
      // cmark reads the title up to the last quotation mark of the paragraph that can end it, so the
      // title itself may have none.
      case UInt8(ascii: "\\"): output.append(contentsOf: "&#92;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"): output.append(contentsOf: [0x5C, byte])
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
    return output
  }
}
