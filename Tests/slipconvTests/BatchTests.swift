import Foundation
import SlipTestSupport
import Testing

/// Batch work as a user runs it: what a session in `Fixtures/cli` can't show.
@Suite struct BatchTests {
  let directory: TemporaryDirectory
  let shell: Shell

  init() throws {
    directory = try TemporaryDirectory()
    shell = Shell(directory: directory.url)
    for number in 1...9 { try directory.write("in/note\(number).rtf", "{\\rtf1 Note \(number)}") }
    try directory.write("in/bad.rtf", "no RTF")
    try directory.write("in/photo.png", "x")
  }

  private func archive() throws {
    _ = try shell.run("slipconv import in -r --each -o archive -q; rm in/bad.rtf in/photo.png")
    for number in 1...4 {
      let command =
        "slipconv migrate archive/note\(number).slipbox --to \(number) --allow-loss --no-backup -q"
      #expect(try shell.run(command) == "")
    }
  }

  @Test func journalsFollowTheSchema() throws {
    try archive()
    try directory.write("archive/broken.slipbox.xml", "<slipbox")
    try directory.write("in/bad.rtf", "no RTF")
    _ = try shell.run(
      """
      slipconv migrate archive -r --dry-run --journal a.ndjson; slipconv migrate archive -r --journal b.ndjson
      slipconv migrate archive -r --shard 1/2 --journal c.ndjson --max-failures 1
      slipconv import in -r --each -o out --journal d.ndjson; cat in/*.rtf | slipconv import --each --from - -o out --journal - > e.ndjson
      slipconv journal merge b.ndjson -o f.ndjson
      """)
    let checker = try SchemaChecker(named: "batch-journal")
    for name in ["a", "b", "c", "d", "e", "f"] {
      let lines = try #require(directory.text("\(name).ndjson")).split(separator: "\n")
      #expect(lines.count > 1, "\(name)")
      for line in lines {
        #expect(
          try checker.faults(JSONSerialization.jsonObject(with: Data(line.utf8))) == [], "\(name): \(line)")
      }
    }
  }

  /// The result doesn't depend on how many work, nor on how the list is split.
  @Test func theResultIsTheSameHoweverItIsDone() throws {
    try archive()
    let digest = "find . -type f -not -name '*.ndjson' | LC_ALL=C sort | xargs sha256sum | sha256sum"
    var digests: Set<String> = []
    for (number, command) in [
      "slipconv migrate . -r --jobs 1 -q", "slipconv migrate . -r --jobs 8 -q",
      "for i in 3 1 2; do slipconv migrate . -r --shard $i/3 -q; done",
      "find . -name '*.slipbox' -prune -o -name '*.xml' | slipconv migrate --from - -q",
    ].enumerated() {
      digests.insert(
        try shell.run("cp -R archive copy\(number) && cd copy\(number) && \(command) && \(digest)"))
    }
    #expect(digests.count == 1, "\(digests)")
    #expect(!digests.contains { $0.contains("exit") })
  }

  @Test func numbersAddUp() throws {
    try archive()
    _ = try shell.run("truncate -s 20 archive/note9.slipbox/manifest.xml")
    let output = try shell.run("slipconv migrate archive -r --json --journal run.ndjson 2>errors")
    let end = try #require(output.range(of: "\n}\n")).upperBound
    let summary = try #require(
      JSONSerialization.jsonObject(with: Data(output[..<end].utf8)) as? [String: Any])
    func number(_ name: String) -> Int { summary[name] as? Int ?? -1 }
    #expect(number("found") == 9 && number("landed") == 4 && number("skipped") == 4 && number("failed") == 1)
    #expect(output.hasSuffix("[exit 1]\n"))
    #expect(directory.text("errors")?.hasPrefix("archive/note9.slipbox: ") == true)
  }

  /// Died after the exchange, before the old version was put aside and the journal told.
  @Test func whatAKilledRunLeftIsPutInOrder() throws {
    try archive()
    #expect(try shell.run("slipconv migrate archive -r -q") == "")
    let inode = try shell.run(
      "stat -c %i archive/note4.slipbox~v4 2>/dev/null || stat -f %i archive/note4.slipbox~v4"
    )
    .trimmingCharacters(in: .whitespacesAndNewlines)
    _ = try shell.run(
      "mv archive/note4.slipbox~v4 archive/.note4.slipbox.keep-\(inode)-$(date +%s)000000-~v4; touch archive/.note4.slipbox.lock"
    )
    #expect(try shell.run("slipconv migrate archive -r --jobs 2 -q") == "")
    #expect(
      directory.names("archive").filter { $0.contains("note4") } == ["note4.slipbox", "note4.slipbox~v4"])
  }
}
