import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipQuery

/// Properties as keys, and the values of key paths.
@Suite struct PropertyKeyTests {
  private struct Texts: NoteTextProvider {
    func text(of note: Note) -> String { note.title == "B" ? "☐ one\n• ☑ two" : "" }
    func hasConflict(_ note: Note) -> Bool { false }
    func brokenLinks(of note: Note) -> Int { note.title.utf8.count % 3 }
  }

  private let box: SlipBox
  private let view: BoxView
  private let keys: PropertyKeys

  init() throws {
    var box = SlipBox()
    let folder = box.findOrCreateFolder(at: ["Work", "Ideas"])
    let rows: [(String, [Property])] = [
      ("A", [Property("due", .date, "2026-05-01T00:00:00Z"), Property("pages", .number, "9")]),
      ("B", [Property("due", .date, "2026-04-01T12:00:00Z"), Property("obsidian:year", .number, "120")]),
      (
        "C",
        [
          Property("pages", .number, "120"), Property("author", .text, "Ada"),
          Property("author", .text, "Bo"),
        ]
      ),
      (
        "D",
        [
          Property("mixed", .number, "1"), Property("title", .text, "other"),
          Property("read", .boolean, "true"),
        ]
      ),
      ("E", [Property("mixed", .text, "one")]),
    ]
    for (index, row) in rows.enumerated() {
      let empty = FileFact(of: [] as [UInt8])
      var note = Note(id: UniqueID(high: 0, low: UInt64(index)), title: row.0, body: empty, mirror: empty)
      note.properties = row.1
      if index == 0 { note.folder = folder }
      try box.insert(note)
    }
    self.box = box
    view = BoxView(box, texts: Texts())
    keys = PropertyKeys(SearchNames(box))
  }

  /// The titles of what is found.
  private func found(_ predicate: String, _ change: (inout QueryRequest) -> Void = { _ in }) throws -> String
  {
    var request = QueryRequest(predicate, clock: clock)
    request.properties = keys
    change(&request)
    let result = try request.prepare().run(over: view)
    return result.ids.compactMap { box.note($0)?.title }.joined()
  }

  @Test(arguments: [
    ("pages > 5", "AC"), ("pages == nil", "BDE"), ("due < '2026-04-15'", "B"), ("DUE >= '2026-05-01'", "A"),
    ("author == 'Ada'", "C"), ("author == 'Bo'", ""), ("year == 120", "B"), ("read == YES", "D"),
    ("mixed == 'one'", "E"), ("mixed == '1'", "D"), ("title == 'D'", "D"),
    ("openTasks == 1 AND doneTasks == 1", "B"),
  ])
  func predicates(_ predicate: String, _ expected: String) throws {
    #expect(try found(predicate) == expected)
  }

  @Test func withoutABoxThereAreNone() {
    #expect(throws: QueryError.self) { try QueryRequest("pages > 5", clock: clock).prepare() }
    #expect(throws: QueryError.self) { try found("pagse > 5") }
    #expect(throws: QueryError.self) { try found("pages > 'x'") }
    #expect(throws: QueryError.self) { try found("ANY links.pages.x > 5") }
  }

  @Test func anErrorNamesWhatIsNear() {
    func hint(_ predicate: String) -> String? {
      do { _ = try found(predicate) } catch let error as QueryError { return error.hint } catch {}
      return nil
    }
    #expect(hint("pagse > 5") == "did you mean 'pages'?")
    #expect(hint("creationDate > '2024'") == "did you mean 'created'?")
    #expect(hint("bodyText CONTAINS 'x'") == "did you mean 'text'?")
    #expect(hint("isFavorite == YES") == "did you mean 'favorite'?")
  }

  @Test func orderAndSections() throws {
    #expect(try found("TRUEPREDICATE") { $0.sort = SortKey.list("-pages,title") } == "CABDE")
    #expect(try found("TRUEPREDICATE") { $0.sort = SortKey.list("-obsidian:year,-title") } == "BEDCA")
    var request = QueryRequest("due != nil", clock: clock)
    (request.properties, request.section) = (keys, SortKey("due"))
    let sections = try request.prepare().run(over: view).sections?.compactMap(\.key.text)
    #expect(sections == ["2026-04-01", "2026-05-01"])
  }

  @Test func columns() throws {
    let paths = [
      "title", "author", "folder", "keywords.@count", "obsidian:year", "properties.name", "source",
    ]
    let columns = try QueryColumns(paths, properties: keys, clock: clock)
    func values(_ number: UInt64) throws -> [String] {
      let object = try #require(view.note(UniqueID(high: 0, low: number)))
      return try columns.values(of: object).map { value in
        switch value {
        case .many(let values): values.compactMap(\.text).joined(separator: "+")
        case .integer(let number): String(number)
        case .double(let number): String(number)
        default: value.text ?? "-"
        }
      }
    }
    #expect(try values(0) == ["A", "-", "Work/Ideas", "0", "-", "due+pages", "-"])
    #expect(try values(1) == ["B", "-", "-", "0", "120.0", "due+obsidian:year", "-"])
    #expect(try values(2) == ["C", "Ada+Bo", "-", "0", "-", "pages+author+author", "-"])
    #expect(throws: QueryError.self) { try QueryColumns(["colour"], properties: keys, clock: clock) }
  }

