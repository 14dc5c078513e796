import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// Feeds and JSON that come home, by each carrier of its own.
@Suite struct HomeFeedTests {
  typealias Carrier = CarrierBench.Carrier
  static let carriers: [Carrier] = [.feed, .web, .json]

  let bench: CarrierBench
  var boxes: BoxSyncBench { bench.boxes }

  init() throws { bench = try CarrierBench() }

  /// Makes a box of three notes, and another one that takes it.
  private func begin(_ carrier: Carrier) throws -> [Note.ID] {
    var ids = [try boxes.make("a", text: "One two three.")]
    for title in ["Second", "Third"] {
      ids.append(
        try boxes.edit("a") {
          try $0.create(NoteDraft(title: title, body: .text("Text of it."), folder: nil, keywords: []))
        })
    }
    try bench.begin("a", "b", by: carrier)
    return ids
  }

  private func set(_ name: String, _ id: Note.ID, _ change: @escaping (inout Note) -> Void) throws {
    try boxes.edit(name) { session in
      try session.edit { (box) throws(SlipError) in try box.update(note: id, change) }
    }
  }

  @Test(arguments: carriers) func nothingChangesWhereNothingChanged(carrier: Carrier) throws {
    _ = try begin(carrier)
    let before = try SyncBench.files(boxes.path("a"))
    for _ in 0..<2 {
      let step = try bench.carry("b", to: "a", by: carrier)
      #expect(!step.isChanged && step.conflicts == [])
    }
    #expect(try SyncBench.files(boxes.path("a")) == before)
    #expect(try bench.findings("a") == [])
  }

  @Test(arguments: carriers) func whatTheOtherSideDidArrives(carrier: Carrier) throws {
    let ids = try begin(carrier)
    for round in 0..<2 {
      try set("b", ids[1]) { $0.status = round == 0 ? .review : .archived }
      if round == 0 { try boxes.edit("b") { _ = try $0.delete(note: ids[2]) } }
      try boxes.write("b", ids[0], "One two \(round).")
      // Meanwhile something else happens here.
      try set("a", ids[0]) { $0.isFavorite.toggle() }
      #expect(try bench.carry("b", to: "a", by: carrier).conflicts == [])
      let note = try #require(boxes.box("a").note(ids[1]))
      #expect(note.status == (round == 0 ? .review : .archived))
      #expect(try boxes.box("a").note(ids[2]) == nil)
      #expect(try boxes.text("a", ids[0]).hasPrefix("One two \(round)."))
      #expect(try boxes.box("a").note(ids[0])?.isFavorite == (round == 0))
      #expect(try bench.findings("a") == [])
    }
    #expect(try bench.carry("a", to: "b", by: carrier).conflicts == [])
    #expect(try bench.differences("a", "b") == [])
  }

  /// A box of files has sources of its own, which a feed doesn't know.
  @Test(arguments: carriers) func bundlesKnowWhatTheyHadInCommon(carrier: Carrier) throws {
    for number in 1...4 { try bench.directory.write("in/N\(number).txt", "Note \(number)\n\nText.\n") }
    var request = ImportRequest(inputs: [bench.directory.path("in")])
    request.target = .at(boxes.path("a"))
    _ = try request.run()
    try bench.begin("a", "b", by: carrier)
    let ids = try boxes.box("b").noteIDs.map { $0 }
    let before = try boxes.box("a").notes.map(\.source)
    try set("b", ids[0]) { $0.status = .review }
    try boxes.edit("b") { _ = try $0.delete(note: ids[1]) }
    let outcome = try boxes.sync("a", "b")
    #expect(outcome.hasCommonState && outcome.conflicts == [])
    #expect(try boxes.box("a").noteCount == 3 && boxes.box("a").note(ids[0])?.status == .review)
    #expect(try boxes.box("a").notes.allSatisfy { before.contains($0.source) })
    try boxes.expectEqual(["a", "b"])
    for name in ["a", "b"] { #expect(try bench.findings(name) == []) }
  }

  @Test(arguments: carriers) func aConflictIsSaidOnce(carrier: Carrier) throws {
    let ids = try begin(carrier)
    try set("b", ids[0]) { $0.title = "Of b" }
    try set("a", ids[0]) { $0.title = "Of a" }
    let step = try bench.carry("b", to: "a", by: carrier)
    #expect(step.conflicts == ["title"])
    #expect(try bench.carry("b", to: "a", by: carrier).conflicts == [])
    try set("b", ids[1]) { $0.status = .review }
    #expect(try bench.carry("b", to: "a", by: carrier).conflicts == [])
    #expect(
      try boxes.box("a").note(ids[0])?.title == "Of a" && boxes.box("a").note(ids[1])?.status == .review)
  }

  /// The same JSON twice is nothing, a newer one updates.
  @Test func jsonThatIsImportedAgain() throws {
    let ids = try begin(.json)
    #expect(try !bench.carry("a", to: "b", by: .json).isChanged)
    try set("b", ids[2]) { $0.isFavorite = true }
    #expect(try !bench.carry("a", to: "b", by: .json).isChanged)
    try set("a", ids[0]) { $0.title = "Changed" }
    try set("a", ids[1]) { $0.status = .review }
    #expect(try bench.carry("a", to: "b", by: .json).conflicts == [])
    let box = try boxes.box("b")
    #expect(box.noteCount == 3 && box.note(ids[0])?.title == "Changed")
    #expect(box.note(ids[1])?.status == .review && box.note(ids[2])?.isFavorite == true)
    #expect(try bench.findings("b") == [])
  }

  /// A document that doesn't say what it is counts as a box by its members.
  @Test func jsonWithoutAFormat() throws {
    let id = "11111111-1111-4111-8111-111111111111"
    func form(_ members: String) throws -> Bool {
      try bench.directory.write("x.json", members)
      return BoxJSONImport.recognizesUnnamed(bench.directory.path("x.json"))
    }
    let note = #""id":"\#(id)","title":"A","text":"words""#
    #expect(try form(#"{"folders":[],"notes":[{\#(note)}]}"#))
    #expect(try !form(#"{"folders":[],"notes":[{\#(note),"mood":"good"}]}"#))
    #expect(try !form(#"{"people":[],"notes":[{\#(note)}]}"#))
    #expect(try !form(#"{"notes":[{"id":7,"title":"A"}]}"#))
    #expect(try !form(#"[{\#(note)}]"#))
    #expect(try !form(#"{"notes":[]}"#))
    #expect(try form(#"{"notes":[{\#(note)}]}"#))
    var request = SyncRequest(bundle: boxes.path("c"), feed: bench.directory.path("x.json"))
    request.createsBundle = true
    for _ in 0..<2 { _ = try request.run() }
    let found = try #require(UniqueID(id))
    #expect(try boxes.text("c", found).hasPrefix("words") && boxes.box("c").noteCount == 1)
  }
}
