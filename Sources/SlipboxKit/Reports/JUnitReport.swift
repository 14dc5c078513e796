internal import SlipBase
internal import SlipBundle
internal import XMLSyntax

/// The report as JUnit XML: a suite a bundle, a test a rule. The format's schema wants times. Rules aren't timed one by one,
/// so theirs are zero; with `--timings` each phase is a test of its own, with its time.
struct JUnitReport {
  var run: ValidationRun
  var options: ReportOptions

  /// - Throws: Nothing in practice: no value holds what XML forbids.
  func document() throws(SlipError) -> String {
    var output: [UInt8] = []
    try slipErrors {
      var xml = XMLWriter { output.append(contentsOf: $0) }
      try xml.start("testsuites")
      for (index, item) in run.items.enumerated() {
        switch item.result {
        case .success(let outcome): try suite(outcome, index, &xml)
        case .failure(let error): try unreadable(item.path, error, index, &xml)
        }
      }
      try xml.finish()
    }
    return String(decoding: output, as: UTF8.self)
  }

  private struct Test {
    var name: String
    /// What makes it fail.
    var found: [ValidationFinding] = []
  }

  private func suite(_ outcome: Validation.Outcome, _ index: Int, _ xml: inout XMLWriter) throws {
    var output = ""
    let byCode = Dictionary(grouping: outcome.findings, by: \.diagnostic.code)
    // What isn't a rule of ours would get a test of its own.
    let others = Set(byCode.keys).subtracting(RuleTable.rows.map { $0.code }).sorted()
    let rows =
      RuleTable.rows.map { (code: $0.code, name: "\($0.code) \($0.name)") }
      + others.map { (code: $0, name: $0) }
    let tests = rows.map { row in
      let found = byCode[row.code] ?? []
      let fails =
        options.failLevel.map { level in found.contains { $0.diagnostic.severity >= level } } ?? false
      if !fails { output += found.map { line($0, outcome) }.joined() }
      return Test(name: row.name, found: fails ? found : [])
    }
    let timings = outcome.report.timings
    try start(
      outcome.path, index, tests: tests.count + timings.count,
      failures: tests.count { !$0.found.isEmpty }, errors: 0,
      time: timings.isEmpty ? "0" : seconds(timings.reduce(.zero) { $0 + $1.duration }), &xml)
    for test in tests { try write(test, outcome, &xml) }
    for timing in timings {
      try testCase("phase \(timing.phase)", outcome.path, time: seconds(timing.duration), &xml)
      xml.end()
    }
    try end(output: output, &xml)
  }

  private func write(_ test: Test, _ outcome: Validation.Outcome, _ xml: inout XMLWriter) throws {
    try testCase(test.name, outcome.path, &xml)
    if let first = test.found.first {
      let code = first.diagnostic.code
      let title = RuleTable.rule(code: code)?.title ?? first.diagnostic.message
      let count = test.found.count
      try xml.start("failure")
      xml.attribute("type", code)
      xml.attribute("message", escaped(count == 1 ? first.diagnostic.message : "\(title) (\(count) times)"))
      xml.text(escaped(test.found.map { line($0, outcome) }.joined()))
      xml.end()
    }
    xml.end()
  }

  private func unreadable(
    _ path: String, _ error: SlipError, _ index: Int, _ xml: inout XMLWriter
  ) throws {
    try start(path, index, tests: 1, failures: 0, errors: 1, time: "0", &xml)
    try testCase("readable", path, &xml)
    try xml.start("error")
    xml.attribute("type", error.code ?? "unreadable")
    xml.attribute("message", escaped(error.message))
    xml.end()
    xml.end()
    try end(output: "", &xml)
  }

  /// Starts a suite and says what ran it.
  private func start(
    _ path: String, _ index: Int, tests: Int, failures: Int, errors: Int, time: String, _ xml: inout XMLWriter
  ) throws {
    try xml.start("testsuite")
    xml.attribute("name", escaped(path))
    xml.attribute("package", "slipbox")
    xml.attribute("id", index)
    xml.attribute("timestamp", "1970-01-01T00:00:00")
    xml.attribute("hostname", "localhost")
    xml.attribute("tests", tests)
    xml.attribute("failures", failures)
    xml.attribute("errors", errors)
    xml.attribute("time", time)
    try xml.start("properties")
    try xml.start("property")
    xml.attribute("name", "slipconv")
    xml.attribute("value", Tool.version)
    xml.end()
    xml.end()
  }

  private func testCase(
    _ name: String, _ path: String, time: String = "0", _ xml: inout XMLWriter
  ) throws {
    try xml.start("testcase")
    xml.attribute("name", name)
    xml.attribute("classname", escaped(path))
    xml.attribute("time", time)
  }

  private func end(output: String, _ xml: inout XMLWriter) throws {
    try xml.start("system-out")
    xml.text(escaped(output))
    xml.end()
    try xml.start("system-err")
    xml.text("")
    xml.end()
    xml.end()
  }

  /// Names of files may have characters that XML forbids.
  private func escaped(_ text: String) -> String { XMLEscapedText.escape(text) }

  /// To the microsecond.
  private func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let digits = String(attoseconds / 1_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  private func line(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> String {
    let diagnostic = finding.diagnostic
    let place = SourceLocation(
      file: ReportPlace.relative(diagnostic.location.file ?? outcome.path, options.workingDirectory),
      diagnostic.location.place)
    return "\(place): \(diagnostic.severity): \(diagnostic.message) [\(diagnostic.code)]\n"
  }
}
