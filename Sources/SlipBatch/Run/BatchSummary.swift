/// How a run came out. What landed, was skipped, failed and was planned adds up to what was found.
public struct BatchSummary: Sendable, Hashable, Codable {
  /// Why a run ended before its list did.
  public enum Stop: String, Sendable, Hashable, Codable {
    case interrupted
    /// As many failed as were allowed to.
    case failures
  }

  public var found = 0
  public var landed = 0
  public var skipped = 0
  public var failed = 0
  /// In a dry run: would be done.
  public var planned = 0
  /// How many were skipped for which reason.
  public var reasons: [String: Int] = [:]
  /// How many of those that landed the user has to look at.
  public var needAttention = 0
  public var stopped: Stop?
  public var seconds = 0.0

  public init() {}

  mutating func count(_ record: ItemRecord) {
    found += 1
    switch record.result {
    case .landed: landed += 1
    case .failed: failed += 1
    case .planned: planned += 1
    case .skipped:
      skipped += 1
      reasons[record.reason ?? "other", default: 0] += 1
    }
    if record.needsAttention == true { needAttention += 1 }
  }
}
