import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@Suite struct BoxChangesTests {
  /// A box after some random operations, with nothing unused in it.
  private func box(_ seed: Int, steps: Int = 100, from start: SlipBox = SlipBox()) -> SlipBox {
    var random = SeededGenerator(seed: UInt64(seed))
    var box = start
    for _ in 0..<steps { try? SlipBoxLawTests().operate(on: &box, &random) }
    return box
  }

  /// Whatever led from one state to another: the difference leads there, and its inverse back, with sound inverses.
  @Test(arguments: 0..<60) func differenceLeadsThereAndBack(seed: Int) throws {
    let old = box(seed)
    // One that was made of the other, and one that has nothing to do with it.
    for new in [box(seed + 1_000, steps: 1 + seed % 40, from: old), box(seed + 2_000)] {
      let changes = BoxChanges(from: old, to: new)
      #expect(changes.isEmpty == (old == new))
      #expect(changes.inverse.inverse == changes)
      #expect(BoxChanges(from: new, to: old) == changes.inverse)
      var others = changes
      others.removeInsertions()
      #expect(BoxChanges(from: old, to: new, insertions: false) == others)
      #expect(old.counts(ofChangesTo: new) == changes.counts)
      var there = old
      try there.apply(changes)
      #expect(there == new)
      try #require(faults(of: there).isEmpty)
      try there.apply(changes.inverse)
      #expect(there == old)
      #expect(faults(of: there).isEmpty)
    }
  }

  /// Taken back one after the other, a series of edits leaves nothing behind.
  @Test(arguments: 0..<10) func aSeriesIsUndone(seed: Int) throws {
    let start = box(seed)
    var random = SeededGenerator(seed: UInt64(seed + 5_000))
    var current = start
    var done: [BoxChanges] = []
    for _ in 0..<60 {
      let before = current
      try? SlipBoxLawTests().operate(on: &current, &random)
      done.append(BoxChanges(from: before, to: current))
    }
    for changes in done.reversed() { try current.apply(changes.inverse) }
    #expect(current == start)
    #expect(faults(of: current).isEmpty)
  }

  /// Faulty changes are refused, and leave the box as it was.
  @Test(arguments: 0..<60) func faultyChangesChangeNothing(seed: Int) throws {
    let (old, new) = (box(seed), box(seed + 2_000))
    var changes = BoxChanges(from: old, to: new)
    var random = SeededGenerator(seed: UInt64(seed))
    // Without some of its parts a change is rarely sound.
    for _ in 0..<3 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: if !changes.notes.isEmpty { changes.notes.removeLast() }
      case 1: changes.keywords.removeAll()
      case 2: changes.folders.removeAll()
      default: changes.attachments.removeAll()
      }
    }
    var there = old
    do {
      try there.apply(changes)
      #expect(BoxChanges(from: old, to: there) == changes)
    } catch {
      #expect(there == old)
    }
    #expect(faults(of: there).isEmpty)
  }

  @Test func staleChangesAreRefused() throws {
    var box = SlipBox()
    try box.insert(makeNote(1))
    let before = box
    try box.update(note: id(1)) { $0.title = "A" }
    let changes = BoxChanges(from: before, to: box)
    #expect(changes.notes.map(\.kind) == [.updated])
    #expect { try box.apply(changes) } throws: { ($0 as? SlipError)?.code == NotesCode.changedMeanwhile }
    try box.apply(changes.inverse)
    #expect(box == before)
  }

  @Test func circlesOfFoldersAreRefused() throws {
    var box = SlipBox()
    for number in 1...3 { try box.insert(makeFolder(number)) }
    var other = SlipBox()
    for number in [2, 3] { try other.insert(makeFolder(number)) }
    try other.insert(makeFolder(1, in: 2))
    var changes = BoxChanges(from: box, to: other)
    // 2 lies in 3 and 3 in 2, 1 below both.
    for (number, parent) in [(2, 3), (3, 2)] {
      let change = EntityChange(from: makeFolder(number), to: makeFolder(number, in: parent))
      changes.folders.append(try #require(change))
    }
    let before = box
    #expect { try box.apply(changes) } throws: { ($0 as? SlipError)?.code == NotesCode.folderCycle }
    #expect(box == before)
  }

  /// An edit of one note in a large box looks at its neighbours only.
  @Test func differencesOfRelatedBoxesAreSmall() throws {
    var box = SlipBox()
    for number in 0..<20_000 { try box.insert(makeNote(number)) }
    let before = box
    try box.update(note: id(7)) { $0.isFavorite = true }
    let time = CPUTime.measure { #expect(BoxChanges(from: before, to: box).notes.count == 1) }
    let whole = CPUTime.measure { #expect(BoxChanges(from: SlipBox(), to: box).notes.count == 20_000) }
    #expect(time * 4 < whole)
  }
}

extension BoxChanges {
  /// Leaves only what is updated and deleted.
  fileprivate mutating func removeInsertions() {
    notes.removeAll { $0.kind == .inserted }
    folders.removeAll { $0.kind == .inserted }
    keywords.removeAll { $0.kind == .inserted }
    attachments.removeAll { $0.kind == .inserted }
    sources.removeAll { $0.kind == .inserted }
  }

  /// How many changes of each kind there are.
  fileprivate var counts: [BoxTransaction.Counts] {
    func counts<Entity>(
      _ name: BoxTransaction.Counts.Entity, _ changes: [EntityChange<Entity>]
    ) -> [BoxTransaction.Counts] {
      func count(_ kind: EntityChange<Entity>.Kind) -> Int { changes.count { $0.kind == kind } }
      let all = BoxTransaction.Counts(
        name, inserted: count(.inserted), updated: count(.updated), deleted: count(.deleted))
      return changes.isEmpty ? [] : [all]
    }
    return counts(.note, notes) + counts(.folder, folders) + counts(.keyword, keywords)
      + counts(.attachment, attachments) + counts(.source, sources)
  }
}
