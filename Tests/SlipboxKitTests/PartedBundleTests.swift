import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Bundles whose manifest has parts.
@Suite struct PartedBundleTests {
  private static func id(_ number: Int) -> UniqueID { UniqueID(high: 5, low: UInt64(number)) }

  /// A bundle of plain notes, each of which links to the next.
  private func bundle(_ count: Int = 1_100) throws -> (directory: TemporaryDirectory, path: String) {
    let directory = try TemporaryDirectory()
    let path = directory.path("box.slipbox")
    let stage = try BundleStage.begin(at: path)
    var box = SlipBox()
    for number in 0..<count {
      let body = Array("{\\rtf1 Note \(number)}".utf8)
      let mirror = Array("Note \(number)".utf8)
      var note = Note(
        id: Self.id(number), title: "Note \(number)", body: FileFact(of: body), mirror: FileFact(of: mirror))
      note.order = number
      if number > 0 { note.links = [Self.id(number - 1)] }
      if number > 0 { note.manualLinks = [Self.id(number - 1)] }
      try stage.write(PayloadPath.body(note.id), body)
      try stage.write(PayloadPath.mirror(note.id), mirror)
      try box.insert(note)
    }
    _ = try stage.commit(manifestOf: box)
    return (directory, path)
  }

  /// The digests of all files.
  static func files(_ path: String) throws -> [String: Digest] {
    let storage = try DirectoryStorage(path)
    var files: [String: Digest] = [:]
    for entry in try storage.entries() where entry.kind == .file {
      files[entry.path] = try storage.fact(of: entry.path).digest
    }
    return files
  }

  private func changed(_ before: [String: Digest], _ after: [String: Digest]) -> [String] {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  private func expectValid(_ path: String) throws {
    let report = try Validator(storage: DirectoryStorage(path)).run()
    #expect(report.diagnostics == [])
  }

  @Test func anEditWritesItsPart() throws {
    let (directory, path) = try bundle()
    defer { withExtendedLifetime(directory) {} }
    try expectValid(path)
    for isPartial in [true, false] {
      let before = try Self.files(path)
      var request = EditRequest(bundle: path)
      if isPartial { request.notes = [Self.id(300)] }
      var edit = NoteEdit()
      edit.status = isPartial ? .review : .archived
      edit.addedKeywords = ["bees"]
      let ready = edit
      let (wasPartial, result) = try request.run { session throws(SlipError) in
        let note = try session.note(named: Self.id(300).description)
        try ready.apply(to: [note.id], in: &session)
        return session.isPartial
      }
      #expect(wasPartial == isPartial)
      #expect(result.changes.contains { $0.entity == "note" && $0.name == "Note 300" })
      let names = changed(before, try Self.files(path))
      let history = names.filter { $0.hasPrefix("history/") }
      #expect(history.count == 1)
      #expect(
        names.filter { !history.contains($0) } == ["manifest.sha256", "manifest.xml", "manifest/2c.xml"])
      try expectValid(path)
      let box = try OpenBundle(path).box
      #expect(box.note(Self.id(300))?.status == ready.status)
      #expect(box.noteCount == 1_100)
      // It has the bytes that a new bundle of this box has.
      let storage = try DirectoryStorage(path)
      for document in try ManifestDocument.all(of: box) {
        #expect(try storage.read(document.path) == document.bytes, "\(document.path)")
      }
    }
  }

  @Test func editsThatNeedMoreAreMadeWithAll() throws {
    let (directory, path) = try bundle()
    defer { withExtendedLifetime(directory) {} }
    var request = EditRequest(bundle: path)
    request.notes = [Self.id(7)]
    // By title, and with a note that isn't read at first.
    let (_, result) = try request.run { session throws(SlipError) in
      let other = try session.note(named: "Note 8")
      try session.edit { box throws(SlipError) in try box.update(note: other.id) { $0.isFavorite = true } }
    }
    #expect(result.changes.map(\.name) == ["Note 8"])
    _ = try request.run { session throws(SlipError) in
      try session.edit { box throws(SlipError) in _ = box.remove(note: Self.id(7)) }
    }
    let box = try OpenBundle(path).box
    #expect(box.note(Self.id(7)) == nil && box.note(Self.id(8))?.links == [])
    try expectValid(path)
  }

  @Test func smallAgainHasNoParts() throws {
    let (directory, path) = try bundle(1_030)
    defer { withExtendedLifetime(directory) {} }
    var request = EditRequest(bundle: path)
    request.date = Timestamp(rfc3339: "2024-05-06T07:08:09Z")
    _ = try request.run { session throws(SlipError) in
      try session.delete(notes: (0..<6).map(Self.id))
    }
    #expect(try Self.files(path).keys.filter { $0.hasPrefix("manifest/") } == [])
    try expectValid(path)
    // And large again.
    _ = try request.run { session throws(SlipError) in
      try session.undo([1])
    }
    #expect(try Self.files(path).keys.filter { $0.hasPrefix("manifest/") }.count == 256)
    try expectValid(path)
    #expect(try OpenBundle(path).box.noteCount == 1_030)
  }

