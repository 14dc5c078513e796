import SlipBase
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipReports

@Suite struct PolicyTests {
  private var run: ValidationRun {
    ValidationRun(items: [
      ReportSamples.outcome([
        ReportSamples.finding("SBXF004", entry: "notes/a.rtf"), ReportSamples.finding("SBXL002", .warning),
        ReportSamples.finding("SBXF004", entry: "notes/b.rtf"),
      ])
    ])
  }

  private func policy(_ text: String) throws -> ValidationPolicy {
    try ValidationConfiguration(Array(text.utf8), file: "/w/.slipconv.toml", workingDirectory: "/w").policy
  }

  @Test func severitiesAndIgnores() throws {
    var run = run
    run.apply(
      try policy(
        """
        [validate.severity]
        LinkToItself = "error"
        [[validate.ignore]]
        code = "SBXF004"
        path = "b.slipbox/notes/a*"
        reason = "draft"
        """))
    let outcome = try #require(run.outcomes.first)
    #expect(outcome.findings.map(\.diagnostic.code) == ["SBXL002", "SBXF004"])
    #expect(outcome.report.diagnostics == outcome.findings.map(\.diagnostic))
    #expect(outcome.findings[0].diagnostic.severity == .error)
    #expect(outcome.ignored == 1)
    #expect(run.notices.isEmpty)
  }

  @Test func whatIgnoresNothingIsTold() throws {
    let text = """
      [[validate.ignore]]
      code = "SBXP003"
      reason = "x"
      [[validate.ignore]]
      code = "SBXP003"
      path = "other.slipbox/**"
      reason = "another bundle, which isn't checked now"
      """
    var run = run
    run.apply(try policy(text))
    #expect(run.notices.map(\.code) == [KitCode.unusedIgnore])
    #expect(run.notices.first?.location.description == "/w/.slipconv.toml:1:1")
    #expect(run.reaches(.warning))
    var quick = self.run
    quick.apply(try policy(text), isQuick: true)
    #expect(quick.notices.isEmpty)
  }

  @Test func baselineHidesWhatItHas() throws {
    var run = run
    let baseline = run.baseline(workingDirectory: "/w")
    #expect(baseline.count == 3)
    #expect(try Baseline(Array(baseline.text.utf8), file: "x") == baseline)
    run.apply(baseline, file: "/w/base", workingDirectory: "/w")
    #expect(run.outcomes.first?.findings.isEmpty == true)
    #expect(run.outcomes.first?.baselined == 3)
    #expect(run.notices.isEmpty)
    // The same fingerprints as in SARIF.
    let sarif = SARIFReport(run: self.run, options: ReportOptions()).document
    for entry in baseline.entries { #expect(sarif.contains(entry.fingerprint)) }
  }

  @Test func newFindingsAndStaleEntriesAreTold() throws {
    let old = run.baseline(workingDirectory: nil)
    var now = ValidationRun(items: [
      ReportSamples.outcome([
        ReportSamples.finding("SBXF004", entry: "notes/a.rtf"),
        ReportSamples.finding("SBXF003", entry: "notes/a.txt"),
      ])
    ])
    now.apply(old, file: "base", workingDirectory: nil)
    #expect(now.outcomes.first?.findings.map(\.diagnostic.code) == ["SBXF003"])
    #expect(now.notices.map(\.code) == [KitCode.staleBaseline])
    #expect(now.notices.first?.message.contains("SBXF004, SBXL002") == true)
  }

  @Test func pathsWithLineEnds() throws {
    let entry = Baseline.Entry(
      code: "SBXF004", fingerprint: String(repeating: "a", count: 64), path: "a %0A\r\nb\nc")
    let baseline = Baseline(entries: [entry])
    #expect(try Baseline(Array(baseline.text.utf8), file: "x") == baseline)
  }

  @Test(arguments: ["", "x", "# slipconv baseline 2\n", "# slipconv baseline 1\nSBXF004 12 a\n"])
  func brokenBaselines(_ text: String) {
    #expect(throws: SlipError.self) { try Baseline(Array(text.utf8), file: "x") }
  }
}
