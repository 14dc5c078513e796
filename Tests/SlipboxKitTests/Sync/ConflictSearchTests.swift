import Foundation
import SlipBase
import SlipBundle
import SlipDocument
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// `is:conflict` finds what a merge left to decide, with and without an index.
@Suite struct ConflictSearchTests {
  let bench: BoxSyncBench
  private let cache: IndexCache
  private let clock = QueryClock(now: Timestamp(seconds: 0))

  init() throws {
    bench = try BoxSyncBench()
    cache = IndexCache(directory: bench.directory.path("cache"))
  }

  /// The notes that a search and the same predicate find; all ways must agree.
  private func found(_ name: String, _ words: String = "is:conflict") throws -> [Note.ID] {
    let path = bench.path(name)
    let request = try FindRequest(words, clock: clock)
    let plain = try request.search(path, cache: nil).hits.map(\.note).sorted()
    #expect(try request.search(path, cache: cache).hits.map(\.note).sorted() == plain, "index")
    var list = ListRequest(clock: clock)
    list.query.search = words
    for cache in [cache, nil] {
      #expect(
        try list.run(path, cache: cache).summaries().map(\.id).sorted() == plain.map(\.description), "list")
    }
    if words == "is:conflict" {
      var predicate = ListRequest(clock: clock)
      predicate.query.predicate = "conflict == YES"
      for cache in [cache, nil] {
        #expect(
          try predicate.run(path, cache: cache).summaries().map(\.id).sorted() == plain.map(\.description),
          "where")
      }
    }
    return plain
  }

  /// Two bundles in step, with a note that both had changed, and one that nobody had.
  private func conflict() throws -> Note.ID {
    let id = try bench.make("a", text: "One two three.")
    try bench.edit("a") {
      try $0.create(NoteDraft(title: "Other", body: .text("x"), folder: nil, keywords: []))
    }
    try bench.copy("a", to: "b")
    _ = try cache.build(bench.path("a"))
    try #require(try found("a") == [])
    try bench.write("a", id, "One TWO three.")
    try bench.write("b", id, "One deux three.")
    #expect(try bench.sync("a", "b").needsAttention)
    return id
  }

  @Test func aConflictIsFoundUntilItIsResolved() throws {
    let id = try conflict()
    #expect(try found("a") == [id] && found("b") == [id] && found("a", "-is:conflict").count == 1)
    #expect(try found("a", "is:conflict,favorite title:first") == [id])
    var accepted = try EditSession(opening: bench.path("a"), date: nil)
    #expect(try accepted.resolve(.accept, of: id) && !accepted.resolve(.accept, of: id))
    try accepted.save()
    #expect(try found("a") == [] && found("b") == [id])
    // The decision comes across, and is no conflict.
    #expect(try bench.sync("b", "a").conflicts.isEmpty)
    #expect(try found("b") == [])
    // Taken back, it is open again.
    var session = try EditSession(opening: bench.path("a"), date: nil)
    try session.undo([try bench.box("a").history.transactions.count])
    try session.save(kind: .undo)
    #expect(try found("a") == [id])
  }

  @Test func aBodyThatAWordProcessorCleanedIsNoConflict() throws {
    let id = try conflict()
    try bench.write("a", id, "One TWO deux three.")
    #expect(try found("a") == [])
  }

  @Test func savedSearchesFindConflicts() throws {
    let id = try conflict()
    try bench.edit("a") {
      try $0.save(SavedSearch(search: "is:conflict", predicate: nil), asFolder: "To decide")
    }
    #expect(try found("a", "saved:\"To decide\"") == [id])
  }

  @Test func textsWithChangesOfAPersonAreNoConflict() throws {
    let id = try bench.make("a")
    try bench.write(
      "a", id, "{\\*\\revtbl{Unknown;}{Ann;}}a {\\revised\\revauth1\\revdttm1000000000 b }c\\par")
    #expect(try found("a") == [])
    try bench.write("a", id, "{\\*\\revtbl{Unknown;}{Ann;}}a {\\revised\\revauth1 b }c\\par")
    #expect(try found("a") == [id])
  }
}
