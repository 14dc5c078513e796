import SlipBase
import SlipNotes
import Testing

@testable import SlipboxKit

@Suite struct NoteLookupTests {
  private var box = SlipBox()

  init() throws {
    for (index, (id, title, folder)) in [
      ("abcd0000-0000-5000-8000-000000000001", "Bees", "Work"),
      ("abcd0000-0000-5000-8000-000000000002", "Bees", "Home/Garden"),
      ("abce0000-0000-5000-8000-000000000003", "a/b", "Home"),
      ("beef0000-0000-5000-8000-000000000004", "abce", ""),
    ].enumerated() {
      let fact = FileFact(of: Array(title.utf8))
      var note = Note(id: try #require(UniqueID(id)), title: title, body: fact, mirror: fact)
      note.folder = box.findOrCreateFolder(at: folder.split(separator: "/").map(String.init))
      note.modified = Timestamp(year: 2026, month: 1, day: index + 1)
      try box.insert(note)
    }
  }

  private func find(_ name: String) throws -> Character? {
    try NoteLookup(box, path: "b").note(named: name).id.description.last
  }

  @Test(
    arguments: [
      ("abcd0000-0000-5000-8000-000000000002", "2"), ("Work/Bees", "1"), ("home/garden/bees", "2"),
      ("Home/Garden/bees", "2"), ("a/b", "3"), ("Home/a/b", "3"), ("abce", "4"), ("ABCE0", "3"),
      ("beef", "4"),
      ("abce0000-0", "3"),
    ] as [(String, Character)])
  func found(name: String, last: Character) throws {
    if name == "home/garden/bees" {
      // Folders count as they are written.
      #expect(throws: SlipError.self) { try find(name) }
    } else {
      #expect(try find(name) == last)
    }
  }

  @Test(arguments: ["", "abc", "dead", "Home/Bees", "xyz0", "/", "abcd00000"]) func notFound(name: String) {
    #expect { _ = try find(name) } throws: { ($0 as? SlipError)?.code == KitCode.noSuchNote }
  }

  @Test(arguments: ["Bees", "abcd"]) func ambiguous(name: String) {
    #expect {
      _ = try find(name)
    } throws: {
      let error = $0 as? SlipError
      return error?.code == KitCode.ambiguousTitle
        && error?.candidates == [
          "Bees  Work  2026-01-01  abcd0000-0000-5000-8000-000000000001",
          "Bees  Home/Garden  2026-01-02  abcd0000-0000-5000-8000-000000000002",
        ]
    }
  }
}
