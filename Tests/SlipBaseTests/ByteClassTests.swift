import SlipCore
import Testing

/// The classes of bytes are those of the characters of ASCII.
struct ByteClassTests {
  /// What Swift says about the character that a byte below 128 stands for; others belong to no class.
  @Test func classesAreThoseOfCharacters() {
    for byte in UInt8.min...UInt8.max {
      let character = byte < 0x80 ? Character(Unicode.Scalar(byte)) : nil
      #expect(byte.isASCIIDigit == (character?.isWholeNumber ?? false))
      #expect(byte.isASCIILetter == (character?.isLetter ?? false))
      #expect(byte.isASCIIUppercase == (character?.isUppercase ?? false))
      #expect(byte.isASCIILowercase == (character?.isLowercase ?? false))
      #expect(byte.isASCIIAlphanumeric == (byte.isASCIILetter || byte.isASCIIDigit))
      #expect(byte.isASCIIHexDigit == (character?.isHexDigit ?? false))
      #expect(byte.isLowercaseHexDigit == (byte.isASCIIHexDigit && !byte.isASCIIUppercase))
      #expect(byte.hexDigitValue.map(Int.init) == character?.hexDigitValue)
      #expect(byte.asciiLowercased == (character.flatMap { $0.lowercased().utf8.first } ?? byte))
    }
  }
}
