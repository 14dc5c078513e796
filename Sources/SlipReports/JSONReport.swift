internal import SlipboxKit
internal import SlipBase
internal import SlipBundle

/// The report as `Schemas/validation-report.schema.json` describes it. It contains every
/// finding, whatever its severity.
///
/// ```json
/// {
///   "format": "slipbox-validation-report",
///   "version": 1,
///   "tool": { "name": "slipconv", "version": "0.1.0" },
///   "summary": { "bundles": 1, "valid": 0, "invalid": 1, "errors": 1, … },
///   "bundles": [ { "bundle": "a.slipbox", "status": "invalid", "findings": [ … ] } ]
/// }
/// ```
///
/// The keys are an interface: a new key may be added, but none may be renamed without a new
/// `version`.
struct JSONReport {
  /// The bundles and files that were validated.
  var run: ValidationRun
  /// Only the working directory applies, for fingerprints.
  var options: ReportOptions

  /// The report as a JSON document with members in the order of the schema.
  var document: String {
    let outcomes = run.outcomes
    let count = { (severity: Diagnostic.Severity) in
      JSONValue.number(outcomes.reduce(0) { $0 + $1.report.count(severity) })
    }
    let valid = outcomes.filter(\.report.isValid).count
    return JSONValue.object([
      ("format", .string("slipbox-validation-report")), ("version", .number(1)),
      ("tool", .object([("name", .string("slipconv")), ("version", .string(SlipboxTool.version))])),
      (
        "summary",
        .object([
          ("bundles", .number(run.items.count)), ("valid", .number(valid)),
          ("invalid", .number(outcomes.count - valid)),
          ("unreadable", .number(run.items.count - outcomes.count)),
          ("errors", count(.error)), ("warnings", count(.warning)), ("infos", count(.info)),
        ])
      ),
      ("bundles", .array(run.items.map(item))),
      ("notices", run.notices.isEmpty ? nil : .array(run.notices.map(JSONReport.notice))),
    ]).document
  }

  /// The object for a bundle that was validated, or for one that could not be read.
  private func item(_ item: ValidationRun.Item) -> JSONValue {
    switch item.result {
    case .success(let outcome): bundle(outcome)
    case .failure(let error):
      .object([
        ("bundle", .string(item.path)), ("status", .string("unreadable")),
        (
          "error",
          .object([
            ("code", .text(error.code)), ("message", .string(error.message)),
            ("file", .text(error.location?.file)),
          ])
        ),
      ])
    }
  }

  /// The object for a warning about the configuration or baseline.
  private static func notice(_ notice: Diagnostic) -> JSONValue {
    var line: Int?
    if case .position(let number, _, _) = notice.location.place { line = number }
    return .object([
      ("code", .string(notice.code)), ("severity", .string(notice.severity.description)),
      ("message", .string(notice.message)), ("file", .text(notice.location.file)), ("line", .count(line)),
      ("hint", .text(notice.hint)),
    ])
  }

  /// The object for a repair that was made before the validation.
  private static func repair(_ repair: Repair.Action) -> JSONValue {
    .object([
      ("code", .string(repair.code)), ("path", .string(repair.path)), ("object", .text(repair.object)),
      ("action", .string(repair.text)),
    ])
  }

  /// The object for a bundle that was validated. Repairs and timings are only present where
  /// there are some.
  private func bundle(_ outcome: Validation.Outcome) -> JSONValue {
    let report = outcome.report
    let timings = report.timings.map {
      JSONValue.object([
        ("phase", .string($0.phase)), ("microseconds", .number(JSONReport.microseconds($0.duration))),
      ])
    }
    return .object([
      ("bundle", .string(outcome.path)), ("status", .string(report.isValid ? "valid" : "invalid")),
      ("errors", .number(report.count(.error))), ("warnings", .number(report.count(.warning))),
      ("infos", .number(report.count(.info))), ("notes", .number(report.notes)),
      ("attachments", .number(report.attachments)), ("files", .number(report.files)),
      ("bytesRead", .number(report.bytesRead)), ("ignored", .number(outcome.ignored)),
      ("baselined", .number(outcome.baselined)),
      ("repairs", outcome.repairs.isEmpty ? nil : .array(outcome.repairs.map(JSONReport.repair))),
      ("timings", timings.isEmpty ? nil : .array(timings)),
      ("findings", .array(outcome.findings.map { finding($0, outcome) })),
    ])
  }

  /// The object for one finding. `line` may be known although the diagnostic has only a byte
  /// offset; `column` and `offset` are those of the diagnostic.
  private func finding(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> JSONValue {
    let diagnostic = finding.diagnostic
    var column: Int?
    var offset: Int?
    var object: String?
    switch diagnostic.location.place {
    case .wholeFile: break
    case .byte(let byte): offset = byte
    case .position(_, let number, let byte): (column, offset) = (number, byte)
    case .object(let name): object = name
    }
    return .object([
      ("code", .string(diagnostic.code)), ("rule", .text(RuleTable.rule(code: diagnostic.code)?.name)),
      ("severity", .string(diagnostic.severity.description)), ("message", .string(diagnostic.message)),
      ("path", .string(finding.entry)), ("file", .text(diagnostic.location.file)),
      ("line", .count(finding.line)),
      ("column", .count(column)), ("offset", .count(offset)), ("object", .text(object)),
      ("count", .number(diagnostic.count)), ("hint", .text(diagnostic.hint)),
      ("fingerprint", .string(ReportFingerprint.text(finding, outcome, options.workingDirectory))),
    ])
  }

  /// The duration in whole microseconds, rounded down.
  private static func microseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}
