public import CScanShims

/// Where plain text stops: at backslashes, braces, and whatever isn't printing ASCII. Found for 64 bytes at once, and
/// kept for the texts that begin in these.
///
/// The bytes must outlive it.
@usableFromInline
struct TextStops {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let end: Int
  /// Where the 64 bytes begin.
  @usableFromInline var block: Int
  /// A bit for each of them, the first the lowest.
  @usableFromInline var bits: UInt64

  @inlinable
  init(_ base: UnsafeRawPointer, end: Int) {
    self.base = base
    self.end = end
    (block, bits) = (-64, 0)
  }

  /// The first at `start` or behind it; past `longest` bytes without one, some place there. At most the end of the
  /// input.
  @inlinable @inline(__always)
  mutating func first(from start: Int, longest: Int) -> Int {
    let offset = UInt64(truncatingIfNeeded: start &- block)
    var next = start
    if offset < 64 {
      let rest = bits &>> offset
      if rest != 0 { return start &+ rest.trailingZeroBitCount }
      next = block &+ 64
    }
    while next &- start < longest {
      guard next &+ 64 <= end else { return slowly(next) }
      block = next
      bits = slip_scan_stops(base + next)
      if bits != 0 { return next &+ bits.trailingZeroBitCount }
      next &+= 64
    }
    return next
  }

  /// Where fewer than 64 bytes are left.
  @inlinable @inline(never)
  func slowly(_ start: Int) -> Int {
    var index = start
    while index < end {
      let byte = base.load(fromByteOffset: index, as: UInt8.self)
      if byte < 0x20 || byte >= 0x80 || byte == 0x5C || byte == 0x7B || byte == 0x7D { break }
      index &+= 1
    }
    return index
  }
}
