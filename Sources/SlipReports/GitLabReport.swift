internal import SlipboxKit
internal import SlipBase
internal import SlipBundle

/// The report as GitLab's Code Quality reads it: a JSON array with an object per finding.
///
/// ```json
/// [ { "description": "A file is not listed", "check_name": "UnlistedFile", "severity": "major",
///     "fingerprint": "9f86…", "location": { "path": "a.slipbox/x.rtf", "lines": { "begin": 1 } } } ]
/// ```
///
/// Errors are `major`, warnings `minor`, infos `info`; what could not be read is a `blocker`.
struct GitLabReport {
  /// The bundles and files that were validated.
  var run: ValidationRun
  /// Only the working directory applies; the report always contains all findings.
  var options: ReportOptions

  /// The report as a JSON document.
  var document: String {
    let findings = run.outcomes.flatMap { outcome in outcome.findings.map { entry($0, outcome) } }
    return JSONValue.array(findings + run.failures.map(failure)).document
  }

  /// The object for one finding. Code Quality requires a line, so findings without one are at
  /// line 1.
  private func entry(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> JSONValue {
    let diagnostic = finding.diagnostic
    let place = ReportPlace(finding, in: outcome, options.workingDirectory)
    let within = place.entry.map { $0.isEmpty ? "" : " (in \($0))" } ?? ""
    let severity =
      switch diagnostic.severity {
      case .error: "major"
      case .warning: "minor"
      case .info: "info"
      }
    return row(
      diagnostic.message + within, RuleTable.rule(code: diagnostic.code)?.name ?? diagnostic.code,
      ReportFingerprint.text(finding, outcome, options.workingDirectory), severity, place.path,
      place.line ?? 1)
  }

  /// The object for a bundle or file that could not be read, with the highest severity.
  private func failure(_ path: String, _ error: SlipError) -> JSONValue {
    let path = ReportPlace.relative(error.location?.file ?? path, options.workingDirectory)
    let fingerprint = Digest(of: Array("\(error.code ?? "")\n\(path)".utf8)).hex
    return row(error.message, error.code ?? "unreadable", fingerprint, "blocker", path, 1)
  }

  /// An object with the members that Code Quality requires.
  private func row(
    _ description: String, _ check: String, _ fingerprint: String, _ severity: String, _ path: String,
    _ line: Int
  ) -> JSONValue {
    .object([
      ("description", .string(description)), ("check_name", .string(check)),
      ("fingerprint", .string(fingerprint)), ("severity", .string(severity)),
      (
        "location",
        .object([("path", .string(path)), ("lines", .object([("begin", .number(line))]))])
      ),
    ])
  }
}
