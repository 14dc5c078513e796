#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#else
  internal import Darwin
#endif

/// Searches in raw bytes, which look at thirty-two bytes at a time.
///
/// Scans use them to find out cheaply whether a file can have something at all, and to
/// find the end of a picture's data. All of them work on words of eight bytes with plain
/// arithmetic: `ones` and `highBits` select the lowest and the highest bit of each byte.
package enum RTFByteSearch {
  /// A word whose bytes are all 1. Multiplied by a byte, it gives a word that is full of
  /// that byte.
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  /// A word whose bytes are all 0x80.
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Sets the high bit of the lowest byte that is 0, and of no byte below it. Bytes above
  /// may be set by mistake, so only the lowest bit that is set may be used.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }

  /// Eight bytes at an offset, the first one lowest.
  @inline(__always)
  private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Whether one of thirty-two bytes ends hexadecimal data, as `endOfHex` defines it.
  @inline(__always)
  private static func endsHex(_ words: SIMD4<UInt64>) -> Bool {
    func all(_ byte: UInt64) -> SIMD4<UInt64> { SIMD4(repeating: byte &* ones) }
    let differences = words ^ all(0x5C)
    let above = (words & all(0x7F)) &+ all(0x19)
    let hits = (above & ~words | (differences &- all(1)) & ~differences) & all(0x80)
    return (hits[0] | hits[1]) | (hits[2] | hits[3]) != 0
  }

  /// Whether at one of thirty-two places both the first and the last byte of a text are
  /// found. It may say so by mistake, but never misses a place.
  @inline(__always)
  private static func mayHold(_ base: UnsafeRawPointer, _ length: Int, _ first: UInt64, _ last: UInt64)
    -> Bool
  {
    let starts = base.loadUnaligned(as: SIMD4<UInt64>.self)
    let ends = base.loadUnaligned(fromByteOffset: length &- 1, as: SIMD4<UInt64>.self)
    let differences = (starts ^ SIMD4(repeating: first)) | (ends ^ SIMD4(repeating: last))
    let hits = (differences &- SIMD4(repeating: ones)) & ~differences & SIMD4(repeating: highBits)
    return (hits[0] | hits[1]) | (hits[2] | hits[3]) != 0
  }

  /// The offset of the first backslash, or of the first ASCII character above `f` such as
  /// a brace; `end` if there is none.
  ///
  /// This is where the hexadecimal data of a picture ends. White space and bytes from
  /// 0x80 on do not count: the decoder deals with those.
  static func endOfHex(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 32 <= end, !endsHex(base.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)) {
      index &+= 32
    }
    while index &+ 8 <= end {
      let word = word(base, index)
      let above = ((word & ~highBits) &+ 0x19 &* ones) & ~word & highBits
      let hits = above | zeros(word ^ 0x5C &* ones)
      if hits != 0 { return index &+ hits.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < end {
      let byte = base.load(fromByteOffset: index, as: UInt8.self)
      if byte == 0x5C || byte > 0x66 && byte < 0x80 { return index }
      index &+= 1
    }
    return end
  }

  /// Whether a text occurs in some bytes.
  ///
  /// - Parameter text: One ASCII character at least.
  package static func holds(_ text: StaticString, in bytes: UnsafeRawBufferPointer) -> Bool {
    let length = text.utf8CodeUnitCount
    guard let base = bytes.baseAddress, length > 0, bytes.count >= length else { return false }
    let first = UInt64(text.utf8Start[0]) &* ones
    let last = UInt64(text.utf8Start[length - 1]) &* ones
    let end = bytes.count &- length
    var index = 0
    while true {
      while index &+ 32 <= end, !mayHold(base + index, length, first, last) { index &+= 32 }
      guard index &+ 8 <= end else { break }
      let differences = (word(base, index) ^ first) | (word(base, index &+ length &- 1) ^ last)
      let hits = zeros(differences)
      if hits == 0 {
        index &+= 8
        continue
      }
      index &+= hits.trailingZeroBitCount &>> 3
      if memcmp(base + index, text.utf8Start, length) == 0 { return true }
      index &+= 1
    }
    while index <= end {
      if memcmp(base + index, text.utf8Start, length) == 0 { return true }
      index &+= 1
    }
    return false
  }
}
