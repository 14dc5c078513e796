import Foundation
import SlipTestSupport
import Testing

/// The README's library example is code that was compiled.
@Suite struct ReadmeTests {
  @Test func exampleIsTheCompiledOne() throws {
    let root = Fixtures.directory.deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(path: "Tests/SlipboxKitTests/ReadmeExample.swift"), encoding: .utf8)
    let compiled = try #require(
      source.split(separator: "// README begin\n").last?.split(separator: "  // README end").first
    )
    .split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
    .joined(separator: "\n")
    #expect(readme.contains("import SlipboxKit\n\n" + compiled))
  }

  /// Every line that a page shows of a session is proved by a session in `Fixtures/cli`.
  @Test(arguments: [
    ("README.md", "main-road.md"), ("Docs/Finding-notes.md", "finding-notes.md"),
    ("Docs/A-day.md", "a-day.md"),
  ])
  func sessionsAreFixtures(page: String, session: String) throws {
    let root = Fixtures.directory.deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let fixture = try String(
      contentsOf: Fixtures.directory.appending(path: "cli/\(session)"), encoding: .utf8)
    let proved = Set(fixture.split(separator: "\n"))
    let sessions = readme.components(separatedBy: "```console\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    var shown = 0
    for line in sessions.joined().split(separator: "\n") {
      // The fixture imports with a time zone, so that dates are the same everywhere.
      let isProved = proved.contains(line) || proved.contains("$ TZ=UTC \(line.dropFirst(2))")
      #expect(isProved, "\(line)")
      shown += 1
    }
    #expect(shown > 15)
  }
}
