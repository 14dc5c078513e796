/// Finding a lane in a comparison's mask.
enum SIMDLanes {
  /// The lowest lane that is set; nil when none is.
  @inline(__always)
  static func first(_ mask: SIMDMask<SIMD16<Int8>>) -> Int? {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    if halves[0] != 0 { return halves[0].trailingZeroBitCount &>> 3 }
    if halves[1] != 0 { return 8 &+ (halves[1].trailingZeroBitCount &>> 3) }
    return nil
  }
}
