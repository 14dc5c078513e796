internal import SlipBase

/// One part of N of a list, the same on every machine: an entry belongs to the part that the first eight bytes of the
/// SHA-256 digest of its relative path (UTF-8, NFC) name, as a big-endian number modulo N, and one.
///
/// The `.xml` of `NAME.slipbox.xml` does not count, so that a bundle stays in its part when it becomes a directory.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// 1 to `count`.
  public let number: Int
  public let count: Int

  /// Nil unless 1 ≤ number ≤ count ≤ 1,000,000.
  public init?(number: Int, count: Int) {
    guard (1...1_000_000).contains(count), (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Reads `2/8`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(number: number, count: count)
  }

  public var description: String { "\(number)/\(count)" }

  /// `path` is relative and in NFC.
  public func contains(_ path: String) -> Bool { Shard.number(of: path, count) == number }

  static func number(of path: String, _ count: Int) -> Int {
    let suffix = ".slipbox.xml"
    let key = path.hasSuffix(suffix) ? String(path.dropLast(".xml".count)) : path
    let start = UInt64(Digest(of: Array(key.utf8)).hex.prefix(16), radix: 16) ?? 0
    return Int(start % UInt64(max(1, count))) + 1
  }
}
