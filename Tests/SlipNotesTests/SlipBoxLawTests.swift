import SlipNotes
import SlipTestSupport
import Testing

@Suite struct SlipBoxLawTests {
  /// Whatever is done, accepted or refused, the inverses agree with the entities, and taking it back gives
  /// the box before. `SLIPBOX_EDITS` sets how many series are tried.
  @Test(arguments: LawSize.seeds("SLIPBOX_EDITS", 40)) func inversesHoldUnderRandomOperations(seed: Int)
    throws
  {
    var random = SeededGenerator(seed: UInt64(seed))
    var box = SlipBox()
    var refused = 0
    for step in 0..<150 {
      let before = box
      do {
        try operate(on: &box, &random)
      } catch {
        refused += 1
        #expect(box == before, "a refused operation changed the box at step \(step)")
      }
      let found = faults(of: box)
      try #require(found.isEmpty, "step \(step): \(found)")
      var undone = box
      try undone.apply(BoxChanges(from: before, to: box).inverse)
      try #require(undone == before, "step \(step) can't be taken back")
    }
    #expect(refused > 0)
  }

  /// A box built in bulk equals one filled step by step.
  @Test(arguments: 0..<20) func builderGivesTheSameBox(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(1000 + seed))
    var box = SlipBox()
    for _ in 0..<120 { try? operate(on: &box, &random) }
    box.removeUnused()
    var builder = SlipBoxBuilder()
    for note in Array(box.notes).shuffled(using: &random) { builder.add(note) }
    for folder in Array(box.folders).shuffled(using: &random) { builder.add(folder) }
    for source in box.sources { builder.add(source) }
    for keyword in box.keywords { builder.add(keyword) }
    for attachment in box.attachments { builder.add(attachment) }
    let (built, found) = builder.finish()
    #expect(found.isEmpty)
    #expect(built == box)
    #expect(faults(of: built).isEmpty)
  }

  /// Any faulty input gives a sound box.
  @Test(arguments: 0..<40) func builderSurvivesFaultyInput(seed: Int) {
    var random = SeededGenerator(seed: UInt64(2000 + seed))
    var builder = SlipBoxBuilder()
    for _ in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        var folder = makeFolder(Int.random(in: 0..<9, using: &random))
        if Bool.random(using: &random) { folder.parent = id(Int.random(in: 0..<9, using: &random)) }
        builder.add(folder)
      case 1:
        builder.add(
          makeKeyword(Int.random(in: 0..<6, using: &random), ["a", "A", "b"].randomElement(using: &random)))
      case 2: builder.add(makeAttachment(Int.random(in: 0..<4, using: &random)))
      case 3: builder.add(makeSource(Int.random(in: 0..<4, using: &random)))
      default: builder.add(randomNote(Int.random(in: 0..<12, using: &random), &random))
      }
    }
    let box = builder.finish().box
    #expect(faults(of: box).isEmpty)
  }

  private func randomNote(_ number: Int, _ random: inout SeededGenerator) -> Note {
    var note = makeNote(number)
    change(&note, &random)
    return note
  }

  private func change(_ note: inout Note, _ random: inout SeededGenerator) {
    func some(_ range: Range<Int>) -> [Int] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: range, using: &random) }
    }
    note.folder = some(0..<9).first.map(id)
    note.keywords = some(0..<6).map(id)
    note.links = some(0..<12).map(id)
    note.attachments = some(0..<4).map {
      AttachmentReference(attachment: makeAttachment($0).id, name: "\($0).png")
    }
    note.source = some(0..<4).first.map { makeSource($0).id }
    note.order = Int.random(in: 0..<4, using: &random)
  }

  func operate(on box: inout SlipBox, _ random: inout SeededGenerator) throws {
    let number = Int.random(in: 0..<12, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1, 2: try box.insert(randomNote(number, &random))
    case 3, 4:
      var copy = random
      try box.update(note: id(number)) { change(&$0, &copy) }
      random = copy
    case 5: box.remove(note: id(number))
    case 6, 7:
      let parent = Bool.random(using: &random) ? Int.random(in: 0..<9, using: &random) : nil
      try box.insert(makeFolder(number % 9, ["x", "y", "z"].randomElement(using: &random), in: parent))
    case 8:
      let parent = Int.random(in: 0..<9, using: &random)
      try box.update(folder: id(number % 9)) { $0.parent = id(parent) }
    case 9:
      try box.remove(folder: id(number % 9), notes: Bool.random(using: &random) ? .cascade : .nullify)
    case 10, 11:
      try box.insert(
        makeKeyword(number % 6, ["red", "Red", "blue", "k\(number)"].randomElement(using: &random)))
    case 12: try box.remove(keyword: id(number % 6))
    case 13: try box.insert(makeAttachment(number % 4))
    case 14: try box.insert(makeSource(number % 4, lifting: Bool.random(using: &random) ? [number % 3] : []))
    default:
      try box.update(source: makeSource(number % 4).id) {
        $0.lifted = makeSource(0, lifting: [number % 4]).lifted
      }
    }
  }
}
