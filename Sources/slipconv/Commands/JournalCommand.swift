internal import SlipFiles
import ArgumentParser
import SlipBase
import SlipBatch

struct JournalCommand: ParsableCommand {
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

  @Argument(help: "The journals.", completion: .file())
  var journals: [String]

  @Option(
    help: ArgumentHelp("Report bundles of this tree that are in no journal.", valueName: "folder"),
    completion: .directory)
  var tree: [String] = []

  @Option(
    help: ArgumentHelp("Report paths of this list that are in no journal.", valueName: "file|-"),
    completion: .file())
  var from: String?

  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

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

struct JournalMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge the journals of shards into one.",
    discussion: """
      For each path the record that got furthest is kept. A run without shards can continue from the result: \
      --journal FILE --resume.
      """)

  @Argument(help: "The journals.", completion: .file())
  var journals: [String]

  @Option(
    name: [.short, .customLong("output")], help: "The file to create (default: standard output).",
    completion: .file())
  var output = "-"

  @OptionGroup var force: ForceOption
  @OptionGroup var common: CommonOptions

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
