/// Classes of bytes that the syntax of formats is made of: ASCII alone, whatever the locale.
extension UInt8 {
  /// Whether the byte is one of `0` to `9`.
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  /// Whether the byte is one of `A` to `Z`.
  @inlinable package var isASCIIUppercase: Bool { self &- 0x41 < 26 }
  /// Whether the byte is one of `a` to `z`.
  @inlinable package var isASCIILowercase: Bool { self &- 0x61 < 26 }
  /// Whether the byte is a letter of ASCII.
  @inlinable package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }
  /// Whether the byte is a letter or a digit of ASCII.
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
  /// Whether the byte is a hexadecimal digit, in upper or lower case.
  @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
  /// Whether the byte is a hexadecimal digit in lower case.
  @inlinable package var isLowercaseHexDigit: Bool { isASCIIDigit || self &- 0x61 < 6 }
  /// The byte, a letter of ASCII in lower case.
  @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
  /// The value of a hexadecimal digit, 0 to 15; nil for any other byte.
  @inlinable package var hexDigitValue: UInt8? {
    if isASCIIDigit { return self &- 0x30 }
    return isASCIIHexDigit ? (self | 0x20) &- 0x57 : nil
  }
}