  @Test func versionSixAndBack() throws {
    let (directory, path) = try bundle()
    defer { withExtendedLifetime(directory) {} }
    let box = try OpenBundle(path).box
    var down = MigrationRequest(bundle: path)
    down.to = 6
    let report = try down.run()
    #expect(report.losses.isEmpty)
    let old = try Validator(storage: DirectoryStorage(path)).run()
    #expect(old.diagnostics.filter { $0.severity == .error } == [] && old.schemaVersion == 6)
    #expect(try Self.files(path).keys.filter { $0.hasPrefix("manifest/") } == [])
    #expect(try Self.files(path)[PayloadPath.body(Self.id(3))] != nil)
    _ = try MigrationRequest(bundle: path).run()
    try expectValid(path)
    let again = try OpenBundle(path).box
    #expect(Array(again.notes) == Array(box.notes))
    #expect(again.history.transactions.count == 4)
    // As a pack, too.
    let pack = directory.path("box.slippack")
    try SlipPack.pack(directory: path, to: pack)
    #expect(try OpenBundle(pack).box == again)
    #expect(try Validator(storage: ZipStorage(pack)).run().diagnostics == [])
  }

  @Test func refreshTakesPartsOver() throws {
    let (directory, path) = try bundle()
    defer { withExtendedLifetime(directory) {} }
    let part = path + "/" + ManifestPart.path(7)
    let text = try String(contentsOfFile: part, encoding: .utf8)
    try text.replacing("title=\"Note 7\"", with: "title=\"Seven\"").write(
      toFile: part, atomically: true, encoding: .utf8)
    #expect(#expect(throws: SlipError.self) { try OpenBundle(path) }?.code == ValidationRule.partDiffers.code)
    #expect(
      try Validator(storage: DirectoryStorage(path)).run().diagnostics.map(\.code)
        == [ValidationRule.partDiffers.code])
    _ = try Refresh.run(path)
    try expectValid(path)
    #expect(try OpenBundle(path).box.note(Self.id(7))?.title == "Seven")
  }

  /// What Git makes of a bundle whose box two branches changed: of each file that both changed what the merge driver makes of
  /// it, and of all others the version that is new. `refresh` then takes over what became of the parts.
  private func merge(
    _ path: String, _ directory: TemporaryDirectory, _ ours: (inout SlipBox) throws -> Void,
    _ theirs: (inout SlipBox) throws -> Void
  ) throws -> (box: SlipBox, findings: [Diagnostic], refreshed: [Diagnostic]) {
    let box = try OpenBundle(path).box
    func documents(_ change: (inout SlipBox) throws -> Void) throws -> [String: [UInt8]] {
      var changed = box
      try change(&changed)
      return Dictionary(try ManifestDocument.all(of: changed).map { ($0.path, $0.bytes) }) { first, _ in first
      }
    }
    let (base, mine, other) = (try documents { _ in }, try documents(ours), try documents(theirs))
    var findings: [Diagnostic] = []
    for name in Set(mine.keys).union(other.keys).sorted() {
      if mine[name] == base[name] || other[name] == base[name] {
        let bytes = mine[name] == base[name] ? other[name] : mine[name]
        let file = URL(filePath: path + "/" + name)
        if let bytes { try Data(bytes).write(to: file) } else { try FileManager.default.removeItem(at: file) }
        continue
      }
      for (side, files) in [("base", base), ("ours", mine), ("theirs", other)] {
        try directory.write(side, files[name] ?? [])
      }
      var request = MergeRequest(
        base: directory.path("base"), ours: directory.path("ours"), theirs: directory.path("theirs"))
      request.cache = directory.path("cache")
      let outcome = try request.run { _ in }
      #expect(outcome.conflicts == [])
      findings += outcome.findings
      try Data(contentsOf: URL(filePath: directory.path("ours"))).write(to: URL(filePath: path + "/" + name))
    }
    let refreshed = try Refresh.run(path).diagnostics
    return (try OpenBundle(path).box, findings, refreshed)
  }

  /// Git merges parts by themselves: what both sides did to different notes comes together.
  @Test func mergesOfParts() throws {
    let (directory, path) = try bundle()
    let (merged, findings, refreshed) = try merge(path, directory) { box in
      try box.update(note: Self.id(1)) { $0.title = "Ours" }
    } _: { box in
      // 257 is in the same part as 1.
      try box.update(note: Self.id(257)) { $0.title = "Theirs" }
      try box.update(note: Self.id(2)) { $0.isFavorite = true }
    }
    try expectValid(path)
    #expect(findings.isEmpty && refreshed.isEmpty)
    #expect(merged.note(Self.id(1))?.title == "Ours" && merged.note(Self.id(257))?.title == "Theirs")
    #expect(merged.note(Self.id(2))?.isFavorite == true)
  }

  /// One side deletes what notes of other parts are given by the other side.
  @Test func mergesOfPartsThatReferToEachOther() throws {
    let (directory, path) = try bundle()
    var session = try EditSession(opening: path)
    try session.edit { (box) throws(SlipError) in
      _ = box.findOrCreateFolder(at: ["Old"])
      let keyword = box.findOrCreateKeyword(named: "rare")
      try box.update(note: Self.id(10)) { $0.keywords = [keyword] }
    }
    _ = try session.save()
    let (merged, findings, refreshed) = try merge(path, directory) { box in
      if let folder = box.folders.first?.id { _ = try box.remove(folder: folder, notes: .nullify) }
      try box.update(note: Self.id(10)) { $0.keywords = [] }
      if let keyword = box.keywords.first?.id { try box.remove(keyword: keyword) }
      _ = box.remove(note: Self.id(30))
    } _: { box in
      let (folder, keyword) = (box.folders.first?.id, box.keywords.first?.id)
      try box.update(note: Self.id(40)) {
        ($0.folder, $0.keywords) = (folder, keyword.map { [$0] } ?? [])
        $0.links.append(Self.id(30))
        $0.manualLinks.insert(Self.id(30))
      }
    }
    #expect(
      Set(findings.map(\.message)) == [
        "The folder “Old” was deleted on one side; it stays, because notes may have it.",
        "The keyword “rare” was deleted on one side; it stays, because notes may have it.",
      ])
    // The new link of note 40 to the note that is gone.
    #expect(
      refreshed.map(\.message) == [
        "“Note 40” refers to \(Self.id(30)) that isn't there; the reference is dropped."
      ])
    for file in [PayloadPath.body(Self.id(30)), PayloadPath.mirror(Self.id(30))] {
      try FileManager.default.removeItem(atPath: path + "/" + file)
    }
    try expectValid(path)
    let note = try #require(merged.note(Self.id(40)))
    #expect(note.folder.flatMap { merged.folder($0)?.name } == "Old")
    #expect(note.keywords.compactMap { merged.keyword($0)?.name } == ["rare"])
    #expect(note.links == [Self.id(39)])
    #expect(merged.note(Self.id(30)) == nil)
  }

  /// Nobody knows what was in a part that is gone.
  @Test func aMissingPartIsNotMended() throws {
    let (directory, path) = try bundle()
    try FileManager.default.removeItem(atPath: path + "/" + ManifestPart.path(7))
    try FileManager.default.removeItem(atPath: path + "/" + BundleLayout.manifestDigestPath)
    let before = try Self.files(path)
    for isUnsafe in [false, true] {
      var run = ValidationRun([path])
      var options = Repair.Options()
      options.isUnsafe = isUnsafe
      let (_, failures) = run.repair(run, options, validation: ValidationOptions())
      #expect(failures.count == 1)
    }
    #expect(try Self.files(path) == before)
    #expect(throws: SlipError.self) { try OpenBundle(path) }
    withExtendedLifetime(directory) {}
  }

  /// A part that somebody edited isn't deleted when the box gets small.
  @Test func anEditedPartStays() throws {
    let (directory, path) = try bundle(1_025)
    let known = try OpenBundle(path)
    let part = path + "/" + ManifestPart.path(7)
    let text = try String(contentsOfFile: part, encoding: .utf8)
    try text.replacing("title=\"Note 7\"", with: "title=\"Seven\"").write(
      toFile: part, atomically: true, encoding: .utf8)
    let before = try Self.files(path)
    var transaction = try BundleTransaction.begin(existing: path, limits: Limits(), known: known)
    _ = transaction.box.remove(note: Self.id(1_024))
    #expect(
      #expect(throws: SlipError.self) {
        try transaction.commit(BoxTransaction(.edit, tool: "test"))
      }?.code == ValidationRule.partDiffers.code)
    #expect(try Self.files(path) == before)
    withExtendedLifetime(directory) {}
  }

  @Test func aNoteIsShownByItsParts() throws {
    let (directory, path) = try bundle()
    defer { withExtendedLifetime(directory) {} }
    let shown = try ShownNote(Self.id(40).description, of: path, cache: nil)
    let whole = try OpenBundle(path)
    let summary = NoteSummary(try #require(whole.box.note(Self.id(40))), in: whole.box)
    #expect("\(shown.summary)" == "\(summary)")
  }
}
