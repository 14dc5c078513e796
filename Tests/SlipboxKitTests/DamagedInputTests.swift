import Foundation
import SlipBase
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

/// Damage has its own name: what only its name says to be an archive or an export is damaged, and never left out without a word.
@Suite struct DamagedInputTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ input: String, prunes: Bool = false) throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path(input)])
    request.target = .at(directory.path("b.slipbox"))
    (request.prunes, request.prunesAll) = (prunes, prunes)
    return try request.run()
  }

  /// Writes a good archive of two notes, and returns its bytes.
  private func archive() -> [UInt8] {
    ZipMaker([ZipMaker.Entry("N/A.md", "one [[B]]"), ZipMaker.Entry("N/B.md", "two")]).bytes()
  }

  @Test func brokenArchivesAreNamedAsDamaged() throws {
    let bytes = archive()
    try directory.write("z/ok.zip", bytes)
    try directory.write("z/cut.zip", Array(bytes.dropLast(60)))
    try directory.write("z/text.zip", "this is no archive")
    try directory.write("z/empty.zip", [])
    try directory.write("z/zero.zip", [UInt8](repeating: 0, count: 4_096))
    try directory.write("z/empty.enex", [])
    try directory.write("z/other.jex", "no export")
    let outcome = try run("z")
    #expect(outcome.noteCount == 2 && outcome.needsAttention)
    let damaged = outcome.report.skipped.filter { $0.reason.isFailure }
    #expect(
      damaged.map(\.path).sorted() == [
        "cut.zip", "empty.enex", "empty.zip", "other.jex", "text.zip", "zero.zip",
      ])
    #expect(damaged.allSatisfy { $0.explanation.contains("damaged") || $0.explanation.contains("empty") })
  }

  @Test(arguments: ["cut.zip", "empty.zip", "text.zip", "a.enex"]) func nothingReadableMakesNoBundle(
    _ name: String
  )
    throws
  {
    let all: [String: [UInt8]] = [
      "cut.zip": Array(archive().prefix(40)), "empty.zip": [], "text.zip": Array("x".utf8), "a.enex": [],
    ]
    try directory.write(name, all[name] ?? [])
    #expect(throws: SlipError.self) { try run(name) }
    #expect(!directory.exists("b.slipbox"))
  }

  @Test func originalsAreKeptOnlyWhereTheyAre() throws {
    try directory.write("v/.obsidian/app.json", "{}")
    try directory.write("v/A.md", "one")
    try directory.write("v/loose.bin", "x")
    let skipped = try run("v").report.skipped.filter { $0.path.hasSuffix("loose.bin") }
    #expect(skipped.map(\.explanation) == ["is a file that no note shows; its original is kept"])
    #expect(SkippedFile(path: "a", reason: .item(.notShown)).explanation == "is a file that no note shows")
  }

  @Test func aTiddlyWikiIsNoPage() throws {
    try directory.write(
      "wiki.html",
      "<!doctype html><html><head><meta name=\"generator\" content=\"TiddlyWiki\"></head><body><script class=\"tiddlywiki-tiddler-store\" type=\"application/json\">[{\"title\":\"A\"}]</script></body></html>"
    )
    let error = #expect(throws: SlipError.self) { try run("wiki.html") }
    #expect(error?.message.contains("TiddlyWiki") == true && !directory.exists("b.slipbox"))
  }

  // MARK: Containers that aren't known any more

  @Test func anExportThatIsNotRecognizedAnyMoreStays() throws {
    let journal =
      "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A\", \"creationDate\": \"2024-01-02T03:04:05Z\", \"text\": \"one\"}]}"
    try directory.write("d/J.json", journal)
    #expect(try run("d").noteCount == 1)
    for damage in ["", "{", "[]"] {
      try directory.write("d/J.json", damage)
      for _ in 0..<2 {
        do {
          let outcome = try run("d", prunes: true)
          #expect(outcome.noteCount == 1 && outcome.needsAttention, "\(damage)")
        } catch let error as SlipError { #expect(error.code != nil) }
      }
    }
    try directory.write("d/J.json", journal)
    let outcome = try run("d", prunes: true)
    #expect(outcome.noteCount == 1 && !outcome.needsAttention)
  }

  // MARK: Placeholders

  @Test(arguments: [true, false]) func aPlaceholderTakesNothingAway(_ isVault: Bool) throws {
    let suffix = isVault ? "md" : "rtf"
    for name in ["A", "B", "C"] {
      try directory.write("n/\(name).\(suffix)", isVault ? name : "{\\rtf1 \(name)}")
    }
    if isVault { try directory.write("n/.obsidian/app.json", "{}") }
    #expect(try run("n").noteCount == 3)
    try directory.remove("n/B.\(suffix)")
    try directory.write("n/.B.\(suffix).icloud", "bplist")
    for _ in 0..<2 {
      do {
        let outcome = try run("n", prunes: true)
        #expect(outcome.noteCount == 3 && outcome.needsAttention && outcome.report.pruned.isEmpty)
        #expect(outcome.report.skipped.contains { $0.path.hasSuffix("B.\(suffix)") })
      } catch let error as SlipError { #expect(error.message.contains("isn't downloaded")) }
    }
    #expect(try OpenBundle(directory.path("b.slipbox")).box.noteCount == 3)
  }
}
