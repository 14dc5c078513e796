import Foundation
import SlipBase
import SlipBundle
import SlipDocument
import SlipExchange
import SlipNotes
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// Boxes whose texts show pictures and files: whatever is done to them, each is valid, and has what its texts show.
///
/// `SLIPBOX_LAW_CASES` raises the number of histories.
@Suite struct PictureLawTests {
  let bench: BoxSyncBench

  init() throws { bench = try BoxSyncBench() }

  static let seeds = LawSize.seeds("SLIPBOX_LAW_CASES", 50)

  /// A few pictures and files.
  static let files: [[UInt8]] =
    ["png-2-8.png", "png-0-8.png", "png-3-8.png", "png-6-8.png"].compactMap {
      try? Fixtures.bytes("images/\($0)")
    }
    + [Array("a file".utf8), Array("another file".utf8)]

  /// The body of a note.
  private func body(_ name: String, _ id: Note.ID) throws -> [UInt8] {
    let bundle = try OpenBundle(bench.path(name))
    return try bundle.body(of: try #require(bundle.box.note(id)))
  }

  private func document(_ name: String, _ id: Note.ID) throws -> Document {
    try body(name, id).withUnsafeBytes { RTFReader.read($0).document }
  }

  /// The box is valid; each file that a text shows is the note's, and there.
  private func check(_ name: String, _ what: String) throws {
    #expect(try SyncBench.errors(bench.path(name)) == [], "\(name) after \(what)")
    let bundle = try OpenBundle(bench.path(name))
    for note in bundle.box.notes {
      let shown = try bundle.body(of: note).withUnsafeBytes { ShownFiles(in: $0).ids }
      let listed = Set(note.attachments.map(\.attachment))
      #expect(shown.filter { !listed.contains($0) } == [], "\(name) after \(what)")
      for id in shown {
        let attachment = try #require(bundle.box.attachment(id), "\(name) after \(what)")
        let path = PayloadPath.blob(id, attachment.fileExtension)
        #expect(try bundle.storage.length(of: path) == attachment.blob.length, "\(name) after \(what)")
      }
    }
  }

  /// Two boxes whose note shows a picture.
  private func pair() throws -> Note.ID {
    let id = try bench.make("a", text: "Before the picture.")
    try bench.edit("a") { try $0.attach(Self.files[0], named: "photo.png", to: id) }
    try bench.copy("a", to: "b")
    try bench.copy("a", to: "o")
    return id
  }

  private func replace(_ name: String, _ id: Note.ID, by file: Int) throws {
    try bench.edit(name) { try $0.attach(Self.files[file], named: "photo.png", to: id, replaces: true) }
  }

  @Test func aPictureThatBothReplacedStaysUntilItIsDecided() throws {
    let id = try pair()
    let old = Digest(of: Self.files[0])
    try replace("a", id, by: 1)
    try replace("b", id, by: 2)
    var merge = MergeRequest(base: bench.path("o"), ours: bench.path("a"), theirs: bench.path("b"))
    merge.output = bench.path("m")
    #expect(try merge.run { _ in }.conflicts.map(\.kind) == ["text"])
    #expect(try bench.sync("a", "b").needsAttention)
    for name in ["a", "b", "m"] {
      try check(name, "the merge")
      let note = try #require(try bench.box(name).note(id))
      #expect(Set(note.attachments.map(\.attachment)).count == 3)
    }
    for name in ["a", "m"] {
      _ = try PruneRequest(bundle: bench.path(name)).run()
      try check(name, "prune")
      try bench.copy(name, to: "accepted")
      try bench.edit(name) { _ = try $0.resolve(.reject, of: id) }
      try check(name, "reject")
      let rejected = try #require(try bench.box(name).note(id)).attachments
      #expect(rejected.map(\.attachment) == [old] && rejected.map(\.name) == ["photo.png"])
      try bench.edit("accepted") { _ = try $0.resolve(.accept, of: id) }
      try check("accepted", "accept")
      let accepted = Set(try #require(try bench.box("accepted").note(id)).attachments.map(\.attachment))
      #expect(accepted == Set(Self.files[1...2].map { Digest(of: $0) }))
    }
  }

  /// What one side replaced and the other one deleted, with its paragraph or alone, stays until somebody decides.
  @Test(arguments: [true, false], [true, false]) func aPictureThatOneReplacedAndTheOtherDeleted(
    _ isSwapped: Bool, _ hasWords: Bool
  ) throws {
    let id = try pair()
    let (old, new) = (Digest(of: Self.files[0]), Digest(of: Self.files[1]))
    try replace("a", id, by: 1)
    let bytes = try body("b", id)
    var document = bytes.withUnsafeBytes { RTFReader.read($0).document }
    let place = try #require(
      document.blocks.firstIndex { $0.inlines.contains { if case .picture = $0 { true } else { false } } })
    if hasWords, case .paragraph(var paragraph) = document.blocks[place] {
      paragraph.inlines = [.run(Run("gone"))]
      document.blocks[place] = .paragraph(paragraph)
    } else {
      document.blocks.remove(at: place)
    }
    let patched = bytes.withUnsafeBytes { RTFPatch.patch($0, to: document.normalized()).bytes }
    try bench.edit("b") { try $0.setBody(of: id, .rtf(patched)) }
    #expect(try isSwapped ? bench.sync("b", "a").needsAttention : bench.sync("a", "b").needsAttention)
    for name in ["a", "b"] {
      try check(name, "the merge")
      _ = try PruneRequest(bundle: bench.path(name)).run()
      let files = try #require(try bench.box(name).note(id)).attachments.map(\.attachment)
      #expect(files.contains(new), "\(name)")
    }
    try bench.edit("a") { _ = try $0.resolve(.reject, of: id) }
    try check("a", "reject")
    let rejected = try #require(try bench.box("a").note(id)).attachments.map(\.attachment)
    #expect(rejected.contains(old) || rejected.contains(new))
  }

  /// A text that shows a picture which only the history has: from a word processor, or from an edit.
  @Test func whatOnlyTheHistoryHasComesBack() throws {
    let id = try pair()
    let shown = try body("a", id)
    try replace("a", id, by: 1)
    try bench.copy("a", to: "c")
    try Data(shown).write(to: URL(filePath: bench.path("a") + "/" + PayloadPath.body(id)))
    _ = try Refresh.run(bench.path("a"))
    try bench.edit("c") {
      try $0.setBody(of: id, .rtf(shown.dropLast() + Array("\\par More}".utf8)))
    }
    for name in ["a", "c"] {
      try check(name, "an edit")
      let note = try #require(try bench.box(name).note(id))
      #expect(note.attachments.map(\.attachment) == [Digest(of: Self.files[0])])
    }
  }

  @Test(arguments: seeds) func historiesStayValid(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 23 &+ 1)
    let id = try pair()
    let names = Array(["a", "b", "c"].prefix(Int.random(in: 2...3, using: &generator)))
    if names.count == 3 { try bench.copy("a", to: "c") }
    for step in 0..<Int.random(in: 8...16, using: &generator) {
      let name = names[Int.random(in: 0..<names.count, using: &generator)]
      let other = try #require(names.filter { $0 != name }.randomElement(using: &generator))
      let what = try act(name, other, id, step, &generator)
      for name in what.hasPrefix("sync") ? [name, other] : [name] { try check(name, "\(step) \(what)") }
    }
    for _ in 0..<2 { for name in names.dropFirst() { try bench.sync("a", name) } }
    try bench.expectEqual(names)
    for name in names { try check(name, "the end") }
  }

