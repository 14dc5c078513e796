/// The first line of a run's journal: what is done, to what, and how. A run that goes on with a journal writes another.
public struct RunRecord: Codable, Sendable, Hashable {
  /// The form of the records.
  public static let currentForm = 1

  public private(set) var record = "run"
  public var form = RunRecord.currentForm
  /// Such as `slipconv 0.1.0`.
  public var tool: String
  /// Such as `migrate`.
  public var job: String
  /// What changes the result, by the names of the command's options.
  public var options: [String: String]
  /// Where the work was looked for: paths, or a list's name.
  public var inputs: [String]
  /// Such as `2/8`.
  public var shard: String?
  /// RFC 3339, UTC.
  public var started: String?

  public init(
    tool: String, job: String, options: [String: String] = [:], inputs: [String], shard: Shard? = nil,
    started: String? = nil
  ) {
    self.tool = tool
    self.job = job
    self.options = options
    self.inputs = inputs
    self.shard = shard?.description
    self.started = started
  }

  /// The same work on the same things: whoever did the one may go on with the other.
  public func isSameWork(as other: RunRecord) -> Bool {
    isSameJob(as: other) && inputs == other.inputs && shard == other.shard
  }

  /// The same work, perhaps on another part.
  public func isSameJob(as other: RunRecord) -> Bool { job == other.job && options == other.options }
}