  @Test func attachmentsAreFoundByThemselves() throws {
    var box = box
    var file = Attachment(blob: FileFact(of: [1] as [UInt8]), mediaType: "image/png", fileExtension: "png")
    file.width = 640
    try box.insert(file)
    try box.update(note: UniqueID(high: 0, low: 1)) {
      $0.attachments = [AttachmentReference(attachment: file.id, name: "bee.png")]
    }
    let request = QueryRequest(
      "ANY notes.title == 'B' AND name == 'bee.png' AND width > 100", of: .attachment, clock: clock)
    let result = try request.prepare().run(over: BoxView(box, texts: Texts()))
    #expect(result.count == 1 && result.objects.count == 1)
  }
}

@Suite struct TextTaskTests {
  private func tasks(_ text: String) -> [String] {
    var text = text
    return text.withUTF8 { TextTask.all(in: $0) }.map { "\($0.line)\($0.isDone ? "x" : "o")\($0.text)" }
  }

  @Test(arguments: [
    ("☐ one", ["1oone"]), ("a\n\t•\t☑ two  \n", ["2xtwo"]),
    ("- [ ] a\n* [x] b\n1. [X] c\n2) ☒ d", ["1oa", "2xb", "3xc", "4xd"]),
    ("☐", ["1o"]), ("☐one", []), ("one ☐ two", []), ("[link](x)", []), ("- [a] b", []), ("3 ☐ x", []),
    ("", []),
    ("• ☐ ☐ x", ["1o☐ x"]), ("☐ a\r\n☐ b\r", ["1oa", "2ob"]),
  ])
  func lines(_ text: String, _ expected: [String]) { #expect(tasks(text) == expected) }

  /// The counts are those of the list, whatever the text.
  @Test func countsAreThoseOfTheList() {
    var generator = SeededGenerator(seed: 5)
    let parts = ["☐", "☑", "☒", "[ ]", "[x]", " ", "\t", "•", "-", "1.", "\n", "a", "é", "\r"]
    for _ in LawSize.seeds("SLIPBOX_TASKS", 500) {
      var text = (0..<12).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      let all = text.withUTF8 { TextTask.all(in: $0) }
      for isDone in [false, true] {
        #expect(TextTask.count(in: text, isDone: isDone) == all.count { $0.isDone == isDone }, "\(text)")
      }
      #expect(all.allSatisfy { !$0.text.contains("\n") && $0.line >= 1 })
    }
  }

  @Test func searchesAskForTasks() throws {
    func states(_ text: String) throws -> Set<Bool> { try SearchQuery(text, clock: clock).taskStates }
    #expect(try states("task:open") == [false] && states("task:done x") == [true])
    #expect(try states("is:task") == [true, false] && states("has:task OR y") == [true, false])
    #expect(try states("-task:open") == [] && states("honey is:draft") == [])
    #expect(throws: QueryError.self) { try states("task:some") }
  }
}

@Suite struct SearchCompletionTests {
  private let box: SlipBox

  init() throws {
    var box = SlipBox()
    let bees = box.findOrCreateKeyword(named: "bees")
    _ = box.findOrCreateKeyword(named: "queens", in: bees)
    _ = box.findOrCreateKeyword(named: "to do")
    _ = box.findOrCreateFolder(at: ["Zettel", "Übung"])
    let empty = FileFact(of: [] as [UInt8])
    var note = Note(id: UniqueID(high: 0, low: 1), title: "A", body: empty, mirror: empty)
    note.properties = [Property("author", .text, "Ada")]
    try box.insert(note)
    self.box = box
  }

  @Test(arguments: [
    ("honey ke", 6, ["keyword:", "keywords:"]), ("honey tag:be", 6, ["tag:bees", "tag:bees/queens"]),
    ("#qu", 0, ["#bees/queens"]), ("-keyword:to", 0, [#"-keyword:"to do""#]),
    ("folder:ub", 0, ["folder:Zettel/Übung"]), ("(status:dr", 0, ["(status:draft"]),
    ("keyword:bees,to", 0, [#"keyword:bees,"to do""#]), ("author:a", 0, ["author:Ada"]),
    ("aut", 0, ["author:"]),
    (#""x tag:be"#, 0, []), ("xyz:", 0, []), ("task:", 0, ["task:any", "task:done", "task:open"]),
  ])
  func terms(_ text: String, _ start: Int, _ expected: [String]) {
    let found = SearchCompletion(of: text, in: box)
    #expect(found.start == start && found.terms == expected, "\(found)")
  }

  /// What is completed is understood as that value.
  @Test func completionsAreValues() throws {
    for begun in ["keyword:", "folder:", "status:", "is:", "has:", "#", "author:", "task:"] {
      for term in SearchCompletion(of: begun, in: box).terms {
        let search = try SearchQuery(term, clock: clock, names: SearchNames(box))
        #expect(search.remarks.isEmpty, "\(term)")
        if case .words = search.tree { Issue.record("\(term) is taken as text") }
      }
    }
  }

  @Test(arguments: [
    ("keyword:bee", "keyword:bees"), ("moths folder:Zetel", "moths folder:Zettel"), ("#quens", "#queens"),
    ("folder:Ubung x", "folder:Zettel/Übung x"), ("keyword:bees", nil), ("keyword:bee*", nil),
    ("folder:zettel", nil),
    ("honey", nil), ("keyword:xyzzy", nil), (#"keyword:"to doo""#, #"keyword:"to do""#),
  ])
  func nearNames(_ text: String, _ expected: String?) {
    #expect(SearchReferences.suggested(text, in: box) == expected)
  }
}
