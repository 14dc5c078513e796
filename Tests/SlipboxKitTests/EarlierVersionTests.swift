import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Bundles of version 7, which the reader of the current version can read, and what that version added.
@Suite struct EarlierVersionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ version: Int) throws -> String {
    let path = directory.path("my.slipbox")
    try FileManager.default.copyItem(
      atPath: Fixtures.directory.appending(path: "versions/tour-\(version).slipbox").path, toPath: path)
    return path
  }

  private func errors(_ path: String) throws -> [Diagnostic] {
    try Validation.run(path).report.diagnostics.filter { $0.severity == .error }
  }

  @Test func version7IsReadAndNotChanged() throws {
    let path = try copy(7)
    let bundle = try OpenBundle(path)
    #expect(bundle.schemaVersion == 7)
    #expect(bundle.box.noteCount == 4)
    let before = try bundle.storage.read(BundleLayout.manifestPath)
    var codes: [String?] = []
    codes.append(slipError { () throws(SlipError) in _ = try OpenBundle(path, mustBeCurrent: true) }?.code)
    codes.append(
      slipError { () throws(SlipError) in try EditSession(opening: path, limits: Limits()).abandon() }?.code)
    // Nor where its facts are known already.
    codes.append(
      slipError { () throws(SlipError) in
        try BundleTransaction.begin(existing: path, limits: Limits(), known: bundle).abandon()
      }?.code)
    codes.append(slipError { () throws(SlipError) in _ = try Refresh.run(path, limits: Limits()) }?.code)
    #expect(codes == Array(repeating: VersionTable.other, count: 4))
    #expect(try OpenBundle(path).storage.read(BundleLayout.manifestPath) == before)
  }

  /// A large bundle has parts in both versions.
  @Test func largeBundlesKeepTheirParts() throws {
    try directory.write("in/a.txt", "first")
    var request = ImportRequest(inputs: [directory.path("in")])
    let path = directory.path("my.slipbox")
    request.target = .at(path)
    _ = try request.run()
    var transaction = try BundleTransaction.begin(existing: path, limits: Limits())
    let first = try #require(transaction.box.notes.first)
    let body = try #require(try transaction.output.old?.read(PayloadPath.body(first.id)))
    let mirror = try #require(try transaction.output.old?.read(PayloadPath.mirror(first.id)))
    for number in 0..<ManifestPart.mostWithout {
      let id = UniqueID(high: 7, low: UInt64(number))
      try transaction.box.insert(Note(id: id, title: "\(number)", body: first.body, mirror: first.mirror))
      try transaction.output.write(PayloadPath.body(id), body)
      try transaction.output.write(PayloadPath.mirror(id), mirror)
    }
    for source in transaction.box.sources {
      try transaction.box.update(source: source.id) { $0.isIncomplete = true }
    }
    _ = try transaction.commit(BoxTransaction(.edit, tool: "test"))
    func down(_ allowLoss: Bool) throws(SlipError) {
      let request = MigrationRequest(bundle: path, to: 7, allowLoss: allowLoss, keepsBackup: false)
      _ = try request.run()
    }
    #expect(slipError { () throws(SlipError) in try down(false) }?.code == MigrationCode.wouldLose)
    try down(true)
    #expect(try errors(path) == [])
    let old = try OpenBundle(path)
    #expect(old.schemaVersion == 7)
    #expect(try ManifestDocument.parts(of: DirectoryStorage(path)).count > 100)
    #expect(
      slipError { () throws(SlipError) in
        _ = try BundleTransaction.begin(at: path, limits: Limits())
      }?.code == VersionTable.other)
    _ = try MigrationRequest(bundle: path, keepsBackup: false).run()
    #expect(try errors(path) == [])
    var now = try OpenBundle(path).box
    now.history = old.box.history
    #expect(now == old.box)
  }

  /// A change of nothing but how sources were read is written; its transaction says nothing of it.
  @Test func readingsAloneAreCommitted() throws {
    let path = try copy(8)
    var transaction = try BundleTransaction.begin(existing: path, limits: Limits())
    let key = try #require(transaction.box.sources.first).id
    try transaction.box.update(source: key) { ($0.reading, $0.isIncomplete) = ("{\"a\":\"b\n\"}", false) }
    _ = try transaction.commit(BoxTransaction(.import, tool: "test"))
    #expect(try errors(path) == [])
    let bundle = try OpenBundle(path)
    #expect(bundle.box.source(key)?.reading == "{\"a\":\"b\n\"}")
    #expect(bundle.box.source(key)?.isIncomplete == false)
    let last = try #require(try bundle.transactions().last?.transaction)
    #expect(last.changes == BoxChanges())
    #expect(last.counts == [])
  }
}
