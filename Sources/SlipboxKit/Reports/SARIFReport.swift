internal import SlipBase
internal import SlipBundle

/// The report in SARIF 2.1.0 (OASIS). All rules are listed, also where nothing was found.
struct SARIFReport {
  var run: ValidationRun
  var options: ReportOptions

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

  private var driver: JSONValue {
    .object([
      ("name", .string("slipconv")), ("version", .string(Tool.version)),
      ("semanticVersion", .string(Tool.version)), ("rules", .array(RuleTable.rows.map(rule))),
    ])
  }

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

  /// What could not be checked at all.
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

  private func result(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> JSONValue {
    let diagnostic = finding.diagnostic
    let place = ReportPlace(finding, in: outcome, options)
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

  private func region(_ place: ReportPlace) -> JSONValue? {
    if let line = place.line {
      return .object([("startLine", .number(line)), ("startColumn", .count(place.column))])
    }
    return place.byteOffset.map { .object([("byteOffset", .number($0)), ("byteLength", .number(0))]) }
  }

  private func fingerprint(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> String {
    ReportFingerprint.text(finding, outcome, options)
  }

  private static func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
