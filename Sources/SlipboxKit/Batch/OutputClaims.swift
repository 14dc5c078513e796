internal import SlipBase
internal import Synchronization

/// Which item of a batch writes which output: two must not flow into one. It holds sixteen bytes an item.
final class OutputClaims: Sendable {
  private let sources = Mutex<[UInt64: UInt64]>([:])

  /// - Returns: false where another item has it already.
  func claim(_ output: String, for source: String) -> Bool {
    let (target, source) = (OutputClaims.key(output), OutputClaims.key(source))
    return sources.withLock { sources in
      let owner = sources[target] ?? source
      sources[target] = owner
      return owner == source
    }
  }

  /// File systems may take names for equal that differ in case or in the form of their letters.
  static func key(_ name: String) -> UInt64 {
    UInt64(Digest(of: Array(TextFolding.caseFolded(name).utf8)).hex.prefix(16), radix: 16) ?? 0
  }
}
