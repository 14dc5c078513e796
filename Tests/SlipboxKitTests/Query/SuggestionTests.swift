import SlipBase
import SlipQuery
import SlipTestSupport
import SlipboxKit
import Testing

/// What may have been meant by a search that finds nothing, with an index and without.
@Suite struct SuggestionTests {
  @Test(
    arguments: [true, false],
    [("hony", "honey"), ("chamonile tea", "chamomile tea"), ("honey", nil), ("zzzzzz", nil)])
  func nearWordsAreSuggested(hasIndex: Bool, _ search: (typed: String, meant: String?)) throws {
    let directory = try TemporaryDirectory()
    try directory.write("notes/a.txt", "Tea\n\nWith honey and chamomile.\n")
    var notes = ImportRequest(inputs: [directory.path("notes")])
    let path = directory.path("b.slipbox")
    notes.target = .at(path)
    _ = try notes.run()
    let cache = IndexCache(directory: directory.path("cache"))
    if hasIndex { _ = try cache.build(path) }
    let request = try FindRequest(search.typed, clock: QueryClock(now: Timestamp(microseconds: 0)))
    let found = try request.search(path, cache: hasIndex ? cache : nil)
    #expect(try request.suggestion(for: found, cache: hasIndex ? cache : nil) == search.meant)
  }

  @Test func wordsOfNewNotesAreSuggested() throws {
    let directory = try TemporaryDirectory()
    try directory.write("notes/a.txt", "Tea with honey.\n")
    var notes = ImportRequest(inputs: [directory.path("notes")])
    let path = directory.path("b.slipbox")
    notes.target = .at(path)
    _ = try notes.run()
    let cache = IndexCache(directory: directory.path("cache"))
    _ = try cache.build(path)
    try directory.write("notes/b.txt", "A quixotic idea.\n")
    _ = try notes.run()
    let request = try FindRequest("quixotik", clock: QueryClock(now: Timestamp(microseconds: 0)))
    #expect(try request.suggestion(for: request.search(path, cache: cache), cache: cache) == "quixotic")
  }
}
