/// UTF-8 by hand, for hot loops that must not go through `String`.
enum RTFEncoding {
  /// The UTF-8 form of a code point, with the first byte lowest, and its length in bytes.
  ///
  /// For U+00E9 it is `(0xA9C3, 2)`: the bytes C3 A9. Surrogates and numbers past
  /// U+10FFFF give U+FFFD.
  @inline(__always)
  static func utf8(_ scalar: UInt32) -> (bytes: UInt32, count: Int) {
    if scalar < 0x80 { return (scalar.littleEndian, 1) }
    if scalar < 0x800 { return ((0x80C0 | scalar &>> 6 | (scalar & 0x3F) &<< 8).littleEndian, 2) }
    guard scalar < 0x11_0000, scalar & 0xFFFF_F800 != 0xD800 else {
      return (UInt32(0xBD_BFEF).littleEndian, 3)
    }
    if scalar < 0x1_0000 {
      let bytes = 0x8080E0 | scalar &>> 12 | (scalar &>> 6 & 0x3F) &<< 8 | (scalar & 0x3F) &<< 16
      return (bytes.littleEndian, 3)
    }
    let upper = 0x8080_80F0 | scalar &>> 18 | (scalar &>> 12 & 0x3F) &<< 8
    return ((upper | (scalar &>> 6 & 0x3F) &<< 16 | (scalar & 0x3F) &<< 24).littleEndian, 4)
  }

  /// Appends a code point in UTF-8.
  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    var (packed, count) = utf8(scalar)
    packed = UInt32(littleEndian: packed)
    while count > 0 {
      bytes.append(UInt8(truncatingIfNeeded: packed))
      packed >>= 8
      count -= 1
    }
  }
}

/// ASCII in raw bytes.
extension RTFEncoding {
  /// The first offset from `start` on whose byte is outside 0x20 to 0x7F; `end` if there
  /// is none.
  @inline(__always)
  static func endOfPrinting(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end {
      let byte = base.load(fromByteOffset: index, as: UInt8.self)
      if byte < 0x20 || byte >= 0x80 { return index }
      index &+= 1
    }
    return end
  }
}
