import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// The JSON form of a box that is taken in again: what it says now comes in, and what it doesn't list stays.
///
/// What both sides changed is merged as feeds are (`SyncLawTests`). `SLIPBOX_IMPORT_SEEDS` raises the number of histories.
@Suite struct JSONImportLawTests {
  /// Takes the JSON form of a box into another one.
  private func take(_ history: ImportHistory, into name: String) throws -> SyncOutcome {
    var export = BoxJSONExport(bundle: history.bench.bundle, output: history.path("source.json"))
    export.replaces = true
    _ = try export.run()
    var request = SyncRequest(bundle: history.path(name), feed: history.path("source.json"))
    request.originName = "source"
    request.kind = "set"
    request.createsBundle = true
    return try request.run()
  }

  @Test(arguments: ImportLawTests.seeds) func anUntouchedBoxFollowsItsJSON(seed: Int) throws {
    let history = try ImportHistory("joplin", seed: seed)
    _ = try take(history, into: "b.slipbox")
    let before = try history.notes("b.slipbox")
    #expect(try !take(history, into: "b.slipbox").isChanged)
    try history.changeSource()
    _ = try take(history, into: "b.slipbox")
    _ = try BoxJSONImport(input: history.path("source.json"), output: history.path("fresh.slipbox")).run()
    let (followed, source) = (try history.notes("b.slipbox"), try history.notes("fresh.slipbox"))
    for (id, note) in source { #expect(followed[id]?.lines == note.lines) }
    // What the document doesn't list stays, unless it says that it was deleted.
    #expect(Set(followed.keys).isSubset(of: Set(before.keys).union(source.keys)))
    #expect(try !take(history, into: "b.slipbox").isChanged)
    #expect(try SyncBench.errors(history.path("b.slipbox")) == [])
  }
}
