import SlipBase
import SlipNotes
import Testing

@testable import SlipExchange

@Suite struct FrontMatterTests {
  @Test(arguments: [
    ("plain", "\"plain\""), ("a: b # c", "\"a: b # c\""), ("say \"hi\" \\", "\"say \\\"hi\\\" \\\\\""),
    ("a\nb\tc", "\"a\\nb\\tc\""), ("\u{1}\u{7F}\u{85}", "\"\\x01\\x7f\\x85\""),
    ("\u{2028}\u{FEFF}", "\"\\u2028\\ufeff\""), ("ü日😀", "\"ü日😀\""), ("", "\"\""),
  ])
  func quoted(_ text: String, _ expected: String) {
    #expect(FrontMatter.quoted(text) == expected)
    #expect(!FrontMatter.quoted(text).contains { $0.isNewline })
  }

  @Test func factsOfANote() throws {
    var box = SlipBox()
    let keyword = box.findOrCreateKeyword(named: "bees: wild")
    let fact = FileFact(of: [])
    var note = Note(id: UniqueID(high: 0, low: 1), title: "A \"title\"", body: fact, mirror: fact)
    note.status = .review
    note.isFavorite = true
    note.keywords = [keyword]
    note.created = Timestamp(rfc3339: "2024-05-06T12:00:00Z")
    try box.insert(note)
    #expect(
      FrontMatter(note, in: box).lines == [
        "title: \"A \\\"title\\\"\"", "id: 00000000-0000-0000-0000-000000000001", "status: review",
        "favorite: true", "created: 2024-05-06T12:00:00Z", "keywords:", "  - \"bees: wild\"",
      ])
  }
}
