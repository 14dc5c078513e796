import Foundation
import SlipBase
import SlipBundle
import SlipFiles
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipSync
@testable import SlipboxKit

/// Bundles in which a program that keeps folders in step left copies of what another machine had.
@Suite struct ConflictMergeTests {
  let bench: BoxSyncBench

  init() throws { bench = try BoxSyncBench() }

  /// The files of a bundle, by path.
  private func files(_ name: String) throws -> [String: Data] {
    let storage = try OpenBundle(bench.path(name)).storage
    var files: [String: Data] = [:]
    for entry in try storage.entries() where entry.kind == .file {
      files[entry.path] = Data(try storage.read(entry.path))
    }
    return files
  }

  /// Puts what `theirs` has into `ours`, as such programs do: a file that both changed since `base` stands once under its name and
  /// once as a copy, and any machine may have won; what one of them changed is as it has it.
  private func collide(
    _ ours: String, _ theirs: String, since base: [String: Data], seed: Int, _ name: (String) -> String
  ) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let mine = try files(ours)
    for (path, data) in try files(theirs).sorted(by: { $0.key < $1.key })
    where mine[path] != data && base[path] != data {
      let target = URL(filePath: bench.path(ours) + "/" + path)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      guard let own = mine[path], own != base[path] else {
        try data.write(to: target)
        continue
      }
      let isWinner = Bool.random(using: &generator)
      try (isWinner ? data : own).write(to: target)
      try (isWinner ? own : data).write(to: URL(filePath: bench.path(ours) + "/" + name(path)))
    }
  }

  private static func syncthing(_ path: String) -> String {
    let url = path.split(separator: "/").last ?? ""
    let dot = url.lastIndex(of: ".").map { url[..<$0] } ?? url
    return path.dropLast(url.count) + dot + ".sync-conflict-20240506-101112-ABCDEFG"
      + url.dropFirst(dot.count)
  }

  private func codes(_ name: String) throws -> [String] { try SyncBench.errors(bench.path(name)).map(\.code) }

  /// Makes a bundle so large that its manifest has parts.
  private func makeParts(_ name: String) throws {
    try bench.edit(name) { session in
      for number in 0...ManifestPart.mostWithout {
        _ = try session.create(
          NoteDraft(title: "Page \(number)", body: .text("x"), folder: nil, keywords: []))
      }
    }
  }

  /// Each machine edits notes of its own, so that no copies of most parts are there.
  @Test(arguments: 0..<2) func theOtherMachinesPartsComeIn(seed: Int) throws {
    _ = try bench.make("a", text: "One two three.")
    try makeParts("a")
    try bench.copy("a", to: "b")
    let base = try files("a")
    let notes = try bench.box("a").notes.filter { $0.title.hasPrefix("Page") }.map(\.id)
    var byPart: [UInt8: Note.ID] = [:]
    for note in notes { byPart[ManifestPart.key(ofNote: note)] = note }
    let some = byPart.sorted { $0.key < $1.key }.map(\.value)
    let (mine, other) = (some[0], some[1])
    for (name, note, title, folder, keyword) in [
      ("a", mine, "Mine", "F", "k"), ("b", other, "Other", "G", "l"),
    ] {
      try bench.edit(name) { session in
        _ = try session.create(
          NoteDraft(title: "Of \(name)", body: .text("x"), folder: folder, keywords: [keyword]))
        try session.edit { (box) throws(SlipError) in
          let (place, word) = (box.folders.first?.id, box.keywords.first?.id)
          try box.update(note: note) {
            ($0.title, $0.folder, $0.keywords) = (title, place, word.map { [$0] } ?? [])
          }
        }
      }
    }
    try collide("a", "b", since: base, seed: seed, Self.syncthing)
    let outcome = try ConflictMerge.run(bench.path("a"))
    #expect(outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
    #expect(try codes("a") == [])
    let box = try bench.box("a")
    #expect(box.notes.count == notes.count + 3)
    for (id, title, folder, keyword) in [(mine, "Mine", "F", "k"), (other, "Other", "G", "l")] {
      let note = try #require(box.note(id))
      #expect(note.title == title)
      #expect(note.folder.flatMap { box.folder($0)?.name } == folder)
      #expect(note.keywords.compactMap { box.keyword($0)?.name } == [keyword])
    }
    #expect(Set(box.notes.map(\.title)).isSuperset(of: ["Of a", "Of b"]))
    #expect(try files("a").keys.allSatisfy { ConflictCopy(path: $0) == nil })
  }

  @Test(arguments: 0..<6) func theOtherMachineComesIn(seed: Int) throws {
    let id = try bench.make("a", text: "One two three.")
    let (edited, saved, elsewhere) = try bench.edit("a") { session in
      func add(_ title: String) throws -> Note.ID {
        try session.create(NoteDraft(title: title, body: .text("Old."), folder: nil, keywords: []))
      }
      return (try add("Edited"), try add("Saved"), try add("Elsewhere"))
    }
    try bench.copy("a", to: "b")
    let base = try files("a")
    try bench.write("a", id, "One TWO three.")
    // One machine alone changes these.
    try bench.write("a", edited, "Edited here.")
    try bench.edit("a") { try $0.setBody(of: saved, .text("Saved here.")) }
    try bench.write("b", elsewhere, "Edited there.")
    try bench.edit("a") {
      try $0.create(NoteDraft(title: "Of a", body: .text("x"), folder: "F", keywords: ["k"]))
    }
    try bench.write("b", id, "One two three. And more.")
    try bench.edit("b") { session in
      _ = try session.create(NoteDraft(title: "Of b", body: .text("y"), folder: nil, keywords: []))
      try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.status = .review } }
    }
    try collide("a", "b", since: base, seed: seed, Self.syncthing)
    #expect(try !codes("a").isEmpty)
    let outcome = try ConflictMerge.run(bench.path("a"))
    #expect(outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
    #expect(try codes("a") == [])
    let box = try bench.box("a")
    #expect(Set(box.notes.map(\.title)) == ["First", "Of a", "Of b", "Edited", "Saved", "Elsewhere"])
    #expect(try bench.text("a", edited).contains("Edited here."))
    #expect(try bench.text("a", saved).contains("Saved here."))
    #expect(try bench.text("a", elsewhere).contains("Edited there."))
    #expect(box.note(id)?.status == .review)
    let text = try bench.text("a", id)
    #expect(text.contains("TWO") && text.contains("And more"))
    #expect(try files("a").keys.allSatisfy { ConflictCopy(path: $0) == nil })
    #expect(!outcome.removed.isEmpty)
    let before = try files("a")
    #expect(try ConflictMerge.run(bench.path("a")).removed.isEmpty)
    #expect(try files("a") == before)
  }

  /// While another program writes, nothing is renamed, written or deleted.
  @Test func copiesWaitForTheLock() throws {
    let id = try bench.make("a", text: "One two three.")
    let copy = bench.path("a") + "/" + Self.syncthing(PayloadPath.body(id))
    try Data("{\\rtf1 One two three.\\par And of the other.}".utf8).write(to: URL(filePath: copy))
    let before = try files("a")
    let hold = try TreeHold(bench.path("a"), waitMilliseconds: 0)
    let error = #expect(throws: SlipError.self) { try ConflictMerge.run(bench.path("a")) }
    #expect(error?.code == FileCode.locked)
    #expect(try files("a") == before)
    hold.end()
    #expect(try ConflictMerge.run(bench.path("a")).removed.count == 1)
    // One transaction more, and no text twice.
    #expect(try bench.text("a", id).components(separatedBy: "And of the other").count == 2)
  }

  /// A body that somebody edited here, and that the other machine changed, keeps both.
  @Test func anEditThatIsNotAdoptedYetStays() throws {
    let id = try bench.make("a", text: "One two three.")
    try bench.copy("a", to: "b")
    let base = try files("a")
    try bench.write("b", id, "One two three. And more.")
    try bench.edit("a") {
      try $0.create(NoteDraft(title: "Of a", body: .text("x"), folder: nil, keywords: []))
    }
    try Data("{\\rtf1 ONE two three.}".utf8).write(
      to: URL(filePath: bench.path("a") + "/" + PayloadPath.body(id)))
    for (path, data) in try files("b") where base[path] != data {
      let target = bench.path("a") + "/" + (base[path] == nil ? path : Self.syncthing(path))
      try FileManager.default.createDirectory(
        at: URL(filePath: target).deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: URL(filePath: target))
    }
    let outcome = try ConflictMerge.run(bench.path("a"))
    _ = try Refresh.run(bench.path("a"))
    #expect(outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
    let text = try bench.text("a", id)
    #expect(text.contains("ONE") && text.contains("And more"), "\(text)")
    #expect(try codes("a") == [])
  }

  @Test func aCopyOfATextAloneComesIn() throws {
    let id = try bench.make("a", text: "One two three.")
    let copy = bench.path("a") + "/" + Self.syncthing(PayloadPath.body(id))
    try Data("{\\rtf1 One two three.\\par And of the other.}".utf8).write(to: URL(filePath: copy))
    let mirror = bench.path("a") + "/" + Self.syncthing(PayloadPath.mirror(id))
    try Data("One two three.\nAnd of the other.".utf8).write(to: URL(filePath: mirror))
    #expect(try codes("a") == ["SBXF016", "SBXF016"])
    let outcome = try ConflictMerge.run(bench.path("a"))
    #expect(outcome.notes.map(\.fields) == [["text"]] && outcome.removed.count == 2)
    let text = try bench.text("a", id)
    #expect(text.contains("And of the other."))
    #expect(text.components(separatedBy: "One two three").count == 2, "\(text)")
    #expect(try codes("a") == [])
  }

  @Test func aManifestWhoseFilesAreNotHereStays() throws {
    let id = try bench.make("a")
    try bench.copy("a", to: "b")
    try bench.write("b", id, "Elsewhere.")
    let manifest = try #require(try files("b")["manifest.xml"])
    let copy = bench.path("a") + "/manifest (Ada's conflicted copy 2024-05-06).xml"
    try manifest.write(to: URL(filePath: copy))
    let outcome = try ConflictMerge.run(bench.path("a"))
    #expect(outcome.removed.isEmpty)
    #expect(outcome.diagnostics.map(\.code) == ["SBXF016", "SBXF016"])
    #expect(FileManager.default.fileExists(atPath: copy))
    #expect(try bench.text("a", id).contains("Text of the first note."))
  }
}
