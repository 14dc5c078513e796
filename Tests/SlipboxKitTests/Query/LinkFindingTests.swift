import SlipBase
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Links that are dead, that may be missing, and those of numbers in titles.
@Suite struct LinkFindingTests {
  private let directory: TemporaryDirectory
  private let bundle: String
  private let date = Timestamp(seconds: 1_775_116_800)

  init() throws {
    directory = try TemporaryDirectory()
    bundle = directory.path("b.slipbox")
    var session = try EditSession(opening: bundle, date: date, createsBundle: true)
    let texts = [
      ("Weights", "Scales under hive two."),
      ("Spring check", "The excluder was stuck with propolis. See [[Weights]] and [[Gone]]."),
      ("Tools", "A knife for propolis, an excluder."),
      ("Twins", "Nothing."), ("Twins", "More. See [[Twins]]."), ("Bread", "Flour and water with an oven."),
    ]
    for (title, text) in texts { _ = try session.create(NoteDraft(title: title, body: .text(text))) }
    try session.save()
  }

  /// The titles that a search finds.
  private func found(_ text: String, cache: IndexCache? = nil) throws -> [String] {
    let request = try FindRequest(text, clock: QueryClock(now: date, zone: .utc))
    let found = try request.search(bundle, cache: cache, limit: nil)
    return try found.hits.map { try found.note($0).title }.sorted()
  }

  @Test func brokenLinksAreFound() throws {
    #expect(try found("is:broken") == ["Spring check", "Twins"])
    #expect(try found("-is:broken").count == 4)
    let cache = IndexCache(directory: directory.path("cache"))
    _ = try cache.build(bundle)
    #expect(try found("is:broken", cache: cache) == ["Spring check", "Twins"])
    var session = try EditSession(opening: bundle, date: date)
    try session.create(NoteDraft(title: "Gone"))
    try session.save()
    #expect(try found("is:broken", cache: cache) == ["Twins"])
  }

  @Test func notesWithTheSameRareWordsAreSuggested() throws {
    let cache = IndexCache(directory: directory.path("cache"))
    _ = try cache.build(bundle)
    for cache in [nil, cache] {
      let found = try LinkSuggestions(in: bundle, of: "Spring check", cache: cache).suggestions
      #expect(found.map(\.target) == ["Tools"])
      #expect(Set(found[0].words) == ["excluder", "propolis"])
    }
    // Both notes named Twins have their title in common.
    #expect(try LinkSuggestions(in: bundle).suggestions.map(\.title).sorted() == ["Spring check", "Twins"])
    // What is linked isn't suggested.
    var session = try EditSession(opening: bundle, date: date)
    let tools = try session.note(named: "Tools").id
    try session.link(tools, to: try session.note(named: "Spring check").id)
    try session.save()
    for cache in [nil, cache] {
      #expect(try LinkSuggestions(in: bundle, of: "Spring check", cache: cache).suggestions.isEmpty)
    }
  }

  @Test func oneWordIsEnoughWhereATitleHasIt() throws {
    var session = try EditSession(opening: bundle, date: date)
    try session.create(NoteDraft(title: "Yeast", body: .text("Warm.")))
    try session.create(NoteDraft(title: "Dough", body: .text("YEAST rises.")))
    try session.create(NoteDraft(title: "Rain", body: .text("Warm and wet.")))
    try session.save()
    #expect(try LinkSuggestions(in: bundle, of: "Yeast").suggestions.map(\.target) == ["Dough"])
  }

  @Test func numbersMakeASequence() throws {
    var session = try EditSession(opening: bundle, date: date)
    for title in ["1 Bees", "1a Queens", "1a1 Marks", "1b Drones", "7 days", "2026-04-02"] {
      try session.create(NoteDraft(title: title))
    }
    var draft = NoteDraft(title: "Colors")
    draft.follows = try session.note(named: "1a Queens").id
    let id = try session.create(draft)
    #expect(session.box.note(id)?.title == "1a2 Colors")
    // The first line of a text becomes the rest of the title.
    draft = NoteDraft(body: .markdown("# Cells\n"))
    draft.follows = id
    let other = try session.create(draft)
    #expect(session.box.note(other)?.title == "1a2a Cells")
    try session.save()
    let all = try NoteSequence(in: bundle).notes
    #expect(
      all.map(\.number) == ["1", "1a", "1a1", "1a2", "1a2a", "1b"] && all.map(\.depth) == [0, 1, 2, 2, 3, 1])
    #expect(
      try NoteSequence(in: bundle, of: "1a2 Colors").lines == [
        "1 Bees", "  1a Queens", "    1a2 Colors", "      1a2a Cells",
      ])
    let error = #expect(throws: SlipError.self) { _ = try NoteSequence(in: bundle, of: "Weights") }
    #expect(error?.code == KitCode.noNumber)
  }
}
