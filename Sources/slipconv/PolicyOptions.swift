import ArgumentParser
import SlipBase
import SlipboxKit

/// The options of `validate` about configuration and baseline.
///
/// Options on the command line take precedence over the configuration. A baseline is introduced
/// in two steps:
///
///     slipconv validate my.slipbox --baseline known.baseline --write-baseline
///     slipconv validate my.slipbox --baseline known.baseline
struct PolicyOptions: ParsableArguments {
  /// The path of the configuration; without it, the nearest `.slipconv.toml` is used.
  @Option(
    help: ArgumentHelp(
      "Read the configuration from this file.",
      discussion: "The default is .slipconv.toml in the working directory or above it.",
      valueName: "file"), completion: .file())
  var config: String?

  /// Uses no configuration, even if there is one.
  @Flag(help: "Don't read a configuration.")
  var noConfig = false

  /// The path of the baseline; it replaces the one that the configuration names.
  @Option(
    help: ArgumentHelp("Report only findings that aren't in this file.", valueName: "file"),
    completion: .file()
  )
  var baseline: String?

  /// Writes the findings to the baseline instead of reporting them.
  @Flag(help: "Write the current findings to the baseline; they are no longer reported.")
  var writeBaseline = false

  /// Checks what can't be used together.
  func validate() throws {
    if noConfig, config != nil { throw ValidationError("--config and --no-config can't be used together.") }
    if writeBaseline, baseline == nil, noConfig {
      throw ValidationError("Name the baseline to write: --baseline FILE.")
    }
  }

  /// Reads the configuration and the baseline.
  ///
  /// - Throws: `SlipError` of kind `usage` where one of them can't be read or is wrong.
  func read() throws -> ProjectPolicy {
    let directory = Environment.workingDirectory
    let found =
      noConfig ? nil : try config ?? directory.flatMap { try ValidationConfiguration.find(from: $0) }
    let configuration = try found.map {
      try ValidationConfiguration(file: $0, workingDirectory: directory)
    }
    guard let file = baseline ?? configuration?.baseline else {
      if writeBaseline {
        throw SlipError(
          .usage, "Name the baseline to write: --baseline FILE, or `baseline` in the configuration.")
      }
      return ProjectPolicy(configuration: configuration, workingDirectory: directory)
    }
    return ProjectPolicy(
      configuration: configuration, baselineFile: file,
      baseline: writeBaseline ? nil : try Baseline(file: file),
      workingDirectory: directory)
  }
}

/// What a project has decided about findings, as it was read from configuration and baseline.
///
/// It is applied to findings after the validation. Severities are changed first, then accepted
/// findings are removed, then those of the baseline, so a baseline never contains what the
/// configuration accepts.
struct ProjectPolicy {
  /// The configuration; nil where there is none.
  var configuration: ValidationConfiguration?
  /// The path of the baseline; nil where there is none.
  var baselineFile: String?
  /// The baseline; nil where there is none, or where it will be written.
  var baseline: Baseline?
  /// The absolute path of the working directory.
  var workingDirectory: String?

  /// Whether the configuration asks for a quick validation.
  var isQuick: Bool { configuration?.isQuick ?? false }

  /// The least severity that makes the command fail; nil: none does. The default is `error`.
  var failLevel: Diagnostic.Severity? {
    switch configuration?.failLevel {
    case .at(let level): level
    case .never: nil
    case nil: .error
    }
  }

  /// Applies configuration and baseline to the findings of a run.
  func apply(to run: inout ValidationRun, isQuick: Bool) {
    if let configuration { run.apply(configuration.policy, isQuick: isQuick) }
    guard let baseline, let baselineFile else { return }
    run.apply(baseline, file: baselineFile, workingDirectory: workingDirectory, isQuick: isQuick)
  }

  /// Writes the findings of a run to the baseline, without those that the configuration
  /// accepts.
  ///
  /// - Throws: The worst exit status if something could not be validated, because the baseline
  ///   would be incomplete.
  func writeBaseline(
    of run: ValidationRun, isQuick: Bool, replacing: Bool, _ common: CommonOptions
  ) throws {
    guard let baselineFile else { return }
    let failures = run.failures.map { ExitStatus.of($0.error) }
    if let worst = failures.max(by: { $0.rawValue < $1.rawValue }) { throw worst }
    var run = run
    if let configuration { run.apply(configuration.policy, isQuick: isQuick) }
    let baseline = run.baseline(workingDirectory: workingDirectory)
    try baseline.write(to: baselineFile, replacing: replacing)
    common.say("Wrote \(counted(baseline.count, "finding")) to \(PlainLine.text(baselineFile)).")
  }
}
