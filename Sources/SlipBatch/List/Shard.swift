internal import SlipBase

/// One of N parts of a list, such as `2/8`. Several machines divide the work by it, without talking
/// to each other.
///
/// An entry belongs to the part 1 + (h mod N), where h is the first eight bytes, big-endian, of the
/// SHA-256 digest of its relative path (UTF-8, NFC). The `.xml` of `NAME.slipbox.xml` doesn't
/// count, so a bundle stays in its part when it is migrated to a directory `NAME.slipbox`.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// Which part it is, 1 to `count`.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// Creates a part; nil unless 1 ≤ number ≤ count ≤ 1,000,000.
  public init?(number: Int, count: Int) {
    guard (1...1_000_000).contains(count), (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Reads a part from text such as `2/8`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(number: number, count: count)
  }

  /// The part as text, such as `2/8`.
  public var description: String { "\(number)/\(count)" }

  /// Whether an entry belongs to this part.
  ///
  /// - Parameter path: A relative path in NFC.
  public func contains(_ path: String) -> Bool { Shard.number(of: path, count) == number }

  /// The part that a path belongs to, of so many.
  static func number(of path: String, _ count: Int) -> Int {
    let suffix = ".slipbox.xml"
    let key = path.hasSuffix(suffix) ? String(path.dropLast(".xml".count)) : path
    let start = UInt64(Digest(of: Array(key.utf8)).hex.prefix(16), radix: 16) ?? 0
    return Int(start % UInt64(max(1, count))) + 1
  }
}
