import SlipBase
import SlipNotes
import SlipQuery
import SlipTestSupport
import SlipboxKit
import Testing

/// Saved searches that name folders, keywords and each other.
@Suite struct SavedSearchTests {
  private let clock = QueryClock(now: Timestamp(seconds: 0), zone: .utc)
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("b.slipbox")
    try directory.write("in/a.rtf", "{\\rtf1{\\info{\\title Swarm}{\\keywords bees}} Text.}")
    try directory.write("in/Work/b.rtf", "{\\rtf1{\\info{\\title Honey}{\\keywords wax}} Text.}")
    var request = ImportRequest(inputs: [directory.path("in")])
    request.target = .at(path)
    _ = try request.run()
  }

  private func edit(_ change: (inout EditSession) throws -> Void) throws {
    var session = try EditSession(opening: path)
    try change(&session)
    try session.save()
  }

  private func save(_ words: String, as folder: String) throws {
    try edit { try $0.save(SavedSearch(search: words, predicate: nil), asFolder: folder) }
  }

  @Test func searchesFollowFoldersAndKeywords() throws {
    try save("#bees", as: "Smart/One")
    try save("-saved:Smart/One (saved:\"Smart/One\" OR folder:Work) keyword:bees", as: "Two")
    try edit {
      try $0.rename(folder: $0.folder(named: "Smart").id, to: "Clever searches")
      try $0.rename(folder: $0.folder(named: "Work").id, to: "Play")
      try $0.rename(keyword: $0.keyword(named: "bees").id, to: "honey bees")
    }
    let rows = try OpenBundle(path).folderRows(clock: clock)
    #expect(rows.compactMap(\.problem) == [])
    #expect(rows.first { $0.path == "Clever searches/One" }?.search == "#\"honey bees\"")
    #expect(
      rows.first { $0.path == "Two" }?.search
        == "-saved:\"Clever searches/One\" (saved:\"Clever searches/One\" OR folder:\"Play\") keyword:\"honey bees\""
    )
    try edit {
      try $0.move(folder: $0.folder(named: "Clever searches/One").id, into: nil)
    }
    #expect(try OpenBundle(path).folderRows(clock: clock).first { $0.path == "One" }?.notes == 1)
    #expect(
      try OpenBundle(path).folderRows(clock: clock).first { $0.path == "Two" }?.search?.contains(
        "saved:\"One\"")
        == true)
  }

  @Test func aSearchThatCannotBeUsedIsNamedAndNothingElseFails() throws {
    try save("#bees", as: "One")
    try save("saved:One", as: "Two")
    try edit { _ = try $0.delete(folder: $0.folder(named: "One").id) }
    let rows = try OpenBundle(path).folderRows(clock: clock)
    #expect(rows.filter { $0.problem != nil }.map(\.path) == ["Two"])
    let codes = try Validation.run(path).report.diagnostics.map(\.code)
    #expect(codes.contains("SBXI014"))
    #expect(throws: SlipError.self) {
      var request = ListRequest(clock: clock)
      request.query.saved = "Two"
      _ = try request.run(path, cache: nil)
    }
  }

  @Test func afterTheLastOrderThereIsStillRoom() throws {
    try edit {
      _ = try $0.edit { (box) throws(SlipError) in
        for note in box.notes { try box.update(note: note.id) { $0.order = .max } }
        for folder in box.folders { try box.update(folder: folder.id) { $0.order = .max } }
      }
    }
    try edit {
      _ = try $0.create(NoteDraft(title: "Last", body: .text("x")))
      _ = try $0.addFolder("Another")
      let other = try #require(try $0.addFolder("Work/Below"))
      try $0.move(folder: other, into: nil)
    }
    let box = try OpenBundle(path).box
    #expect(box.notes(in: nil).map(\.title) == ["Swarm", "Last"])
    #expect(box.children(of: nil).map(\.name) == ["Work", "Another", "Below"])
  }
}
