/// Fast scans of UTF-8 text for the characters that HTML, XML or RTF have to escape.
///
/// The scans look at eight bytes at a time in one machine word: in these loops the compiler does
/// not turn comparisons of SIMD vectors into vector instructions. The last bytes are examined one
/// by one.
@usableFromInline
package enum TextScan {
  /// A word of eight bytes 0x01. Multiplied by a byte, it gives a word of eight such bytes.
  @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
  /// A word of eight bytes 0x80, the bits in which `zeros` and `controls` leave their marks.
  @inlinable static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// The index of the first byte at or after `start` that HTML or XML may have to escape: `&`, `<`,
  /// `>`, `"` or a C0 control. The length of the text where there is none.
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

  /// Whether `firstSpecial` stops at a byte.
  @inlinable @inline(__always)
  static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x26 || byte == 0x3C || byte == 0x3E
  }

  /// The index of the first byte at or after `start` that RTF can't hold as it is: a backslash, a
  /// brace, or anything but printing ASCII. The length of the text where there is none.
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

  /// Whether `endOfLiteral` passes over a byte.
  @inlinable @inline(__always)
  static func isLiteral(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x5C && byte != 0x7B && byte != 0x7D
  }

  /// Whether HTML would change the text by collapsing its white space: whether it holds a control
  /// character, such as a tab or a line end, or two spaces in a row. Spaces at the ends of the text
  /// are the caller's concern.
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

  /// Eight bytes as one word, the first in the lowest byte. The caller guarantees that they exist.
  @inlinable @inline(__always)
  static func load(_ base: UnsafeRawPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Marks the bytes of a word that are zero with their high bit. Marks above the lowest one can be
  /// wrong.
  @inlinable @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  /// Marks the bytes of a word that are below 0x20 with their high bit. Marks above the lowest one
  /// can be wrong.
  @inlinable @inline(__always)
  static func controls(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word }
}
