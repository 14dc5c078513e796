/// Scans of UTF-8 text, eight bytes at a time in one word: comparisons of SIMD vectors become loops over lanes.
@usableFromInline
package enum TextScan {
  @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Index of the first byte at or after `start` that is `& < > "` or a C0 control; else `count`.
  @inlinable @inline(__always)
  package static func firstSpecial(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return index }
    while index &+ 8 <= bytes.count {
      let word = load(base, index)
      // `"` and `&` differ in one bit, and so do `<` and `>`.
      let signs = zeros((word | ones &* 0x04) ^ ones &* 0x26) | zeros((word | ones &* 0x02) ^ ones &* 0x3E)
      let found = (signs | controls(word)) & highBits
      if found != 0 { return index &+ (found.trailingZeroBitCount &>> 3) }
      index &+= 8
    }
    while index < bytes.count, !isSpecial(bytes[index]) { index &+= 1 }
    return index
  }

  @inlinable @inline(__always)
  static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x26 || byte == 0x3C || byte == 0x3E
  }

  /// Index of the first byte at or after `start` that isn't printing ASCII, or is a backslash or a brace; else `count`.
  @inlinable @inline(__always)
  package static func endOfLiteral(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return index }
    while index &+ 8 <= bytes.count {
      let word = load(base, index)
      let syntax = zeros(word ^ ones &* 0x5C) | zeros(word ^ ones &* 0x7B) | zeros(word ^ ones &* 0x7D)
      let found = (word | controls(word) | syntax | zeros(word ^ ones &* 0x7F)) & highBits
      if found != 0 { return index &+ (found.trailingZeroBitCount &>> 3) }
      index &+= 8
    }
    while index < bytes.count, isLiteral(bytes[index]) { index &+= 1 }
    return index
  }

  @inlinable @inline(__always)
  static func isLiteral(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x5C && byte != 0x7B && byte != 0x7D
  }

  /// Whether HTML's white-space collapsing would change the text apart from its ends: a TAB, a line end or two
  /// spaces in a row.
  @inlinable
  package static func collapses(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return false }
    var index = 0
    while index &+ 9 <= bytes.count {
      let word = load(base, index)
      let next = load(base, index &+ 1)
      // Zero only where both hold a space.
      let pair = (word ^ ones &* 0x20) | (next ^ ones &* 0x20)
      if (zeros(pair) | controls(word)) & highBits != 0 { return true }
      index &+= 8
    }
    while index < bytes.count {
      if bytes[index] < 0x20 { return true }
      if bytes[index] == 0x20, index + 1 < bytes.count, bytes[index + 1] == 0x20 { return true }
      index &+= 1
    }
    return false
  }

  @inlinable @inline(__always)
  static func load(_ base: UnsafeRawPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Marks the bytes that are zero with the high bit. Exact up to the lowest mark.
  @inlinable @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  /// Marks the bytes under 0x20 with the high bit. Exact up to the lowest mark.
  @inlinable @inline(__always)
  static func controls(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word }
}
