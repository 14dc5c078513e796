internal import SlipFiles
import ArgumentParser
import SlipBase
import SlipBatch

/// `slipconv journal`: the parent of the commands about journals.
///
/// A journal is a file of JSON objects, one per line, as `Schemas/batch-journal.schema.json`
/// describes them: a record of the run, one of each finished item, and one of the end. It is
/// only ever appended to, so a run may be killed at any moment.
struct JournalCommand: ParsableCommand {
  /// The help text and the subcommands.
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "Summarize and merge the journals of batch work.",
    discussion: """
      `convert`, `import --each` and `migrate` write journals with --journal, one JSON object per line.

      EXAMPLE
        slipconv journal report run-*.ndjson
        slipconv journal merge run-*.ndjson -o run.ndjson
      """,
    subcommands: [JournalReportCommand.self, JournalMergeCommand.self])
}

/// `slipconv journal report`: the totals of journals, and what is missing.
///
/// The journals may be those of several shards, of a run and its continuation, or of runs that
/// overlap. With `--tree` or `--from` the report also says which items are in no journal, so
/// that a whole archive can be checked off.
struct JournalReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Summarize journals, and report what failed, is missing or was done twice.",
    discussion: """
      EXIT STATUS
        0  everything was done, once
        1  something failed, is missing or was done twice, or a run was not finished
        3  a journal could not be read
      """)

  /// The journals, such as those of all shards.
  @Argument(help: "The journals.", completion: .file())
  var journals: [String]

  /// Folders whose bundles should all be in a journal.
  @Option(
    help: ArgumentHelp("Report bundles of this tree that are in no journal.", valueName: "folder"),
    completion: .directory)
  var tree: [String] = []

  /// A list whose paths should all be in a journal.
  @Option(
    help: ArgumentHelp("Report paths of this list that are in no journal.", valueName: "file|-"),
    completion: .file())
  var from: String?

  /// Prints the totals as JSON.
  @OptionGroup var json: JSONOption
  /// What is printed; with `--quiet` only the exit status says whether everything was done.
  @OptionGroup var common: CommonOptions

  /// Prints the totals. If anything is missing or failed, the exit status is 1.
  func run() throws {
    var journals = try JournalSet(journals)
    if !tree.isEmpty { journals.expect(WorkList(WorkTrees(bundlesIn: tree))) }
    if let from { journals.expect(WorkList(try PathList(from))) }
    let text = JournalReportText(report: journals.report)
    if json.json {
      try JSONOutput.print(text.record)
    } else if !common.quiet {
      try Terminal.standardOutput.writeResult(text.text)
    }
    if !journals.report.isComplete { throw ExitStatus.problemsFound }
  }
}

/// `slipconv journal merge`: the journals of shards as one, with which a run without `--shard`
/// can continue.
struct JournalMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge the journals of shards into one.",
    discussion: """
      For each path the record that got furthest is kept. A run without shards can continue from the result: \
      --journal FILE --resume.
      """)

  /// The journals to merge.
  @Argument(help: "The journals.", completion: .file())
  var journals: [String]

  /// The path of the merged journal; `-` is standard output.
  @Option(
    name: [.short, .customLong("output")], help: "The file to create (default: standard output).",
    completion: .file())
  var output = "-"

  /// Whether an existing file may be replaced.
  @OptionGroup var force: ForceOption
  @OptionGroup var common: CommonOptions

  /// Writes the merged journal. If something is missing or failed, the exit status is 1, and
  /// the journal is written all the same.
  func run() throws {
    let journals = try JournalSet(journals)
    if output == "-" {
      try journals.write { line throws(SlipError) in
        try line.bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
          try Terminal.standardOutput.writeResult(UnsafeRawBufferPointer(bytes))
        }
      }
    } else {
      let file = try AtomicFile(output, existing: force.existing)
      try journals.write { line throws(SlipError) in
        try line.bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
          try file.write(UnsafeRawBufferPointer(bytes))
        }
      }
      try file.commit()
      if !common.quiet {
        try Terminal.standardOutput.writeResult(JournalReportText(report: journals.report).text)
      }
    }
    if !journals.report.isComplete { throw ExitStatus.problemsFound }
  }
}
