internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import XMLSyntax

/// The report as JUnit XML, which most CI services show: a suite per bundle, a failed test per rule that found
/// something, and one passed test where none did.
///
///     <testsuite name="a.slipbox" tests="1" failures="1" …>
///       <testcase name="SBXF004 UnlistedFile" classname="a.slipbox" time="0">
///         <failure type="SBXF004" message="A file is not listed">…</failure>
///     <testsuite name="b.slipbox" tests="1" failures="0" …>
///       <testcase name="valid" classname="b.slipbox" time="0"/>
///
/// A rule with several findings is one failed test that lists them. The schema of the format
/// requires times, which are zero without `--timings`. With it, each suite has the time that its bundle or file took, and each phase of
/// the validation of a bundle is a test of its own; rules aren't timed one by one. The timestamp is constant,
/// so that equal results give equal reports.
struct JUnitReport {
  /// The bundles and files that were validated.
  var run: ValidationRun
  /// `failLevel` decides which findings make a test fail; the working directory shortens paths.
  var options: ReportOptions

  /// The report as an XML document.
  ///
  /// - Throws: `SlipError` for text that XML forbids. That doesn't happen in practice, because
  ///   all text is escaped.
  func document() throws(SlipError) -> String {
    var output: [UInt8] = []
    try slipErrors {
      var xml = XMLWriter { output.append(contentsOf: $0) }
      try xml.start("testsuites")
      for (index, item) in run.items.enumerated() {
        switch item.result {
        case .success(let outcome): try suite(outcome, item.duration, index, &xml)
        case .failure(let error): try unreadable(item.path, error, item.duration, index, &xml)
        }
      }
      try xml.finish()
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// One test: a rule and the findings that make it fail.
  private struct Test {
    /// The code and name of the rule, or the code of a diagnostic that belongs to no rule.
    var name: String
    /// The findings that make the test fail; empty for a test that passes.
    var found: [ValidationFinding] = []
  }

  /// Writes the suite of a bundle that was validated. Findings below `failLevel` don't make
  /// their test fail; they are in the output of the suite.
  private func suite(
    _ outcome: Validation.Outcome, _ duration: Duration?, _ index: Int, _ xml: inout XMLWriter
  ) throws {
    var output = ""
    let byCode = Dictionary(grouping: outcome.findings, by: \.diagnostic.code)
    let ranks = Dictionary(uniqueKeysWithValues: RuleTable.rows.enumerated().map { ($1.code, $0) })
    var tests: [Test] = []
    // In the order of the rules; a diagnostic that belongs to no rule comes last, with its code as its name.
    for (code, found) in byCode.sorted(by: {
      (ranks[$0.key] ?? .max, $0.key) < (ranks[$1.key] ?? .max, $1.key)
    }) {
      let fails =
        options.failLevel.map { level in found.contains { $0.diagnostic.severity >= level } } ?? false
      if fails {
        let name = RuleTable.rule(code: code).map { "\(code) \($0.name)" } ?? code
        tests.append(Test(name: name, found: found))
      } else {
        output += found.map { line($0, outcome) }.joined()
      }
    }
    if tests.isEmpty { tests.append(Test(name: "valid")) }
    let timings = outcome.report.timings
    try start(
      outcome.path, index, tests: tests.count + timings.count,
      failures: tests.count { !$0.found.isEmpty }, errors: 0,
      time: seconds(duration ?? timings.reduce(.zero) { $0 + $1.duration }), &xml)
    // What isn't timed by phases took as long as its first test.
    for (number, test) in tests.enumerated() {
      try write(test, outcome, number == 0 && timings.isEmpty ? duration : nil, &xml)
    }
    for timing in timings {
      try testCase("phase \(timing.phase)", outcome.path, time: seconds(timing.duration), &xml)
      xml.end()
    }
    try end(output: output, &xml)
  }

  /// Writes one test. Several findings of a rule become one failure that lists them.
  private func write(
    _ test: Test, _ outcome: Validation.Outcome, _ duration: Duration?, _ xml: inout XMLWriter
  ) throws {
    try testCase(test.name, outcome.path, time: seconds(duration ?? .zero), &xml)
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

  /// Writes the suite of a bundle that could not be read: one test with an error.
  private func unreadable(
    _ path: String, _ error: SlipError, _ duration: Duration?, _ index: Int, _ xml: inout XMLWriter
  ) throws {
    let time = seconds(duration ?? .zero)
    try start(path, index, tests: 1, failures: 0, errors: 1, time: time, &xml)
    try testCase("readable", path, time: time, &xml)
    try xml.start("error")
    xml.attribute("type", error.code ?? "unreadable")
    xml.attribute("message", escaped(error.message))
    xml.end()
    xml.end()
    try end(output: "", &xml)
  }

  /// Starts a suite and writes the program's version as a property.
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
    xml.attribute("value", SlipboxTool.version)
    xml.end()
    xml.end()
  }

  /// Starts a test; the path of the bundle stands for the class.
  private func testCase(
    _ name: String, _ path: String, time: String = "0", _ xml: inout XMLWriter
  ) throws {
    try xml.start("testcase")
    xml.attribute("name", name)
    xml.attribute("classname", escaped(path))
    xml.attribute("time", time)
  }

  /// Ends a suite after its output. The format requires both output elements, even if they are
  /// empty.
  private func end(output: String, _ xml: inout XMLWriter) throws {
    try xml.start("system-out")
    xml.text(escaped(output))
    xml.end()
    try xml.start("system-err")
    xml.text("")
    xml.end()
    xml.end()
  }

  /// Escapes characters that XML forbids, which names of files may have.
  private func escaped(_ text: String) -> String { XMLEscapedText.escape(text) }

  /// The duration in seconds with six decimals: `0.001250`.
  private func seconds(_ duration: Duration) -> String {
    if duration == .zero { return "0" }
    let (seconds, attoseconds) = duration.components
    let digits = String(attoseconds / 1_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// One finding on one line: `file:line:column: severity: message [code]`.
  private func line(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> String {
    let diagnostic = finding.diagnostic
    let place = SourceLocation(
      file: ReportPlace.relative(diagnostic.location.file ?? outcome.path, options.workingDirectory),
      diagnostic.location.place)
    return "\(place): \(diagnostic.severity): \(diagnostic.message) [\(diagnostic.code)]\n"
  }
}
