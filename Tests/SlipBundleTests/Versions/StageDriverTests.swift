import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import Testing
import XMLSyntax

@testable import SlipBundle

/// What runs stages knows no version: each stage brings its own losses, state and writer.
@Suite struct StageDriverTests {
  private static let options = StageOptions(limits: Limits(), workers: 1, tool: "test 1")

  /// Copies every element.
  private final class Copy: LightweightWriter {
    override func foreign(_ text: String, in parent: ManifestElement) throws { try sink.fragment(text) }
  }

  /// Loses each note's weather, which nobody else knows of.
  private final class Weather: ManifestConsumer {
    var losses: [VersionLoss] = []
    func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
      guard kind == .note else { return }
      losses.append(
        VersionLoss(from: 9, to: 8, kind: "note", id: element.string("id"), what: "the weather"))
    }
  }

  private static let nine = SchemaVersion(
    number: 9, summary: "weather", isTree: true, schema: { [] }, schemaDigest: "", form: .manifest(form),
    sections: [])

  /// The form of version 9: that of the current version.
  private static let form = ManifestSchema(root: .slipbox, without: [.event, .files, .partRoot]) {
    element, row in
    if element == .slipbox { row.attributes = [VersionForm.must("version", .words(["9"]))] }
  }

  private static let map = LightweightMap(
    old: { ManifestSchema.current.attributes(of: $0) }, new: { ManifestSchema.current.attributes(of: $0) },
    [], isUp: true)

  /// A stage to a version that this program doesn't have.
  private static let stage = VersionStage(
    VersionTable.currentRow, nine, changes: ["Notes may have weather."],
    .streamed(
      up: { _ throws(SlipError) in PreparedStage { Copy(map, $0, to: $1) } },
      down: { input throws(SlipError) in
        let weather = Weather()
        try input.read(weather)
        return PreparedStage(losses: weather.losses) { Copy(map, $0, to: $1) }
      }))

  private func run(
    _ xml: [UInt8], _ stages: [VersionStage], isUp: Bool
  ) throws -> (xml: [UInt8], losses: [VersionLoss]) {
    var migration = try #require(
      ManifestMigration(stages, isUp: isUp, Self.options, payload: { _, _ in }))
    var result: [UInt8] = []
    let losses = try xml.withUnsafeBytes { bytes in
      let losses = try migration.prepare(bytes, file: nil)
      try migration.run(bytes, file: nil, onFile: { _ in }, to: { result.append(contentsOf: $0) })
      return losses
    }
    return (result, losses)
  }

  @Test(arguments: 0..<10) func aNewStageHasItsOwnLosses(seed: UInt64) throws {
    var generator = BoxGenerator(seed: seed)
    let box = try generator.box()
    let old = try ManifestWriter.bytes(box)
    let up = try run(old, [Self.stage], isUp: true)
    #expect(up.losses == [])
    #expect(String(decoding: up.xml, as: UTF8.self).contains(#"version="9""#))
    let down = try run(up.xml, [Self.stage], isUp: false)
    #expect(down.losses.map(\.what) == box.notes.map { _ in "the weather" })
    #expect(String(decoding: down.xml, as: UTF8.self) == String(decoding: old, as: UTF8.self))
    // Stages one after the other: what each loses, in this order.
    let alone = try run(old, [Stage78.row, Stage67.row], isUp: false)
    let both = try run(up.xml, [Self.stage, Stage78.row, Stage67.row], isUp: false)
    #expect(both.losses == down.losses + alone.losses)
    #expect(both.xml == alone.xml)
  }

  @Test func aStageThatDoesNotStreamIsRefused() {
    #expect(
      ManifestMigration([Stage34.row], isUp: true, Self.options, payload: { _, _ in }) == nil)
  }

  @Test func thereIsAStageBetweenNeighbours() {
    let numbers = VersionTable.rows.map(\.number)
    #expect(numbers == Array(1...numbers.count))
    #expect(StageTable.rows.map(\.from) == Array(numbers.dropLast()))
    #expect(StageTable.rows.map(\.to) == Array(numbers.dropFirst()))
    for from in numbers {
      for to in numbers { #expect(StageTable.path(from: from, to: to).count == abs(from - to)) }
    }
  }

  /// No version, stage or number of a version is named where stages are run.
  @Test(arguments: [
    "SlipBundle/Versions/VersionStage.swift", "SlipBundle/Versions/Stages/ManifestMigration.swift",
    "SlipBundle/Versions/Stages/ManifestInput.swift", "SlipBundle/Versions/Stages/LightweightWriter.swift",
    "SlipboxKit/Migrate/MigrationRun.swift", "SlipboxKit/Migrate/MigrationEmitter.swift",
    "SlipboxKit/Migrate/MigrationEmitter+Stream.swift",
  ]) func theDriverNamesNoVersion(file: String) throws {
    let sources = Fixtures.directory.deletingLastPathComponent().appending(path: "Sources")
    let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
    let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let name = /(Version|Stage|Writer|Losses|V)[0-9]|number (==|<|>|<=|>=) [0-9]|version (==|<|>|<=|>=) [0-9]/
    for line in code { #expect(line.firstMatch(of: name) == nil, "\(line)") }
  }
}
