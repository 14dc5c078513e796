import Foundation
import SlipBase
import SlipBundle
import SlipTestSupport
import SlipboxKit
import Testing

/// Fixtures of every version, migrated to every other one, as files.
@Suite struct MigrationTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func path(_ name: String, _ version: Int) -> String {
    directory.path(name + (version > 3 ? ".slipbox" : ".slipbox.xml"))
  }

  /// The fixture, brought to `version`.
  private func make(_ name: String, fixture: Int, version: Int) throws -> String {
    let suffix = fixture > 3 ? "slipbox" : "slipbox.xml"
    let file = Fixtures.directory.appending(path: "versions/tour-\(fixture).\(suffix)")
    let target = path(name, fixture)
    try FileManager.default.copyItem(atPath: file.path, toPath: target)
    if version != fixture { _ = try MigrationRequest(bundle: target, to: version, keepsBackup: false).run() }
    return path(name, version)
  }

  private func files(_ path: String) throws -> [String: Data] {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard isFolder.boolValue else { return ["": try Data(contentsOf: URL(filePath: path))] }
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      files[name] = FileManager.default.contents(atPath: path + "/" + name)
    }
    return files
  }

  private func isValid(_ path: String) throws {
    let outcome = try Validation.run(path)
    #expect(outcome.report.count(.error) == 0, "\(outcome.report.diagnostics)")
  }

  /// Version 4 lets a body show pictures that its note doesn't list; version 5 doesn't.
  @Test func notesListWhatTheirBodiesShow() throws {
    let pictures = try ["png-2-8.png", "png-0-8.png"].map { try Fixtures.bytes("images/\($0)") }
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    let fields = pictures.map { "{\\pict\\pngblip\\picw9\\pich9 \(hex($0))}" }
    try directory.write("in/one.rtf", "{\\rtf1 One \(fields[0]) and \(fields[1])}")
    try directory.write("in/two.rtf", "{\\rtf1 Two \(fields[1])}")
    var request = ImportRequest(inputs: [directory.path("in")])
    request.target = .at(directory.path("new.slipbox"))
    _ = try request.run()
    func migrate(_ old: String, to version: Int, _ new: String) throws {
      var request = MigrationRequest(bundle: directory.path(old), to: version, allowLoss: true)
      request.output = directory.path(new)
      _ = try request.run()
      try isValid(directory.path(new))
    }
    // Version 4 has the first only.
    try migrate("new.slipbox", to: 4, "old.slipbox")
    _ = try Packing.pack(directory.path("old.slipbox"), to: directory.path("old.slippack"))
    try migrate("old.slippack", to: 7, "packed.slippack")
    try migrate("old.slipbox", to: 7, "beside.slipbox")
    _ = try MigrationRequest(bundle: directory.path("old.slipbox")).run()
    try isValid(directory.path("old.slipbox"))
    for name in ["packed.slippack", "beside.slipbox", "old.slipbox"] {
      let bundle = try OpenBundle(directory.path(name))
      let lists = bundle.box.notes.map { $0.attachments.map(\.attachment) }
      #expect(lists.map(\.count).sorted() == [1, 2])
      #expect(Set(lists.flatMap(\.self)) == Set(pictures.map { Digest(of: $0) }))
    }
  }

  private static let ways = [1, 2, 3, 4, 5].flatMap { fixture in
    (fixture...5).flatMap { from in (1...5).map { (fixture, from, $0) } }
      + [6, 7, 8].flatMap { end in (4...8).flatMap { [(fixture, end, $0), (fixture, max(fixture, 4), end)] } }
  }

  @Test(arguments: ways) func toEveryVersion(fixture: Int, from: Int, to: Int) throws {
    let bundle = try make("a", fixture: fixture, version: from)
    let plan = try MigrationRequest(bundle: bundle, to: to).plan()
    #expect(plan.stages.count == abs(from - to))
    if !plan.losses.isEmpty {
      let before = try files(bundle)
      #expect(
        slipError { _ = try MigrationRequest(bundle: bundle, to: to).run() }?.code == MigrationCode.wouldLose)
      #expect(try files(bundle) == before)
    }
    let report = try MigrationRequest(bundle: bundle, to: to, allowLoss: true).run()
    #expect(report.result == (from == to ? .unchanged : .migrated))
    #expect(report.losses == plan.losses)
    #expect((report.path, to) == (path("a", to), to))
    try isValid(report.path)
    // Nothing else lies there but the old bundle.
    let backup = from == to ? [] : [MigrationTests.name(path("a", from)) + "~v\(from)"]
    #expect(directory.names() == ([MigrationTests.name(report.path)] + backup).sorted())
    // Once more: nothing to do.
    #expect(try MigrationRequest(bundle: report.path, to: to).run().result == .unchanged)
  }

  private static func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }

  @Test(arguments: [1, 2, 3]) func directIsStepByStep(fixture: Int) throws {
    let direct = try make("direct", fixture: fixture, version: 5)
    _ = try make("step", fixture: fixture, version: fixture)
    for version in (fixture + 1)...5 {
      _ = try MigrationRequest(bundle: path("step", version - 1), to: version, keepsBackup: false).run()
    }
    #expect(try files(direct) == files(path("step", 5)))
  }

  @Test func backupSharesNoFile() throws {
    let bundle = try make("a", fixture: 3, version: 4)
    let report = try MigrationRequest(bundle: bundle).run()
    let backup = try #require(report.backup)
    var bodies = 0
    for name in try files(bundle).keys where name.hasPrefix("notes/") && name.hasSuffix(".rtf") {
      guard case .body(let id)? = PayloadKey(path: name) else { continue }
      let earlier = PayloadPath.body(id)
      let old =
        try FileManager.default.attributesOfItem(atPath: backup + "/" + earlier)[.systemFileNumber] as? Int
      let new =
        try FileManager.default.attributesOfItem(atPath: bundle + "/" + name)[.systemFileNumber] as? Int
      // A program that writes in place changes one of the two.
      #expect(old != new)
      #expect(
        FileManager.default.contents(atPath: backup + "/" + earlier)
          == FileManager.default.contents(atPath: bundle + "/" + name))
      bodies += 1
    }
    #expect(bodies == 4)
  }

  @Test func packsMigrateWithinTheirFile() throws {
    let bundle = try make("a", fixture: 3, version: 4)
    let pack = try Packing.pack(bundle)
    let report = try MigrationRequest(bundle: pack).run()
    #expect(report.path == pack)
    #expect(report.backup.map(MigrationTests.name) == "a.slippack~v4")
    try isValid(pack)
    // The same as the tree's migration, packed.
    _ = try MigrationRequest(bundle: bundle).run()
    let other = try Packing.pack(bundle, to: directory.path("b.slippack"))
    #expect(try files(pack) == files(other))
    // Down to a version that is one file.
    let down = try MigrationRequest(bundle: pack, to: 3, output: directory.path("c.slipbox.xml")).run()
    try isValid(down.path)
  }

  @Test func anotherPlaceLeavesTheBundle() throws {
    for (version, output) in [(4, "o.slipbox"), (4, "o.slippack"), (3, "o3.slipbox"), (3, "o3.slippack")] {
      let name = "a-" + output
      let bundle = try make(name, fixture: 3, version: version)
      let before = try files(bundle)
      let report = try MigrationRequest(bundle: bundle, output: directory.path(output)).run()
      #expect(try files(bundle) == before)
      try isValid(report.path)
    }
    #expect(try files(directory.path("o.slipbox")) == files(directory.path("o3.slipbox")))
    #expect(try files(directory.path("o.slippack")) == files(directory.path("o3.slippack")))
  }

  @Test func aTakenPlaceIsRefused() throws {
    let bundle = try make("a", fixture: 3, version: 3)
    try directory.write("a.slipbox/mimetype", "x")
    let error = slipError { _ = try MigrationRequest(bundle: bundle).run() }
    #expect(error != nil)
    #expect(FileManager.default.fileExists(atPath: bundle))
  }

  /// Who dies between making the new bundle and putting the old one aside only has to run again.
  @Test func aRunThatWasCutShortIsFinished() throws {
    let new = try make("a", fixture: 3, version: VersionTable.current)
    let old = try make("a", fixture: 3, version: 3)
    let report = try MigrationRequest(bundle: old).run()
    #expect(report.path == new)
    #expect(directory.names() == ["a.slipbox", "a.slipbox.xml~v3"])
  }

  @Test func brokenBundlesStayAsTheyAre() throws {
    let bundle = try make("a", fixture: 3, version: 4)
    let file = try #require(try files(bundle).keys.first { $0.hasSuffix(".rtf") })
    try Data("{\\rtf1 changed}".utf8).write(to: URL(filePath: bundle + "/" + file))
    let before = try files(bundle)
    #expect(slipError { _ = try MigrationRequest(bundle: bundle).run() }?.code == MigrationCode.brokenSource)
    #expect(try files(bundle) == before)
    #expect(directory.names() == ["a.slipbox"])
  }

  @Test func aRepositoryIsNotDeleted() throws {
    let bundle = try make("a", fixture: 3, version: 5)
    try directory.write("a.slipbox/.git/config", "x")
    _ = try MigrationRequest(bundle: bundle, to: 3, keepsBackup: false).run()
    #expect(directory.text("a.slipbox~v5/.git/config") == "x")
  }

  @Test func backupsAreReadable() throws {
    let bundle = try make("a", fixture: 3, version: 3)
    let backup = try #require(try MigrationRequest(bundle: bundle).run().backup)
    try isValid(backup)
    #expect(BundleLayout.isBackup(name: MigrationTests.name(backup)))
    for name in ["a.slipbox", "a~v", "a~vx", "~v1", "a~v1-", "a~w1"] {
      #expect(!BundleLayout.isBackup(name: name))
    }
    #expect(BundleLayout.isBackup(name: "a.slippack~v4-2"))
  }

  @Test func newerVersionsAreRefused() throws {
    let text = "<slipbox xmlns='urn:slipbox:manifest' version='9'><notes><note/><note/></notes></slipbox>"
    try directory.write("n.slipbox/manifest.xml", text)
    try directory.write("n.slipbox/mimetype", "application/vnd.slipbox")
    let error = slipError { _ = try MigrationRequest(bundle: directory.path("n.slipbox")).run() }
    #expect(error?.code == VersionTable.unknown)
    let glance = try VersionSummary(directory.path("n.slipbox"))
    #expect(glance.schemaVersion == 9 && !glance.isKnown && glance.counts.notes == 2)
  }

  @Test func noSuchVersion() throws {
    #expect(
      slipError { _ = try MigrationRequest(bundle: "x", to: 9).run() }?.code == MigrationCode.noSuchVersion)
  }

  private func slipError(_ body: () throws -> Void) -> SlipError? {
    do { try body() } catch { return error as? SlipError }
    return nil
  }
}
