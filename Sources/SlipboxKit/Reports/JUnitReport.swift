internal import SlipBase
internal import SlipBundle

/// The report as JUnit XML: a suite a bundle, a test a rule. The format's schema wants times. Rules aren't timed one by one,
/// so theirs are zero; with `--timings` each phase is a test of its own, with its time.
struct JUnitReport {
  var run: ValidationRun
  var options: ReportOptions

  var document: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for (index, item) in run.items.enumerated() {
      switch item.result {
      case .success(let outcome): text += suite(outcome, index)
      case .failure(let error): text += unreadable(item.path, error, index)
      }
    }
    return text + "</testsuites>\n"
  }

  private func suite(_ outcome: Validation.Outcome, _ index: Int) -> String {
    var cases = ""
    var output = ""
    var failures = 0
    let byCode = Dictionary(grouping: outcome.findings, by: \.diagnostic.code)
    // What isn't a rule of ours would get a test of its own.
    let others = Set(byCode.keys).subtracting(RuleTable.rows.map { $0.code }).sorted()
    let tests =
      RuleTable.rows.map { (code: $0.code, name: "\($0.code) \($0.name)") }
      + others.map { (code: $0, name: $0) }
    for test in tests {
      let found = byCode[test.code] ?? []
      let fails =
        options.failLevel.map { level in found.contains { $0.diagnostic.severity >= level } } ?? false
      if fails { failures += 1 } else { output += found.map { line($0, outcome) }.joined() }
      cases += testCase(test.name, fails ? found : [], outcome)
    }
    return suite(
      outcome.path, index, tests: tests.count, failures: failures, errors: 0, cases, output: output,
      timings: outcome.report.timings)
  }

  private func testCase(
    _ name: String, _ found: [ValidationFinding], _ outcome: Validation.Outcome
  ) -> String {
    let head = "    <testcase name=\"\(name)\" classname=\"\(escaped(outcome.path))\" time=\"0\""
    guard let first = found.first else { return head + "/>\n" }
    let code = first.diagnostic.code
    let title = RuleTable.rule(code: code)?.title ?? first.diagnostic.message
    let message = found.count == 1 ? first.diagnostic.message : "\(title) (\(found.count) times)"
    return head + ">\n      <failure type=\"\(code)\" message=\"\(escaped(message))\">"
      + escaped(found.map { line($0, outcome) }.joined()) + "</failure>\n    </testcase>\n"
  }

  private func unreadable(_ path: String, _ error: SlipError, _ index: Int) -> String {
    let test =
      "    <testcase name=\"readable\" classname=\"\(escaped(path))\" time=\"0\">\n"
      + "      <error type=\"\(error.code ?? "unreadable")\" message=\"\(escaped(error.message))\"/>\n    </testcase>\n"
    return suite(path, index, tests: 1, failures: 0, errors: 1, test, output: "")
  }

  private func suite(
    _ name: String, _ index: Int, tests: Int, failures: Int, errors: Int, _ cases: String, output: String,
    timings: [ValidationReport.Timing] = []
  ) -> String {
    let total = timings.reduce(Duration.zero) { $0 + $1.duration }
    let phases = timings.map {
      "    <testcase name=\"phase \($0.phase)\" classname=\"\(escaped(name))\" time=\"\(seconds($0.duration))\"/>\n"
    }
    return
      "  <testsuite name=\"\(escaped(name))\" package=\"slipbox\" id=\"\(index)\" timestamp=\"1970-01-01T00:00:00\""
      + " hostname=\"localhost\" tests=\"\(tests + phases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(timings.isEmpty ? "0" : seconds(total))\">\n"
      + "    <properties>\n      <property name=\"slipconv\" value=\"\(Tool.version)\"/>\n"
      + "    </properties>\n"
      + cases + phases.joined()
      + "    <system-out>\(escaped(output))</system-out>\n    <system-err></system-err>\n  </testsuite>\n"
  }

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

  /// What XML 1.0 forbids becomes U+FFFD.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += "&#13;"
      default:
        result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x20..<0xFFFE, 0x10000...: true
    default: false
    }
  }
}
