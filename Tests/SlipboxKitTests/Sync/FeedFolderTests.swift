import Foundation
import SlipBase
import SlipBundle
import SlipExchange
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// A directory that `feed` wrote, as a side of a synchronization in both directions.
@Suite struct FeedFolderTests {
  let bench: BoxSyncBench
  private let folder: String

  init() throws {
    bench = try BoxSyncBench()
    folder = bench.directory.path("feed")
  }

  private func feed(_ name: String) throws {
    _ = try FeedRequest(bundle: bench.path(name), output: folder).run()
  }

  @discardableResult private func sync(
    _ name: String, _ change: (inout BoxSyncRequest) -> Void = { _ in }
  ) throws -> BoxSyncOutcome {
    var request = BoxSyncRequest(bench.path(name), folder)
    change(&request)
    return try request.run()
  }

  /// Makes an empty bundle.
  private func empty(_ name: String) throws {
    _ = try BundleTransaction.begin(at: bench.path(name), limits: Limits()).output.commit(
      SlipBox(), replacing: SlipBox())
  }

  /// What two bundles differ in that a feed says.
  private func differences(_ a: String, _ b: String) throws -> [String] {
    var changes = try BoxChanges(from: bench.box(a), to: bench.box(b))
    (changes.sources, changes.origins) = ([], nil)
    return changes.notes.map { "note \($0)" } + changes.folders.map { "folder \($0)" }
      + changes.keywords.map { "keyword \($0)" }
      + changes.attachments.filter { $0.kind != .updated }.map { "attachment \($0)" }
  }

