/// Eight hexadecimal digits at once, in the lanes of one word.
enum HexWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The value of eight digits, the first one in the lowest byte; nil unless all are `0`–`9` or `a`–`f`.
  @inline(__always)
  static func value(_ word: UInt64) -> UInt64? {
    let isLetter = word >> 6 & ones
    let nibbles = (word & (ones &* 0x0F)) &+ isLetter &* 9
    // Letters are 10 and more, digits less; and the digits of the value are the very ones that were read.
    guard nibbles & (ones &* 0xF0) == 0, (nibbles &+ ones &* 6) >> 4 & ones == isLetter,
      nibbles &+ ones &* 0x30 &+ isLetter &* 39 == word
    else { return nil }
    let bytes = (nibbles << 4 | nibbles >> 8) & 0x00FF_00FF_00FF_00FF
    let pairs = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt64(UInt32(truncatingIfNeeded: pairs | pairs >> 16).byteSwapped)
  }

  /// The same word with `A`–`F` in lower case; 0, which is no digit, when a byte is neither digit nor letter.
  @inline(__always)
  static func lowerCase(_ word: UInt64) -> UInt64 {
    // What lacks bit 5 must have bit 6, or setting bit 5 would make digits of control characters.
    ~(word >> 5) & ~(word >> 6) & ones == 0 ? word | ones &* 0x20 : 0
  }

  @inline(__always)
  static func load(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes and four bytes.
  @inline(__always)
  static func load(_ bytes: UnsafeRawBufferPointer, _ low: Int, _ high: Int) -> UInt64 {
    let a = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: low, as: UInt32.self))
    let b = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: high, as: UInt32.self))
    return UInt64(a) | UInt64(b) << 32
  }
}
