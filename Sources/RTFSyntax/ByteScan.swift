/// Searches over raw bytes, sixteen at a time.
@usableFromInline
enum ByteScan {
  /// Lowest set lane of a comparison's mask, nil when none is set.
  @inlinable @inline(__always)
  static func firstLane(_ mask: SIMDMask<SIMD16<Int8>>) -> Int? {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    if halves[0] != 0 { return halves[0].trailingZeroBitCount &>> 3 }
    if halves[1] != 0 { return 8 &+ (halves[1].trailingZeroBitCount &>> 3) }
    return nil
  }

  /// The first position from `start` that does not hold printing ASCII other than `{`, `}` and backslash.
  @inlinable @inline(__always)
  static func endOfPlainText(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 16 <= end {
      let bytes = base.loadUnaligned(fromByteOffset: index, as: SIMD16<Int8>.self)
      // Signed, so that bytes from 0x80 count as less than a space.
      let mask = (bytes .< 0x20) .| (bytes .== 0x5C) .| (bytes .== 0x7B) .| (bytes .== 0x7D)
      if let lane = firstLane(mask) { return index &+ lane }
      index &+= 16
    }
    while index < end {
      let byte = base.load(fromByteOffset: index, as: UInt8.self)
      if byte < 0x20 || byte >= 0x80 || byte == 0x5C || byte == 0x7B || byte == 0x7D { return index }
      index &+= 1
    }
    return end
  }

  /// The first position from `start` that holds `{`, `}`, a backslash, CR or LF.
  @inlinable @inline(__always)
  static func endOfText(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 16 <= end {
      let bytes = base.loadUnaligned(fromByteOffset: index, as: SIMD16<Int8>.self)
      let mask =
        (bytes .== 0x5C) .| (bytes .== 0x7B) .| (bytes .== 0x7D) .| (bytes .== 0x0A) .| (bytes .== 0x0D)
      if let lane = firstLane(mask) { return index &+ lane }
      index &+= 16
    }
    while index < end {
      switch base.load(fromByteOffset: index, as: UInt8.self) {
      case 0x5C, 0x7B, 0x7D, 0x0A, 0x0D: return index
      default: index &+= 1
      }
    }
    return end
  }

  /// The first position from `start` that holds `{`, `}` or a backslash.
  @inlinable @inline(__always)
  static func nextSyntax(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 16 <= end {
      let bytes = base.loadUnaligned(fromByteOffset: index, as: SIMD16<Int8>.self)
      let mask = (bytes .== 0x5C) .| (bytes .== 0x7B) .| (bytes .== 0x7D)
      if let lane = firstLane(mask) { return index &+ lane }
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
