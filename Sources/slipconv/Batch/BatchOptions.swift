public import ArgumentParser
import SlipBase
public import SlipBatch

/// The options of commands that can work on many items in one run: `convert`, `import --each`
/// and `migrate`.
///
///     slipconv migrate archive --recursive --jobs 8 --journal run.ndjson
///     slipconv migrate archive --recursive --jobs 8 --journal run.ndjson --resume
///     slipconv migrate archive --recursive --shard 2/3 --journal run-2.ndjson
///
/// Items come from the trees of folders or from a list, and are filtered by path, date and
/// shard. A journal has them in the order in which they are finished. `Docs/Scaling.md`
/// describes journals, shards and resuming.
struct BatchOptions: ParsableArguments {
  /// Takes everything in the trees of the given folders.
  @Flag(name: .shortAndLong, help: "Process everything in the given folders and their subfolders.")
  var recursive = false

  /// How many items are worked on at the same time; nil: as many as there are cores.
  @Option(help: "Process this many items at a time (default: number of cores).")
  var jobs: Int?

  /// The path of a list, or `-` for standard input. Its form is recognized by its content.
  @Option(
    help: ArgumentHelp(
      "Read the paths from a file, or from standard input (-): one per line, NUL-terminated, or JSON records.",
      valueName: "file|-"), completion: .file())
  var from: String?

  /// The path of the journal, or `-` for standard output.
  @Option(
    help: ArgumentHelp(
      "Write a record of each finished item, one JSON object per line.", valueName: "file|-"),
    completion: .file())
  var journal: String?

  /// Continues an existing journal.
  @Flag(help: "Continue the journal: skip items that are done and haven't changed since.")
  var resume = false

  /// Globs of which an item's path must match at least one, if there are any.
  @Option(help: "Process only paths that match this glob (*, **, ?, [a-z]); may be repeated.")
  var include: [Glob] = []

  /// Globs of which an item's path must match none.
  @Option(help: "Skip paths that match this glob; may be repeated.")
  var exclude: [Glob] = []

  /// Only items that changed since this moment.
  @Option(help: "Process only items changed since this time: 2024-05-06, 2024-05-06T07:08:09Z, 90m, 12h, 7d.")
  var since: Moment?

  /// The part of the list to work on.
  @Option(
    help: ArgumentHelp(
      "Process only part I of N of the list; the parts are the same on every machine.", valueName: "I/N"))
  var shard: Shard?

  /// Stops after the first failure; items in progress are finished.
  @Flag(help: "Start nothing more after the first failure.")
  var failFast = false

  /// Stops after this many failures; items in progress are finished.
  @Option(help: "Start nothing more after this many failures.")
  var maxFailures: Int?

  /// Lists what would be done.
  @Flag(help: "List what would be done, without doing it.")
  var dryRun = false

  /// Whether many items are meant, or may be.
  var isBatch: Bool { recursive || from != nil }

  /// Checks bounds, and what can't be used together.
  func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must be from 1 to 256.") }
    if let maxFailures, maxFailures < 1 { throw ValidationError("--max-failures must be at least 1.") }
    if failFast && maxFailures != nil {
      throw ValidationError("--fail-fast and --max-failures can't be used together.")
    }
    if resume && journal == nil { throw ValidationError("--resume needs a --journal to continue.") }
    if resume && journal == "-" {
      throw ValidationError("--resume needs a journal in a file, not on standard output.")
    }
  }

  /// Throws for options that make sense only with many items.
  ///
  /// - Parameter remedy: How to work on many items, for the message.
  func expectOne(remedy: String) throws {
    if let name = batchOnly { throw ValidationError("\(name) is for batch work: \(remedy).") }
  }

  /// The first given option that makes sense only with many items.
  private var batchOnly: String? {
    if journal != nil { return "--journal" }
    if !include.isEmpty { return "--include" }
    if !exclude.isEmpty { return "--exclude" }
    if since != nil { return "--since" }
    if shard != nil { return "--shard" }
    if failFast { return "--fail-fast" }
    return maxFailures == nil ? nil : "--max-failures"
  }

  /// The filters as the library takes them.
  var filter: WorkFilter {
    var filter = WorkFilter()
    filter.includes = include
    filter.excludes = exclude
    filter.since = since?.time
    filter.shard = shard
    return filter
  }

  /// The bundles in the given trees, or the paths of the list.
  func bundles(_ inputs: [String]) throws(SlipError) -> WorkList {
    let filter = filter
    return try work(WorkTrees(bundlesIn: inputs, recursive: recursive) { filter.excludes($0) })
  }

  /// The paths of the list, or else the items in trees.
  func work(_ trees: sending @autoclosure () -> WorkTrees) throws(SlipError) -> WorkList {
    if let from { return WorkList(try PathList(from, isStopped: { StopSignal.isCaught }), filter: filter) }
    return WorkList(trees(), filter: filter)
  }
}

/// The value of `--shard`.
extension Shard: ExpressibleByArgument {
  /// Parses `I/N`, with I from 1 to N.
  public init?(argument: String) { self.init(argument) }
}

/// The value of `--include` and `--exclude`.
extension Glob: ExpressibleByArgument {
  /// Parses a glob; nil where it is malformed.
  public init?(argument: String) {
    guard let glob = try? Glob(argument) else { return nil }
    self = glob
  }
}
