import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBundle
@testable import SlipboxKit

@Suite struct RepairTests {
  private let directory: TemporaryDirectory
  private let bundle: String

  init() throws {
    directory = try TemporaryDirectory()
    bundle = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [Fixtures.directory.appending(path: "sample").path])
    request.target = .at(bundle)
    #expect(try request.run().isChanged)
  }

  private func path(_ folder: String, _ suffix: String) throws -> String {
    let storage = try DirectoryStorage(bundle)
    return try #require(
      storage.entries().map(\.path).first { $0.hasPrefix(folder + "/") && $0.hasSuffix(suffix) })
  }

  private func edit(_ old: String, _ new: String) throws {
    let url = URL(filePath: bundle + "/manifest.xml")
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains(old))
    try text.replacingOccurrences(of: old, with: new).write(to: url, atomically: true, encoding: .utf8)
  }

  private func repair(
    _ bundle: String? = nil, unsafe: Bool = false, trial: Bool = false
  ) -> (run: ValidationRun, trials: [Repair.Outcome], failures: [SlipError]) {
    var run = ValidationRun([bundle ?? self.bundle])
    var options = Repair.Options()
    (options.isUnsafe, options.isTrial) = (unsafe, trial)
    let (trials, failures) = run.repair(run, options, validation: ValidationOptions())
    return (run, trials, failures.map(\.error))
  }

  private func codes(_ run: ValidationRun) -> [String] {
    run.outcomes.flatMap { $0.findings.map(\.diagnostic.code) }
  }

  private func breakDerivedFiles(in bundle: String) throws {
    try Data("lie".utf8).write(to: URL(filePath: bundle + "/" + path("notes", ".txt")))
    try FileManager.default.removeItem(atPath: bundle + "/" + path("thumbnails", ".jpg"))
    try FileManager.default.removeItem(atPath: bundle + "/manifest.sha256")
    let stray = "notes/ff/ffffffff-ffff-4fff-bfff-ffffffffffff.txt"
    try FileManager.default.createDirectory(
      atPath: bundle + "/notes/ff", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: bundle + "/" + stray))
  }

  @Test func derivedFilesAreMadeAnew() throws {
    let mirror = try path("notes", ".txt")
    let before = try DirectoryStorage(bundle).read(mirror)
    try breakDerivedFiles(in: bundle)
    try Data("mine".utf8).write(to: URL(filePath: bundle + "/README"))
    let (run, _, failures) = repair()
    #expect(failures == [])
    // What nobody lists is left, and reported.
    #expect(codes(run) == [ValidationRule.unlistedFile.code, ValidationRule.unlistedFile.code])
    #expect(try DirectoryStorage(bundle).read(mirror) == before)
    let repairs = try #require(run.outcomes.first?.repairs)
    #expect(
      repairs.map(\.code).sorted() == [
        ValidationRule.manifestDigestMissing.code, ValidationRule.missingFile.code,
        ValidationRule.wrongLength.code,
      ])
    let history = try OpenBundle(bundle).transactions()
    #expect(history.map(\.transaction.kind) == [.import, .repair])
    // Again: nothing is left to do, and nothing is written.
    let manifest = try DirectoryStorage(bundle).read("manifest.xml")
    #expect(repair().run.outcomes.first?.repairs == [])
    #expect(try DirectoryStorage(bundle).read("manifest.xml") == manifest)
    // Only by name: the mirror that belongs to nothing goes, the user's own file stays.
    #expect(codes(repair(unsafe: true).run) == [ValidationRule.unlistedFile.code])
    #expect(FileManager.default.contents(atPath: bundle + "/README") == Data("mine".utf8))
  }

  @Test func packsAreRepairedInPlace() throws {
    let box = try OpenBundle(bundle).box
    let mirror = try path("notes", ".txt")
    let right = try DirectoryStorage(bundle).read(mirror)
    try Data("lie".utf8).write(to: URL(filePath: bundle + "/" + mirror))
    let pack = try Packing.pack(bundle)
    #expect(codes(ValidationRun([pack])) == [ValidationRule.wrongLength.code])
    let (run, _, failures) = repair(pack)
    #expect(failures == [])
    #expect(codes(run) == [])
    #expect(try ZipStorage(pack).read(mirror) == right)
    #expect(try OpenBundle(pack).box.noteCount == box.noteCount)
    // Nothing is left beside it.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() == [
        "b.slipbox", "b.slippack",
      ])
  }

  @Test func contradictionsWantAskingFor() throws {
    let note = try #require(OpenBundle(bundle).box.notes.first { !$0.links.isEmpty })
    try edit("<link to=\"\(note.links[0])\"", "<link to=\"\(UniqueID(high: 9, low: 9))\"")
    try edit(
      "</keywords>",
      "<keyword id=\"\(UniqueID(high: 9, low: 9))\" name=\"BEES\" red=\"0\" green=\"0\" blue=\"0\"/></keywords>"
    )
    let (safe, _, failures) = repair()
    #expect(failures.map(\.code) == [KitCode.needsUnsafeRepair])
    #expect(codes(safe).contains(ValidationRule.danglingLink.code))
    let (run, _, none) = repair(unsafe: true)
    #expect(none == [])
    #expect(codes(run) == [])
    #expect(try OpenBundle(bundle).box.keywordCount == 3)
  }

  @Test func bodiesAreAdopted() throws {
    let id = "ffffffff-ffff-4fff-bfff-ffffffffffff"
    let path = "notes/ff/\(id).rtf"
    try FileManager.default.createDirectory(
      atPath: bundle + "/notes/ff", withIntermediateDirectories: true)
    try Data(#"{\rtf1 \par New one\par more}"#.utf8).write(to: URL(filePath: bundle + "/" + path))
    // A safe repair of something else leaves it where it is.
    try FileManager.default.removeItem(atPath: bundle + "/mimetype")
    #expect(codes(repair().run) == [ValidationRule.unlistedFile.code])
    #expect(codes(repair(unsafe: true).run) == [])
    let note = try OpenBundle(bundle).note(named: "New one")
    #expect(note.id.description == id)
  }

  @Test func trialsWriteNothing() throws {
    try breakDerivedFiles(in: bundle)
    let before = try DirectoryStorage(bundle).entries()
    let (_, trials, failures) = repair(trial: true)
    #expect(failures == [])
    let trial = try #require(trials.first)
    #expect(trial.actions.count == 3)
    #expect(trial.diff.contains("+    <transaction number=\"2\""))
    #expect(trial.diff.contains("-lie"))
    #expect(try DirectoryStorage(bundle).entries() == before)
  }

  /// The kept file lies under another name than the manifest means: it is missing there, and stays where it is.
  @Test func nothingIsLeftBehind() throws {
    let kept = try path("sources", ".txt")
    let bytes = try DirectoryStorage(bundle).read(kept)
    try edit("format=\"txt\"", "format=\"md\"")
    for unsafe in [false, true] {
      let (run, _, failures) = repair(unsafe: unsafe)
      #expect(failures == [])
      #expect(codes(run).sorted() == [ValidationRule.missingFile.code, ValidationRule.unlistedFile.code])
      #expect(try DirectoryStorage(bundle).read(kept) == bytes)
    }
  }

  @Test func unlistedPayloadIsListed() throws {
    let box = try OpenBundle(bundle).box
    let text = String(decoding: try DirectoryStorage(bundle).read("manifest.xml"), as: UTF8.self)
    let facts = try #require(text.firstMatch(of: /\ thumbnail-length="[^"]*" thumbnail-sha256="[^"]*"/))
    try edit(String(facts.0), "")
    #expect(repair().failures.map(\.code) == [ManifestCode.unlistedPayload])
    let (run, _, failures) = repair(unsafe: true)
    #expect(failures == [])
    #expect(codes(run) == [])
    var after = try OpenBundle(bundle).box
    after.history = box.history
    #expect(after == box)
  }

  @Test func missingBodiesStayMissing() throws {
    try FileManager.default.removeItem(atPath: bundle + "/" + path("notes", ".rtf"))
    try FileManager.default.removeItem(atPath: bundle + "/mimetype")
    let (run, _, failures) = repair()
    #expect(failures == [])
    #expect(codes(run) == [ValidationRule.missingFile.code])
    #expect(run.outcomes.first?.repairs.map(\.code) == [ValidationRule.mimetypeMissing.code])
  }
}
