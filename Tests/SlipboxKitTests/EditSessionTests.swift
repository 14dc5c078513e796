import Foundation
import SlipBase
import SlipBundle
import SlipFiles
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
import Testing

/// Edits as transactions: what they do, that they can be taken back, and what happens when others interfere.
@Suite struct EditSessionTests {
  private let directory: TemporaryDirectory
  private let bundle: String
  private let date = Timestamp(seconds: 1_700_000_000, microseconds: 0)

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("notes/Hives/a.rtf", "{\\rtf1{\\info{\\title One}{\\keywords bees}} See [[Two]].}")
    try directory.write("notes/b.rtf", "{\\rtf1{\\info{\\title Two}} Text.}")
    bundle = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(bundle)
    _ = try request.run()
  }

  private func isValid() throws {
    let report = try Validation.run(bundle).report
    #expect(report.diagnostics.filter { $0.severity == .error } == [])
  }

  @Test func deletingANoteIsNoChangeOfOthers() throws {
    try directory.write("vault/.obsidian/app.json", "{}")
    try directory.write("vault/A.md", "# A\n\n[[B]] x\n")
    try directory.write("vault/B.md", "# B\n")
    let path = directory.path("v.slipbox")
    var request = ImportRequest(inputs: [directory.path("vault")])
    request.target = .at(path)
    _ = try request.run()
    var session = try EditSession(opening: path)
    try session.delete(note: try session.note(named: "B").id)
    _ = try session.save()
    let note = try OpenBundle(path).note(named: "A")
    #expect(!note.isChangedSinceImport)
    try directory.write("vault/A.md", "# A\n\n[[B]] x and more\n")
    let outcome = try request.run()
    #expect(outcome.report.conflicts.isEmpty && outcome.report.updated.map(\.note) == [note.id])
  }

  @Test func noTwoKeywordsHaveOnePath() throws {
    var session = try EditSession(opening: bundle)
    let nested = try session.addKeyword("projekt/alpha")
    let other = try session.addKeyword("beta")
    // Older imports made names with slashes.
    var old = Keyword(id: UniqueID(high: 1, low: 1), name: "projekt/beta", color: Keyword.Color(forName: "x"))
    old.parent = nil
    try session.edit { (box) throws(SlipError) in try box.insert(old) }
    let parent = try session.keyword(named: "projekt").id
    #expect(throws: SlipError.self) { try session.move(keyword: other, below: parent) }
    #expect(session.box.keyword(other)?.parent == nil)
    #expect(try session.keyword(named: "Projekt/Alpha").id == nested)
    var twin = Keyword(
      id: UniqueID(high: 1, low: 2), name: "projekt/alpha", color: Keyword.Color(forName: "x"))
    twin.parent = nil
    try session.edit { (box) throws(SlipError) in try box.insert(twin) }
    let one = try session.note(named: "One").id
    try session.edit { (box) throws(SlipError) in
      try box.update(note: one) { $0.keywords.append(twin.id) }
    }
    try session.merge(keyword: nested, into: nested)
    #expect(session.box.keyword(twin.id) == nil)
    #expect(session.box.note(one)?.keywords.contains(nested) == true)
  }

  @Test func whatIsLeftOfACompletedChangeIsClearedUp() throws {
    let left = directory.path(".b.slipbox.commit")
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
    try directory.write(".b.slipbox.lock", "")
    #expect(try OpenBundle(bundle).box.noteCount == 2)
    #expect(FileManager.default.fileExists(atPath: left))
    var session = try EditSession(opening: bundle)
    _ = try session.create(NoteDraft(title: "Three"))
    #expect(try session.save().number == 2)
    #expect(!FileManager.default.fileExists(atPath: left))
    try isValid()
  }

  @Test(arguments: [false, true]) func anInterruptedChangeIsCompletedWithItsDigest(removesLock: Bool) throws {
    // A file in the place of a folder stops the commit while files are moved into place.
    let bytes = Array("A file".utf8)
    let path = PayloadPath.blob(Digest(of: bytes), "txt")
    let folder = String(path.split(separator: "/").dropLast().joined(separator: "/"))
    try FileManager.default.createDirectory(
      atPath: bundle + "/attachments", withIntermediateDirectories: true)
    try directory.write("b.slipbox/" + folder, "in the way")
    let note = try OpenBundle(bundle).note(named: "One")
    var session = try EditSession(opening: bundle)
    try session.attach(bytes, named: "a.txt", to: note.id)
    let saved = try session.save()
    // The change counts as made, so the answer says that it is.
    #expect(saved.number == 2)
    #expect(saved.diagnostics.map(\.code) == [FileCode.unfinished])
    #expect(directory.exists(".b.slipbox.commit"))
    // As long as nobody can complete it, readers see it complete.
    let pending = try OpenBundle(bundle)
    #expect(pending.box.attachment(Digest(of: bytes)) != nil)
    #expect(try pending.storage.read(path) == bytes)
    #expect(try pending.storage.entries().contains { $0.path == path })
    try pending.expectCurrent()
    try FileManager.default.removeItem(atPath: bundle + "/" + folder)
    // The lock's file says that somebody has died here, and may be removed by hand.
    if removesLock { try directory.remove(".b.slipbox.lock") }
    // Whoever takes the lock next completes it; all files are there, and the digest is that of the manifest.
    if removesLock {
      _ = try OpenBundle(bundle)
    } else {
      try EditSession(opening: bundle).abandon()
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path(".b.slipbox.commit")))
    #expect(try Validation.run(bundle).report.diagnostics.map(\.code) == [])
    #expect(try OpenBundle(bundle).box.attachment(Digest(of: bytes)) != nil)
  }

  /// The manifest without what was done, and all payload but the history.
  private func state() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let storage = try DirectoryStorage(bundle)
    for entry in try storage.entries() where entry.kind == .file && !entry.path.hasPrefix("history/") {
      files[entry.path] = try storage.read(entry.path)
    }
    let manifest = String(decoding: files["manifest.xml"] ?? [], as: UTF8.self)
    files["manifest.xml"] = Array(
      manifest.replacing(/<history count[^>]*>[^\e]*?<\/history>/, with: "").utf8)
    files["manifest.sha256"] = nil
    return files
  }

  @Test func notesAreCreatedWithLinksKeywordsAndPictures() throws {
    var session = try EditSession(opening: bundle, date: date)
    let id = try session.create(
      NoteDraft(body: .markdown("# Swarm\n\nSee [[One]].\n"), folder: "Hives/2024", keywords: ["bees/queens"])
    )
    let png = try Fixtures.bytes("images/png-2-8.png")
    try session.attach(png, named: "swarm.png", to: id)
    let saved = try session.save(author: "Ada")
    #expect(saved.number == 2)
    let box = try OpenBundle(bundle).box
    let note = try #require(box.note(id))
    #expect(note.title == "Swarm" && note.created == date)
    #expect(box.path(of: note.folder) == ["Hives", "2024"])
    #expect(note.keywords.map { box.path(ofKeyword: $0) } == ["bees/queens"])
    #expect(note.links == [try OpenBundle(bundle).note(named: "One").id])
    #expect(note.attachments.map(\.name) == ["swarm.png"])
    #expect(box.attachment(Digest(of: png))?.thumbnail != nil)
    try isValid()
  }

  @Test func deletedNotesLeaveTombstones() throws {
    var session = try EditSession(opening: bundle, date: date)
    let two = try session.note(named: "Two")
    #expect(try session.delete(note: two.id) == [try session.note(named: "One").id])
    try session.save()
    let box = try OpenBundle(bundle).box
    #expect(box.origins.flatMap(\.tombstones) == [Tombstone(key: try #require(two.source), date: date)])
    #expect(box.notes.allSatisfy { $0.links.isEmpty })
    try isValid()
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .into(bundle)
    let report = try request.run()
    #expect(try OpenBundle(bundle).box.noteCount == 1, "\(report)")
  }

  @Test func nothingChangedWritesNothing() throws {
    let before = try DirectoryStorage(bundle).read("manifest.xml")
    var session = try EditSession(opening: bundle, date: date)
    let note = try session.note(named: "One")
    try session.edit { (box) throws(SlipError) in try box.update(note: note.id) { $0.status = .draft } }
    let saved = try session.save()
    #expect(saved.number == nil && saved.changes.isEmpty)
    #expect(try DirectoryStorage(bundle).read("manifest.xml") == before)
  }

  @Test func anEditedBodyIsNotOverwritten() throws {
    let one = try OpenBundle(bundle).note(named: "One")
    let path = PayloadPath.body(one.id)
    try Data("{\\rtf1 Mine}".utf8).write(to: URL(filePath: bundle + "/" + path))
    var session = try EditSession(opening: bundle, date: date)
    let error = #expect(throws: SlipError.self) { try session.setBody(of: one.id, .text("theirs")) }
    #expect(error?.code == ValidationRule.bodyEdited.code)
    // Facts can change, and the body stays.
    try session.edit { (box) throws(SlipError) in try box.update(note: one.id) { $0.isFavorite = true } }
    try session.save()
    #expect(try DirectoryStorage(bundle).read(path) == Array("{\\rtf1 Mine}".utf8))
  }

  @Test func aChangedManifestStopsTheSave() throws {
    var session = try EditSession(opening: bundle, date: date)
    _ = try session.create(NoteDraft(title: "New"))
    let manifest = URL(filePath: bundle + "/manifest.xml")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    try Data(text.replacing("title=\"Two\"", with: "title=\"Three\"").utf8).write(to: manifest)
    var code: String?
    do throws(SlipError) {
      try session.save()
    } catch {
      code = error.code
    }
    #expect(code == FileCode.changedMeanwhile)
    #expect(try String(contentsOf: manifest, encoding: .utf8).contains("Three"))
    #expect(directory.names() == ["b.slipbox", "notes"])
  }

  @Test(arguments: 0..<12) func undoGivesTheSameBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var states = [try state()]
    let first = try OpenBundle(bundle).box.history.transactions.count
    for step in 0..<8 {
      var session = try EditSession(opening: bundle, date: date)
      try randomEdit(&session, step, &random)
      let before = try OpenBundle(bundle).box.history.transactions.count
      try session.save()
      if try OpenBundle(bundle).box.history.transactions.count > before { states.append(try state()) }
      try isValid()
    }
    // The newest first, one by one; each gives what was before it.
    for index in states.indices.dropFirst().reversed() {
      var session = try EditSession(opening: bundle, date: date)
      try session.undo([first + index])
      try session.save(kind: .undo)
      #expect(try state() == states[index - 1], "transaction \(first + index)")
    }
    try isValid()
  }

  private func randomEdit(
    _ session: inout EditSession, _ step: Int, _ random: inout SeededGenerator
  ) throws {
    let notes = session.box.noteIDs
    let note = notes.randomElement(using: &random)
    let folder = Array(session.box.folders).randomElement(using: &random)?.id
    let keyword = Array(session.box.keywords).randomElement(using: &random)?.id
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      _ = try session.create(
        NoteDraft(title: "Note \(step)", body: .markdown("Text *\(step)*"), folder: "New/\(step % 2)"))
    case 1: if let note { try session.delete(note: note) }
    case 2: if let note { try session.setBody(of: note, .text("Body \(step)\nand [[One]]")) }
    case 3: if let folder { try session.delete(folder: folder, notes: step % 2 == 0 ? .delete : .moveUp) }
    case 4: if let keyword { try session.delete(keyword: keyword, force: true) }
    case 5:
      if let note, let other = notes.randomElement(using: &random), other != note {
        try session.link(note, to: other)
      }
    case 6: if let note { try session.attach(Array("file \(step)".utf8), named: "f.txt", to: note) }
    case 7:
      if let note {
        var edit = NoteEdit()
        edit.title = "Title \(step)"
        edit.addedKeywords = ["a/b\(step % 3)"]
        edit.properties = [Property("author", .text, "Ada")]
        edit.position = .first
        try edit.apply(to: [note], in: &session)
      }
    default: _ = try session.addKeyword("k\(step)/x")
    }
  }

  @Test func importsCannotBeTakenBack() throws {
    var session = try EditSession(opening: bundle, date: date)
    let error = #expect(throws: SlipError.self) { try session.undo([1]) }
    #expect(error?.code == KitCode.cannotUndo)
  }
}

