import Foundation
import SlipBase
import SlipTestSupport
import SlipboxKit
import Testing

/// A body that LibreOffice 7.4 saved in its place: the pictures are embedded again, each with a metafile as fallback.
@Suite struct RefreshTests {
  private let directory: TemporaryDirectory
  private let bundle: String
  private let original: [UInt8]

  init() throws {
    directory = try TemporaryDirectory()
    bundle = directory.path("bees.slipbox")
    original = try Fixtures.bytes("refresh/Swarm.rtf")
    try directory.write("Swarm.rtf", String(decoding: original, as: UTF8.self))
    try directory.write("Other.rtf", #"{\rtf1 Other}"#)
    #expect(try importFiles().isChanged)
  }

  private func importFiles() throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path("Swarm.rtf"), directory.path("Other.rtf")])
    request.target = .at(bundle)
    return try request.run()
  }

  private func saveWithWordProcessor() throws {
    let note = try OpenBundle(bundle).note(named: "Swarm in the pear tree")
    let name = note.id.description.lowercased()
    let body = URL(filePath: "\(bundle)/notes/\(name.prefix(2))/\(name).rtf")
    try Data(Fixtures.bytes("refresh/Swarm-resaved.rtf")).write(to: body)
  }

  private func blobs() throws -> [Digest] {
    try OpenBundle(bundle).note(named: "Swarm in the pear tree").attachments.map(\.attachment)
  }

  @Test func picturesBecomeBlobsAgain() throws {
    let before = try blobs()
    #expect(before.count == 2)
    try saveWithWordProcessor()
    let edited = try Validation.run(bundle).report
    #expect(edited.diagnostics.contains { $0.hint?.contains("refresh") == true })

    let outcome = try Refresh.run(bundle)
    #expect(outcome.titles == ["Swarm in the pear tree"])
    #expect(outcome.diagnostics.isEmpty)
    // The PNG is the same; the JPEG was coded anew.
    let after = try blobs()
    #expect(after.count == 2 && after[0] == before[0] && after[1] != before[1])
    let opened = try OpenBundle(bundle)
    let note = try opened.note(named: "Swarm in the pear tree")
    #expect(after.map { opened.box.attachment($0)?.mediaType } == ["image/png", "image/jpeg"])
    #expect(after.allSatisfy { opened.box.attachment($0)?.thumbnail != nil })
    let body = String(decoding: try opened.body(of: note), as: UTF8.self)
    #expect(body.components(separatedBy: "INCLUDEPICTURE").count == 3)
    #expect(body.utf8.count < 8_000)
    #expect(
      String(decoding: try opened.mirror(of: note), as: UTF8.self)
        == "Found on Sunday, half as high as the house.\n\u{FFFC}\nThe new box stands by the wall: \u{FFFC} facing south-east."
    )
    #expect(try Refresh.run(bundle).titles.isEmpty)
    #expect(try Validation.run(bundle).report.diagnostics.map(\.code) == [])
  }

  @Test func originalComesBack() throws {
    try saveWithWordProcessor()
    _ = try Refresh.run(bundle)
    _ = try ExportRequest(bundle: bundle, output: directory.path("out"), target: .original).run()
    let names = try #require(FileManager.default.enumerator(atPath: directory.path("out")))
    let swarm = try #require(names.compactMap { $0 as? String }.first { $0.hasSuffix("Swarm.rtf") })
    #expect(try Data(contentsOf: URL(filePath: directory.path("out/" + swarm))) == Data(original))
  }

  @Test func sourceThatDidNotChangeLeavesTheNote() throws {
    try saveWithWordProcessor()
    _ = try Refresh.run(bundle)
    let body = try OpenBundle(bundle).note(named: "Swarm in the pear tree").body
    let again = try importFiles()
    #expect(!again.isChanged && !again.needsAttention)
    #expect(again.report.kept.map(\.path) == ["Swarm.rtf"])
    #expect(try OpenBundle(bundle).note(named: "Swarm in the pear tree").body == body)
  }

  @Test func sourceThatChangedIsMerged() throws {
    try saveWithWordProcessor()
    _ = try Refresh.run(bundle)
    let changed = String(decoding: original, as: UTF8.self).replacingOccurrences(of: "Sunday", with: "Monday")
    try directory.write("Swarm.rtf", changed)
    let again = try importFiles()
    // The word processor changed formatting alone.
    #expect(!again.needsAttention && again.noteCount == 2 && again.report.updated.count == 1)
    let opened = try OpenBundle(bundle)
    let texts = try opened.box.notes.map { String(decoding: try opened.mirror(of: $0), as: UTF8.self) }
    #expect(texts.filter { $0.contains("Sunday") }.isEmpty)
    #expect(texts.filter { $0.contains("Monday") }.count == 1)
    #expect(try Validation.run(bundle).report.diagnostics.map(\.code) == [])
  }

  @Test func missingBodiesAreRestoredOrNamed() throws {
    let note = try OpenBundle(bundle).note(named: "Other")
    let body = bundle + "/" + PayloadPath.body(note.id)
    let bytes = try Data(contentsOf: URL(filePath: body))
    try FileManager.default.removeItem(atPath: body)
    let outcome = try Refresh.run(bundle)
    #expect(outcome.titles.isEmpty)
    #expect(outcome.diagnostics.map(\.severity) == [.error])
    #expect(outcome.diagnostics.first?.code == ValidationRule.missingFile.code)
    #expect(outcome.diagnostics.first?.message == "The body of “Other” is missing.")
    try bytes.write(to: URL(filePath: body))
    // What the history has kept comes back.
    let digest = Digest(of: Array(bytes)).hex
    let kept = bundle + "/history/kept/\(digest.prefix(2))"
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: body, toPath: kept + "/\(digest).rtf")
    try FileManager.default.removeItem(atPath: bundle + "/" + PayloadPath.mirror(note.id))
    #expect(try Refresh.run(bundle).titles == ["Other"])
    #expect(try Data(contentsOf: URL(filePath: body)) == bytes)
    #expect(try OpenBundle(bundle).note(named: "Other").mirror == note.mirror)
    #expect(FileManager.default.fileExists(atPath: bundle + "/" + PayloadPath.mirror(note.id)))
  }
}
