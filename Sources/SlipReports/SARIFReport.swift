internal import SlipboxKit
internal import SlipBase
internal import SlipBundle

/// The report in SARIF 2.1.0 (OASIS), which code scanning services and editors read.
///
/// One run contains everything:
///
/// - `tool.driver.rules` has all rules, including those without findings, so that a reader can
///   show what was checked.
/// - `results` has a result per finding. Its fingerprint makes a service recognize it in the
///   next run, even if lines have moved.
/// - `invocations` has what could not be checked at all, and warnings about the configuration.
///
/// Paths are relative to the working directory, as services expect of files in a repository.
/// Within a pack there are no files, so the location is the pack, with the path in it as a
/// logical location.
struct SARIFReport {
  /// The bundles and files that were validated.
  var run: ValidationRun
  /// Only the working directory applies; the report always contains all findings.
  var options: ReportOptions

  /// The report as a JSON document with one run.
  var document: String {
    JSONValue.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      (
        "runs",
        .array([
          .object([
            ("tool", .object([("driver", driver)])), ("invocations", .array([invocation])),
            ("columnKind", .string("unicodeCodePoints")),
            (
              "results",
              .array(run.outcomes.flatMap { outcome in outcome.findings.map { result($0, outcome) } })
            ),
          ])
        ])
      ),
    ]).document
  }

  /// The program and all its rules (SARIF 3.19).
  private var driver: JSONValue {
    .object([
      ("name", .string("slipconv")), ("version", .string(SlipboxTool.version)),
      ("semanticVersion", .string(SlipboxTool.version)), ("rules", .array(RuleTable.rows.map(rule))),
    ])
  }

  /// A rule with its explanation as plain text and as Markdown (SARIF 3.49). `id` is the code
  /// and `name` the name of the rule.
  private func rule(_ rule: ValidationRule) -> JSONValue {
    let text = { (text: String) in JSONValue.object([("text", .string(text))]) }
    let help =
      "\(rule.manual.finds)\n\nWhy it matters: \(rule.manual.matters)\n\nHow to put it right: \(rule.manual.fix)"
    return .object([
      ("id", .string(rule.code)), ("name", .string(rule.name)),
      ("shortDescription", text(rule.title + ".")), ("fullDescription", text(rule.manual.finds)),
      ("helpUri", .string("urn:slipbox:rule:\(rule.code)")),
      ("help", .object([("text", .string(help)), ("markdown", .string(RuleTable.page(rule)))])),
      ("defaultConfiguration", .object([("level", .string(SARIFReport.level(rule.severity)))])),
    ])
  }

  /// What could not be checked at all, and warnings about the configuration (SARIF 3.20). With
  /// an error `executionSuccessful` is false.
  private var invocation: JSONValue {
    let failures = run.failures
    let notifications = failures.map { path, error in
      JSONValue.object([
        ("level", .string("error")), ("message", .object([("text", .string(error.message))])),
        ("descriptor", error.code.map { .object([("id", .string($0))]) }),
        (
          "locations",
          .array([location(ReportPlace.relative(error.location?.file ?? path, options.workingDirectory))])
        ),
      ])
    }
    let notices = run.notices.map { notice in
      JSONValue.object([
        ("level", .string(SARIFReport.level(notice.severity))),
        ("message", .object([("text", .string(notice.message))])),
        ("descriptor", .object([("id", .string(notice.code))])),
        (
          "locations",
          .array([location(ReportPlace.relative(notice.location.file ?? "", options.workingDirectory))])
        ),
      ])
    }
    return .object([
      ("executionSuccessful", .bool(failures.isEmpty)),
      ("toolConfigurationNotifications", notices.isEmpty ? nil : .array(notices)),
      ("toolExecutionNotifications", notifications.isEmpty ? nil : .array(notifications)),
    ])
  }

  /// One finding (SARIF 3.27). The hint becomes part of the message, because SARIF has no
  /// field for hints.
  private func result(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> JSONValue {
    let diagnostic = finding.diagnostic
    let place = ReportPlace(finding, in: outcome, options.workingDirectory)
    let message = diagnostic.message + "." + (diagnostic.hint.map { " Hint: \($0)." } ?? "")
    let index = RuleTable.rows.firstIndex { $0.code == diagnostic.code }
    return .object([
      ("ruleId", .string(diagnostic.code)), ("ruleIndex", .count(index)),
      ("level", .string(SARIFReport.level(diagnostic.severity))),
      ("message", .object([("text", .string(message))])),
      ("locations", .array([location(place.path, region: region(place), entry: place.entry)])),
      ("partialFingerprints", .object([("slipboxFinding/v1", .string(fingerprint(finding, outcome)))])),
      ("occurrenceCount", diagnostic.count > 1 ? .number(diagnostic.count) : nil),
    ])
  }

  /// A location: the file, the region in it, and the path within a pack as a logical location
  /// (SARIF 3.28).
  private func location(_ path: String, region: JSONValue? = nil, entry: String? = nil) -> JSONValue {
    .object([
      (
        "physicalLocation",
        .object([
          ("artifactLocation", .object([("uri", .string(ReportPlace.uri(path)))])), ("region", region),
        ])
      ),
      (
        "logicalLocations",
        entry.map { .array([.object([("fullyQualifiedName", .string($0)), ("kind", .string("resource"))])]) }
      ),
    ])
  }

  /// The place in the file: line and column, or else a byte offset of an empty range; nil for a
  /// whole file (SARIF 3.30).
  private func region(_ place: ReportPlace) -> JSONValue? {
    if let line = place.line {
      return .object([("startLine", .number(line)), ("startColumn", .count(place.column))])
    }
    return place.byteOffset.map { .object([("byteOffset", .number($0)), ("byteLength", .number(0))]) }
  }

  /// The fingerprint by which readers recognize the finding in the next run.
  private func fingerprint(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> String {
    ReportFingerprint.text(finding, outcome, options.workingDirectory)
  }

  /// The name of a severity in SARIF (SARIF 3.27.10): `info` is `note`.
  private static func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
