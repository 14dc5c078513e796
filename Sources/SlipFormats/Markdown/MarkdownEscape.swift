/// Text as Markdown that means just this text.
struct MarkdownEscape {
  /// Nothing stands before it on its line.
  var isAtLineStart: Bool
  /// Nothing comes behind it on its line.
  var isAtLineEnd: Bool
  /// It follows `]`.
  var isAfterBracket = false
  var style: MarkdownLineStyle

  func callAsFunction(_ text: String) -> [UInt8] {
    let source = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(source.count + 8)
    let lineStart = isAtLineStart ? lineStartEscape(source) : nil
    for index in source.indices {
      let byte = source[index]
      if byte == 0x20 || byte == 0x09 {
        let isEdge = (isAtLineStart && index == 0) || (isAtLineEnd && index == source.count - 1)
        output.append(
          contentsOf: isEdge ? (byte == 0x20 ? "&#32;" : "&#9;").utf8 : String(UnicodeScalar(byte)).utf8)
      } else if byte == 0x0A || byte == 0x0D {
        output.append(contentsOf: (byte == 0x0A ? "&#10;" : "&#13;").utf8)
      } else if byte >= 0x20 {
        if index == lineStart || isSpecial(source, index) { output.append(0x5C) }
        output.append(byte)
      }
    }
    return output
  }

  /// Index of the sign that would make the line a heading, quotation, list, rule or definition.
  private func lineStartEscape(_ source: [UInt8]) -> Int? {
    guard let first = source.first else { return nil }
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="):
      return 0
    case 0x30...0x39:
      let digits = source.prefix { (0x30...0x39).contains($0) }.count
      guard digits <= 9, digits < source.count else { return nil }
      return source[digits] == 0x2E || source[digits] == 0x29 ? digits : nil
    default: return nil
    }
  }

  private func isSpecial(_ source: [UInt8], _ index: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8? {
      source.indices.contains(index + offset) ? source[index + offset] : nil
    }
    switch source[index] {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "<"), UInt8(ascii: "~"), UInt8(ascii: "|"):
      return true
    case UInt8(ascii: "#"): return style == .heading
    case UInt8(ascii: "_"): return !(isAlphanumeric(byte(-1)) && isAlphanumeric(byte(1)))
    case UInt8(ascii: "!"): return byte(1) == nil || byte(1) == UInt8(ascii: "[")
    case UInt8(ascii: "&"): return byte(1).map { isAlphanumeric($0) || $0 == UInt8(ascii: "#") } ?? true
    case UInt8(ascii: "("): return isAfterBracket && index == 0
    case UInt8(ascii: ":"):
      if isAfterBracket && index == 0 { return true }
      return byte(1) == 0x2F && byte(2) == 0x2F && isAlphanumeric(byte(-1))
    case UInt8(ascii: "."):
      return byte(-1).map { $0 | 0x20 } == 0x77 && byte(-2).map { $0 | 0x20 } == 0x77
        && byte(-3).map { $0 | 0x20 } == 0x77
    default: return false
    }
  }

  private func isAlphanumeric(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// A link's target between parentheses.
  static func destination(_ target: String) -> [UInt8] {
    let needsBrackets = target.isEmpty || target.utf8.contains { $0 == 0x20 || $0 == 0x28 || $0 == 0x29 }
    var output: [UInt8] = needsBrackets ? [0x3C] : []
    for byte in target.utf8 {
      switch byte {
      case 0..<0x20, 0x7F: continue
      case UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "|"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"):
        output.append(0x5C)
      default: break
      }
      output.append(byte)
    }
    if needsBrackets { output.append(0x3E) }
    return output
  }

  /// A link's title between quotes, with the space before it.
  static func title(_ text: String) -> [UInt8] {
    var output: [UInt8] = [0x20, 0x22]
    for byte in text.utf8 {
      switch byte {
      case 0..<0x20, 0x7F: output.append(0x20)
      // cmark takes the title up to the paragraph's last quotation mark that can end it: none may be in it.
      case UInt8(ascii: "\\"): output.append(contentsOf: "&#92;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"): output.append(contentsOf: [0x5C, byte])
      default: output.append(byte)
      }
    }
    output.append(0x22)
    return output
  }
}

/// What a line of inlines stands in.
enum MarkdownLineStyle {
  case paragraph
  /// One line; `#` at its end would vanish.
  case heading
  /// One line, between `|`.
  case cell
}
