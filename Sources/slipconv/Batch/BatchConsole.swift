import SlipBase
import SlipBatch
import SlipboxKit

/// Runs batch work from the command line: list, journal, progress, messages and exit status.
/// All commands that work on many items share it.
///
/// What is printed on the way depends on the flags: errors of items always, other diagnostics
/// and results of items with `--verbose`, and a summary at the end unless `--quiet` is given:
///
///     6 found: 4 done, 1 skipped (1 nothing to import), 1 failed.
///
/// With `--journal -` standard output belongs to the journal, so the summary goes to standard
/// error.
struct BatchConsole {
  /// The batch options.
  var batch: BatchOptions
  var common: CommonOptions
  /// Whether the summary is printed as JSON.
  var json: Bool
  /// The name of the job in journals, such as `convert`.
  var job: String
  /// The options that change the result of the job. A journal can be continued only with the
  /// same options.
  var options: [String: String]
  /// The folders that were given.
  var inputs: [String]

  /// Works on all items.
  ///
  /// - Parameters:
  ///   - work: What is done to each item.
  ///   - source: Makes the list of items. It is called a second time to count them while they
  ///     are worked on, except where the list is read from standard input.
  /// - Throws: `ExitStatus.problemsFound` where an item failed or needs attention, or the
  ///   status of the signal that stopped the run.
  func run(_ work: some BatchJob, source: () throws(SlipError) -> WorkList) throws {
    StopSignal.watch()
    let start = ContinuousClock.now
    let clock: @Sendable () -> Double = { (ContinuousClock.now - start) / .seconds(1) }
    let journal = try batch.journal.map { path throws(SlipError) in
      try Journal(path, run: runRecord, resume: batch.resume)
    }
    let list = try source()
    let progress = BatchProgress(quiet: common.quiet || json, clock: clock)
    if batch.from != "-" { progress.count { try? source() } }
    let isQuiet = common.quiet
    let ownsOutput = json || batch.journal == "-"
    let isVerbose = common.verbose && !json
    var runner = BatchRunner()
    runner.jobs = batch.jobs ?? Parallel.cores
    runner.waiting = 16
    runner.maxFailures = batch.failFast ? 1 : batch.maxFailures ?? .max
    runner.clock = clock
    runner.isStopped = { StopSignal.isCaught }
    runner.observe = { record, summary in
      let text = RecordText(record: record).text(verbose: isVerbose, quiet: isQuiet)
      if !text.isEmpty {
        progress.clear()
        // In a dry run, what would be done is the result.
        let isResult = record.result == .planned && !ownsOutput
        (isResult ? Terminal.standardOutput : .standardError).write(text)
      }
      progress.show(summary)
    }
    let summary = try runner.run(list, work, journal: journal)
    progress.clear()
    try show(summary)
    if summary.stopped == .interrupted { throw StopSignal.exitStatus }
    if summary.failed > 0 || summary.needAttention > 0 { throw ExitStatus.problemsFound }
  }

  /// The first record of the journal, which says what is done to what.
  private var runRecord: RunRecord {
    var options = options
    if batch.dryRun { options["dry-run"] = "true" }
    if let since = batch.since { options["since"] = since.time.rfc3339 }
    if !batch.include.isEmpty { options["include"] = batch.include.map(\.pattern).joined(separator: " ") }
    if !batch.exclude.isEmpty { options["exclude"] = batch.exclude.map(\.pattern).joined(separator: " ") }
    return RunRecord(
      tool: SlipboxTool.name, job: job, options: options, inputs: batch.from.map { [$0] } ?? inputs,
      shard: batch.shard, started: Timestamp.systemClock.rfc3339)
  }

  /// Prints the summary: as JSON, or as a line. It goes to standard error where the journal is
  /// on standard output.
  private func show(_ summary: BatchSummary) throws {
    if json, batch.journal != "-" { return try JSONOutput.print(summary) }
    guard !common.quiet else { return }
    let line = SummaryText.line(summary) + "\n"
    if batch.journal == "-" {
      Terminal.standardError.write(line)
    } else {
      try Terminal.standardOutput.writeResult(line)
    }
  }
}
