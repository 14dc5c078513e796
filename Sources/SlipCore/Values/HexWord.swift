/// Reads and writes eight hexadecimal digits at once, each in one byte of a machine word.
///
/// Ids and digests are a large part of a manifest, so their digits are worth a fast way.
enum HexWord {
  /// A word of eight bytes 0x01. Multiplied by a byte, it gives a word of eight such bytes.
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The number that eight digits stand for, the first in the lowest byte; nil unless all are
  /// `0`–`9` or `a`–`f`.
  @inline(__always)
  static func value(_ word: UInt64) -> UInt64? {
    let isLetter = word >> 6 & ones
    let nibbles = (word & (ones &* 0x0F)) &+ isLetter &* 9
    // Two checks: letters have values from 10 on and digits lower ones, and writing the value again gives the
    // digits that were read.
    guard nibbles & (ones &* 0xF0) == 0, (nibbles &+ ones &* 6) >> 4 & ones == isLetter,
      nibbles &+ ones &* 0x30 &+ isLetter &* 39 == word
    else { return nil }
    let bytes = (nibbles << 4 | nibbles >> 8) & 0x00FF_00FF_00FF_00FF
    let pairs = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt64(UInt32(truncatingIfNeeded: pairs | pairs >> 16).byteSwapped)
  }

  /// The same word with `A`–`F` in lower case. Where a byte is neither digit nor letter, 0, which
  /// `value` refuses.
  @inline(__always)
  static func lowerCase(_ word: UInt64) -> UInt64 {
    // A byte without bit 5 must have bit 6: otherwise setting bit 5 would turn control characters into
    // digits.
    ~(word >> 5) & ~(word >> 6) & ones == 0 ? word | ones &* 0x20 : 0
  }

  /// Eight bytes from `offset` on, the first in the lowest byte. The caller guarantees that they
  /// exist.
  @inline(__always)
  static func load(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes from `low` on and four from `high` on, as if they were adjacent. A UUID has hyphens
  /// between its groups of four digits.
  @inline(__always)
  static func load(_ bytes: UnsafeRawBufferPointer, _ low: Int, _ high: Int) -> UInt64 {
    let a = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: low, as: UInt32.self))
    let b = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: high, as: UInt32.self))
    return UInt64(a) | UInt64(b) << 32
  }

  /// The eight digits of a number, in lower case, the first in the lowest byte: `value` gives the number again.
  @inline(__always)
  static func digits(_ number: UInt32) -> UInt64 {
    var nibbles = UInt64(number.byteSwapped)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles >> 4 | nibbles << 8) & (ones &* 0x0F)
    let isLetter = (nibbles &+ ones &* 6) >> 4 & ones
    return nibbles &+ ones &* 0x30 &+ isLetter &* 39
  }

  /// Writes eight bytes from `offset` on, the lowest first. The caller guarantees that there is room.
  @inline(__always)
  static func store(_ word: UInt64, in bytes: UnsafeMutableRawBufferPointer, _ offset: Int) {
    bytes.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Writes four bytes from `low` on, and four from `high` on: the groups of a UUID.
  @inline(__always)
  static func store(_ word: UInt64, in bytes: UnsafeMutableRawBufferPointer, _ low: Int, _ high: Int) {
    bytes.storeBytes(of: UInt32(truncatingIfNeeded: word).littleEndian, toByteOffset: low, as: UInt32.self)
    bytes.storeBytes(
      of: UInt32(truncatingIfNeeded: word >> 32).littleEndian, toByteOffset: high, as: UInt32.self)
  }
}
