/// Escapes text so that every XML reader gets it back unchanged.
enum XMLEscape {
  /// Where the text is written. In attributes more characters have to be escaped.
  enum Place { case attribute, text }

  /// Appends text with markup characters escaped: `a<b` → `a&lt;b`.
  ///
  /// In attributes, TAB, LF and CR become character references, because a reader turns them into
  /// spaces (XML 1.0, 3.3.3). In text, only CR does, because a reader turns it into LF (XML 1.0,
  /// 2.11).
  static func append(_ text: UnsafeBufferPointer<UInt8>, in place: Place, to output: inout [UInt8]) {
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      guard byte < 0x40, let escaped = replacement(byte, place) else { continue }
      output.append(contentsOf: text[start..<index])
      output.append(
        contentsOf: UnsafeBufferPointer(start: escaped.utf8Start, count: escaped.utf8CodeUnitCount))
      start = index + 1
    }
    output.append(contentsOf: text[start...])
  }

  /// Whether nothing in a text needs escaping in any place, or is forbidden. Where the answer is no, a closer look may
  /// still find nothing: all characters from U+F000 to U+FFFF count, as two of them are forbidden.
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return true }
    let ones: UInt64 = 0x0101_0101_0101_0101
    var special: UInt64 = 0
    var index = 0
    // Eight bytes at a time; the high bit of a byte says that the byte, or one below it, is meant.
    while index &+ 8 <= text.count {
      let bytes = (base + index).loadUnaligned(as: UInt64.self)
      special |= (bytes &- ones &* 0x20) & ~bytes
      let quote = bytes ^ ones &* 0x22
      let ampersand = bytes ^ ones &* 0x26
      let less = bytes ^ ones &* 0x3C
      let greater = bytes ^ ones &* 0x3E
      let last = bytes ^ ones &* 0xEF
      special |= (quote &- ones) & ~quote | (ampersand &- ones) & ~ampersand
      special |= (less &- ones) & ~less | (greater &- ones) & ~greater | (last &- ones) & ~last
      index &+= 8
    }
    if special & (ones &* 0x80) != 0 { return false }
    while index < text.count {
      switch text[index] {
      case ..<0x20, 0x22, 0x26, 0x3C, 0x3E, 0xEF: return false
      default: index += 1
      }
    }
    return true
  }

  /// What is written for a character; nil for one that is written as it is.
  private static func replacement(_ byte: UInt8, _ place: Place) -> StaticString? {
    switch byte {
    case 0x26: "&amp;"
    case 0x3C: "&lt;"
    case 0x3E: "&gt;"
    case 0x0D: "&#13;"
    case 0x22 where place == .attribute: "&quot;"
    case 0x09 where place == .attribute: "&#9;"
    case 0x0A where place == .attribute: "&#10;"
    default: nil
    }
  }

  /// The index of the first character that XML 1.0 forbids even as a reference (production 2): C0
  /// controls other than TAB, LF and CR, and U+FFFE and U+FFFF. Nil where there is none. Surrogates
  /// can't occur in UTF-8.
  static func firstForbidden(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    for index in 0..<text.count {
      let byte = text[index]
      if byte < 0x20, byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        return index
      }
      if byte == 0xEF, index + 2 < text.count, text[index + 1] == 0xBF, text[index + 2] >= 0xBE {
        return index
      }
    }
    return nil
  }
}
