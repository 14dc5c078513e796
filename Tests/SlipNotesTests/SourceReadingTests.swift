import SlipBase
import SlipNotes
import Testing

/// How a source was read, and whether completely, is in boxes but not in transactions.
@Suite struct SourceReadingTests {
  private func makeBox(_ change: (inout Source) -> Void = { _ in }) throws -> SlipBox {
    var box = SlipBox()
    var source = makeSource(1)
    change(&source)
    try box.insert(source)
    var note = makeNote(1)
    note.source = source.id
    try box.insert(note)
    return box
  }

  private let key = makeSource(1).id

  @Test func transactionsLeaveItOut() throws {
    let old = try makeBox()
    let new = try makeBox { ($0.reading, $0.isIncomplete) = ("{}", true) }
    #expect(!BoxChanges(from: old, to: new).isEmpty)
    #expect(BoxChanges(from: old, to: new).recorded.isEmpty)
    var transaction = BoxTransaction(.edit, tool: "test")
    transaction.record(from: old, to: new)
    #expect(transaction.changes == BoxChanges())
    #expect(transaction.counts == [])
    // An inserted source is recorded without it, a changed one only with what else differs.
    transaction.record(from: SlipBox(), to: new)
    #expect(transaction.changes?.sources.first?.after == makeSource(1))
    let moved = try makeBox { ($0.path, $0.reading) = ("x.rtf", "[]") }
    transaction.record(from: new, to: moved)
    #expect(transaction.changes?.sources.first?.before == makeSource(1))
    #expect(transaction.changes?.sources.first?.after?.reading == nil)
    #expect(transaction.counts.map(\.updated) == [1])
  }

  @Test func whatIsAppliedKeepsIt() throws {
    let (old, new) = (try makeBox(), try makeBox { $0.path = "x.rtf" })
    let recorded = BoxChanges(from: old, to: new).recorded
    var present = try makeBox { ($0.reading, $0.isIncomplete) = ("{}", true) }
    try present.apply(recorded)
    #expect(present.source(key)?.path == "x.rtf")
    #expect(present.source(key)?.reading == "{}")
    #expect(present.source(key)?.isIncomplete == true)
    try present.apply(recorded.inverse)
    let expected = try makeBox { ($0.reading, $0.isIncomplete) = ("{}", true) }
    #expect(present == expected)
  }

  /// Changes that weren't recorded have it.
  @Test func wholeChangesHaveAnInverse() throws {
    let old = try makeBox { $0.reading = "{}" }
    let new = try makeBox { ($0.path, $0.isIncomplete) = ("x.rtf", true) }
    let changes = BoxChanges(from: old, to: new)
    var present = old
    try present.apply(changes)
    #expect(present == new)
    try present.apply(changes.inverse)
    #expect(present == old)
  }

  @Test func takingBackANoteLeavesIt() throws {
    let old = try makeBox()
    var new = old
    try new.update(note: id(1)) { $0.title = "New" }
    let changes = BoxChanges(from: old, to: new).recorded
    try new.update(source: key) { ($0.reading, $0.isIncomplete) = ("{}", true) }
    try new.takeBack(changes, of: [id(1)])
    #expect(new.note(id(1))?.title == "Note 1")
    #expect(new.source(key)?.reading == "{}")
    #expect(new.source(key)?.isIncomplete == true)
  }

  @Test func mergesTakeWhatOneSideChanged() throws {
    let base = try makeBox { $0.isIncomplete = true }
    let ours = try makeBox { ($0.reading, $0.isIncomplete) = ("{}", true) }
    let theirs = try makeBox { ($0.path, $0.isIncomplete) = ("x.rtf", false) }
    for (a, b) in [(ours, theirs), (theirs, ours)] {
      let merge = try BoxMerge(base: base, ours: a, theirs: b)
      let source = try #require(merge.box.source(key))
      #expect(source.path == "x.rtf")
      #expect(source.reading == "{}")
      #expect(!source.isIncomplete)
      #expect(merge.conflicts == [])
    }
  }

  @Test func mergesWithoutACommonStateTakeWhatIsKnown() throws {
    let ours = try makeBox { ($0.reading, $0.isIncomplete) = ("{}", false) }
    let theirs = try makeBox { $0.isIncomplete = true }
    for (a, b) in [(ours, theirs), (theirs, ours)] {
      let source = try #require(try BoxMerge(base: SlipBox(), ours: a, theirs: b).box.source(key))
      #expect(source.reading == "{}")
      #expect(!source.isIncomplete)
    }
  }

  /// Where both imported other bytes, how they were read goes with the bytes.
  @Test func conflictsKeepItWithItsBytes() throws {
    let base = try makeBox()
    let ours = try makeBox { ($0.original, $0.reading) = (fact("a"), "{\"a\":1}") }
    let theirs = try makeBox { ($0.original, $0.reading, $0.isIncomplete) = (fact("b"), "{\"b\":1}", true) }
    for rule in [MergeRule.ours, .theirs, .newest] {
      let merged = try BoxMerge(base: base, ours: ours, theirs: theirs, rule: rule).box.source(key)
      #expect(merged == ours.source(key) || merged == theirs.source(key), "\(rule)")
    }
  }

  @Test func aNewIdKeepsEverything() throws {
    var source = makeSource(1, lifting: [2])
    (source.reading, source.isIncomplete, source.foreign) = ("{}", true, ["<x/>"])
    source.modified = Timestamp(microseconds: 5)
    let renamed = source.renamed("other")
    #expect(renamed.id == "other")
    #expect(renamed.renamed(source.id) == source)
  }
}
