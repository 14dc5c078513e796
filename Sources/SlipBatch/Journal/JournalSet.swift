internal import SlipFiles
public import SlipBase

/// Several journals of one job read together. For each path it holds some bytes only: the record that counts is read
/// again from its place.
public struct JournalSet {
  private struct Entry {
    var journal: Int
    var offset: Int
    var result: ItemRecord.Result
    /// Landed so often, each time from another source or in another journal.
    var landings = 0
    var lastSource: UInt64?
    var isTwice = false
  }

  public private(set) var report = JournalReport()
  private var entries: [UInt64: Entry] = [:]
  private var outputs: Set<UInt64> = []
  private let paths: [String]

  /// Reads the journals; `-` isn't one of them, since they are read more than once.
  ///
  /// - Throws: Where one can't be read, is no journal, or is another job's.
  public init(_ paths: [String]) throws(SlipError) {
    self.paths = paths
    report.journals = paths
    for index in paths.indices { try read(index) }
    try total()
  }

  private mutating func read(_ journal: Int) throws(SlipError) {
    let reader = try LineReader(paths[journal])
    var number = 0
    var hasRun = false
    var isFinished = false
    // Filters' outputs may stand one after the other, and each must have come to its end.
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

  private static func notJournal(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: BatchCode.notJournal, "This file is no journal.", at: SourceLocation(file: path))
  }

  private mutating func begin(_ run: RunRecord, _ path: String) throws(SlipError) {
    if let first = report.run, !first.isSameJob(as: run) {
      throw SlipError(
        .usage, code: BatchCode.otherJob, "This is the journal of another job than the first one's.",
        at: SourceLocation(file: path))
    }
    if report.run == nil { report.run = run }
    guard let shard = run.shard.flatMap({ Shard($0) }) else { return }
    guard report.shardCount == 0 || report.shardCount == shard.count else {
      throw SlipError(
        .usage, code: BatchCode.otherJob,
        "These journals split the work into \(report.shardCount) shards and into \(shard.count).",
        at: SourceLocation(file: path))
    }
    report.shardCount = shard.count
    report.shards.insert(shard.number)
  }

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
      // Within one journal the later record counts; between journals what got further.
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

  private static func rank(_ result: ItemRecord.Result) -> Int {
    switch result {
    case .planned: 0
    case .failed: 1
    case .skipped: 2
    case .landed: 3
    }
  }

  /// Calls `body` with each path's record that counts, in the order of the journals.
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

  /// Looks for what is in the list and in none of the journals.
  public mutating func expect(_ list: WorkList) {
    while let item = list.next() {
      let key = JournalIndex.key(item.path)
      if entries[key] == nil, !outputs.contains(key) { report.missing.append(item.path) }
    }
  }

  /// One journal out of all: it can be gone on with as if the work had never been split.
  public func write(_ append: (JournalLine) throws(SlipError) -> Void) throws(SlipError) {
    guard var run = report.run else { return }
    run.shard = nil
    try append(.run(run))
    try forEachRecord { record throws(SlipError) in try append(.item(record)) }
    if report.unfinished.isEmpty, report.missingShards.isEmpty { try append(.end(EndRecord(report.summary))) }
  }
}
