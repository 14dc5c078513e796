internal import SlipFiles
public import SlipBase

/// Reads several journals of one job together.
///
/// For each path it holds a few bytes only: which record counts, and where it is. Whoever needs the
/// record reads it again from there, so memory doesn't grow with the records' content.
public struct JournalSet {
  /// Which record of a path counts, and how often the path was done.
  private struct Entry {
    /// The journal that has the record, by its position.
    var journal: Int
    /// Where the record begins in that journal.
    var offset: Int
    /// The outcome of that record.
    var result: ItemRecord.Result
    /// How often the path was done, each time from another source or in another journal.
    var landings = 0
    /// The first bytes of the digest of what it was last made from.
    var lastSource: UInt64?
    /// Whether it was done more often than it should be.
    var isTwice = false
  }

  /// The totals and what needs a look.
  public private(set) var report = JournalReport()
  /// The record that counts for each path, by the hash of the path.
  private var entries: [UInt64: Entry] = [:]
  /// Hashes of the paths at which results are.
  private var outputs: Set<UInt64> = []
  /// The journals' paths.
  private let paths: [String]

  /// Reads the journals. Each is read more than once, so standard input (`-`) can't be one of them.
  ///
  /// - Throws: `BatchCode.notJournal` for a file of another sort, `BatchCode.otherJob` for journals
  ///   that don't belong together, or an error of the file system.
  public init(_ paths: [String]) throws(SlipError) {
    self.paths = paths
    report.journals = paths
    for index in paths.indices { try read(index) }
    try total()
  }

  /// Reads a journal and notes its runs, records and damaged lines.
  private mutating func read(_ journal: Int) throws(SlipError) {
    let reader = try LineReader(paths[journal])
    var number = 0
    var hasRun = false
    var isFinished = false
    // The outputs of several filters may be in one file, one after the other. Each of them must have an end.
    var openFilters = 0
    while let line = try reader.next() {
      number += 1
      switch JournalLine(line.bytes) {
      case .run(let run):
        try begin(run, paths[journal])
        (hasRun, isFinished) = (true, false)
        if run.inputs == ["-"] { openFilters += 1 }
      case .item(let record) where hasRun:
        note(record, Entry(journal: journal, offset: line.offset, result: record.result))
      case .end(let end) where hasRun:
        isFinished = end.stopped == nil
        openFilters -= 1
      case .item, .end: throw JournalSet.notJournal(paths[journal])
      case nil:
        if number == 1 { throw JournalSet.notJournal(paths[journal]) }
        if line.isWhole { report.damages.append(.init(journal: paths[journal], line: number)) }
      }
    }
    guard hasRun else { throw JournalSet.notJournal(paths[journal]) }
    if !isFinished || openFilters > 0 { report.unfinished.append(paths[journal]) }
  }

  /// The error for a file that is not a journal.
  private static func notJournal(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: BatchCode.notJournal, "This file is not a journal.", at: SourceLocation(file: path))
  }

  /// Notes the beginning of a run, which must belong to the same job and the same split as those
  /// before.
  private mutating func begin(_ run: RunRecord, _ path: String) throws(SlipError) {
    if let first = report.run, !first.isSameJob(as: run) {
      throw SlipError(
        .usage, code: BatchCode.otherJob, "This journal belongs to another job than the first one.",
        at: SourceLocation(file: path))
    }
    if report.run == nil { report.run = run }
    guard let shard = run.shard.flatMap({ Shard($0) }) else { return }
    guard report.shardCount == 0 || report.shardCount == shard.count else {
      throw SlipError(
        .usage, code: BatchCode.otherJob,
        "These journals split the work differently: \(report.shardCount) shards and \(shard.count) shards.",
        at: SourceLocation(file: path))
    }
    report.shardCount = shard.count
    report.shards.insert(shard.number)
  }

  /// Decides whether a record or an earlier one of the same path counts, and whether the path was
  /// done twice.
  private mutating func note(_ record: ItemRecord, _ new: Entry) {
    let key = JournalIndex.key(record.path)
    if let output = record.output { outputs.insert(JournalIndex.key(output)) }
    var entry = new
    let source = record.before.flatMap { UInt64($0.prefix(16), radix: 16) }
    if let old = entries[key] {
      (entry.isTwice, entry.lastSource) = (old.isTwice, old.lastSource)
      if record.result == .landed, old.landings > 0 {
        entry.isTwice =
          entry.isTwice || old.journal != new.journal || (source != nil && source == old.lastSource)
      }
      entry.landings = old.landings
      // Within one journal the later record counts; between journals the one that got further.
      if old.journal != new.journal, JournalSet.rank(old.result) > JournalSet.rank(new.result) {
        (entry.journal, entry.offset, entry.result) = (old.journal, old.offset, old.result)
      }
    }
    if record.result == .landed {
      entry.landings += 1
      entry.lastSource = source
    }
    entries[key] = entry
  }

  /// How far an outcome got; a higher number counts more.
  private static func rank(_ result: ItemRecord.Result) -> Int {
    switch result {
    case .planned: 0
    case .failed: 1
    case .skipped: 2
    case .landed: 3
    }
  }

  /// Calls `body` with the record that counts for each path, in the order of the journals.
  ///
  /// - Throws: An error of the file system, or what `body` throws.
  public func forEachRecord(_ body: (ItemRecord) throws(SlipError) -> Void) throws(SlipError) {
    for (journal, path) in paths.enumerated() {
      let reader = try LineReader(path)
      while let line = try reader.next() {
        guard case .item(let record) = JournalLine(line.bytes),
          let entry = entries[JournalIndex.key(record.path)],
          entry.journal == journal, entry.offset == line.offset
        else { continue }
        try body(record)
      }
    }
  }

  /// Fills the report from the records that count.
  private mutating func total() throws(SlipError) {
    var report = report
    try forEachRecord { record throws(SlipError) in
      report.summary.count(record)
      report.summary.seconds += record.seconds
      report.notes += record.counts?["notes"] ?? 0
      if record.result == .landed {
        report.bytes.before += record.bytes?.before ?? 0
        report.bytes.after += record.bytes?.after ?? 0
      }
      if record.result == .failed {
        report.failures.append(.init(path: record.path, diagnostic: record.diagnostics?.first))
      }
      if record.needsAttention == true {
        report.attentions.append(
          .init(
            path: record.path, leftOut: (record.leftOut ?? []).filter { $0.failure == true },
            diagnostic: record.diagnostics?.first))
      }
      if entries[JournalIndex.key(record.path)]?.isTwice == true { report.doneTwice.append(record.path) }
    }
    self.report = report
  }

  /// Reports the items of the list that are in none of the journals. A result's path counts as
  /// well.
  public mutating func expect(_ list: WorkList) {
    while let item = list.next() {
      let key = JournalIndex.key(item.path)
      if entries[key] == nil, !outputs.contains(key) { report.missing.append(item.path) }
    }
  }

  /// Writes all journals as one, which can be continued as if the work had never been split.
  ///
  /// It has a last line only when all shards are there and finished.
  public func write(_ append: (JournalLine) throws(SlipError) -> Void) throws(SlipError) {
    guard var run = report.run else { return }
    run.shard = nil
    try append(.run(run))
    try forEachRecord { record throws(SlipError) in try append(.item(record)) }
    if report.unfinished.isEmpty, report.missingShards.isEmpty { try append(.end(EndRecord(report.summary))) }
  }
}
