import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// Bundles that are brought in step, both ways.
@Suite struct BoxSyncTests {
  let bench: BoxSyncBench

  init() throws { bench = try BoxSyncBench() }

  // MARK: What comes across

  @Test func changesOfBothSidesComeAcross() throws {
    let id = try bench.make("a")
    try bench.copy("a", to: "b")
    try bench.edit("a") {
      try $0.create(NoteDraft(title: "New in a", body: .text("x"), folder: "F", keywords: ["k"]))
    }
    try bench.edit("b") { session in
      try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.status = .review } }
    }
    let outcome = try bench.sync("a", "b")
    #expect(
      outcome.sides[0].notes.map(\.change) == [.changed] && outcome.sides[0].notes[0].fields == ["status"])
    #expect(
      outcome.sides[1].notes.map(\.change) == [.added] && outcome.conflicts.isEmpty && outcome.hasCommonState)
    try bench.expectEqual(["a", "b"])
    #expect(try !bench.sync("a", "b").sides.contains(where: \.isChanged))
  }

  @Test func aDeletionComesAcrossUnlessTheOtherSideChangedTheNote() throws {
    let id = try bench.make("a")
    let other = try bench.edit("a") {
      try $0.create(NoteDraft(title: "Other", body: .text("y"), folder: nil, keywords: []))
    }
    try bench.copy("a", to: "b")
    for note in [id, other] {
      try bench.edit("a") { session in
        try session.edit { (box) throws(SlipError) in _ = box.remove(note: note) }
      }
    }
    try bench.edit("b") { session in
      try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.title = "Changed" } }
    }
    let outcome = try bench.sync("a", "b")
    #expect(outcome.conflicts.map(\.kind) == ["deletion"])
    #expect(try bench.box("b").noteIDs.map { $0 } == [id] && bench.box("a").note(id)?.title == "Changed")
    try bench.expectEqual(["a", "b"])
  }

  @Test func wordsThatBothTypedAreBothThere() throws {
    let id = try bench.make("a", text: "One two three.")
    try bench.copy("a", to: "b")
    try bench.write("a", id, "One TWO three.")
    try bench.write("b", id, "One deux three. And more.")
    let outcome = try bench.sync("a", "b")
    #expect(outcome.conflicts.map(\.kind) == ["text"])
    let text = try bench.text("a", id)
    for word in ["TWO", "deux", "And more"] { #expect(text.contains(word)) }
    try bench.expectEqual(["a", "b"])
    // A later edit of one side is no conflict any more.
    try bench.write("a", id, "One TWO deux three. And more. End.")
    #expect(try bench.sync("b", "a").conflicts.isEmpty)
    #expect(try bench.text("b", id).contains("End."))
  }

  @Test func copiesWithoutACommonHistoryLoseNothing() throws {
    let first = try bench.make("a")
    let second = try bench.make("b", title: "Of b")
    let outcome = try bench.sync("a", "b")
    #expect(!outcome.hasCommonState)
    #expect(try Set(bench.box("a").noteIDs) == [first, second])
    try bench.expectEqual(["a", "b"])
    #expect(try bench.sync("a", "b").hasCommonState)
  }

  @Test func packsAreSynchronizedInPlace() throws {
    try bench.make("a")
    try bench.copy("a", to: "b")
    let pack = try Packing.pack(bench.path("b"))
    try bench.edit("a") {
      try $0.create(NoteDraft(title: "New", body: .text("x"), folder: nil, keywords: []))
    }
    let outcome = try BoxSyncRequest(bench.path("a"), pack).run()
    #expect(outcome.sides[1].isChanged && outcome.sides[1].path == pack)
    #expect(try OpenBundle(pack).box == bench.box("a"))
  }

  @Test func aDryRunAndASecondRunWriteNothing() throws {
    try bench.make("a")
    try bench.copy("a", to: "b")
    try bench.edit("a") {
      try $0.create(NoteDraft(title: "New", body: .text("x"), folder: nil, keywords: []))
    }
    let before = try (bench.box("a"), bench.box("b"))
    let outcome = try bench.sync("a", "b") { $0.isDryRun = true }
    #expect(outcome.sides[1].notes.map(\.title) == ["New"])
    #expect(try bench.box("a") == before.0 && bench.box("b") == before.1)
  }

  /// Nobody waits for a pipe, and nothing is made of what stands in the place of a file without a word.
  @Test(.timeLimit(.minutes(2))) func pipesInThePlaceOfFilesAreNamed() throws {
    let id = try bench.make("a")
    try bench.copy("a", to: "b")
    try bench.edit("a") { try $0.create(NoteDraft(title: "New", body: .text("x"))) }
    let mirror = bench.path("b") + "/" + PayloadPath.mirror(id)
    try FileManager.default.removeItem(atPath: mirror)
    #expect(mkfifo(mirror, 0o600) == 0)
    let outcome = try bench.sync("a", "b")
    #expect(outcome.needsAttention && outcome.diagnostics.map(\.code) == [ContainerCode.specialFile])
    #expect(try SyncBench.errors(bench.path("a")) == [])
  }

  @Test func aBundleIsNotSynchronizedWithItself() throws {
    try bench.make("a")
    #expect(throws: SlipError.self) { try bench.sync("a", "a") }
  }

  @Test func aSynchronizationIsTakenBack() throws {
    let id = try bench.make("a")
    try bench.copy("a", to: "b")
    try bench.edit("a") { session in
      try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.title = "A" } }
    }
    try bench.edit("b") { try $0.create(NoteDraft(title: "B", body: .text("x"), folder: nil, keywords: [])) }
    let before = try bench.box("a")
    try bench.sync("a", "b")
    let box = try bench.box("a")
    // Of the two transactions of the synchronization, the one from b is what was done here.
    let all = try OpenBundle(bench.path("a")).transactions()
    let number =
      try #require(all.firstIndex { $0.transaction.kind == .sync && $0.transaction.from == "b" }) + 1
    #expect(number > box.history.transactions.count - 2)
    var session = try EditSession(opening: bench.path("a"), date: nil)
    try session.undo([number])
    try session.save(kind: .undo, from: "\(number)")
    #expect(try BoxChanges(from: before, to: bench.box("a")).isEmpty)
  }

  // MARK: Laws

  /// Where both sides had gone on, what is taken back is what this side got, whichever transaction is the last of all.
  @Test func withoutANumberWhatCameIsTakenBack() throws {
    let id = try bench.make("a")
    let other = try bench.edit("a") {
      try $0.create(NoteDraft(title: "Other", body: .text("x"), folder: nil, keywords: []))
    }
    for count in [1, 4] {
      try bench.copy("a", to: "b")
      try bench.edit("a") { session in
        try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.title = "Of a \(count)" }
        }
      }
      for number in 1...count {
        try bench.edit("b") { session in
          try session.edit { (box) throws(SlipError) in
            try box.update(note: other) { $0.title = "Of b \(count) \(number)" }
          }
        }
      }
      let before = try ["a", "b"].map { try bench.box($0).notes.map(\.title) }
      _ = try bench.sync("a", "b")
      for (name, titles) in zip(["a", "b"], before) {
        // The name says whose side it is.
        let folder = bench.directory.path("copy \(name) \(count)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/\(name).slipbox"
        try FileManager.default.copyItem(atPath: bench.path(name), toPath: path)
        let numbers = try EditSession.notes(ofTransactions: nil, in: path).numbers
        var session = try EditSession(opening: path)
        try session.undo(numbers)
        _ = try session.save(kind: .undo)
        #expect(try OpenBundle(path).box.notes.map(\.title) == titles, "\(name) \(count)")
      }
    }
  }

  static let seeds = LawSize.seeds("SLIPBOX_SYNC_SEEDS", 12)

  /// Two to four boxes change at random and are synchronized in any order and direction, at times interrupted between the two sides.
  /// In the end all are equal, and no word is lost that stands in a note that nobody deleted.
  @Test(arguments: seeds) func allBoxesConverge(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 7 &+ 3)
    let names = Array(["a", "b", "c", "d"].prefix(Int.random(in: 2...4, using: &generator)))
    try bench.make("a")
    for name in names.dropFirst() { try bench.copy("a", to: name) }
    var words: Set<String> = []
    for step in 0..<Int.random(in: 6...14, using: &generator) {
      let name = names[Int.random(in: 0..<names.count, using: &generator)]
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let other = names.filter { $0 != name }[Int.random(in: 0..<(names.count - 1), using: &generator)]
        let isInterrupted = Int.random(in: 0..<3, using: &generator) == 0
        if isInterrupted { try bench.copy(other, to: "saved") }
        try bench.sync(name, other)
        // As if the work had ended between the two sides.
        if isInterrupted { try bench.copy("saved", to: other) }
        continue
      }
      if let word = try bench.changeAtRandom(name, step, &generator) { words.insert(word) }
    }
    // Everybody meets the first one, twice.
    for _ in 0..<2 { for name in names.dropFirst() { try bench.sync("a", name) } }
    try bench.expectEqual(names)
    for name in names.dropFirst() { #expect(try !bench.sync(name, "a").sides.contains(where: \.isChanged)) }
    let all = try bench.allText("a")
    #expect(words.filter { !all.contains($0) } == [], "lost")
  }

  /// Which of two bundles is named first makes no difference, and a second run does nothing.
  @Test(arguments: seeds) func theOrderMakesNoDifference(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 11 &+ 5)
    try bench.make("a")
    try bench.copy("a", to: "b")
    for step in 0..<8 { _ = try bench.changeAtRandom(step % 2 == 0 ? "a" : "b", step, &generator) }
    try bench.copy("a", to: "c")
    try bench.copy("b", to: "d")
    try bench.sync("a", "b") { $0.names = ["x", "y"] }
    try bench.sync("d", "c") { $0.names = ["y", "x"] }
    try bench.expectEqual(["a", "b", "c", "d"])
    #expect(try !bench.sync("b", "a").sides.contains(where: \.isChanged))
  }
}
