public import ArgumentParser
import SlipBase
public import SlipBatch

/// Options of commands that can work on many things in one go.
struct BatchOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Process everything in the given folders and their subfolders.")
  var recursive = false

  @Option(help: "Process this many items at a time (default: number of cores).")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Read the paths from a file, or from standard input (-): one per line, NUL-terminated, or JSON records.",
      valueName: "file|-"), completion: .file())
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Write a record of each finished item, one JSON object per line.", valueName: "file|-"),
    completion: .file())
  var journal: String?

  @Flag(help: "Continue the journal: skip items that are done and haven't changed since.")
  var resume = false

  @Option(help: "Process only paths that match this glob (*, **, ?, [a-z]); may be repeated.")
  var include: [Glob] = []

  @Option(help: "Skip paths that match this glob; may be repeated.")
  var exclude: [Glob] = []

  @Option(help: "Process only items changed since this time: 2024-05-06, 2024-05-06T07:08:09Z, 90m, 12h, 7d.")
  var since: Moment?

  @Option(
    help: ArgumentHelp(
      "Process only part I of N of the list; the parts are the same on every machine.", valueName: "I/N"))
  var shard: Shard?

  @Flag(help: "Start nothing more after the first failure.")
  var failFast = false

  @Option(help: "Start nothing more after this many failures.")
  var maxFailures: Int?

  @Flag(help: "List what would be done, without doing it.")
  var dryRun = false

  /// Many things are meant, or may be.
  var isBatch: Bool { recursive || from != nil }

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

  /// Refuses what makes sense with many things only; `remedy` says how to work on many.
  func expectOne(remedy: String) throws {
    if let name = batchOnly { throw ValidationError("\(name) is for batch work: \(remedy).") }
  }

  private var batchOnly: String? {
    if journal != nil { return "--journal" }
    if !include.isEmpty { return "--include" }
    if !exclude.isEmpty { return "--exclude" }
    if since != nil { return "--since" }
    if shard != nil { return "--shard" }
    if failFast { return "--fail-fast" }
    return maxFailures == nil ? nil : "--max-failures"
  }

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

  /// The paths of the list, or else what lies in trees.
  func work(_ trees: sending @autoclosure () -> WorkTrees) throws(SlipError) -> WorkList {
    if let from { return WorkList(try PathList(from, isStopped: { StopSignal.isCaught }), filter: filter) }
    return WorkList(trees(), filter: filter)
  }
}

extension Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Glob: ExpressibleByArgument {
  public init?(argument: String) {
    guard let glob = try? Glob(argument) else { return nil }
    self = glob
  }
}
