/// The code page Windows-1252, as the WHATWG Encoding Standard defines it: every byte has a code
/// point. The five bytes that Microsoft leaves undefined stand for C1 controls.
package enum Windows1252 {
  /// The code points of bytes 0x80 to 0x9F. All other bytes stand for the code point of the same
  /// number.
  package static let upper: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x008D,
    0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A,
    0x0153, 0x009D, 0x017E, 0x0178,
  ]

  /// The character of a byte: 0x80 → €, 0xE9 → é.
  package static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upper[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }

  /// The byte of a character outside ASCII: é → 0xE9. Nil for characters that the code page lacks,
  /// and for C1 controls.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if (0xA0...0xFF).contains(scalar.value) { return UInt8(scalar.value) }
    guard (0x0152...0x2122).contains(scalar.value),
      let index = upper.firstIndex(where: { UInt32($0) == scalar.value })
    else { return nil }
    return UInt8(index + 0x80)
  }
}
