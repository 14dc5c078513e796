import SlipBase
import SlipQuery
import SlipTestSupport
import SlipboxKit
import Testing

/// What may have been meant by a search that finds nothing, with an index and without.
@Suite struct SuggestionTests {
  /// Brings a text into the bundle, with those that came before.
  private func add(_ text: String, as name: String, in directory: TemporaryDirectory) throws {
    try directory.write("notes/" + name, text)
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(directory.path("b.slipbox"))
    _ = try request.run()
  }

  @Test(
    arguments: [true, false],
    [("hony", "honey"), ("chamonile tea", "chamomile tea"), ("honey", nil), ("zzzzzz", nil)])
  func nearWordsAreSuggested(hasIndex: Bool, _ search: (typed: String, meant: String?)) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("b.slipbox")
    try add("Tea\n\nWith honey and chamomile.\n", as: "a.txt", in: directory)
    let cache = IndexCache(directory: directory.path("cache"))
    if hasIndex { _ = try cache.build(path) }
    let request = try FindRequest(search.typed, clock: QueryClock(now: Timestamp(microseconds: 0)))
    let found = try request.search(path, cache: hasIndex ? cache : nil)
    #expect(try request.suggestion(for: found, cache: hasIndex ? cache : nil) == search.meant)
  }

  @Test func wordsOfNewNotesAreSuggested() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("b.slipbox")
    try add("Tea with honey.\n", as: "a.txt", in: directory)
    let cache = IndexCache(directory: directory.path("cache"))
    _ = try cache.build(path)
    try add("A quixotic idea.\n", as: "b.txt", in: directory)
    let request = try FindRequest("quixotik", clock: QueryClock(now: Timestamp(microseconds: 0)))
    #expect(try request.suggestion(for: request.search(path, cache: cache), cache: cache) == "quixotic")
  }
}