/// Old versions of files go when the user says so, and only then.
@Suite struct PruneTests {
  private let directory: TemporaryDirectory
  private let bundle: String

  /// A note whose body was replaced three times, in transactions 2 to 4.
  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("notes/b.rtf", "{\\rtf1{\\info{\\title Two}} Text.}")
    bundle = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(bundle)
    _ = try request.run()
    for number in 1...3 {
      var session = try EditSession(
        opening: bundle, date: Timestamp(seconds: Int64(number) * 1_000, microseconds: 0))
      let note = try session.note(named: "Two")
      try session.setBody(of: note.id, .text("Text \(number)"))
      #expect(try session.save().number == number + 1)
    }
  }

  /// The old versions in the bundle.
  private func versions() throws -> Int {
    try DirectoryStorage(bundle).entries().count { $0.path.hasPrefix("history/kept/") && $0.kind == .file }
  }

  private func undo(_ number: Int) throws(SlipError) {
    var session = try EditSession(opening: bundle)
    try session.undo([number])
    try session.save(kind: .undo)
  }

  @Test func allGo() throws {
    #expect(try versions() == 6)
    var request = PruneRequest(bundle: bundle)
    request.isTrial = true
    #expect(try request.run().files == 6)
    #expect(try versions() == 6)
    request.isTrial = false
    let result = try request.run()
    #expect(result.files == 6 && result.kept == 0 && result.bytes > 0)
    #expect(try versions() == 0)
    #expect(try Validation.run(bundle).report.diagnostics.allSatisfy { $0.severity != .error })
    #expect(throws: SlipError.self) { try undo(4) }
    #expect(try request.run().files == 0)
  }

  @Test func theNewestCanStillBeTakenBack() throws {
    var request = PruneRequest(bundle: bundle)
    request.keep = 1
    #expect(try request.run().files == 4)
    try undo(4)
    let text = try OpenBundle(bundle).mirror(of: OpenBundle(bundle).note(named: "Two"))
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("Text 2"))
    #expect(try Validation.run(bundle).report.diagnostics.allSatisfy { $0.severity != .error })
  }

  @Test func datesDecideToo() throws {
    var request = PruneRequest(bundle: bundle)
    request.since = Timestamp(seconds: 2_000, microseconds: 0)
    #expect(try request.run().files == 2)
    try undo(4)
    try undo(3)
    #expect(throws: SlipError.self) { try undo(2) }
  }

  @Test func filesOfOthersStay() throws {
    let storage = try DirectoryStorage(bundle)
    let file = try #require(
      try storage.entries().first { $0.path.hasPrefix("history/kept/") && $0.kind == .file })
    try Data("another text".utf8).write(to: URL(filePath: bundle + "/" + file.path))
    let result = try PruneRequest(bundle: bundle).run()
    #expect(result.diagnostics.count == 1)
    #expect(try versions() == 1)
  }
}
