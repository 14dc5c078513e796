import SlipBase
import SlipNotes
import SlipQuery
import Testing

/// The order of what a search finds.
@Suite struct SearchRankingTests {
  /// Texts by the last digits of the UUID.
  private struct Texts: NoteTextProvider {
    var texts: [UInt64: String]
    func text(of note: Note) -> String { texts[note.id.low] ?? "" }
    func hasConflict(_ note: Note) -> Bool { false }
    func brokenLinks(of note: Note) -> Int { note.title.utf8.count % 3 }
  }

  /// The last digits of what a search finds among notes with these titles and texts, best first.
  private func order(
    _ search: String, _ notes: [(title: String, text: String)],
    _ change: (inout Note, Int) -> Void = { _, _ in }
  ) throws -> [UInt64] {
    var box = SlipBox()
    var texts: [UInt64: String] = [:]
    for (index, (title, text)) in notes.enumerated() {
      var note = Note(
        id: id(index + 1), title: title, body: FileFact(of: [UInt8(index)]),
        mirror: FileFact(of: Array(text.utf8)))
      change(&note, index + 1)
      try box.insert(note)
      texts[UInt64(index + 1)] = text
    }
    let run = try SearchRun(SearchQuery(search, clock: clock))
    return try run.hits(in: box, texts: Texts(texts: texts)).map(\.note.low)
  }

  @Test func titleFirst() throws {
    let text = String(repeating: "honey ", count: 50)
    #expect(
      try order("honey", [("x", text), ("Honey prices", ""), ("HONEY", ""), ("Of honey", "")]) == [
        3, 2, 4, 1,
      ])
    #expect(try order("spring check", [("Check spring", "x"), ("Spring check", "")]) == [2, 1])
  }

  @Test func moreOftenAndShorterFirst() throws {
    #expect(try order("wax", [("a", "wax b c d"), ("b", "wax wax c d"), ("c", "no")]) == [2, 1])
    #expect(try order("wax", [("a", "wax b c d e f g h"), ("b", "wax c d")]) == [2, 1])
  }

  @Test func rareWordsCountMore() throws {
    let notes = [("a", "rare x y"), ("b", "common x y"), ("c", "common x z"), ("d", "common q r")]
    #expect(try order("rare OR common", notes).first == 1)
  }

  @Test func archivedThenOlderThenUUIDLast() throws {
    let notes = (1...5).map { _ in ("a", "wax") }
    let found = try order("wax", notes) { note, number in
      if number == 1 { note.status = .archived }
      note.modified = [2: time("2024-01-01T00:00:00Z"), 4: time("2024-02-01T00:00:00Z")][number]
    }
    #expect(found == [4, 2, 3, 5, 1])
  }

  @Test func everyNoteWithoutWords() throws {
    #expect(try order("", [("a", ""), ("b", "")]) == [1, 2])
    #expect(try order("-wax", [("a", "wax"), ("b", "")]) == [2])
  }
}
