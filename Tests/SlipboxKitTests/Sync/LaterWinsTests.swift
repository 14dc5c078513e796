import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// Of facts that both sides changed, the one that was set last counts.
@Suite struct LaterWinsTests {
  let bench: BoxSyncBench

  init() throws { bench = try BoxSyncBench() }

  private func set(_ name: String, _ id: Note.ID, _ change: @escaping (inout Note) -> Void) throws {
    try bench.edit(name) { session in
      try session.edit { (box) throws(SlipError) in try box.update(note: id, change) }
    }
  }

  @Test(arguments: [true, false]) func ofEachFactTheLaterOne(aIsFirst: Bool) throws {
    let id = try bench.make("a")
    try bench.copy("a", to: "b")
    try set("a", id) { $0.status = .review }
    try set("b", id) { $0.status = .archived }
    try set("b", id) { $0.title = "Of b" }
    try set("a", id) { $0.title = "Of a" }
    let names = aIsFirst ? ["a", "b"] : ["b", "a"]
    let outcome = try bench.sync(names[0], names[1])
    let found = outcome.conflicts.map { "\($0.kind) \($0.value ?? "") \($0.other ?? "") \($0.from ?? "")" }
    #expect(found == ["status archived review b", "title Of a Of b a"])
    let note = try #require(bench.box("a").note(id))
    #expect(note.status == .archived && note.title == "Of a")
    try bench.expectEqual(["a", "b"])
  }

  /// A value that was set, taken back and set again is as old as its last setting; what was taken over by another synchronization is as
  /// old as where it came from.
  @Test func aTimeIsThatOfTheChange() throws {
    let id = try bench.make("a")
    for name in ["b", "c"] { try bench.copy("a", to: name) }
    try set("c", id) { $0.status = .archived }
    try set("b", id) { $0.status = .review }
    // The status of c reaches a after that of b was set.
    try set("a", id) { $0.isFavorite = true }
    try bench.sync("a", "c")
    try bench.sync("a", "b")
    #expect(try bench.box("a").note(id)?.status == .review)
  }

  /// Where nothing has a time, it is the value of the side that is named first.
  @Test(arguments: [true, false]) func withoutTimesTheFirstSide(aIsFirst: Bool) throws {
    let id = try bench.make("a")
    try bench.copy("a", to: "b")
    for name in ["a", "b"] {
      var session = try EditSession(opening: bench.path(name), date: nil)
      try session.edit { (box) throws(SlipError) in
        try box.update(note: id) { ($0.status, $0.modified) = (name == "a" ? .review : .archived, nil) }
      }
      try session.save()
    }
    let outcome = try aIsFirst ? bench.sync("a", "b") : bench.sync("b", "a")
    #expect(outcome.conflicts.map(\.kind) == ["status"])
    #expect(try bench.box("a").note(id)?.status == (aIsFirst ? .review : .archived))
  }

  // MARK: What was taken back

  /// Takes back what came to a box last.
  private func takeBack(_ name: String, in other: BoxSyncBench? = nil) throws {
    let bench = other ?? bench
    let numbers = try EditSession.notes(ofTransactions: nil, in: bench.path(name)).numbers
    var session = try EditSession(opening: bench.path(name), date: bench.now)
    try session.undo(numbers)
    try session.save(kind: .undo, from: "\(numbers[0])")
  }

  @Test(arguments: ["a", "b"]) func aSynchronizationThatIsTakenBackTakesNothingAway(side: String) throws {
    let id = try bench.make("a", text: "One two three.")
    let other = try bench.edit("a") {
      try $0.create(NoteDraft(title: "Other", body: .text("x y"), folder: nil, keywords: []))
    }
    try bench.copy("a", to: "b")
    try bench.write("a", id, "AAA two three.")
    try bench.write("b", id, "One two BBB.")
    try bench.edit("a") { _ = try $0.delete(note: other) }
    try bench.write("b", other, "x CCC")
    let new = try bench.edit("b") {
      try $0.create(NoteDraft(title: "New", body: .text("DDD"), folder: "F", keywords: ["k"]))
    }
    try bench.sync("a", "b")
    try takeBack(side)
    try bench.sync("a", "b")
    try bench.expectEqual(["a", "b"])
    let all = try bench.allText("b")
    for word in ["AAA", "BBB", "CCC", "DDD"] { #expect(all.contains(word), "\(word)") }
    #expect(try bench.box("a").note(new) != nil)
    #expect(try !bench.sync("b", "a").sides.contains(where: \.isChanged))
  }

  /// What only one side has seen isn't what both had, though it was taken back.
  @Test func whatTheOtherSideNeverHadStays() throws {
    let carriers = try CarrierBench()
    let id = try carriers.boxes.make("a", text: "One two.")
    try carriers.begin("a", "b", by: .feed)
    try carriers.boxes.write("b", id, "One two BBB.")
    try carriers.boxes.edit("a") { session in
      try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.status = .review } }
    }
    try carriers.carry("a", to: "b", by: .feed)
    let path = carriers.boxes.path("b")
    let numbers = try EditSession.notes(ofTransactions: nil, in: path).numbers
    var session = try EditSession(opening: path, date: carriers.boxes.now)
    try session.undo(numbers)
    try session.save(kind: .undo, from: "\(numbers[0])")
    try carriers.carry("b", to: "a", by: .pack)
    for name in ["a", "b"] { #expect(try carriers.boxes.text(name, id).contains("BBB"), "\(name)") }
  }

  /// Two bundles were in step, one took that back, and a document carries what it has.
  @Test(arguments: [CarrierBench.Carrier.feed, .json]) func whatWasTakenBackTravelsByDocument(
    carrier: CarrierBench.Carrier
  ) throws {
    let carriers = try CarrierBench()
    let boxes = carriers.boxes
    let id = try boxes.make("a", text: "One two three.")
    try boxes.copy("a", to: "b")
    let early = try boxes.edit("b") {
      try $0.create(NoteDraft(title: "Early", body: .text("EEE"), folder: nil, keywords: []))
    }
    try boxes.write("a", id, "One AAA three.")
    try boxes.sync("a", "b")
    try boxes.edit("a") { session in
      try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.status = .review } }
    }
    try boxes.write("b", id, "One AAA BBB.")
    let new = try boxes.edit("b") {
      try $0.create(NoteDraft(title: "New", body: .text("DDD"), folder: nil, keywords: []))
    }
    try boxes.sync("a", "b")
    try takeBack("a", in: boxes)
    #expect(try boxes.box("a").note(new) == nil)
    try boxes.edit("a") { _ = try $0.delete(note: early) }
    try carriers.carry("a", to: "b", by: carrier)
    #expect(try boxes.box("b").note(new) != nil)
    #expect(try boxes.text("b", id).contains("BBB"))
    // What was deleted on purpose is.
    #expect(try boxes.box("b").note(early) == nil)
  }

  /// What is edited after a synchronization and taken back is an edit like any other.
  @Test func anEditThatIsTakenBackTravels() throws {
    let id = try bench.make("a")
    try bench.copy("a", to: "b")
    try set("a", id) { $0.title = "Mistake" }
    try bench.edit("b") { _ = try $0.create(NoteDraft(title: "Of b", body: .text("x"))) }
    try bench.sync("a", "b")
    try set("a", id) { $0.title = "Another mistake" }
    try bench.sync("a", "b")
    try takeBack("a")
    try bench.sync("a", "b")
    #expect(try bench.box("b").note(id)?.title == "Mistake")
  }
}
