import Foundation
import SlipBase
import SlipBundle
import SlipTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import SlipboxKit
@testable import SlipReports

@Suite struct ReportFormatTests {
  private func text(
    _ name: String, _ run: ValidationRun = ReportSamples.everything, _ options: ReportOptions = .init()
  ) throws -> String {
    try #require(ReportTable.named(name)).write(run, options)
  }

  private func json(_ name: String, _ run: ValidationRun = ReportSamples.everything) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text(name, run).utf8))
  }

  @Test func namesAreUnique() {
    #expect(Set(ReportTable.rows.map(\.name)).count == ReportTable.rows.count)
  }

  @Test func jsonIsAsPublished() throws {
    let checker = try SchemaChecker(named: "validation-report")
    var run = ReportSamples.everything
    #expect(checker.faults(try json("json", run)) == [])
    run.items = []
    #expect(checker.faults(try json("json", run)) == [])
    // The checker can fail.
    #expect(!checker.faults(["format": "x", "more": 1] as [String: Any]).isEmpty)
  }

  @Test func sarifListsEveryRule() throws {
    let document = try #require(try json("sarif") as? [String: Any])
    #expect(document["version"] as? String == "2.1.0")
    let run = try #require((document["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == RuleTable.rows.map { $0.code })
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 6)
    for result in results {
      let code = try #require(result["ruleId"] as? String)
      if let index = result["ruleIndex"] as? Int {
        #expect(rules[index]["id"] as? String == code)
      } else {
        #expect(code == "SBXQ999")
      }
    }
    #expect(
      results.compactMap { $0["level"] as? String } == [
        "error", "error", "warning", "note", "error", "error",
      ])
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    #expect((invocation["toolExecutionNotifications"] as? [Any])?.count == 2)
  }

  @Test func placesOfAPackAreNoFiles() throws {
    let sarif = try text("sarif")
    #expect(sarif.contains("\"uri\" : \"p.slippack\""))
    #expect(sarif.contains("\"fullyQualifiedName\" : \"notes/a.rtf\""))
    #expect(
      try text("github").contains(
        "::error file=p.slippack,title=SBXF006 WrongDigest::Something is wrong (in notes/a.rtf)\n"))
  }

  @Test func junitIsXML() throws {
    let parser = XMLParser(data: Data(try text("junit").utf8))
    #expect(parser.parse())
    var options = ReportOptions()
    #expect(try text("junit").contains("failures=\"3\""))
    options.failLevel = nil
    #expect(!(try text("junit", ReportSamples.everything, options).contains("<failure")))
    options.failLevel = .info
    #expect(try text("junit", ReportSamples.everything, options).contains("failures=\"5\""))
  }

  @Test func githubIsOneLineEach() throws {
    let lines = try text("github").split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::warning ") })
    #expect(GitHubReport.escaped("a%b\r\nc:d,e", alsoSeparators: false) == "a%25b%0D%0Ac:d,e")
    #expect(GitHubReport.escaped("a%b\r\nc:d,e", alsoSeparators: true) == "a%25b%0D%0Ac%3Ad%2Ce")
  }

  @Test func gitlabHasWhatItNeeds() throws {
    let rows = try #require(try json("gitlab") as? [[String: Any]])
    #expect(rows.count == 8)
    #expect(Set(rows.compactMap { $0["fingerprint"] as? String }).count == 8)
    #expect(rows.allSatisfy { ["info", "minor", "major", "blocker"].contains($0["severity"] as? String) })
  }

  @Test func textHidesControls() throws {
    var options = ReportOptions()
    let plain = try text("text")
    #expect(!plain.contains("\u{1B}") && !plain.contains("\u{202E}"))
    options.usesColor = true
    #expect(try text("text", ReportSamples.everything, options).contains("\u{1B}[1;31merror\u{1B}[0m"))
    options.isQuiet = true
    options.floor = .error
    #expect(try text("text", ValidationRun(items: [ReportSamples.outcome([])]), options) == "")
  }

  @Test func oneFingerprintInAllFormats() throws {
    func found(_ name: String) throws -> Set<String> {
      Set(try text(name).matches(of: /[0-9a-f]{64}/).map { String($0.output) })
    }
    let baseline = ReportSamples.everything.baseline(workingDirectory: nil)
    let expected = Set(baseline.entries.map(\.fingerprint))
    #expect(try found("json") == expected)
    // Examples in the rules have digests, too.
    #expect(try found("sarif").isSuperset(of: expected))
    #expect(try found("gitlab").isSuperset(of: expected))
  }

  @Test func alikeFindingsAreCounted() throws {
    func run(_ count: Int) -> ValidationRun {
      ValidationRun(items: [
        ReportSamples.outcome(
          (0..<count).map { ReportSamples.finding("SBXF004", entry: "notes/\($0).rtf") }
            + [ReportSamples.finding("SBXF001", .warning)])
      ])
    }
    let grouped = try text("text", run(12))
    #expect(grouped.contains("notes/4.rtf") && !grouped.contains("notes/5.rtf"))
    #expect(grouped.contains("  … and 7 more errors: A file is not listed [SBXF004]; --all shows them\n"))
    #expect(grouped.contains("SBXF001") && grouped.contains("12 errors, 1 warning"))
    // A line for one more would be no shorter.
    #expect(try !text("text", run(6)).contains("more"))
    var options = ReportOptions()
    options.limit = 2
    #expect(try text("text", run(12), options).contains("… and 11 more findings\n"))
    options.limit = nil
    options.showsAll = true
    #expect(try text("text", run(12), options).contains("notes/11.rtf"))
    #expect(try text("github", run(12)).contains("notes/11.rtf"))
  }

  @Test func notesAreNamed() throws {
    var finding = ReportSamples.finding("SBXM001", entry: "notes/a.txt")
    finding.noteTitle = "Spring\u{1B} check"
    let run = ValidationRun(items: [ReportSamples.outcome([finding])])
    #expect(try text("text", run).hasPrefix("b.slipbox/notes/a.txt (Spring\u{FFFD} check)\n"))
  }

  @Test func wordsThatLookAlike() {
    let known = ["import", "export", "list", "validate"]
    #expect(Suggestion.near("improt", among: known) == ["import"])
    #expect(Suggestion.near("Lst", among: known) == ["list"])
    #expect(Suggestion.near("frobnicate", among: known) == [])
  }

  @Test func pathsAreRelativeAndEncoded() {
    #expect(ReportPlace.relative("/w/x/b.slipbox", "/w/x") == "b.slipbox")
    #expect(ReportPlace.relative("/w/xy/b.slipbox", "/w/x") == "/w/xy/b.slipbox")
    #expect(ReportPlace.relative("././b", nil) == "b")
    #expect(ReportPlace.uri("a b/ü:%") == "a%20b/%C3%BC%3A%25")
    #expect(ReportPlace.uri("/a/\u{1}") == "file:///a/%01")
  }
}
