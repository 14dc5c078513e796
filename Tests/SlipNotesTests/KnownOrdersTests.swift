import SlipBase
import SlipTestSupport
import Testing

@testable import SlipNotes

/// What a box remembers, so that many small changes cost what they change, is what a look at all notes gives.
@Suite struct KnownOrdersTests {
  @Test(arguments: 0..<20) func ordersAndTitlesFollowEachChange(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var box = SlipBox()
    let folders = try (0..<3).map { number in
      let folder = Folder(id: UniqueID(high: 9, low: UInt64(number)), name: "F\(number)")
      try box.insert(folder)
      return folder.id
    }
    func place() -> Folder.ID? { Bool.random(using: &random) ? folders.randomElement(using: &random) : nil }
    box.titleChanges = []
    var index = TitleIndex(box)
    for step in 0..<120 {
      let note = box.noteIDs.randomElement(using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        var new = Note(
          id: UniqueID(high: 1, low: UInt64(step)),
          title: ["a", "A", "b"].randomElement(using: &random) ?? "",
          body: FileFact(of: []), mirror: FileFact(of: []))
        new.folder = place()
        new.order =
          Bool.random(using: &random)
          ? box.orderAtEnd(ofNotesIn: new.folder) : Int.random(in: -5..<50, using: &random)
        try box.insert(new)
      case 2:
        guard let note else { continue }
        let (folder, order) = (place(), Int.random(in: -5..<50, using: &random))
        try box.update(note: note) { ($0.folder, $0.order, $0.title) = (folder, order, "t\(order % 3)") }
      case 3: if let note { box.remove(note: note) }
      default:
        if step % 40 == 39, let folder = folders.randomElement(using: &random), box.folder(folder) != nil {
          _ = try box.remove(folder: folder, notes: .nullify)
          try box.insert(Folder(id: folder, name: "again"))
        }
      }
      for folder in folders.map({ Optional($0) }) + [nil] {
        let expected = box.notes(in: folder).last.map { $0.order + 1 } ?? 0
        #expect(box.orderAtEnd(ofNotesIn: folder) == expected)
      }
      index.follow(box.titleChanges ?? [])
      box.titleChanges = []
      let fresh = TitleIndex(box)
      for title in ["a", "A", "b", "t0", "t1", "t2", "T-1", "zz"] {
        #expect(index.notes(titled: title) == fresh.notes(titled: title))
      }
    }
  }

  @Test func afterTheHighestOrderNotesAreNumberedAnew() throws {
    var box = SlipBox()
    for (number, order) in [Int.max, 3, .min].enumerated() {
      var note = Note(
        id: UniqueID(high: 1, low: UInt64(number)), title: "\(number)", body: FileFact(of: []),
        mirror: FileFact(of: []))
      note.order = order
      try box.insert(note)
    }
    #expect(box.orderAtEnd(ofNotesIn: nil) == 3)
    #expect(box.notes(in: nil).map(\.title) == ["2", "1", "0"])
    #expect(box.notes(in: nil).map(\.order) == [0, 1, 2])
  }
}
