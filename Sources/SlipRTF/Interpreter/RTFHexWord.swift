/// Eight hexadecimal digits in a word, the first in the lowest byte: decoded with plain arithmetic, which optimises the
/// same everywhere. For the ends of lines, where no whole block of digits is left.
struct RTFHexWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The digits' values as four bytes; nonsense where a byte is no digit.
  let bytes: UInt32
  /// How many bytes are digits before the first that is not.
  let validCount: Int
  /// Bit 5 of letters in lower case, and of letters in upper case.
  let lowerCase: UInt64
  let upperCase: UInt64

  @inline(__always)
  init(_ word: UInt64) {
    let seven = word & ~RTFHexWord.highBits
    let folded = seven | 0x2020_2020_2020_2020
    // Adding 0x80 - n sets a byte's high bit when it is at least n.
    let isDigit = (seven &+ 0x5050_5050_5050_5050) & ~(seven &+ 0x4646_4646_4646_4646)
    let isLetter = (folded &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(folded &+ 0x1919_1919_1919_1919)
    let valid = (isDigit | isLetter) & ~word & RTFHexWord.highBits
    let invalid = valid ^ RTFHexWord.highBits
    validCount = invalid.trailingZeroBitCount &>> 3
    // The letters up to the first other byte only.
    let upToInvalid = invalid & (0 &- invalid) &- 1
    let letters = (isLetter & valid & upToInvalid) &>> 2
    lowerCase = word & letters
    upperCase = ~word & letters
    let nibbles = (word & 0x0F0F_0F0F_0F0F_0F0F) &+ 9 &* ((word &>> 6) & RTFHexWord.ones)
    var joined = (nibbles &<< 4 | nibbles &>> 8) & 0x00FF_00FF_00FF_00FF
    joined = (joined | joined &>> 8) & 0x0000_FFFF_0000_FFFF
    bytes = UInt32(truncatingIfNeeded: joined | joined &>> 16)
  }
}
