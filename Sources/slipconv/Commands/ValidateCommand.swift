internal import SlipFiles
import ArgumentParser
import SlipBase
import SlipBundle
import SlipboxKit
import SlipReports

/// `slipconv validate`: checks bundles and RTF, writes reports, and repairs.
///
/// The order of work is:
///
/// 1. Read configuration and baseline, so that a mistake in them is reported before the work.
/// 2. Validate everything (`ValidationRun`).
/// 3. Repair what is wanted (`Repair`), and validate the changed bundles again.
/// 4. Apply configuration and baseline to the findings.
/// 5. Write the reports, or the baseline.
/// 6. Compute the exit status: what could not be read counts more than findings.
struct ValidateCommand: ImpliesBox {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Validate bundles, RTF and documents: schema, references, fixity, mirrors, pictures, losses.",
    discussion: """
      RTF outside of bundles (files of any name, RTFD packages, folders of them) is checked by the rules for bodies of \
      notes: encoding, structure, losses, external references, embedded programs. Documents of Word and OpenDocument are \
      read; what is damaged, missing or left out is reported.

      Nothing is written without --fix. `slipconv explain CODE` explains what a finding means and what --fix does \
      about it.

      CONFIGURATION
        .slipconv.toml in the working directory or above it sets severities, findings to ignore and why, and a \
      baseline. See Docs/Validation.md.

      FORMATS
        text (for people), json, sarif, junit, github, gitlab. --max and --quiet apply to text and github; the other \
      formats always contain everything. table, csv and html are summaries: how many files there are of each kind, program, \
      year, code page and size, and what was found in how many; --summary prints one, with --json as \
      Schemas/archive-summary.schema.json.

      EXAMPLE
        slipconv validate my.slipbox
        slipconv validate my.slippack --fail-on warning --format json
        slipconv validate -r Archive --output text --output sarif=slipbox.sarif
        slipconv validate -r Archive --summary --format html > archive.html
        slipconv validate my.slipbox --fix
        slipconv validate letter.rtf old.doc Notes --fail-on warning

      EXIT STATUS
        0  no findings at or above --fail-on
        1  findings at or above --fail-on
        2  wrong usage
        3  a bundle or file could not be read; the others were checked
      """)

  /// The values of `--fail-on`. They are severities, and `never` for runs whose exit status
  /// should only say whether everything could be read.
  enum Floor: String, ExpressibleByArgument, CaseIterable {
    /// The least severity that fails; with `never` no finding does.
    case error, warning, info, never

    /// The severity; nil for `never`.
    var severity: Diagnostic.Severity? {
      switch self {
      case .error: .error
      case .warning: .warning
      case .info: .info
      case .never: nil
      }
    }
  }

  /// The bundles, RTF files and folders to validate.
  @Argument(
    help: """
      The bundles: .slipbox folders or any path inside them, folders that contain one, or .slippack files; or RTF: \
      files, RTFD packages, folders without a bundle.
      """,
    completion: .file())
  var bundles: [String] = []

  /// Whether the trees of folders are searched.
  @Flag(
    name: .shortAndLong, help: "Validate all bundles and all RTF in the given folders and their subfolders.")
  var recursive = false

  /// The least severity that fails; nil: as configured, or `error`.
  @Option(
    help: ArgumentHelp(
      "Exit with status 1 on findings of at least this severity: error, warning, info or never.",
      discussion: "The default is error, unless the configuration says otherwise."))
  var failOn: Floor?

  /// The format of the report on standard output; short for `--output FORMAT`.
  @Option(help: "Write the report to standard output in this format.")
  var format: ReportOutput?

  /// The reports to write. Without any, text is printed. Only one of them can go to standard
  /// output.
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write a report in this format, to standard output or to a file; may be repeated.",
      valueName: "format[=file]"))
  var output: [ReportOutput] = []

  /// The most findings that are printed for people. Programs get all of them, so that a bound
  /// for readers can't hide a finding from CI.
  @Option(name: .customLong("max"), help: "Print at most this many findings.")
  var limit: Int?

  /// Whether many similar findings are all printed.
  @Flag(help: "Print every finding, even if many are alike.")
  var all = false

  /// Whether payload is left unread. That is much faster, but what depends on the bytes of
  /// payload isn't checked.
  @Flag(help: "Don't read payload: skip digests, mirrors and pictures.")
  var quick = false

  /// Whether only the manifest is checked, and not the files of the tree either.
  @Flag(help: "Check only the manifest: its form, references and digest.")
  var manifestOnly = false

  /// Whether the report contains the duration of each phase, which makes it differ from run to
  /// run.
  @Flag(help: "Report how long each phase took.")
  var timings = false

  /// Whether a summary of all files is printed.
  @Flag(
    help:
      "Print a summary of all files instead of each finding; as a table, or in the --format json, csv or html."
  )
  var summary = false

  /// Whether to make safe repairs.
  @Flag(help: "Repair what can be repaired without loss: mirrors, thumbnails, order, the manifest's digest.")
  var fix = false

  /// Whether to make all repairs.
  @Flag(help: "Also make repairs that remove something or guess.")
  var fixUnsafe = false

  /// Whether to print what repairs would change, without making them: the safe ones, or with
  /// `--fix-unsafe` all.
  @Flag(
    help: """
      Print what --fix would change in the manifest and mirrors, and write nothing; exit with status 1 if it would \
      change anything.
      """)
  var diff = false

  /// Whether existing report files may be replaced.
  @OptionGroup var force: ForceOption
  /// Where configuration and baseline are.
  @OptionGroup var policy: PolicyOptions

  /// The time that counts as now, for dates in the future; without it, the system's clock.
  @Option(
    help: ArgumentHelp("Use this as the current time; later dates in notes are reported.", valueName: "time"),
    transform: Timestamp.argument)
  var date: Timestamp?

  /// Short for `--format json`.
  @Flag(name: .long, help: "Same as --format json.")
  var json = false

  @OptionGroup var passphrase: PassphraseOption
  /// The notes that findings must be about.
  @OptionGroup var selection: SelectionOptions

  @OptionGroup var common: CommonOptions

  static func leavesOutBox(_ line: CommandLineParts) -> Bool { line.positional.isEmpty }

  /// Checks what can't be used together.
  func validate() throws {
    if bundles.isEmpty {
      throw ValidationError(ImpliedBox.hint.withLock { $0.take() } ?? "Name at least one bundle or file.")
    }
    if let limit, limit < 0 { throw ValidationError("--max can't be less than 0.") }
    if json, format != nil { throw ValidationError("--json and --format can't be used together.") }
    if outputs.count(where: { $0.path == nil }) > 1 {
      throw ValidationError(
        "Only one report can go to standard output; write the others to files: --output format=file.")
    }
    if selection.isGiven, isRepairing || policy.writeBaseline {
      throw ValidationError("--where, --find and --saved can't be used where something is written.")
    }
    if diff, format != nil || json || !output.isEmpty {
      throw ValidationError("--diff can't be used with --format, --json or --output.")
    }
    if quick || manifestOnly, fix || fixUnsafe || diff {
      throw ValidationError("--quick and --manifest-only can't be used with --fix, --fix-unsafe or --diff.")
    }
    let paths = outputs.compactMap(\.path)
    if Set(paths).count < paths.count { throw ValidationError("Two reports can't go to the same file.") }
  }

  /// Validates, repairs and writes the reports. Existing report files are refused before the
  /// work rather than after it.
  func run() throws {
    if !force.force { for path in outputs.compactMap(\.path) { try AtomicFile.expectNothing(at: path) } }
    let project = try policy.read()
    var options = ValidationOptions()
    options.checksTree = !manifestOnly
    options.isQuick = quick || manifestOnly || (!isRepairing && project.isQuick)
    options.now = date ?? Timestamp.systemClock
    let start = ContinuousClock.now
    if timings { options.clock = { ContinuousClock.now - start } }
    var run = ValidationRun(
      bundles, recursive: recursive, options: options, passphrase: try passphrase.passphrase(for: bundles))
    if selection.isGiven { try run.keep(selection.query(zone: nil)) }
    let refusals = isRepairing ? try repair(&run, project, options) : []
    if policy.writeBaseline {
      return try project.writeBaseline(of: run, isQuick: options.isQuick, replacing: force.force, common)
    }
    project.apply(to: &run, isQuick: options.isQuick)
    let failLevel = failOn.map(\.severity) ?? project.failLevel
    for output in outputs { try output.write(run, reportOptions(failLevel), existing: force.existing) }
    // The highest status wins, because something that can't be read may hide findings.
    let failures = (run.failures + refusals).map { ExitStatus.of($0.error) }
    if let worst = failures.max(by: { $0.rawValue < $1.rawValue }) { throw worst }
    if let failLevel, run.reaches(failLevel) { throw ExitStatus.problemsFound }
  }

  /// Whether anything is repaired, or would be.
  private var isRepairing: Bool { fix || fixUnsafe || diff }

  /// Repairs what the configuration and baseline don't accept. With `--diff` it prints the
  /// changes and ends the command by throwing the exit status.
  ///
  /// - Parameters:
  ///   - run: The findings; bundles that were repaired have new ones afterwards.
  ///   - project: Decides which findings are repaired.
  ///   - validation: The options for validating again.
  /// - Returns: What could not be repaired, and why.
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

  /// The reports to write; text on standard output, unless something else is asked for.
  private var outputs: [ReportOutput] {
    var all = output
    if let format { all.insert(format, at: 0) }
    if json, let report = ReportOutput(argument: "json") { all.insert(report, at: 0) }
    if all.isEmpty { all = ReportOutput(argument: "text").map { [$0] } ?? [] }
    return summary ? all.map(\.asSummary) : all
  }

  /// The options of the reports.
  private func reportOptions(_ failLevel: Diagnostic.Severity?) -> ReportOptions {
    var options = ReportOptions()
    options.floor = common.floor
    options.limit = limit
    options.showsAll = all
    options.listsValid = common.verbose
    options.failLevel = failLevel
    options.isQuiet = common.quiet
    options.workingDirectory = Environment.workingDirectory
    return options
  }
}
