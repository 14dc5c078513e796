import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@Suite struct BoxMergeTests {
  private func box(_ seed: Int, steps: Int, from start: SlipBox = SlipBox()) -> SlipBox {
    var random = SeededGenerator(seed: UInt64(seed))
    var box = start
    for _ in 0..<steps { try? SlipBoxLawTests().operate(on: &box, &random) }
    box.removeUnused()
    return box
  }

  /// What one side alone changed is taken whole; both sides count the same; the merged box is sound.
  /// `SLIPBOX_MERGES` sets how many triples are tried.
  @Test(arguments: LawSize.seeds("SLIPBOX_MERGES", 100)) func laws(seed: Int) throws {
    let base = box(seed, steps: 80)
    let ours = box(seed + 1_000, steps: 1 + seed % 30, from: base)
    let theirs = box(seed + 2_000, steps: 1 + seed % 30, from: base)
    #expect(try BoxMerge(base: base, ours: base, theirs: theirs).box == theirs)
    #expect(try BoxMerge(base: base, ours: ours, theirs: base).box == ours)
    #expect(try BoxMerge(base: base, ours: ours, theirs: ours).box == ours)
    let merged = try BoxMerge(base: base, ours: ours, theirs: theirs)
    let mirrored = try BoxMerge(base: base, ours: theirs, theirs: ours)
    try #require(faults(of: merged.box).isEmpty, "\(faults(of: merged.box))")
    #expect(merged.box == mirrored.box)
    #expect(merged.conflicts == mirrored.conflicts)
    #expect(try BoxMerge(base: base, ours: base, theirs: theirs).conflicts.isEmpty)
    for rule in MergeRule.allCases {
      let ruled = try BoxMerge(base: base, ours: ours, theirs: theirs, rule: rule).box
      #expect(faults(of: ruled).isEmpty)
      // A note that either side wrote, new or changed, is there.
      for changes in [BoxChanges(from: base, to: ours), BoxChanges(from: base, to: theirs)] {
        for change in changes.notes where change.after != nil { #expect(ruled.note(change.id) != nil) }
      }
    }
  }

  private func pair() throws -> SlipBox {
    var box = SlipBox()
    try box.insert(makeFolder(1, "Work"))
    for number in [10, 11] {
      var note = makeNote(number)
      note.folder = id(1)
      try box.insert(note)
    }
    return box
  }

  @Test func attributesAreMergedOneByOne() throws {
    let base = try pair()
    var (ours, theirs) = (base, base)
    try ours.update(note: id(10)) { $0.title = "Ours" }
    try theirs.update(note: id(10)) {
      $0.status = .review
      $0.folder = nil
    }
    let merge = try BoxMerge(base: base, ours: ours, theirs: theirs)
    let note = try #require(merge.box.note(id(10)))
    #expect(merge.conflicts.isEmpty)
    #expect(note.title == "Ours" && note.status == .review && note.folder == nil)
  }

  @Test func theRuleDecides() throws {
    let base = try pair()
    var (ours, theirs) = (base, base)
    try ours.update(note: id(10)) {
      $0.title = "Z"
      $0.modified = Timestamp(microseconds: 1)
    }
    try theirs.update(note: id(10)) {
      $0.title = "A"
      $0.modified = Timestamp(microseconds: 2)
    }
    let titles = try MergeRule.allCases.map {
      try BoxMerge(base: base, ours: ours, theirs: theirs, rule: $0).box.note(id(10))?.title
    }
    #expect(titles == ["Z", "A", "A"])
    let conflicts = try BoxMerge(base: base, ours: ours, theirs: theirs).conflicts
    #expect(conflicts == [MergeConflict(entity: .note(id(10)), field: .title)])
  }

  @Test func keywordsAreSets() throws {
    var base = try pair()
    for (number, name) in [(1, "a"), (2, "b"), (3, "c"), (4, "d")] {
      try base.insert(makeKeyword(number, name))
    }
    try base.update(note: id(10)) { $0.keywords = [id(1), id(2)] }
    var (ours, theirs) = (base, base)
    try ours.update(note: id(10)) { $0.keywords = [id(1), id(2), id(4)] }
    try theirs.update(note: id(10)) { $0.keywords = [id(3), id(2)] }
    let merge = try BoxMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.conflicts.isEmpty)
    #expect(merge.box.note(id(10))?.keywords == [id(2), id(3), id(4)])
  }

  @Test func whatOneSideChangedSurvivesADeletion() throws {
    let base = try pair()
    var (ours, theirs) = (base, base)
    try ours.remove(folder: id(1), notes: .cascade)
    try theirs.update(note: id(11)) { $0.title = "Kept" }
    let merge = try BoxMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.box.noteIDs == [id(11)])
    // The note's folder came back with it.
    #expect(merge.box.path(of: merge.box.note(id(11))?.folder) == ["Work"])
    #expect(merge.conflicts == [MergeConflict(entity: .note(id(11)), field: .deletion)])
  }

  @Test func keywordsOfOneNameBecomeOne() throws {
    let base = try pair()
    var (ours, theirs) = (base, base)
    try ours.insert(makeKeyword(5, "bees"))
    try ours.update(note: id(10)) { $0.keywords = [id(5)] }
    try theirs.insert(makeKeyword(4, "Bees"))
    try theirs.update(note: id(11)) { $0.keywords = [id(4)] }
    let merge = try BoxMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.box.keywordCount == 1)
    #expect(merge.box.notes(with: id(4)) == [id(10), id(11)])
  }

  @Test func circlesOfFoldersAreOpened() throws {
    var base = SlipBox()
    try base.insert(makeFolder(1))
    try base.insert(makeFolder(2))
    var (ours, theirs) = (base, base)
    try ours.update(folder: id(1)) { $0.parent = id(2) }
    try theirs.update(folder: id(2)) { $0.parent = id(1) }
    let merge = try BoxMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.box == base)
    #expect(merge.conflicts.map(\.field) == [.circle, .circle])
  }

  @Test func tombstonesOfBothSidesStay() throws {
    var base = SlipBox()
    base.origins = [Origin(name: "server", token: "1")]
    var (ours, theirs) = (base, base)
    ours.origins[0].tombstones = [Tombstone(key: "x")]
    theirs.origins[0].tombstones = [Tombstone(key: "y")]
    theirs.origins[0].token = "2"
    let merge = try BoxMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.box.origins[0].tombstones.map(\.key) == ["x", "y"])
    #expect(merge.box.origins[0].token == "2")
  }
}
