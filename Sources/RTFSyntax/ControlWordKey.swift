/// The letters of a control word packed into two integers, so that looking it up needs no `String`.
///
/// Words of up to 16 letters are packed exactly: the first letter is the lowest byte of `low`, the
/// ninth the lowest byte of `high`. The letters after the sixteenth are mixed into `high`, so two long
/// words could in theory have one key. The tests check that the words of `ControlWordTable` don't.
@frozen
public struct ControlWordKey: Sendable, Hashable {
  /// Letters 1 to 8, the first in the lowest byte; unused bytes are 0.
  public var low: UInt64
  /// Letters 9 to 16, mixed with those that follow.
  public var high: UInt64

  /// Creates a key from its two halves.
  @inlinable
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Packs the name of a control word, without its backslash.
  public init(_ name: StaticString) {
    self.init(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// Packs letters as they stand in a file.
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

  /// Mixes one letter after the sixteenth into `high`, by an exclusive or and a multiplication (golden
  /// ratio of 2^64).
  @inlinable
  static func mix(_ high: UInt64, _ byte: UInt8) -> UInt64 {
    (high ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Where the search for the key begins in a table of 2^`bits` slots.
  @inlinable
  func slot(bits: UInt64) -> Int {
    // The two products are independent, so a processor computes them at the same time.
    let mixed = low &* 0x9E37_79B9_7F4A_7C15 ^ high &* 0xC2B2_AE3D_27D4_EB4F
    return Int(truncatingIfNeeded: mixed &>> (64 &- bits))
  }
}
