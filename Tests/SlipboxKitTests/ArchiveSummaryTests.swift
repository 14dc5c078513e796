import Foundation
import SlipBase
import SlipBatch
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Counts of what an archive holds, and bags for archives.
@Suite struct ArchiveSummaryTests {
  private func json(_ summary: ArchiveSummary) throws -> Any {
    try JSONSerialization.jsonObject(with: JSONEncoder().encode(summary))
  }

  @Test func filesAreCounted() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.rtf", "{\\rtf1\\ansi\\ansicpg1252 One}")
    try directory.write("b.doc", "{\\rtf1\\ansi\\ansicpg1250 Two}")
    try directory.write("c.txt", [UInt8](repeating: 0x61, count: 20_000))
    var summary = ArchiveSummary()
    for name in ["a.rtf", "b.doc", "c.txt", "gone", "lost"] {
      summary.add(Identification(of: WorkItem(path: directory.path(name))))
    }
    #expect(summary.files == 5 && summary.bytes == 20_056)
    #expect(summary.kinds.map { "\($0.name) \($0.files)" } == ["rtf 2", "txt 1"])
    #expect(summary.codePages.map(\.name) == ["1250", "1252"])
    #expect(summary.sizes.map { "\($0.name) \($0.files)" } == ["up to 10 kB 2", "up to 100 kB 1"])
    #expect(summary.causes.map(\.files) == [2] && summary.causes[0].examples.count == 2)
    #expect(try SchemaChecker(named: "archive-summary").faults(json(summary)) == [])
    #expect(try SchemaChecker(named: "archive-summary").faults(json(ArchiveSummary())) == [])
  }

  @Test func findingsAreCounted() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.rtf", "{\\rtf1\\ansi\\ansicpg1252 One}")
    for name in ["b.rtf", "c.rtf"] { try directory.write(name, "{\\rtf1\\ansi {Two}") }
    let run = ValidationRun([
      directory.path("a.rtf"), directory.path("b.rtf"), directory.path("c.rtf"), directory.path("d.rtf"),
    ])
    let summary = ArchiveSummary(run)
    let checked = try #require(summary.checked)
    #expect(checked.sound == 1 && checked.errors + checked.warnings == 2 && checked.unreadable == 1)
    #expect(checked.rules.first?.files == 2 && checked.rules.first?.examples.count == 2)
    #expect(summary.files == 4 && summary.causes.map(\.files) == [1])
    #expect(try SchemaChecker(named: "archive-summary").faults(json(summary)) == [])
  }

  @Test func theListOfChecksumsIsThatOfTheManifest() throws {
    let directory = try TemporaryDirectory()
    let box = directory.path("my.slipbox")
    var request = EditRequest(bundle: box)
    request.createsBundle = true
    _ = try request.run { session throws(SlipError) in
      try session.create(NoteDraft(title: "Queen", body: .text("Blue.")))
    }
    let list = try ChecksumList(of: box)
    for file in list.files {
      let bytes = try Data(contentsOf: URL(filePath: directory.path(file.path)))
      #expect(Digest(of: [UInt8](bytes)).hex == file.sha256)
    }
    #expect(list.files.contains { $0.path == "my.slipbox/manifest.xml" })
    // What was damaged has the digest that it should have.
    let body = try #require(list.files.first { $0.path.hasSuffix(".rtf") })
    try directory.write(body.path, "other")
    #expect(try ChecksumList(of: box).files.contains(body))
  }

  @Test func aBagListsEveryFile() throws {
    let directory = try TemporaryDirectory()
    let box = directory.path("my.slipbox")
    var request = EditRequest(bundle: box)
    request.createsBundle = true
    _ = try request.run { session throws(SlipError) in
      let id = try session.create(NoteDraft(title: "Queen"))
      try session.attach([UInt8]("blue".utf8), named: "mark.txt", to: id)
    }
    let outcome = try BagExport(bundle: box, output: directory.path("bag")).run()
    let lines = (directory.text("bag/manifest-sha256.txt") ?? "").split(separator: "\n")
    #expect(lines.count == outcome.files && outcome.files > 4)
    for line in lines {
      let path = String(line.dropFirst(66))
      let bytes = try Data(contentsOf: URL(filePath: directory.path("bag/" + path)))
      #expect(Digest(of: [UInt8](bytes)).hex == line.prefix(64))
    }
    #expect(
      directory.text("bag/bag-info.txt")?.contains("Payload-Oxum: \(outcome.bytes).\(outcome.files)\n")
        == true)
    #expect(try Validation.run(directory.path("bag/data/my.slipbox")).report.diagnostics.isEmpty)
    // Nothing is written where something is, or within a bundle.
    for place in ["bag", "my.slipbox/bag"] {
      #expect(throws: SlipError.self) { _ = try BagExport(bundle: box, output: directory.path(place)).run() }
    }
  }
}
