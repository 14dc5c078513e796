import SlipBase
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

/// Searches that name something of the box: saved searches and properties.
@Suite struct SearchNamesTests {
  /// The sample box with properties and saved searches.
  private func box() throws -> SlipBox {
    var box = try sampleBox()
    try box.update(note: id(1)) {
      $0.properties = [
        Property("author", .text, "Niklas Luhmann"), Property("due", .date, "2024-06-01T00:00:00Z"),
        Property("pages", .number, "12.5"), Property("read", .boolean, "true"), Property("title", .text, "x"),
        Property("my:label", .text, "red"), Property("when", .text, "2024"),
      ]
    }
    try box.update(note: id(2)) {
      $0.properties = [
        Property("author", .text, "Someone"), Property("due", .date, "2024-07-01T00:00:00Z"),
        Property("pages", .number, "-3"), Property("read", .boolean, "false"),
        Property("when", .date, "2024-03-01T00:00:00Z"),
      ]
    }
    let searches: [(String, String?, String?)] = [
      ("Swift", "keyword:swift", nil), ("Drafts", nil, "status == 'draft'"), ("Both", "note", "order < 2"),
      ("Nested", "saved:Swift OR title:zettel", nil), ("Circle", "x OR saved:Other", nil),
      ("Other", "-saved:Circle", nil), ("Bad", "created:soon", nil), ("Wrong", nil, "titel == 'a'"),
      ("Many", (0..<300).map { _ in "saved:Swift" }.joined(separator: " OR "), nil),
    ]
    for (number, (name, words, predicate)) in searches.enumerated() {
      var folder = Folder(id: id(30 + number), name: name)
      for (key, value) in [("search", words), ("predicate", predicate)] {
        if let value { folder.properties.append(Property(key, .text, value)) }
      }
      try box.insert(folder)
    }
    return box
  }

  @Test(arguments: [
    ("saved:Swift", [1, 4]), ("-saved:Swift", [2, 3, 5]), ("saved:Drafts", [1, 4]), ("saved:Both", [1]),
    ("saved:Nested", [1, 4, 5]), ("saved:Swift,Nested -title:note", [4, 5]),
    ("saved:=\"Swift\" is:favorite", [1]),
    ("author:luhmann", [1]), ("AUTHOR:\"niklas luhmann\"", [1]), ("author:=Luhmann", []), ("author:lu*", [1]),
    ("author:none", [3, 4, 5]), ("author:\"none\"", []), ("-author:someone", [1, 3, 4, 5]),
    ("due:<today", [1]), ("due:2024-07", [2]), ("due:2024-05..2024-06", [1]), ("due:none", [3, 4, 5]),
    ("pages:>5", [1]), ("pages:12.5", [1]), ("pages:-3", [2]), ("pages:-5..13", [1, 2]),
    ("pages:12.5,-3", [1, 2]),
    ("read:true", [1]), ("read:no", [2]), ("my:label:red", [1]), ("when:2024", [1, 2]),
    ("when:>2024-02", [2]),
    ("title:x", []),
  ])
  func notes(_ text: String, _ expected: [UInt64]) throws {
    let box = try box()
    let search = try SearchQuery(text, clock: clock).meaning(in: box)
    let hits = try SearchRun(search).hits(in: box, texts: SampleTexts())
    #expect(hits.map(\.note.low).sorted() == expected)
    let request = QueryRequest(search.predicate.description, clock: clock)
    let ids = try request.prepare().run(over: BoxView(box, texts: SampleTexts())).ids
    #expect(ids.map(\.low) == expected)
  }

  @Test(arguments: [
    ("saved:Circle", 6), ("a saved:Nothing", 8), ("saved:Work", 6), ("saved:", 6), ("saved:>Swift", 7),
    ("saved:Bad", 6), ("saved:Wrong", 6), ("saved:Swift,Other", 12), ("saved:Many", 6), ("due:soon", 4),
    ("pages:many", 6), ("read:perhaps", 5),
  ])
  func badValues(_ text: String, _ offset: Int) throws {
    let box = try box()
    let error = #expect(throws: QueryError.self) { try SearchQuery(text, clock: clock).meaning(in: box) }
    #expect(error?.offset == offset)
    #expect(error?.phase == .check)
  }

  /// What no note has as a property is text, as it is where the box isn't known.
  @Test(arguments: [
    ("foo:bar", "foo bar"), ("foo:\"bar baz\"", "foo bar baz"), ("foo:\"ba\"*", "foo ba*"),
    ("10:30", "10 30"),
    ("author: x", "author"), ("author://x", "author x"),
  ])
  func text(_ text: String, _ words: String) throws {
    let search = try SearchQuery(text, clock: clock).meaning(in: box())
    #expect(search.terms.first?.pattern.description == words)
  }

  @Test func remarksNameTheNearestProperty() throws {
    let search = try SearchQuery("autor:x", clock: clock).meaning(in: box())
    #expect(search.remarks.first?.message.contains("'author:'") == true)
  }

  /// A property of texts has no order: none of its notes is found, which is said once.
  @Test func textsHaveNoOrder() throws {
    let box = try box()
    let search = try SearchQuery("author:<b OR author:>b", clock: clock).meaning(in: box)
    #expect(try SearchRun(search).hits(in: box, texts: SampleTexts()).isEmpty)
    #expect(search.remarks.map { $0.message.contains("no order") } == [true])
  }

  /// The words of a saved search rank the notes, as those in parentheses do.
  @Test func savedWordsAreTerms() throws {
    let search = try SearchQuery("saved:Nested", clock: clock).meaning(in: box())
    #expect(search.terms.map(\.pattern.description) == ["zettel"])
    let unknown = try SearchQuery("saved:Nested", clock: clock)
    #expect(unknown.needsBox && unknown.openSavedSearch == 6)
    #expect(try !SearchQuery("title:x 10:30 http://x", clock: clock).needsBox)
  }

  @Test func truthValuesOfProperties() throws {
    let query = try QueryRequest("ANY properties.boolean == YES", clock: clock).prepare()
    #expect(try query.run(over: BoxView(box(), texts: SampleTexts())).ids == [id(1)])
    let none = try QueryRequest("SUBQUERY(properties, $p, $p.boolean == nil).@count == 3", clock: clock)
      .prepare()
    #expect(try none.run(over: BoxView(box(), texts: SampleTexts())).ids == [])
  }
}
