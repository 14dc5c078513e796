/// What several journals say together. They may be parts of one job that was split over machines or
/// over time.
public struct JournalReport: Sendable {
  /// An item that failed.
  public struct Failure: Sendable, Hashable {
    /// The item's path in the journal.
    public var path: String
    /// The error; nil when the record has none.
    public var diagnostic: JournalDiagnostic?
  }

  /// An item that was done, but only in part or not as one might expect.
  public struct Attention: Sendable, Hashable {
    /// The item's path in the journal.
    public var path: String
    /// What was left out although users expect an import to include it.
    public var leftOut: [ItemRecord.LeftOut]
    /// The most severe finding; nil when the record has none.
    public var diagnostic: JournalDiagnostic?
  }

  /// A line that is not a record. A torn last line is not damage: it is what a killed run leaves.
  public struct Damage: Sendable, Hashable {
    /// The journal's path.
    public var journal: String
    /// The number of the line, from 1.
    public var line: Int
  }

  /// The paths of the journals.
  public internal(set) var journals: [String] = []
  /// The command and its options, from the first journal; nil without journals.
  public internal(set) var run: RunRecord?
  /// Totals over the last record of each path. Items that needed nothing may be missing: some
  /// journals count them only in their last line.
  public internal(set) var summary = BatchSummary()
  /// The number of notes in all items.
  public internal(set) var notes = 0
  /// The lengths before and after, of the items that were done.
  public internal(set) var bytes = (before: 0, after: 0)
  /// The items that failed.
  public internal(set) var failures: [Failure] = []
  /// The items to look at.
  public internal(set) var attentions: [Attention] = []
  /// Paths that were done in more than one journal, or twice from the same source.
  public internal(set) var doneTwice: [String] = []
  /// Paths of the expected list that are in no journal.
  public internal(set) var missing: [String] = []
  /// The number of shards that the work was split into; 0 when it was not split.
  public internal(set) var shardCount = 0
  /// The shards that have a journal here.
  public internal(set) var shards: Set<Int> = []
  /// Journals whose last run was killed or interrupted, or stopped after too many failures.
  public internal(set) var unfinished: [String] = []
  /// The lines that are not records.
  public internal(set) var damages: [Damage] = []

  /// The shards that have no journal here, ascending.
  public var missingShards: [Int] {
    shardCount == 0 ? [] : (1...shardCount).filter { !shards.contains($0) }
  }

  /// Whether all of the work was done, exactly once, and nothing needs a look.
  public var isComplete: Bool {
    failures.isEmpty && attentions.isEmpty && doneTwice.isEmpty && missing.isEmpty && missingShards.isEmpty
      && unfinished.isEmpty
      && damages.isEmpty
  }
}
