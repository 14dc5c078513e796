internal import SlipFiles
import ArgumentParser
import SlipBase
import SlipBundle
import SlipboxKit

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check bundles and RTF files: schema, references, fixity, mirrors, pictures, losses.",
    discussion: """
      RTF outside of bundles (files of any name, RTFD packages, folders of them) is checked by the rules for notes' \
      bodies: encoding, structure, loss, references to the outside, embedded programs.

      Nothing is written without --fix. `slipconv explain CODE` tells what a finding means and what --fix does \
      about it.

      CONFIGURATION
        .slipconv.toml in the working directory or above it: severities, findings to ignore and why, a baseline. \
      See Docs/Validation.md.

      FORMATS
        text (for people), json, sarif, junit, github, gitlab; --max and --quiet are for text and github, the \
      others always tell everything.

      EXAMPLE
        slipconv validate my.slipbox
        slipconv validate my.slippack --fail-on warning --format json
        slipconv validate -r Archive --output text --output sarif=slipbox.sarif
        slipconv validate my.slipbox --fix
        slipconv validate letter.rtf old.doc Notes --fail-on warning

      EXIT STATUS
        0  clean
        1  findings at or above --fail-on
        2  wrong usage
        3  a bundle or file could not be read; the others were checked
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
    help: """
      The bundles: .slipbox folders or anything in them, folders that hold one, or .slippack files; or RTF: files, \
      RTFD packages, folders without a bundle.
      """,
    completion: .file())
  var bundles: [String]

  @Flag(name: .shortAndLong, help: "Check all bundles and all RTF in the trees of the given folders.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "The least severity that makes the exit status 1: error, warning, info or never.",
      discussion: "error, unless the configuration says otherwise."))
  var failOn: Floor?

  @Option(help: "The report's format on standard output.")
  var format: ReportOutput?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write a report: a format, or format=file; may be repeated.", valueName: "format[=file]"))
  var output: [ReportOutput] = []

  @Option(name: .customLong("max"), help: "Print at most so many findings.")
  var limit: Int?

  @Flag(help: "Print every finding, also when very many are alike.")
  var all = false

  @Flag(help: "Don't read payload: skips digests, mirrors and pictures.")
  var quick = false

  @Flag(help: "Look at the manifest alone: its form, references and digest.")
  var manifestOnly = false

  @Flag(help: "Report how long each phase took.")
  var timings = false

  @Flag(help: "Repair what can be repaired without loss: mirrors, thumbnails, order, the manifest's digest.")
  var fix = false

  @Flag(help: "Repair also what takes something out or guesses.")
  var fixUnsafe = false

  @Flag(
    help: "Show what --fix would change in manifest and mirrors; write nothing. Exit status 1 if anything.")
  var diff = false

  @OptionGroup var force: ForceOption
  @OptionGroup var policy: PolicyOptions

  @Option(
    help: ArgumentHelp("Take this time for now: later dates in notes are faults.", valueName: "time"),
    transform: Timestamp.argument)
  var date: Timestamp?

  @Flag(name: .long, help: "The same as --format json.")
  var json = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if bundles.isEmpty { throw ValidationError("Name at least one bundle or file.") }
    if let limit, limit < 0 { throw ValidationError("--max can't be less than 0.") }
    if json, format != nil { throw ValidationError("--json and --format can't be used together.") }
    if outputs.count(where: { $0.path == nil }) > 1 {
      throw ValidationError(
        "Only one report can go to standard output; write the others to files: --output format=file.")
    }
    if diff, format != nil || json || !output.isEmpty {
      throw ValidationError("--diff writes no report; leave --format and --output out.")
    }
    if quick || manifestOnly, fix || fixUnsafe || diff {
      throw ValidationError("--quick and --manifest-only don't look at what --fix repairs.")
    }
    let paths = outputs.compactMap(\.path)
    if Set(paths).count < paths.count { throw ValidationError("Two reports can't go to the same file.") }
  }

  func run() throws {
    if !force.force { for path in outputs.compactMap(\.path) { try AtomicFile.expectNothing(at: path) } }
    let project = try policy.read()
    var options = ValidationOptions()
    options.checksTree = !manifestOnly
    options.isQuick = quick || manifestOnly || (!isRepairing && project.isQuick)
    options.now = date ?? Timestamp.systemClock
    let start = ContinuousClock.now
    if timings { options.clock = { ContinuousClock.now - start } }
    var run = ValidationRun(bundles, recursive: recursive, options: options)
    let refusals = isRepairing ? try repair(&run, project, options) : []
    if policy.writeBaseline {
      return try project.writeBaseline(of: run, isQuick: options.isQuick, replacing: force.force, common)
    }
    project.apply(to: &run, isQuick: options.isQuick)
    let failLevel = failOn.map(\.severity) ?? project.failLevel
    for output in outputs { try output.write(run, reportOptions(failLevel), existing: force.existing) }
    // The worst tells: what couldn't be read may hide findings.
    let failures = (run.failures + refusals).map { ExitStatus.of($0.error) }
    if let worst = failures.max(by: { $0.rawValue < $1.rawValue }) { throw worst }
    if let failLevel, run.reaches(failLevel) { throw ExitStatus.problemsFound }
  }

  private var isRepairing: Bool { fix || fixUnsafe || diff }

  /// Gives what could not be repaired; after `--diff` there is nothing more to do.
  private func repair(
    _ run: inout ValidationRun, _ project: ProjectPolicy, _ validation: ValidationOptions
  ) throws -> [(path: String, error: SlipError)] {
    var options = Repair.Options()
    options.isUnsafe = fixUnsafe
    options.isTrial = diff
    var judged = run
    project.apply(to: &judged, isQuick: false)
    let (trials, refusals) = run.repair(judged, options, validation: validation)
    guard diff else { return refusals }
    for trial in trials { try Terminal.standardOutput.writeResult(trial.diff) }
    for action in trials.flatMap(\.actions) {
      if !common.quiet {
        Terminal.standardError.write("would repair \(PlainLine.text(action.description))\n")
      }
    }
    let failures = (run.failures + refusals).map { ExitStatus.of($0.error) }
    if let worst = failures.max(by: { $0.rawValue < $1.rawValue }) { throw worst }
    throw trials.isEmpty ? ExitStatus.done : ExitStatus.problemsFound
  }

  /// Text on standard output, unless something else is asked for.
  private var outputs: [ReportOutput] {
    var all = output
    if let format { all.insert(format, at: 0) }
    if json, let report = ReportOutput(argument: "json") { all.insert(report, at: 0) }
    return all.isEmpty ? ReportOutput(argument: "text").map { [$0] } ?? [] : all
  }

  private func reportOptions(_ failLevel: Diagnostic.Severity?) -> ReportOptions {
    var options = ReportOptions()
    options.floor = common.floor
    options.limit = limit
    options.showsAll = all
    options.failLevel = failLevel
    options.isQuiet = common.quiet
    options.workingDirectory = Environment.workingDirectory
    return options
  }
}
