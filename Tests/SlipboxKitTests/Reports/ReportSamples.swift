import SlipBase
import SlipTestSupport

@testable import SlipBundle
@testable import SlipboxKit

/// Runs made by hand: every kind of place, and texts that have to be escaped.
enum ReportSamples {
  static let nasty = "a%,: <&\">]]>\u{1B}\u{FFFE}\r\n\u{202E}é"

  static func finding(
    _ code: String, _ severity: Diagnostic.Severity = .error, _ message: String = "Something is wrong",
    entry: String = "manifest.xml", bundle: String = "b.slipbox", at place: SourceLocation.Place = .wholeFile,
    count: Int = 1, hint: String? = nil
  ) -> ValidationFinding {
    var finding = ValidationFinding(
      diagnostic: Diagnostic(
        code: code, severity: severity, message: message,
        location: SourceLocation(file: "\(bundle)/\(entry)", place), count: count, hint: hint),
      entry: entry, fingerprint: Digest(of: Array("\(code)\(entry)\(place)".utf8)).hex)
    if case .position(let line, let column, _) = place { (finding.line, finding.column) = (line, column) }
    return finding
  }

  static func outcome(
    _ findings: [ValidationFinding], path: String = "b.slipbox", isPacked: Bool = false
  ) -> ValidationRun.Item {
    var report = ValidationReport(diagnostics: findings.map(\.diagnostic))
    report.notes = 2
    report.files = 7
    report.timings = [ValidationReport.Timing(phase: "files", duration: .milliseconds(3))]
    return ValidationRun.Item(
      path: path,
      result: .success(Validation.Outcome(path: path, isPacked: isPacked, report: report, findings: findings))
    )
  }

  static let everything = ValidationRun(items: [
    outcome([
      finding("SBXL001", at: .position(line: 3, column: 5, offset: 90)),
      finding("SBXF007", .error, "m", entry: nasty, at: .byte(12), count: 3, hint: nasty),
      finding("SBXF001", .warning), finding("SBXI007", .info, at: .object("x")), finding("SBXQ999"),
    ]),
    outcome([], path: "clean.slipbox"),
    outcome(
      [finding("SBXF006", entry: "notes/a.rtf", bundle: "p.slippack")], path: "p.slippack", isPacked: true),
    ValidationRun.Item(path: nasty, result: .failure(SlipError(.badInput, code: "SBXC003", nasty))),
    ValidationRun.Item(path: "gone", result: .failure(SlipError(.cannotDo, "It is gone."))),
  ])
}
