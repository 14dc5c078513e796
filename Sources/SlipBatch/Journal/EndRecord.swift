/// The last line of a run that came to an end; a run that was killed has none.
public struct EndRecord: Codable, Sendable, Hashable {
  public private(set) var record = "end"
  public var found: Int
  public var landed: Int
  public var skipped: Int
  public var failed: Int
  public var planned: Int?
  /// Why it ended early: `interrupted` or `failures`.
  public var stopped: String?
  public var seconds: Double

  public init(_ summary: BatchSummary) {
    found = summary.found
    landed = summary.landed
    skipped = summary.skipped
    failed = summary.failed
    planned = summary.planned > 0 ? summary.planned : nil
    stopped = summary.stopped?.rawValue
    seconds = summary.seconds
  }
}
