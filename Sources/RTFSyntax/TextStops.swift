public import CScanShims

/// Finds where plain text stops: at a backslash, a brace, or a byte that is not printing ASCII.
///
/// It examines 64 bytes at once and remembers the result, because most RTF has several short texts
/// within 64 bytes. The input must outlive it.
@usableFromInline
struct TextStops {
  /// The first byte of the input.
  @usableFromInline let base: UnsafeRawPointer
  /// The length of the input in bytes.
  @usableFromInline let end: Int
  /// Where the 64 examined bytes begin; -64 before the first search.
  @usableFromInline var block: Int
  /// One bit for each of these bytes, the lowest for the first byte, set where text stops.
  @usableFromInline var bits: UInt64

  /// Creates a search over an input; nothing is examined yet.
  @inlinable
  init(_ base: UnsafeRawPointer, end: Int) {
    self.base = base
    self.end = end
    (block, bits) = (-64, 0)
  }

  /// The first stop at `start` or behind it; `end` when there is none.
  ///
  /// - Parameter longest: after this many bytes without a stop, the search ends and returns some offset
  ///   from `start + longest` on, so that one text token stays of limited length.
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

  /// The first stop from `start`, byte by byte, for the last bytes of the input.
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
