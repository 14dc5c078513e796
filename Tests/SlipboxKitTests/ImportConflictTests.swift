import SlipBase
import SlipExchange
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Files that changed since they were imported, and whose notes changed as well.
@Suite struct ImportConflictTests {
  private let directory: TemporaryDirectory
  private let bundle: String
  private let date = Timestamp(seconds: 1_775_116_800)
  private let text = "# Hive\n\nNine frames of brood.\n\nThe queen is blue.\n\nFeed in March.\n"

  init() throws {
    directory = try TemporaryDirectory()
    bundle = directory.path("b.slipbox")
    try directory.write("notes/Hive.md", text)
    _ = try run()
  }

  /// Imports the folder.
  private func run(_ change: (inout ImportRequest) -> Void = { _ in }) throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(bundle)
    request.date = date
    change(&request)
    return try request.run()
  }

  /// Changes the text of the note.
  private func edit(_ old: String, _ new: String) throws {
    var session = try EditSession(opening: bundle, date: date)
    let note = try session.note(named: "Hive")
    try session.setBody(of: note.id, .markdown(text.replacing(old, with: new)))
    try session.save()
  }

  /// The text of a note.
  private func mirror(_ name: String = "Hive") throws -> String {
    let opened = try OpenBundle(bundle)
    return String(decoding: try opened.mirror(of: try opened.note(named: name)), as: UTF8.self)
  }

  /// How many notes a search finds.
  private func count(_ search: String) throws -> Int {
    try FindRequest(search, clock: QueryClock(now: date, zone: .utc)).search(bundle, cache: nil, limit: nil)
      .count
  }

  @Test func whatDoesNotTouchEachOtherIsMerged() throws {
    try edit("Nine", "Ten")
    try directory.write("notes/Hive.md", text.replacing("March", with: "April"))
    let outcome = try run()
    #expect(outcome.report.conflicts.isEmpty && outcome.report.updated.count == 1 && outcome.noteCount == 1)
    #expect(try mirror().contains("Ten frames") && mirror().contains("Feed in April"))
    #expect(try count("is:conflict") == 0)
    // What came in isn't new the next time.
    #expect(try !run().isChanged)
    #expect(try Validation.run(bundle).report.diagnostics.filter { $0.severity == .error }.isEmpty)
  }

  @Test func wordsThatBothChangedStayOpen() throws {
    try edit("Nine", "Ten")
    try directory.write("notes/Hive.md", text.replacing("Nine", with: "Eight"))
    let outcome = try run()
    let conflict = try #require(outcome.report.conflicts.first)
    #expect(conflict.resolution == .merge && conflict.fields == [.text] && outcome.noteCount == 1)
    #expect(try count("is:conflict") == 1 && !run().isChanged)
    var session = try EditSession(opening: bundle, date: date)
    let note = try session.note(named: "Hive")
    let changes = try session.openChanges(of: note)
    #expect(
      changes.count == 1 && changes[0].deleted == "Nine" && Set(changes[0].authors) == ["here", "Hive.md"])
    try session.resolve(.take(author: "Hive.md"), of: note.id)
    try session.save()
    #expect(try mirror().contains("Eight frames") && count("is:conflict") == 0)
    // The source alone decides from then on where nothing is changed here.
    try directory.write("notes/Hive.md", text.replacing("Nine", with: "Seven"))
    #expect(try run().report.conflicts.isEmpty && mirror().contains("Seven frames"))
  }

  @Test func whatWasMergedIsMergedAgain() throws {
    try edit("Nine", "Ten")
    try directory.write("notes/Hive.md", text.replacing("March", with: "April"))
    _ = try run()
    // The text that came in then was never the note's; nor is anything of it in the history.
    _ = try PruneRequest(bundle: bundle).run()
    try directory.write(
      "notes/Hive.md", text.replacing("March", with: "April").replacing("blue", with: "red"))
    let outcome = try run()
    #expect(outcome.report.conflicts.isEmpty && outcome.noteCount == 1)
    for words in ["Ten frames", "queen is red", "Feed in April"] { #expect(try mirror().contains(words)) }
  }

  @Test(arguments: [true, false]) func twoVersionsBecomeOne(takesOther: Bool) throws {
    try edit("Nine", "Ten")
    try directory.write("notes/Hive.md", text.replacing("Nine", with: "Eight"))
    let conflict = try #require(try run { $0.onConflict = .both }.report.conflicts.first)
    #expect(conflict.resolution == .both && conflict.version != nil)
    #expect(try count("is:conflict") == 2)
    var session = try EditSession(opening: bundle, date: date)
    try session.decideConflicts(of: conflict.note, takesOther: takesOther)
    #expect(session.box.noteCount == 1)
    try session.save()
    #expect(try mirror().contains(takesOther ? "Eight frames" : "Ten frames") && count("is:conflict") == 0)
    // The note belongs to its file again.
    #expect(try !run().isChanged)
    try directory.write("notes/Hive.md", text.replacing("March", with: "April"))
    _ = try run()
    #expect(
      try mirror().contains("Feed in April") && OpenBundle(bundle).box.noteIDs.map { $0 } == [conflict.note])
    #expect(try Validation.run(bundle).report.diagnostics.filter { $0.severity == .error }.isEmpty)
  }

  @Test func bothStaysForThoseWhoNameIt() throws {
    try edit("Nine", "Ten")
    try directory.write("notes/Hive.md", text.replacing("March", with: "April"))
    let conflict = try #require(try run { $0.onConflict = .both }.report.conflicts.first)
    #expect(conflict.resolution == .both && !conflict.lacksBase)
    var session = try EditSession(opening: bundle, date: date)
    try session.separateVersions(of: conflict.note)
    try session.save()
    #expect(try count("is:conflict") == 0 && OpenBundle(bundle).box.noteCount == 2)
  }

  @Test func factsThatBothChangedAreNoted() throws {
    try directory.write("notes/Hive.md", "---\nstatus: review\n---\n" + text)
    _ = try run()
    var session = try EditSession(opening: bundle, date: date)
    let id = try session.note(named: "Hive").id
    var facts = NoteEdit()
    facts.title = "Home"
    try facts.apply(to: [id], in: &session)
    try session.save()
    try directory.write("notes/Hive.md", "---\ntitle: House\n---\n" + text)
    let conflict = try #require(try run().report.conflicts.first { $0.note == id })
    let values = try #require(conflict.values.first { $0.field == .title })
    #expect(values.ours == "Home" && values.theirs == "House" && !values.isTheirs)
    #expect(try count("is:conflict") == 1)
    session = try EditSession(opening: bundle, date: date)
    #expect(try session.decideConflicts(of: id, takesOther: true) > 0)
    try session.save()
    #expect(try OpenBundle(bundle).box.note(id)?.title == "House" && count("is:conflict") == 0)
  }

  @Test(arguments: OpenConflict.Field.allCases) func conflictsAreProperties(field: OpenConflict.Field) {
    for other in ["a", "", "a: b (c)", "Work/Ideas"] {
      for side in ["here", "a.md", "x (1).md"] {
        let conflict = OpenConflict(field, other: other, side: side)
        let read = OpenConflict(conflict.property)
        #expect(read?.field == field && read?.side == side.replacing(" (", with: " ["))
        #expect(read?.other == other)
      }
    }
    #expect(OpenConflict(Property("conflict", .text, "words")) == nil)
  }
}
