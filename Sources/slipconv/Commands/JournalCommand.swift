internal import SlipFiles
import ArgumentParser
import SlipBase
import SlipBatch

struct JournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "Read the journals of batch work and put them together.",
    discussion: """
      A journal is what `migrate --recursive --journal` and `import --each --journal` write, one JSON object a line.

      EXAMPLE
        slipconv journal report run-*.ndjson
        slipconv journal merge run-*.ndjson -o run.ndjson
      """,
    subcommands: [JournalReportCommand.self, JournalMergeCommand.self])
}

struct JournalReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Total journals, and find what failed, is missing or was done twice.",
    discussion: """
      EXIT STATUS
        0  all was done, once
        1  something failed, is missing, was done twice, or a run didn't come to its end
        3  a journal could not be read
      """)

  @Argument(help: "The journals.", completion: .file())
  var journals: [String]

  @Option(
    help: ArgumentHelp("Look for bundles of this tree that no journal has.", valueName: "folder"),
    completion: .directory)
  var tree: [String] = []

  @Option(
    help: ArgumentHelp("Look for paths of this list that no journal has.", valueName: "file|-"),
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
    commandName: "merge", abstract: "Put the journals of shards together into one.",
    discussion: """
      For each path the record that got furthest is kept. A run that isn't split can go on with the result: \
      --journal FILE --resume.
      """)

  @Argument(help: "The journals.", completion: .file())
  var journals: [String]

  @Option(
    name: [.short, .customLong("output")], help: "The file to make (default: standard output).",
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
