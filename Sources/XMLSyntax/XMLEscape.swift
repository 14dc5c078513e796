/// How text is written so that any reader gets it back unchanged.
enum XMLEscape {
  enum Place { case attribute, text }

  /// Appends `text` with the markup characters escaped.
  ///
  /// In attributes TAB, LF and CR are character references too, because a reader makes spaces of them
  /// (XML 1.0, 3.3.3); in text CR is, because a reader makes LF of it (2.11).
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

  /// The first byte of a character that XML 1.0 forbids (production 2): C0 controls other than TAB, LF and CR,
  /// U+FFFE and U+FFFF.
  static func firstForbidden(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    for index in 0..<text.count {
      let byte = text[index]
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return index }
      if byte == 0xEF, index + 2 < text.count, text[index + 1] == 0xBF, text[index + 2] >= 0xBE {
        return index
      }
    }
    return nil
  }
}
