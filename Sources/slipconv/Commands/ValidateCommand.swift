import ArgumentParser
import SlipBase
import SlipBundle
import SlipboxKit

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check bundles: schema, references, fixity, mirrors, pictures.",
    discussion: """
      Nothing is written or repaired. `slipconv explain CODE` tells what a finding means.

      FORMATS
        text (for people), json, sarif, junit, github, gitlab; --max and --quiet are for text and github, the \
      others always tell everything.

      EXAMPLE
        slipconv validate my.slipbox
        slipconv validate my.slippack --fail-on warning --format json
        slipconv validate -r Archive --output text --output sarif=slipbox.sarif

      EXIT STATUS
        0  clean
        1  findings at or above --fail-on
        2  wrong usage
        3  a bundle could not be read; the others were checked
      """)

  enum Floor: String, ExpressibleByArgument, CaseIterable {
    case error, warning, info, never

    var severity: Diagnostic.Severity? {
      switch self {
      case .error: .error
      case .warning: .warning
      case .info: .info
      case .never: nil
      }
    }
  }

  @Argument(
    help: "The bundles: .slipbox folders or anything in them, folders that hold one, or .slippack files.",
    completion: .file())
  var bundles: [String]

  @Flag(name: .shortAndLong, help: "Check all bundles in the trees of the given folders.")
  var recursive = false

  @Option(help: "The least severity that makes the exit status 1: error, warning, info or never.")
  var failOn = Floor.error

  @Option(help: "The report's format on standard output.")
  var format: ReportOutput?

  @Option(
    help: ArgumentHelp(
      "Write a report: a format, or format=file; may be repeated.", valueName: "format[=file]"))
  var output: [ReportOutput] = []

  @Option(name: .customLong("max"), help: "Print at most so many findings.")
  var limit: Int?

  @Flag(help: "Don't read payload: skips digests, mirrors and pictures.")
  var quick = false

  @Flag(help: "Tell how long each phase took.")
  var timings = false

  @Flag(name: .long, help: "The same as --format json.")
  var json = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if bundles.isEmpty { throw ValidationError("Name at least one bundle.") }
    if let limit, limit < 0 { throw ValidationError("--max can't be less than 0.") }
    if json, format != nil { throw ValidationError("--json and --format exclude each other.") }
    if outputs.count(where: { $0.path == nil }) > 1 {
      throw ValidationError(
        "Only one report can go to standard output; write the others to files: --output format=file.")
    }
    let paths = outputs.compactMap(\.path)
    if Set(paths).count < paths.count { throw ValidationError("Two reports can't go to the same file.") }
  }

  func run() throws {
    var options = ValidationOptions()
    options.isQuick = quick
    let start = ContinuousClock.now
    if timings { options.clock = { ContinuousClock.now - start } }
    let run = ValidationRun(bundles, recursive: recursive, options: options)
    for output in outputs { try output.write(run, reportOptions) }
    // The worst tells: what couldn't be read may hide findings.
    let failures = run.failures.map { ExitStatus.of($0.error) }
    if let worst = failures.max(by: { $0.rawValue < $1.rawValue }) { throw worst }
    if let level = failOn.severity, run.reaches(level) { throw ExitStatus.problemsFound }
  }

  /// Text on standard output, unless something else is asked for.
  private var outputs: [ReportOutput] {
    var all = output
    if let format { all.insert(format, at: 0) }
    if json, let report = ReportOutput(argument: "json") { all.insert(report, at: 0) }
    return all.isEmpty ? ReportOutput(argument: "text").map { [$0] } ?? [] : all
  }

  private var reportOptions: ReportOptions {
    var options = ReportOptions()
    options.floor = common.floor
    options.limit = limit
    options.failLevel = failOn.severity
    options.isQuiet = common.quiet
    options.workingDirectory = Environment.workingDirectory
    return options
  }
}
