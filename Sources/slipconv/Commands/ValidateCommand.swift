import ArgumentParser
import SlipBase
import SlipBundle
import SlipboxKit

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check bundles: schema, references, fixity, mirrors, pictures.",
    discussion: """
      Findings are printed as file:line:column: severity: message [code]. Nothing is written or repaired.

      EXAMPLE
        slipconv validate my.slipbox
        slipconv validate my.slippack --fail-on warning --json
      """)

  enum Floor: String, ExpressibleByArgument, CaseIterable {
    case error, warning, info, never

    func isReached(by report: ValidationReport) -> Bool {
      let least: Diagnostic.Severity
      switch self {
      case .error: least = .error
      case .warning: least = .warning
      case .info: least = .info
      case .never: return false
      }
      return report.diagnostics.contains { $0.severity >= least }
    }
  }

  private struct Record: Encodable {
    struct Phase: Encodable {
      var phase: String
      var seconds: Double
    }
    var bundle: String
    var errors: Int
    var warnings: Int
    var infos: Int
    var notes: Int
    var attachments: Int
    var files: Int
    var bytesRead: Int
    var timings: [Phase]
    var diagnostics: [DiagnosticRecord]
  }

  @Argument(
    help: "The bundles: .slipbox folders or anything in them, folders that hold one, or .slippack files.",
    completion: .file())
  var bundles: [String]

  @Option(help: "The least severity that makes the exit status 1: error, warning, info or never.")
  var failOn = Floor.error

  @Flag(help: "Don't read payload: skips digests, mirrors and pictures.")
  var quick = false

  @Flag(help: "Tell how long each phase took.")
  var timings = false

  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if bundles.isEmpty { throw ValidationError("Name at least one bundle.") }
  }

  func run() throws {
    var options = ValidationOptions()
    options.isQuick = quick
    if timings { options.clock = { ContinuousClock.now - ValidateCommand.start } }
    var hasFindings = false
    var records: [Record] = []
    for bundle in bundles {
      let outcome = try Validation.run(bundle, options: options)
      hasFindings = hasFindings || failOn.isReached(by: outcome.report)
      if json.json {
        records.append(record(outcome))
      } else {
        try print(outcome)
      }
    }
    if json.json { try JSONOutput.print(records) }
    if hasFindings { throw ExitStatus.problemsFound }
  }

  private static let start = ContinuousClock.now

  /// Findings are the result, so they go to standard output.
  private func print(_ outcome: Validation.Outcome) throws {
    let report = outcome.report
    let printer = DiagnosticPrinter(terminal: .standardOutput, floor: common.floor)
    try printer.terminal.writeResult(printer.text(report.diagnostics))
    for timing in report.timings {
      let seconds = ValidateCommand.seconds(timing.duration)
      common.say("  \(timing.phase): \(Int((seconds * 1000).rounded())) ms")
    }
    var verdict: [String] = []
    if report.count(.error) > 0 { verdict.append(counted(report.count(.error), "error")) }
    if report.count(.warning) > 0 { verdict.append(counted(report.count(.warning), "warning")) }
    let text = verdict.isEmpty ? "valid" : verdict.joined(separator: ", ")
    let counts = "(\(counted(report.notes, "note")), \(counted(report.files, "file")))"
    if !common.quiet { try printer.terminal.writeResult("\(outcome.path): \(text) \(counts).\n") }
  }

  private func record(_ outcome: Validation.Outcome) -> Record {
    let report = outcome.report
    return Record(
      bundle: outcome.path, errors: report.count(.error), warnings: report.count(.warning),
      infos: report.count(.info), notes: report.notes, attachments: report.attachments, files: report.files,
      bytesRead: report.bytesRead,
      timings: report.timings.map {
        Record.Phase(phase: $0.phase, seconds: ValidateCommand.seconds($0.duration))
      },
      diagnostics: report.diagnostics.map(DiagnosticRecord.init))
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
