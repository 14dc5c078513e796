/// Thirty-two hexadecimal digits, decoded as `RTFHexWord` does, four words side by side. Only operations that vector
/// units have as they are, thus no comparisons: twice the speed of single words.
struct RTFHexBlock {
  typealias Words = SIMD4<UInt64>

  /// The digits' values as sixteen bytes; nonsense where a byte is no digit.
  let bytes: SIMD4<UInt32>
  /// Not 0 when some byte is no digit.
  let invalid: UInt64
  /// Bit 5 of letters in lower case, and of letters in upper case; nonsense where a byte is no digit.
  let lowerCase: Words
  let upperCase: Words

  /// The bits that any of the words has.
  @inline(__always)
  static func joined(_ words: Words) -> UInt64 { (words[0] | words[1]) | (words[2] | words[3]) }

  @inline(__always)
  private static func all(_ byte: UInt64) -> Words { Words(repeating: byte &* 0x0101_0101_0101_0101) }

  /// `words` as they lie in memory, the first digit in the lowest byte.
  @inline(__always)
  init(_ words: Words) {
    let highBits = RTFHexBlock.all(0x80)
    let seven = words & RTFHexBlock.all(0x7F)
    let folded = seven | RTFHexBlock.all(0x20)
    let isDigit = (seven &+ RTFHexBlock.all(0x50)) & ~(seven &+ RTFHexBlock.all(0x46))
    let isLetter = (folded &+ RTFHexBlock.all(0x1F)) & ~(folded &+ RTFHexBlock.all(0x19))
    let bad = (words | ~(isDigit | isLetter)) & highBits
    invalid = RTFHexBlock.joined(bad)
    let letters = (isLetter & highBits) &>> Words(repeating: 2)
    lowerCase = words & letters
    upperCase = letters & ~words
    let nines = (words &>> Words(repeating: 6)) & RTFHexBlock.all(0x01)
    let nibbles = (words & RTFHexBlock.all(0x0F)) &+ (nines | nines &<< Words(repeating: 3))
    var joined =
      (nibbles &<< Words(repeating: 4) | nibbles &>> Words(repeating: 8))
      & Words(repeating: 0x00FF_00FF_00FF_00FF)
    joined = (joined | joined &>> Words(repeating: 8)) & Words(repeating: 0x0000_FFFF_0000_FFFF)
    bytes = SIMD4<UInt32>(truncatingIfNeeded: joined | joined &>> Words(repeating: 16))
  }
}
