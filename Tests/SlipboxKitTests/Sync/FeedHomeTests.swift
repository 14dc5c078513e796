import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// A feed that comes back to where it came from.
@Suite struct FeedHomeTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ name: String) -> String { directory.path(name) }

  private func feed(_ bundle: String, to folder: String) throws {
    _ = try FeedRequest(bundle: run(bundle), output: run(folder)).run()
  }

  @discardableResult private func sync(_ bundle: String, _ folder: String) throws -> SyncOutcome {
    var request = SyncRequest(bundle: run(bundle), feed: run(folder), world: SyncBench.world)
    request.createsBundle = true
    return try request.run()
  }

  @Test func anImportedBoxThatIsFedBackStaysAsItIs() throws {
    for number in 1...5 { try directory.write("in/N\(number).txt", "Note \(number)\n\nText.\n") }
    var request = ImportRequest(inputs: [run("in")])
    request.target = .at(run("a.slipbox"))
    _ = try request.run()
    try feed("a.slipbox", to: "fa")
    try sync("b.slipbox", "fa")
    try feed("b.slipbox", to: "fb")
    let before = try OpenBundle(run("a.slipbox")).box
    #expect(try sync("a.slipbox", "fb").notes == [])
    let after = try OpenBundle(run("a.slipbox")).box
    #expect(after.noteCount == 5 && BoxChanges(from: before, to: after).notes.isEmpty)
    #expect(try SyncBench.errors(run("a.slipbox")) == [])
    // What was changed there comes home, and the original stays.
    var session = try EditSession(opening: run("b.slipbox"), date: Timestamp(seconds: 4_000_000_000))
    let id = try #require(session.box.noteIDs.first { _ in true })
    try session.edit { (box) throws(SlipError) in
      try box.update(note: id) { ($0.title, $0.modified) = ("Changed", Timestamp(seconds: 4_000_000_000)) }
    }
    try session.save()
    try feed("b.slipbox", to: "fb")
    try sync("a.slipbox", "fb")
    let last = try OpenBundle(run("a.slipbox")).box
    #expect(last.noteCount == 5 && last.note(id)?.title == "Changed")
    #expect(last.note(id)?.source == before.note(id)?.source)
    #expect(try SyncBench.errors(run("a.slipbox")) == [])
    #expect(try sync("a.slipbox", "fb").notes == [])
  }
}
