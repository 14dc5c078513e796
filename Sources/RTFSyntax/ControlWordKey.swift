/// A control word's letters packed into two words, for look-up without a String.
///
/// Words of up to 16 letters are packed exactly, the first letter in the lowest byte; the letters of longer ones
/// are mixed into `high`.
@frozen
public struct ControlWordKey: Sendable, Hashable {
  public var low: UInt64
  public var high: UInt64

  @inlinable
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The key of a whole name.
  public init(_ name: StaticString) {
    self.init(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  public init(_ letters: UnsafeRawBufferPointer) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for (index, byte) in letters.enumerated() {
      if index < 8 {
        low |= UInt64(byte) << UInt64(index * 8)
      } else if index < 16 {
        high |= UInt64(byte) << UInt64((index - 8) * 8)
      } else {
        high = ControlWordKey.mix(high, byte)
      }
    }
    self.init(low: low, high: high)
  }

  @inlinable
  static func mix(_ high: UInt64, _ byte: UInt8) -> UInt64 {
    (high ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Where the search in a table of 2^`bits` slots begins.
  @inlinable
  func slot(bits: UInt64) -> Int {
    // Both products at once: a word's meaning is waited for.
    let mixed = low &* 0x9E37_79B9_7F4A_7C15 ^ high &* 0xC2B2_AE3D_27D4_EB4F
    return Int(truncatingIfNeeded: mixed &>> (64 &- bits))
  }
}
