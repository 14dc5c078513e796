internal import SlipBase

/// What several journals say together: the parts of one job, split over machines or over time.
public struct JournalReport: Sendable {
  public struct Failure: Sendable, Hashable {
    public var path: String
    public var diagnostic: JournalDiagnostic?
  }

  /// Something that landed, but not all of it, or not as one might think.
  public struct Attention: Sendable, Hashable {
    /// The item's, as the journal has it.
    public var path: String
    /// What was left out though an import is expected to bring it.
    public var leftOut: [ItemRecord.LeftOut]
    /// The gravest finding.
    public var diagnostic: JournalDiagnostic?
  }

  /// A line that is no record; a torn last line is no fault.
  public struct Damage: Sendable, Hashable {
    public var journal: String
    /// From 1.
    public var line: Int
  }

  public internal(set) var journals: [String] = []
  /// The job and its options; that of the first journal.
  public internal(set) var run: RunRecord?
  /// Totals over the last record of each path. A journal may list what needed nothing only in its end record.
  public internal(set) var summary = BatchSummary()
  public internal(set) var notes = 0
  /// Lengths before and after, of those that landed.
  public internal(set) var bytes = (before: 0, after: 0)
  public internal(set) var failures: [Failure] = []
  public internal(set) var attentions: [Attention] = []
  /// Paths that landed in more than one journal, or twice from the same source.
  public internal(set) var doneTwice: [String] = []
  /// Paths of the list that no journal has.
  public internal(set) var missing: [String] = []
  /// N of the shards I/N; 0 where the work wasn't split.
  public internal(set) var shardCount = 0
  public internal(set) var shards: Set<Int> = []
  /// Journals whose last run was killed, interrupted or gave up.
  public internal(set) var unfinished: [String] = []
  public internal(set) var damages: [Damage] = []

  /// Shards that have no journal here.
  public var missingShards: [Int] {
    shardCount == 0 ? [] : (1...shardCount).filter { !shards.contains($0) }
  }

  /// All of the work was done, once, and nothing of it needs a look.
  public var isComplete: Bool {
    failures.isEmpty && attentions.isEmpty && doneTwice.isEmpty && missing.isEmpty && missingShards.isEmpty
      && unfinished.isEmpty
      && damages.isEmpty
  }
}
