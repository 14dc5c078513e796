import ArgumentParser
import SlipBase
import SlipboxKit

/// Where validation's configuration and baseline are.
struct PolicyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the configuration from this file.",
      discussion: "The default is .slipconv.toml in the working directory or above it.",
      valueName: "file"), completion: .file())
  var config: String?

  @Flag(help: "Don't read a configuration.")
  var noConfig = false

  @Option(
    help: ArgumentHelp("Report only findings that aren't in this file.", valueName: "file"),
    completion: .file()
  )
  var baseline: String?

  @Flag(help: "Write the current findings to the baseline; they are no longer reported.")
  var writeBaseline = false

  func validate() throws {
    if noConfig, config != nil { throw ValidationError("--config and --no-config can't be used together.") }
    if writeBaseline, baseline == nil, noConfig {
      throw ValidationError("Name the baseline to write: --baseline FILE.")
    }
  }

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

/// What a project has decided, read.
struct ProjectPolicy {
  var configuration: ValidationConfiguration?
  var baselineFile: String?
  var baseline: Baseline?
  var workingDirectory: String?

  var isQuick: Bool { configuration?.isQuick ?? false }

  var failLevel: Diagnostic.Severity? {
    guard let level = configuration?.failLevel else { return .error }
    return level
  }

  func apply(to run: inout ValidationRun, isQuick: Bool) {
    if let configuration { run.apply(configuration.policy, isQuick: isQuick) }
    guard let baseline, let baselineFile else { return }
    run.apply(baseline, file: baselineFile, workingDirectory: workingDirectory, isQuick: isQuick)
  }

  /// Findings that the configuration ignores are no part of it.
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
