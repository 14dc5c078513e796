/// The totals of a run. `landed`, `skipped`, `failed` and `planned` add up to `found`.
public struct BatchSummary: Sendable, Hashable, Codable {
  /// Why a run ended before its list did.
  public enum Stop: String, Sendable, Hashable, Codable {
    /// The user interrupted it.
    case interrupted
    /// The number of failures reached the limit.
    case failures
  }

  /// How many items were found.
  public var found = 0
  /// How many items were done.
  public var landed = 0
  /// How many items needed nothing.
  public var skipped = 0
  /// How many items failed.
  public var failed = 0
  /// How many items a dry run would do.
  public var planned = 0
  /// How many items were skipped, by the reason.
  public var reasons: [String: Int] = [:]
  /// How many items were done but need a look.
  public var needAttention = 0
  /// Why the run ended early; nil when it worked through the whole list.
  public var stopped: Stop?
  /// How long the run took.
  public var seconds = 0.0

  /// Creates totals of nothing.
  public init() {}

  /// Adds an item to the totals.
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
