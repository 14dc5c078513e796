/// The first line of a run in a journal: what is done, to what, and with which options. A run that
/// continues a journal writes another one.
public struct RunRecord: Codable, Sendable, Hashable {
  /// The version of the records' form. Journals of other versions are refused.
  public static let currentForm = 1

  /// The kind of the line; always `run`.
  public private(set) var record = "run"
  /// The version of the form.
  public var form = RunRecord.currentForm
  /// The tool and its version, such as `slipconv 0.1.0`.
  public var tool: String
  /// The command, such as `migrate`.
  public var job: String
  /// The options that change the result, by their names on the command line.
  public var options: [String: String]
  /// Where the items come from: paths, or the name of a list; `-` for standard input.
  public var inputs: [String]
  /// The part of the work, such as `2/8`; nil for all of it.
  public var shard: String?
  /// When the run began, as RFC 3339 in UTC; nil when no clock is used.
  public var started: String?

  /// Creates the first line of a run.
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

  /// Whether both runs do the same work on the same items, so that one may continue the journal of
  /// the other.
  public func isSameWork(as other: RunRecord) -> Bool {
    isSameJob(as: other) && inputs == other.inputs && shard == other.shard
  }

  /// Whether both runs do the same work, perhaps on different items.
  public func isSameJob(as other: RunRecord) -> Bool { job == other.job && options == other.options }
}

/// The last line of a run that ended by itself. A run that was killed has none.
public struct EndRecord: Codable, Sendable, Hashable {
  /// The kind of the line; always `end`.
  public private(set) var record = "end"
  /// How many items were found.
  public var found: Int
  /// How many items were done.
  public var landed: Int
  /// How many items needed nothing.
  public var skipped: Int
  /// How many items failed.
  public var failed: Int
  /// How many items a dry run would do; nil for none.
  public var planned: Int?
  /// Why the run ended early: `interrupted` or `failures`; nil when it worked through the whole
  /// list.
  public var stopped: String?
  /// How long the run took.
  public var seconds: Double

  /// Creates the last line from the totals of a run.
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
