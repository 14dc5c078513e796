import SlipDocument
import SlipNotes
import Testing

@Suite struct LookupTests {
  @Test func naturalOrder() {
    let sorted = ["", "!", "10", "a", "A", "a 2", "a 02", "a 10", "a b", "ä", "b", "Z 9", "z 10", "é"]
    let expected = ["", "!", "10", "A", "a", "ä", "a 02", "a 2", "a 10", "a b", "b", "é", "Z 9", "z 10"]
    #expect(sorted.shuffled().sorted { NaturalKey($0) < NaturalKey($1) } == expected)
    #expect(NaturalKey("note 99999999999999999999999") < NaturalKey("Note 100000000000000000000000"))
    #expect(NaturalKey("e\u{301}") == NaturalKey("\u{e9}"))
  }

  @Test func naturalOrderIsStrict() {
    let parts = ["a", "A", "1", "01", "10", "é", "e\u{301}", " ", "ﬁ"]
    let texts = parts + parts.flatMap { a in parts.map { a + $0 } }
    for a in texts {
      for b in texts {
        let (x, y) = (NaturalKey(a), NaturalKey(b))
        #expect([x < y, y < x, x == y].count { $0 } == 1)
      }
    }
  }

  @Test func titlesExactThenFolded() throws {
    var box = SlipBox()
    for (number, title) in [(1, "Café"), (2, "cafe"), (3, "Tea"), (4, "tea"), (5, "Tea")] {
      try box.insert(makeNote(number, title: title))
    }
    let index = TitleIndex(box)
    #expect(index.notes(titled: "Cafe\u{301}") == [id(1)])
    #expect(index.notes(titled: "CAFÉ") == [id(1), id(2)])
    #expect(index.notes(titled: "Tea") == [id(3), id(5)])
    #expect(index.notes(titled: "TEA") == [id(3), id(4), id(5)])
    #expect(index.notes(titled: "Milk") == [])
  }

  @Test func foldersByPath() throws {
    var box = SlipBox()
    let ideas = box.findOrCreateFolder(at: ["Work", "Idées"])
    #expect(box.findOrCreateFolder(at: ["Work", "Ide\u{301}es"]) == ideas)
    #expect(box.folder(at: "Work/Idées") == ideas)
    #expect(box.folder(at: "Work/None") == nil)
    #expect(box.path(of: ideas) == ["Work", "Idées"])
    #expect(box.findOrCreateFolder(at: []) == nil)
    var again = SlipBox()
    #expect(again.findOrCreateFolder(at: ["Work", "Idées"]) == ideas, "the id comes from the path")
    let work = try #require(box.folder(at: "Work"))
    try box.update(folder: work) { $0.name = "Job" }
    let other = box.findOrCreateFolder(at: ["Work"])
    #expect(other != work)
    #expect(faults(of: box).isEmpty)
  }

  @Test func coloursComeFromNames() {
    let red = Keyword.Color(forName: "Physics")
    #expect(red == Keyword.Color(forName: "PHYSICS"))
    #expect(red != Keyword.Color(forName: "Chemistry"))
    for name in (0..<500).map(String.init) {
      let color = Keyword.Color(forName: name)
      for channel in [color.red, color.green, color.blue] { #expect((0.25...0.75).contains(channel)) }
    }
  }
}
