/// A UUID (RFC 9562) in two machine words. It identifies notes, folders and keywords.
///
/// It is written as 36 characters in lower case, such as `6f1c2d3e-0a1b-5c2d-8e3f-4a5b6c7d8e9f`.
public struct UniqueID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The first eight bytes as a big-endian number.
  public let high: UInt64
  /// The last eight bytes as a big-endian number.
  public let low: UInt64

  /// The last byte, which the last two digits stand for.
  public var lastByte: UInt8 { UInt8(truncatingIfNeeded: low) }

  /// Creates a UUID from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the form of 36 characters, in either case; nil for anything else. Braces are not
  /// accepted.
  public init?(_ text: some StringProtocol) {
    guard let id = text.withContiguousBytes({ UniqueID(bytes: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = id
  }

  /// Reads the form of 36 characters from a buffer, such as a parser's; nil for anything else. Eight digits are read at a
  /// time.
  public init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 36, bytes[8] == 0x2D, bytes[13] == 0x2D, bytes[18] == 0x2D, bytes[23] == 0x2D,
      let a = HexWord.value(HexWord.lowerCase(HexWord.load(bytes, 0))),
      let b = HexWord.value(HexWord.lowerCase(HexWord.load(bytes, 9, 14))),
      let c = HexWord.value(HexWord.lowerCase(HexWord.load(bytes, 19, 24))),
      let d = HexWord.value(HexWord.lowerCase(HexWord.load(bytes, 28)))
    else { return nil }
    self.init(high: a << 32 | b, low: c << 32 | d)
  }

  /// The form of 36 characters, in lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      store(in: UnsafeMutableRawBufferPointer(buffer))
      return 36
    }
  }

  /// Writes the form of 36 characters to a buffer, which has room for it.
  func store(in bytes: UnsafeMutableRawBufferPointer) {
    (bytes[8], bytes[13], bytes[18], bytes[23]) = (0x2D, 0x2D, 0x2D, 0x2D)
    HexWord.store(HexWord.digits(UInt32(truncatingIfNeeded: high >> 32)), in: bytes, 0)
    HexWord.store(HexWord.digits(UInt32(truncatingIfNeeded: high)), in: bytes, 9, 14)
    HexWord.store(HexWord.digits(UInt32(truncatingIfNeeded: low >> 32)), in: bytes, 19, 24)
    HexWord.store(HexWord.digits(UInt32(truncatingIfNeeded: low)), in: bytes, 28)
  }

  /// Appends the form of 36 characters to bytes, without a string in between.
  package func append(to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 36, alignment: 8) { buffer in
      store(in: buffer)
      bytes.append(contentsOf: buffer)
    }
  }

  /// Orders UUIDs bytewise, which is also the order of their text.
  public static func < (a: UniqueID, b: UniqueID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
