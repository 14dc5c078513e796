import Foundation
import SlipTestSupport
import Testing

/// Sessions in `Fixtures/cli`, run for real. `SLIPBOX_UPDATE=1` writes what is printed now; then read the difference.
@Suite struct ConsoleTests {
  static let scripts: [String] = {
    let folder = Fixtures.directory.appending(path: "cli")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
  }()

  /// What sessions find in their environment: the same day, wherever and whenever they run.
  static let environment = [
    "FIXTURES": Fixtures.directory.path, "SOURCE_DATE_EPOCH": "1775116800", "TZ": "UTC",
  ]

  @Test func thereAreScripts() { #expect(!ConsoleTests.scripts.isEmpty) }

  @Test(arguments: scripts) func session(name: String) throws {
    let file = Fixtures.directory.appending(path: "cli/\(name)")
    let script = ConsoleScript(try String(contentsOf: file, encoding: .utf8))
    #expect(!script.steps.isEmpty)
    let directory = try TemporaryDirectory()
    let shell = Shell(directory: directory.url)
    var outputs: [String] = []
    for step in script.steps {
      let output = try shell.run(step.command, environment: ConsoleTests.environment)
        .replacingOccurrences(of: Fixtures.directory.path, with: "$FIXTURES")
        .replacingOccurrences(of: directory.url.path, with: "$PWD")
      #expect(output == step.expected, "\(name): \(step.command)")
      outputs.append(output)
    }
    if ProcessInfo.processInfo.environment["SLIPBOX_UPDATE"] == "1" {
      try script.updated(with: outputs).write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
