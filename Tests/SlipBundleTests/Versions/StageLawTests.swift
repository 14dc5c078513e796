import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipBundle

/// Laws of migrations, over generated boxes.
@Suite struct StageLawTests {
  private static let options = StageOptions(limits: Limits(), workers: 1, tool: "test 1")
  private static let cases: [(Int, UInt64)] = (1...3).flatMap { version in (0..<40).map { (version, $0) } }

  private func document(_ version: Int, _ seed: UInt64) throws -> VersionDocument {
    var generator = OldBoxGenerator(seed: seed)
    return try generator.document(version)
  }

  private func run(_ document: VersionDocument, to version: Int) throws -> VersionDocument {
    try StageTable.run(document, to: version, Self.options)
  }

  /// Without what was done to it.
  private func withoutHistory(_ document: VersionDocument) -> String {
    let text = String(decoding: document.xml, as: UTF8.self)
      .replacing(/<history count[^>]*\/>|\n *<file path="history[^>]*>/, with: "")
      .replacing(/<history count[^>]*[^\/]>[^\e]*?<\/history>/, with: "")
    guard let start = text.range(of: "<history"),
      let end = text.range(of: "</history>") ?? text.range(of: "<history/>")
    else { return text }
    return String(text[..<start.lowerBound] + text[end.upperBound...])
  }

  private func payload(_ document: VersionDocument) -> [String: [UInt8]] {
    if case .made(let files) = document.payload { files } else { [:] }
  }

  private func payloadWithoutHistory(_ document: VersionDocument) -> [String: [UInt8]] {
    payload(document).filter { !$0.key.hasPrefix("history/") }
  }

  @Test(arguments: cases) func directIsStepByStep(version: Int, seed: UInt64) throws {
    let direct = try run(try document(version, seed), to: 8)
    var step = try document(version, seed)
    for next in (version + 1)...8 { step = try run(step, to: next) }
    #expect(direct.xml == step.xml)
    #expect(payload(direct) == payload(step))
    #expect(direct.losses == [])
  }

  /// Up, down again to the old version: the same.
  @Test(arguments: cases) func downUndoesUp(version: Int, seed: UInt64) throws {
    let old = try document(version, seed)
    for goal in (version + 1)...8 {
      let up = try run(old, to: goal)
      let down = try run(up, to: version)
      // Keywords that were merged stay so.
      if version == 2, up.diagnostics.contains(where: { $0.code == MigrationCode.keywordsMerged }) {
        continue
      }
      #expect(down.losses == [], "\(goal)")
      #expect(withoutHistory(down) == withoutHistory(old), "\(goal)")
    }
  }

  /// Where going down loses nothing, going up again gives the same bytes; where something changes, it was listed.
  @Test(arguments: cases) func upUndoesADownWithoutLoss(version: Int, seed: UInt64) throws {
    let new = try run(try document(version, seed), to: 8)
    for goal in 1...7 {
      let down = try run(new, to: goal)
      let again = try run(down, to: 8)
      if down.losses.isEmpty {
        #expect(withoutHistory(again) == withoutHistory(new), "\(goal)")
        #expect(payloadWithoutHistory(again) == payloadWithoutHistory(new), "\(goal)")
      } else {
        #expect(goal < 3)
      }
    }
  }

  /// A stage on its own result, and every older version of a box, is valid.
  @Test(arguments: cases) func resultsAreValid(version: Int, seed: UInt64) throws {
    let new = try run(try document(version, seed), to: 8)
    var options = ValidationOptions()
    options.workers = 1
    for goal in [4, 5, 6, 7, 8] {
      let document = try run(new, to: goal)
      var files = payload(document)
      files[BundleLayout.manifestPath] = document.xml
      files[BundleLayout.manifestDigestPath] = BundleLayout.manifestDigest(hex: Digest(of: document.xml).hex)
      files[BundleLayout.mimetypePath] = BundleLayout.mimetype
      let report = try Validator(storage: MemoryStorage(files: files), options: options).run()
      let errors = report.diagnostics.filter { $0.severity == .error }
      #expect(errors == [], "\(goal)")
      #expect(report.schemaVersion == goal)
    }
  }

  /// What a manifest of version 8 has and version 4 can't hold is listed.
  @Test(arguments: 0..<40) func everyLossIsListed(seed: UInt64) throws {
    var generator = BoxGenerator(seed: seed)
    let box = try generator.box()
    let new = VersionDocument(version: 8, xml: try ManifestWriter.bytes(box), payload: .none)
    let down = try run(new, to: 4)
    let again = try run(down, to: 8)
    let isSame = withoutHistory(again) == withoutHistory(new)
    #expect(isSame == down.losses.isEmpty, "\(down.losses)")
    for note in box.notes where !note.foreign.isEmpty {
      #expect(down.losses.contains { $0.id == note.id.description && $0.what == "foreign elements" })
    }
    for source in box.sources { #expect(down.losses.contains { $0.kind == "source" && $0.id == source.id }) }
  }

  @Test func circlesAreRefused() throws {
    var box = V3Box()
    let ids = (0..<2).map { UniqueID(high: 1, low: UInt64($0)) }
    box.folders = [
      V3Box.Folder(id: ids[0], name: "a", parent: ids[1]),
      V3Box.Folder(id: ids[1], name: "b", parent: ids[0]),
    ]
    let report = try SingleFileValidator.check(V3Format.bytes(box), name: "x", limits: Limits())
    #expect(report.diagnostics.contains { $0.code == ValidationRule.folderCycle.code })
  }
}
