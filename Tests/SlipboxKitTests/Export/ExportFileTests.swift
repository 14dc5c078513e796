import Foundation
import SlipPrograms
import SlipBase
import SlipExchange
import SlipTestSupport
@testable import SlipboxKit
@testable import SlipSync
import Testing

/// Exports that are one file replace nothing but an earlier export that nobody changed.
@Suite struct ExportFileTests {
  let bench: TargetBench

  init() throws {
    bench = try TargetBench()
    try bench.make(seed: 3, notes: 4)
  }

  /// The kinds of such exports.
  static let kinds = ["joplin", "bear", "sqlite", "json", "ndjson"]

  func export(_ kind: String, to name: String = "out", replacing: Bool = false) throws {
    let path = bench.directory.path(name)
    switch kind {
    case "sqlite":
      var request = SQLiteExport(bundle: bench.bundle, output: path)
      (request.replaces, request.hasContents) = (replacing, true)
      _ = try request.run()
    case "json", "ndjson":
      var request = BoxJSONExport(bundle: bench.bundle, output: path)
      (request.replaces, request.isLines) = (replacing, kind == "ndjson")
      _ = try request.run()
    default:
      let target = try #require(ProgramTable.container(named: kind))
      var request = ContainerExport(bundle: bench.bundle, output: path, target: target)
      request.replaces = replacing
      _ = try request.run()
    }
  }

  func bytes(_ name: String = "out") throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: bench.directory.path(name))))
  }

  func expectRefused(_ kind: String, replacing: Bool = true, _ comment: Comment) throws {
    let before = try bytes()
    #expect(throws: SlipError.self, comment) { try export(kind, replacing: replacing) }
    #expect(try bytes() == before, comment)
    #expect(bench.directory.names().filter { $0.hasPrefix(".") || $0.contains("new-") } == [], comment)
  }

  @Test(arguments: kinds) func anEarlierExportIsReplaced(kind: String) throws {
    try export(kind)
    let first = try bytes()
    try expectRefused(kind, replacing: false, "without --replace")
    try export(kind, replacing: true)
    #expect(try bytes() == first)
    var session = try EditSession(opening: bench.bundle, date: Timestamp(seconds: 1_800_000_000))
    _ = try session.create(NoteDraft(title: "New", body: .text("slipconv export 1 and more")))
    try session.save()
    try export(kind, replacing: true)
    #expect(try bytes() != first)
    try export(kind, replacing: true)
  }

  @Test(arguments: kinds) func aChangedExportIsRefused(kind: String) throws {
    try export(kind)
    let whole = try bytes()
    for place in [20, whole.count / 2, whole.count - 1] {
      var changed = whole
      changed[place] ^= 1
      try bench.directory.write("out", changed)
      try expectRefused(kind, "byte \(place)")
    }
    try bench.directory.write("out", whole + [0])
    try expectRefused(kind, "a byte more")
  }

  @Test(arguments: kinds) func aFileOfAnotherProgramIsRefused(kind: String) throws {
    try export(kind)
    // The same without the seal, as another program would write it.
    var foreign = try bytes()
    let mark = Array("slipconv export 1".utf8)
    let place = try #require(foreign.indices.first { foreign[$0...].starts(with: mark) })
    foreign.replaceSubrange(place..<(place + mark.count), with: Array("another program..".utf8))
    try bench.directory.write("out", foreign)
    try expectRefused(kind, "no seal")
    try bench.directory.write("out", "mine")
    try expectRefused(kind, "a text")
    try bench.directory.write("out", [UInt8]())
    try expectRefused(kind, "nothing")
  }

  /// What one export wrote, another may replace, as with directories.
  @Test func anExportOfAnotherKindIsReplaced() throws {
    for kind in ExportFileTests.kinds { try export(kind, replacing: true) }
  }

  @Test(arguments: kinds) func linksAndFoldersAreNotReplaced(kind: String) throws {
    try bench.directory.link("out", to: "nowhere")
    #expect(throws: SlipError.self) { try export(kind, replacing: true) }
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: bench.directory.path("out")) == "nowhere")
    try bench.directory.write("dir/mine.txt", "mine")
    #expect(throws: SlipError.self) { try export(kind, to: "dir", replacing: true) }
    #expect(throws: SlipError.self) { try export(kind, to: "box.slipbox/x", replacing: true) }
    // A link to an earlier export stays a link.
    try export(kind, to: "real")
    try bench.directory.link("link", to: "real")
    try export(kind, to: "link", replacing: true)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: bench.directory.path("link")) == "real")
  }
}
