import SlipBase
import SlipNotes
import Testing

/// Keywords below others.
@Suite struct KeywordTreeTests {
  private var box = SlipBox()
  private let bees: Keyword.ID
  private let queens: Keyword.ID

  init() {
    bees = box.findOrCreateKeyword(named: "Bees")
    queens = box.findOrCreateKeyword(named: "Queens", in: bees)
  }

  @Test func namesDifferBesideEachOtherOnly() throws {
    var box = box
    let other = box.findOrCreateKeyword(named: "queens")
    #expect(other != queens)
    #expect(box.findOrCreateKeyword(named: "QUEENS", in: bees) == queens)
    #expect(box.path(ofKeyword: queens) == "Bees/Queens")
    #expect(box.keyword(atPath: "bees/queens")?.id == queens)
    #expect(box.keyword(atPath: "queens")?.id == other)
    #expect(box.keyword(atPath: "bees/drones") == nil)
    let error = #expect(throws: SlipError.self) { try box.update(keyword: queens) { $0.parent = nil } }
    #expect(error?.code == NotesCode.keywordNameTaken)
    #expect(box.children(ofKeyword: bees).map(\.id) == [queens])
  }

  @Test func circlesAreRefused() {
    var box = box
    let before = box
    let error = #expect(throws: SlipError.self) { try box.update(keyword: bees) { $0.parent = queens } }
    #expect(error?.code == NotesCode.keywordCycle)
    #expect(box == before)
  }

  @Test func childrenMoveUp() throws {
    var box = box
    let eggs = box.findOrCreateKeyword(named: "Eggs", in: queens)
    try box.remove(keyword: queens)
    #expect(box.path(ofKeyword: eggs) == "Bees/Eggs")
    #expect(box.keyword(named: "Eggs", in: bees)?.id == eggs)
  }

  @Test func childrenThatWouldMeetStay() throws {
    var box = box
    _ = box.findOrCreateKeyword(named: "Drones", in: bees)
    _ = box.findOrCreateKeyword(named: "drones", in: queens)
    let before = box
    let error = #expect(throws: SlipError.self) { try box.remove(keyword: queens) }
    #expect(error?.code == NotesCode.keywordNameTaken)
    #expect(box == before)
  }

  @Test func buildersMoveWhatCantBeReached() {
    var builder = SlipBoxBuilder(folderDepth: 3)
    func id(_ low: UInt64) -> UniqueID { UniqueID(high: 0, low: low) }
    func keyword(_ low: UInt64, _ parent: UInt64?) -> Keyword {
      var keyword = Keyword(
        id: id(low), name: "k\(low)", color: Keyword.Color(red: 0, green: 0, blue: 0))
      keyword.parent = parent.map(id)
      return keyword
    }
    for (low, parent) in [(1, 2), (2, 1), (3, 9), (4, nil), (5, 4), (6, 5), (7, 6), (8, 7)]
      as [(UInt64, UInt64?)]
    { builder.add(keyword(low, parent)) }
    let (box, faults) = builder.finish()
    #expect(faults.filter { $0.kind == .keywordCycle }.map(\.entity) == [.keyword(id(1)), .keyword(id(7))])
    #expect(faults.filter { $0.kind == .dangling }.map(\.entity) == [.keyword(id(3))])
    #expect(box.path(ofKeyword: id(2)) == "k1/k2")
    #expect(box.path(ofKeyword: id(8)) == "k7/k8")
  }

  @Test func manualLinksStay() throws {
    var note = Note(
      id: UniqueID(high: 1, low: 1), title: "", body: FileFact(of: []), mirror: FileFact(of: []))
    let (a, b, c) = (UniqueID(high: 2, low: 1), UniqueID(high: 2, low: 2), UniqueID(high: 2, low: 3))
    note.links = [a, b]
    note.manualLinks = [a]
    note.setTextLinks([c])
    #expect(note.links == [c, a] && note.manualLinks == [a])
    note.setTextLinks([a, c])
    #expect(note.links == [a, c] && note.manualLinks == [a])
  }
}
