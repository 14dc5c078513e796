/// Searches raw bytes eight at a time in one integer ("SIMD within a register").
///
/// Comparisons of Swift's SIMD vectors become loops over lanes where Swift 6.3 does not specialise
/// them, so these functions use plain integers.
@usableFromInline
enum ByteScan {
  /// Marks the bytes of `word` that equal `byte` by setting their high bits.
  ///
  /// The lowest mark is exact. Bytes above it may be marked wrongly, because the subtraction borrows,
  /// and other bits may be set; so a caller masks with 0x80 in each byte and uses only the lowest bit.
  @inlinable @inline(__always)
  static func marks(_ word: UInt64, _ byte: UInt64) -> UInt64 {
    let difference = word ^ (byte &* 0x0101_0101_0101_0101)
    return (difference &- 0x0101_0101_0101_0101) & ~difference
  }

  /// The eight bytes from an offset, the first in the lowest bits.
  @inlinable @inline(__always)
  static func load(_ base: UnsafeRawPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The first offset from `start` that holds `{`, `}`, a backslash, CR or LF; `end` when there is
  /// none.
  @inlinable
  static func endOfText(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 8 <= end {
      let word = load(base, index)
      let syntax = marks(word, 0x5C) | marks(word, 0x7B) | marks(word, 0x7D)
      let found = (syntax | marks(word, 0x0A) | marks(word, 0x0D)) & 0x8080_8080_8080_8080
      if found != 0 { return index &+ (found.trailingZeroBitCount &>> 3) }
      index &+= 8
    }
    while index < end {
      switch base.load(fromByteOffset: index, as: UInt8.self) {
      case 0x5C, 0x7B, 0x7D, 0x0A, 0x0D: return index
      default: index &+= 1
      }
    }
    return end
  }

  /// The first offset from `start` that holds `{`, `}` or a backslash; `end` when there is none.
  @inlinable @inline(__always)
  static func nextSyntax(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 16 <= end {
      let low = load(base, index)
      let high = load(base, index &+ 8)
      let first = (marks(low, 0x5C) | marks(low, 0x7B) | marks(low, 0x7D)) & 0x8080_8080_8080_8080
      if first != 0 { return index &+ (first.trailingZeroBitCount &>> 3) }
      let second = (marks(high, 0x5C) | marks(high, 0x7B) | marks(high, 0x7D)) & 0x8080_8080_8080_8080
      if second != 0 { return index &+ 8 &+ (second.trailingZeroBitCount &>> 3) }
      index &+= 16
    }
    while index < end {
      switch base.load(fromByteOffset: index, as: UInt8.self) {
      case 0x5C, 0x7B, 0x7D: return index
      default: index &+= 1
      }
    }
    return end
  }
}
