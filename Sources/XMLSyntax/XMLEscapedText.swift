/// Encodes text that may contain characters which XML 1.0 forbids, such as a file name with a
/// control character.
///
/// A forbidden character is written as `_xHHHH_` with four upper-case hexadecimal digits: U+0001 →
/// `_x0001_`. Text that already looks so gets its `_` written as `_x005F_`: `_x0001_` →
/// `_x005F_x0001_`. So nothing is lost. The encoding is that of ECMA-376, part 1, 22.9.2.19
/// (ST_Xstring).
public enum XMLEscapedText {
  /// The encoded text, which has no forbidden characters.
  ///
  /// Nearly all text is returned unchanged. Decoding the result always gives the same text again.
  public static func escape(_ text: String) -> String {
    var text = text
    let output: [UInt8]? = text.withUTF8 { bytes in
      guard needsEscaping(bytes) else { return nil }
      var output: [UInt8] = []
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if let unit = forbidden(bytes, at: index) {
          append(unit, to: &output)
          index += byte == 0xEF ? 3 : 1
        } else if byte == UInt8(ascii: "_"), escapeSequence(UnsafeRawBufferPointer(bytes), at: index) != nil {
          append(0x5F, to: &output)
          index += 1
        } else {
          output.append(byte)
          index += 1
        }
      }
      return output
    }
    return output.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Decodes text that `escape` has written: `a_x0001_` → `a` and U+0001.
  ///
  /// Any input is safe. A sequence that `escape` never writes is decoded as well, and one with
  /// lower-case digits is left as it is.
  public static func unescape(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(0x5F) else { return String(decoding: bytes, as: UTF8.self) }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x5F, let unit = escapeSequence(bytes, at: index) {
        // `escape` never writes a surrogate, which is no character; it becomes U+FFFD.
        let scalar = Unicode.Scalar(UInt32(unit)) ?? "\u{FFFD}"
        output.append(contentsOf: String(Character(scalar)).utf8)
        index += 7
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Decodes text that `escape` has written, given as a string.
  public static func unescape(_ text: String) -> String {
    var text = text
    return text.withUTF8 { unescape(UnsafeRawBufferPointer($0)) }
  }

  /// Whether a text has forbidden characters, or something that looks like an encoded one.
  private static func needsEscaping(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if !XMLEscape.isPlain(bytes), XMLEscape.firstForbidden(in: bytes) != nil { return true }
    return bytes.indices.contains {
      bytes[$0] == UInt8(ascii: "_") && escapeSequence(UnsafeRawBufferPointer(bytes), at: $0) != nil
    }
  }

  /// The UTF-16 unit of the forbidden character at an index; nil where the character is allowed.
  ///
  /// Forbidden are C0 controls other than TAB, LF and CR, and U+FFFE and U+FFFF, which are EF BF BE
  /// and EF BF BF in UTF-8.
  private static func forbidden(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt16? {
    let byte = bytes[index]
    if byte < 0x20 { return byte == 0x09 || byte == 0x0A || byte == 0x0D ? nil : UInt16(byte) }
    guard byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE else {
      return nil
    }
    return 0xFF00 | UInt16(bytes[index + 2] & 0x3F | 0xC0)
  }

  /// The unit that `_xHHHH_` at an index stands for; nil where there is no such sequence. Digits
  /// must be in upper case.
  private static func escapeSequence(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt16? {
    guard index + 7 <= bytes.count, bytes[index + 1] == UInt8(ascii: "x"),
      bytes[index + 6] == UInt8(ascii: "_")
    else { return nil }
    var unit: UInt16 = 0
    for digit in bytes[(index + 2)..<(index + 6)] {
      switch digit {
      case 0x30...0x39: unit = unit << 4 | UInt16(digit - 0x30)
      case 0x41...0x46: unit = unit << 4 | UInt16(digit - 0x41 + 10)
      default: return nil
      }
    }
    return unit
  }

  /// Appends `_xHHHH_` for a unit.
  private static func append(_ unit: UInt16, to output: inout [UInt8]) {
    output.append(contentsOf: "_x".utf8)
    for shift: UInt16 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
      output.append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
    }
    output.append(UInt8(ascii: "_"))
  }
}
