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

  /// What the README shows of a session is what `Fixtures/cli/main-road.md` proves.
  @Test func sessionIsAFixture() throws {
    let root = Fixtures.directory.deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let fixture = try String(
      contentsOf: Fixtures.directory.appending(path: "cli/main-road.md"), encoding: .utf8)
    let session = try #require(
      readme.components(separatedBy: "```console\n").first { $0.hasPrefix("$ slipconv import notes -o") }?
        .components(separatedBy: "```").first)
    var shown = 0
    for line in session.split(separator: "\n") where !line.hasPrefix("$ slipconv import") {
      #expect(fixture.contains(line), "\(line)")
      shown += 1
    }
    #expect(shown > 15)
  }
}