  /// The feed has what a bundle has.
  private func expectInFeed(_ name: String) throws {
    let copy = bench.directory.path("copy-\(UUID().uuidString).slipbox")
    _ = try BoxJSONImport(input: folder + "/feed.json", output: copy).run()
    let box = try OpenBundle(copy).box
    #expect(box.noteIDs.map { $0 } == (try bench.box(name)).noteIDs.map { $0 })
    for note in try bench.box(name).notes { #expect(box.note(note.id)?.body == note.body, "\(note.title)") }
  }

  /// A list that can't be read isn't an empty one: nothing is written then.
  @Test(arguments: ["", "{", "[]", "{\"a\":1}"])
  func aDamagedListIsNamed(list: String) throws {
    try bench.make("a", text: "One two three.")
    try feed("a")
    try bench.directory.write("feed/" + FeedRequest.markerName, list)
    let before = bench.directory.text("feed/feed.json")
    #expect(slipError { try sync("a") }?.code == KitCode.badFeed)
    #expect(bench.directory.text("feed/feed.json") == before)
  }

  @Test func changesGoBothWays() throws {
    let id = try bench.make("a", text: "One two three.")
    try feed("a")
    try empty("b")
    let first = try sync("b")
    #expect(first.sides[0].notes.map(\.change) == [.added] && !first.sides[1].isChanged)
    #expect(try differences("a", "b") == [])
    // A second run does nothing.
    #expect(
      try !sync("b").sides.contains(where: \.isChanged) && !sync("a").sides.contains(where: \.isChanged))
    try bench.write("b", id, "One deux three.")
    let other = try bench.edit("b") {
      try $0.create(NoteDraft(title: "Of b", body: .text("x"), folder: "New", keywords: ["k"]))
    }
    #expect(
      try sync("b").sides[1].notes.map(\.change).sorted { $0.rawValue < $1.rawValue } == [.added, .changed])
    let back = try sync("a")
    #expect(
      back.hasCommonState && back.conflicts.isEmpty && back.sides[0].isChanged && !back.sides[1].isChanged)
    #expect(try differences("a", "b") == [] && bench.text("a", id).contains("deux"))
    // A deletion travels, too.
    try bench.edit("a") { try $0.delete(note: other) }
    try sync("a")
    #expect(try sync("b").sides[0].notes.map(\.change) == [.deleted])
    #expect(try differences("a", "b") == [])
    try expectInFeed("b")
    for name in ["a", "b"] { #expect(try SyncBench.errors(bench.path(name)) == []) }
  }

  /// A feed that a copy of the box wrote has seen the states of both.
  @Test func aCopysFeedKnowsWhatBothHad() throws {
    let id = try bench.make("a", text: "Alpha beta gamma.")
    let gone = try bench.edit("a") { try $0.create(NoteDraft(title: "Gone", body: .text("x"))) }
    try bench.copy("a", to: "b")
    try bench.edit("a") { try $0.setBody(of: id, .text("Alpha AAA gamma.")) }
    try bench.edit("b") { try $0.setBody(of: id, .text("Alpha BBB gamma.")) }
    try bench.edit("a") { try $0.delete(note: gone) }
    try feed("a")
    let outcome = try sync("b")
    #expect(outcome.hasCommonState && outcome.conflicts.count == 1)
    #expect(try bench.box("b").note(gone) == nil)
    try bench.edit("b") { _ = try $0.resolve(.reject, of: id) }
    let text = try bench.text("b", id)
    #expect(text.contains("Alpha beta gamma."), "\(text)")
  }

  /// A body that damage cut off is no edit: nobody takes it.
  @Test func aCutBodyIsNotTaken() throws {
    let id = try bench.make("a", text: "One two three.")
    try bench.copy("a", to: "b")
    let file = bench.path("b") + "/" + PayloadPath.body(id)
    let body = try Data(contentsOf: URL(filePath: file))
    try body.prefix(body.count - 8).write(to: URL(filePath: file))
    let before = try bench.box("b")
    let refreshed = try Refresh.run(bench.path("b"))
    #expect(refreshed.titles.isEmpty && refreshed.diagnostics.contains { $0.severity == .error })
    #expect(try bench.box("b") == before)
    #expect(try bench.sync("a", "b").needsAttention)
    #expect(try bench.text("a", id).contains("three"))
    #expect(slipError { try feed("b") }?.code == ExchangeCode.pieceDamaged)
    let export = BoxJSONExport(bundle: bench.path("b"), output: bench.directory.path("b.json"))
    #expect(slipError { _ = try export.run() }?.code == ExchangeCode.pieceDamaged)
  }

  @Test func wordsThatBothTypedAreBothThere() throws {
    let id = try bench.make("a", text: "One two three.")
    try feed("a")
    try empty("b")
    try sync("b")
    try bench.write("a", id, "One TWO three.")
    try bench.write("b", id, "One deux three.")
    try sync("a")
    #expect(try sync("b").conflicts.map(\.kind) == ["text"])
    try sync("a")
    #expect(try differences("a", "b") == [])
    for word in ["TWO", "deux"] { #expect(try bench.text("a", id).contains(word)) }
  }

  /// A run that was killed leaves no mark of the document. What the feed has had is known all the same.
  @Test func aFeedThatIsWrittenAfterAKillIsTheFeed() throws {
    try bench.make("a")
    try feed("a")
    try empty("b")
    try sync("b")
    let new = try bench.edit("a") {
      try $0.create(NoteDraft(title: "New", body: .text("x"), folder: nil, keywords: []))
    }
    try feed("a")
    let list = try #require(bench.directory.text("feed/" + FeedRequest.markerName))
    let token = FeedToken.of(try bench.box("a"))
    let killed = list.replacingOccurrences(of: "\"feed.json\":\"\(token) rtf\"", with: "\"feed.json\":\"\"")
    #expect(killed != list)
    try bench.directory.write("feed/" + FeedRequest.markerName, killed)
    try feed("a")
    try bench.edit("b") { try $0.create(NoteDraft(title: "Of b", body: .text("x"))) }
    let outcome = try sync("b")
    #expect(outcome.hasCommonState && outcome.conflicts == [])
    #expect(try bench.box("b").note(new) != nil)
  }

  @Test func aDryRunWritesNothing() throws {
    try bench.make("a")
    try feed("a")
    try bench.edit("a") {
      try $0.create(NoteDraft(title: "New", body: .text("x"), folder: nil, keywords: []))
    }
    let before = try Data(contentsOf: URL(filePath: folder + "/feed.json"))
    #expect(try sync("a") { $0.isDryRun = true }.sides[1].notes.map(\.title) == ["New"])
    #expect(try Data(contentsOf: URL(filePath: folder + "/feed.json")) == before)
  }

  /// A box that never saw what others wrote replaces the feed, and nobody takes that for deletions.
  @Test func aFeedThatAnotherBoxReplacedDeletesNothing() throws {
    try bench.make("a")
    try feed("a")
    try empty("b")
    try sync("b")
    try bench.edit("b") {
      try $0.create(NoteDraft(title: "Of b", body: .text("x"), folder: nil, keywords: []))
    }
    try sync("b")
    try bench.edit("a") {
      try $0.create(NoteDraft(title: "Of a", body: .text("x"), folder: nil, keywords: []))
    }
    try feed("a")
    let outcome = try sync("b")
    #expect(!outcome.hasCommonState && outcome.sides[0].notes.allSatisfy { $0.change != .deleted })
    try sync("a")
    #expect(try differences("a", "b") == [] && bench.box("a").noteCount == 3)
  }

  /// A box that the feed was only read into joins it: what was deleted there stays deleted, and nothing doubles.
  @Test func aBoxThatOnlyReadSoFarJoins() throws {
    let id = try bench.make("a")
    let other = try bench.edit("a") {
      try $0.create(NoteDraft(title: "Other", body: .text("See [[First]]."), folder: nil, keywords: []))
    }
    try feed("a")
    var request = SyncRequest(bundle: bench.path("b"), feed: folder, world: SyncBench.world)
    request.createsBundle = true
    _ = try request.run()
    try bench.edit("b") { try $0.delete(note: id) }
    try bench.edit("b") { session in
      try session.edit { (box) throws(SlipError) in try box.update(note: other) { $0.isFavorite = true } }
    }
    let outcome = try sync("b")
    #expect(
      outcome.hasCommonState && outcome.conflicts == []
        && outcome.sides[1].notes.map(\.change).sorted { $0.rawValue < $1.rawValue } == [.changed, .deleted])
    #expect(try bench.box("b").noteIDs.map { $0 } == [other])
    try sync("a")
    #expect(
      try bench.box("a").noteIDs.map { $0 } == [other] && bench.box("a").note(other)?.isFavorite == true)
    #expect(
      try !sync("b").sides.contains(where: \.isChanged) && !sync("a").sides.contains(where: \.isChanged))
    for name in ["a", "b"] { #expect(try SyncBench.errors(bench.path(name)) == []) }
  }

  @Test func whatFeedDidNotWriteIsNotWritten() throws {
    try bench.make("a")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(throws: SlipError.self) { try sync("a") }
    var request = FeedRequest(bundle: bench.path("a"), output: folder)
    request.body = "markdown"
    _ = try request.run()
    #expect(throws: SlipError.self) { try sync("a") }
  }

  static let seeds = LawSize.seeds("SLIPBOX_SYNC_SEEDS", 8)

  /// Two to four boxes meet in a feed, in any order, at times interrupted between the two sides. In the end all are equal, and no word
  /// is lost that stands in a note that nobody deleted.
  @Test(arguments: seeds) func allBoxesConverge(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 13 &+ 7)
    let names = Array(["a", "b", "c", "d"].prefix(Int.random(in: 2...4, using: &generator)))
    try bench.make("a")
    try feed("a")
    for name in names.dropFirst() {
      try empty(name)
      try sync(name)
    }
    var words: Set<String> = []
    for step in 0..<Int.random(in: 6...14, using: &generator) {
      let name = names[Int.random(in: 0..<names.count, using: &generator)]
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let isInterrupted = Int.random(in: 0..<3, using: &generator) == 0
        let saved = bench.directory.path("saved")
        if isInterrupted { try FileManager.default.copyItem(atPath: folder, toPath: saved) }
        try sync(name)
        if isInterrupted {
          // As if the work had ended before the feed was written.
          try FileManager.default.removeItem(atPath: folder)
          try FileManager.default.moveItem(atPath: saved, toPath: folder)
        }
        continue
      }
      if let word = try bench.changeAtRandom(name, step, &generator) { words.insert(word) }
    }
    for _ in 0..<3 { for name in names { try sync(name) } }
    for name in names.dropFirst() { #expect(try differences("a", name) == [], "\(name)") }
    for name in names {
      #expect(try !sync(name).sides.contains(where: \.isChanged))
      #expect(try SyncBench.errors(bench.path(name)) == [])
    }
    try expectInFeed("a")
    let all = try bench.allText("a")
    #expect(words.filter { !all.contains($0) } == [], "lost")
  }
}