  /// Does something at random.
  ///
  /// - Returns: What it was.
  private func act(
    _ name: String, _ other: String, _ id: Note.ID, _ step: Int, _ generator: inout SeededGenerator
  ) throws -> String {
    let file = Int.random(in: 0..<Self.files.count, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1:
      try bench.sync(name, other)
      return "sync with \(other)"
    case 2, 3:
      guard try #require(try bench.box(name).note(id)).attachments.contains(where: { $0.name == "photo.png" })
      else { return "nothing" }
      try replace(name, id, by: file)
      return "replacing by \(file)"
    case 4:
      try bench.edit(name) { try $0.attach(Self.files[file], named: "f\(step)", to: id) }
      return "attaching \(file)"
    case 5:
      var keep = PruneRequest(bundle: bench.path(name))
      keep.keep = Int.random(in: 0...3, using: &generator)
      _ = try keep.run()
      return "prune"
    case 6, 7:
      let choice = Bool.random(using: &generator) ? TrackedChanges.accept : .reject
      let aside = try filesAside(name, id)
      try bench.edit(name) { _ = try $0.resolve(choice, of: id) }
      #expect(try !document(name, id).hasTrackedChanges)
      #expect(try filesAside(name, id) == aside)
      return "resolve \(choice)"
    case 8: return try undo(name)
    case 9: return try removeSomething(name, id, &generator)
    case 10:
      try addText(name, id, "w\(name)\(step)", atEnd: Bool.random(using: &generator))
      return "typing"
    default:
      var merge = MergeRequest(base: bench.path("o"), ours: bench.path(name), theirs: bench.path(other))
      merge.output = bench.path("m\(step)")
      _ = try merge.run { _ in }
      try check("m\(step)", "merge of \(name) and \(other)")
      try bench.directory.remove("m\(step).slipbox")
      return "merge"
    }
  }

  /// The files of a note that its text doesn't show.
  ///
  /// A decision adds none and takes none away. There is one where a side attached a file again under another
  /// name while the other side replaced it: the text shows the replacement, and the file stays with the note.
  private func filesAside(_ name: String, _ id: Note.ID) throws -> [Digest] {
    let shown = try body(name, id).withUnsafeBytes { ShownFiles(in: $0).ids }
    let note = try #require(try bench.box(name).note(id))
    return note.attachments.map(\.attachment).filter { !shown.contains($0) }.sorted()
  }

  private func undo(_ name: String) throws -> String {
    do {
      let numbers = try EditSession.notes(ofTransactions: nil, in: bench.path(name)).numbers
      var session = try EditSession(opening: bench.path(name))
      try session.undo(numbers)
      _ = try session.save(kind: .undo, from: numbers.map(String.init).joined(separator: " "))
      return "undo"
    } catch {
      #expect([KitCode.cannotUndo, KitCode.payloadGone].contains(error.code), "\(error)")
      return "no undo"
    }
  }

  /// Takes an inline out of the text, as a word processor does.
  private func removeSomething(
    _ name: String, _ id: Note.ID, _ generator: inout SeededGenerator
  ) throws -> String {
    let bytes = try body(name, id)
    var document = bytes.withUnsafeBytes { RTFReader.read($0).document }
    var places: [(Int, Int)] = []
    for (index, block) in document.blocks.enumerated() {
      for place in block.inlines.indices { places.append((index, place)) }
    }
    guard let (index, place) = places.randomElement(using: &generator),
      case .paragraph(var paragraph) = document.blocks[index]
    else { return "nothing" }
    paragraph.inlines.remove(at: place)
    if paragraph.inlines.isEmpty, document.blocks.count > 1, Bool.random(using: &generator) {
      document.blocks.remove(at: index)
    } else {
      document.blocks[index] = .paragraph(paragraph)
    }
    let patched = bytes.withUnsafeBytes { RTFPatch.patch($0, to: document.normalized()).bytes }
    let file = bench.path(name) + "/" + PayloadPath.body(id)
    try Data(patched).write(to: URL(filePath: file))
    _ = try Refresh.run(bench.path(name))
    return "removing from \(index)"
  }

  private func addText(_ name: String, _ id: Note.ID, _ word: String, atEnd: Bool) throws {
    try bench.edit(name) { session in
      let bytes = try session.body(of: try #require(session.box.note(id)))
      var document = bytes.withUnsafeBytes { RTFReader.read($0).document }
      guard case .paragraph(var paragraph)? = document.blocks.first else { return }
      paragraph.inlines.insert(.run(Run("\(word) ")), at: atEnd ? paragraph.inlines.count : 0)
      document.blocks[0] = .paragraph(paragraph)
      let patched = bytes.withUnsafeBytes { RTFPatch.patch($0, to: document.normalized()).bytes }
      try session.setBody(of: id, .rtf(patched))
    }
  }
}
