import SlipBase
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

/// The language of the search box.
@Suite struct SearchTests {
  /// The predicate of a search in its canonical form.
  private func predicate(_ text: String) throws -> String {
    try SearchQuery(text, clock: clock).predicate.description
  }

  @Test(
    arguments: [
      ("", "TRUEPREDICATE"), ("  ( ) * ", "TRUEPREDICATE"), ("title:x", "words(title, \"x\") == TRUE"),
      ("TITLE:Don't", "words(title, \"don t\") == TRUE"),
      ("title:\"two words*\"", "words(title, \"two words*\") == TRUE"),
      ("title:=\"Two Words\"", "title ==[cd] \"Two Words\""),
      ("text:a,b", "words(text, \"a\") == TRUE OR words(text, \"b\") == TRUE"),
      (
        "folder:Work/Ideas/",
        "folder.path ==[cd] \"Work/Ideas\" OR ANY folder.ancestors.path ==[cd] \"Work/Ideas\""
      ),
      ("folder:=Work", "folder.path ==[cd] \"Work\""), ("folder:none", "folder == nil"),
      ("folder:\"none\"", "folder.path ==[cd] \"none\" OR ANY folder.ancestors.path ==[cd] \"none\""),
      (
        "#iOS",
        "ANY keywords.name ==[cd] \"iOS\" OR ANY keywords.path BEGINSWITH[cd] \"iOS/\" OR ANY keywords.path CONTAINS[cd] \"/iOS/\""
      ),
      ("tag:=\"a b\",c", "ANY keywords.name IN[cd] {\"a b\", \"c\"}"),
      ("keyword:a/b", "ANY keywords.path ==[cd] \"a/b\" OR ANY keywords.path BEGINSWITH[cd] \"a/b/\""),
      ("keyword:i*", "ANY keywords.name BEGINSWITH[cd] \"i\""), ("keyword:none", "keywords.@count == 0"),
      ("status:DRAFT,review", "status IN {\"draft\", \"review\"}"), ("is:favorite", "favorite == TRUE"),
      ("-is:orphan", "NOT backlinks.@count == 0"), ("NOT is:dead-end", "NOT links.@count == 0"),
      ("has:image", "ANY attachments.mediaType BEGINSWITH \"image/\""),
      ("has:backlink has:folder", "backlinks.@count > 0 AND folder != nil"),
      ("created:2024", "created >= \"2024\" AND created < \"2025\""),
      ("created:2024-12", "created >= \"2024-12\" AND created < \"2025-01\""),
      ("modified:2024-02-29", "modified >= \"2024-02-29\" AND modified < \"2024-03-01\""),
      ("created:<=2024-03", "created < \"2024-04\""), ("created:>2024-03", "created >= \"2024-04\""),
      ("created:>=2024-03", "created >= \"2024-03\""), ("created:<2024", "created < \"2024\""),
      ("created:2024-01..2024-03", "created >= \"2024-01\" AND created < \"2024-04\""),
      ("created:..2023", "created < \"2024\""), ("created:2023..", "created >= \"2023\""),
      ("created:today", "created >= \"today\" AND created < \"today+1d\""),
      ("created:-7d", "created >= \"-7d\""), ("modified:none", "modified == nil"),
      ("words:>500", "wordCount > 500"), ("attachments:2..", "attachments.@count >= 2"),
      ("links:0", "links.@count == 0"), ("words:1..3", "wordCount >= 1 AND wordCount <= 3"),
      ("file:photo*.png", "ANY attachments.name LIKE[cd] \"photo*.png\""),
      ("type:image/png", "ANY attachments.mediaType ==[c] \"image/png\""),
      ("uuid:3F2A", "uuid BEGINSWITH \"3f2a\""),
      ("links-to:Élan", "ANY links.foldedTitle == \"elan\""),
      ("linked-from:beef", "ANY backlinks.foldedTitle == \"beef\" OR ANY backlinks.uuid BEGINSWITH \"beef\""),
      (
        "is:draft OR is:review is:favorite",
        "status == \"draft\" OR status == \"review\" AND favorite == TRUE"
      ),
      (
        "(is:draft OR is:review) is:favorite",
        "(status == \"draft\" OR status == \"review\") AND favorite == TRUE"
      ),
      ("OR is:draft OR OR", "status == \"draft\""), (") is:draft )) -", "status == \"draft\""),
      ("-(is:draft is:favorite)", "NOT (status == \"draft\" AND favorite == TRUE)"),
    ])
  func meaning(_ text: String, _ expected: String) throws {
    #expect(try predicate(text) == expected)
    // What is printed can be given to another command.
    #expect(try QueryRequest(expected, clock: clock).prepare().predicate.description == expected)
  }

  @Test(arguments: [
    ("10:30", "10 30"), ("multi-agent", "multi agent"), ("foo:bar", "foo bar"), ("C++", "c"), ("a\"b", nil),
    ("日本", "日 本"), ("\"open Quote", "open quote"), ("2024-03-31", "2024 03 31"), ("AND", "and"),
    ("http://x.org/a", "http x org a"), ("ﬁnal", "final"), ("STRASSE", "strasse"), ("İ", "i"), ("กิน", "กิ น"),
  ])
  func text(_ text: String, _ words: String?) throws {
    let terms = try SearchQuery(text, clock: clock).terms
    if let words { #expect(terms.map(\.pattern.description) == [words]) } else { #expect(terms.count == 2) }
  }

  @Test(arguments: [
    ("status:done", 7), ("x status:", 9), ("created:soon", 8), ("a b created:-7m", 12), ("is:nice", 3),
    ("has:what", 4), ("words:many", 6), ("uuid:xyz", 5), ("title:>x", 7), ("created:2024..soon", 8),
    ("status:draft,done", 13), ("created:2024-13", 8), ("title:(one OR two)", 6), ("folder:(P)", 7),
    ("folder:Archive/\"Straße\"", 15), ("folder:\"Work/Archive\"/B", 21), ("#\"a\"b", 4), ("title:a,(b)", 8),
  ])
  func badValues(_ text: String, _ offset: Int) {
    let error = #expect(throws: QueryError.self) { try SearchQuery(text, clock: clock) }
    #expect(error?.offset == offset)
    #expect(error?.phase == .check)
  }

  /// Text without words is looked for as it is, and never means everything.
  @Test(arguments: [
    ("€", "€"), ("%", "%"), ("!!!", "!!!"), ("❤\u{FE0F}", "❤"), ("🦊*", "🦊"), ("\"*\"", "*"),
    ("\"! ?\"", "! ?"),
    ("#", "#"), ("\u{301}", "\u{301}"),
  ])
  func signs(_ text: String, _ signs: String) throws {
    #expect(try SearchQuery(text, clock: clock).tree == .symbols(signs))
    #expect(try SearchQuery("-\(text)", clock: clock).tree == .not(.symbols(signs)))
    #expect(
      try SearchQuery("100 \(text)", clock: clock).tree
        == .and([.words(WordPattern("100")), .symbols(signs)]))
  }

  @Test func signsAreFoundInEachField() throws {
    var box = try sampleBox()
    try box.update(note: id(3)) { $0.title = "100 €" }
    try box.update(keyword: id(22)) { $0.name = "swift €" }
    let hits = try SearchRun(SearchQuery("€", clock: clock)).hits(in: box, texts: SampleTexts())
    #expect(hits.map(\.note.low).sorted() == [1, 3, 4])
  }

  /// Parentheses within a value are text.
  @Test func parenthesesInValues() throws {
    #expect(try predicate("folder:=Work(1)") == "folder.path ==[cd] \"Work(1)\"")
    #expect(try predicate("(folder:=Work)") == "folder.path ==[cd] \"Work\"")
  }

  @Test func remarks() throws {
    let search = try SearchQuery("autor:x status:draft status:review AND http://x /(/", clock: clock)
    #expect(search.remarks.map(\.place) == [0, 21, 35, 48])
    #expect(try SearchQuery("titel:x", clock: clock).remarks.first?.message.contains("'title:'") == true)
  }

  /// Any text has a meaning, or an error that lies in it.
  @Test func parsingIsTotal() throws {
    let parts = [
      "a", "-", "(", ")", "\"", "*", ":", "OR", " ", "NOT", "title:", "created:", "2024", "..", ",", "#", "/",
      "é", "日", "🦊", "\u{301}", "status:", "draft", "=", ">", "\n", "\u{A0}", "words:", "9", "\\", "x",
    ]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<4_000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }.joined()
      do throws(QueryError) {
        let search = try SearchQuery(text, clock: clock)
        let printed = search.predicate.description
        let prepared = try? QueryRequest(printed, clock: clock).prepare()
        #expect(prepared?.predicate.description == printed, "\(text)")
      } catch {
        #expect(error.offset <= text.utf8.count && error.phase == .check, "\(text)")
      }
    }
    let deep = String(repeating: "(-", count: 100_000) + "x" + String(repeating: ")", count: 100_000)
    _ = try SearchQuery(deep, clock: clock)
    _ = try SearchQuery(String(repeating: "NOT ", count: 100_000) + "x", clock: clock)
  }

  @Test(arguments: [
    ("title:=elan", [3]), ("has:image", [1]), ("folder:Work", [1, 2, 3]), ("folder:work/IDEAS", [2, 3]),
    ("folder:=Work", [1]), ("#CAFE", [1, 2]), ("is:orphan", [1, 4, 5]), ("eight words elan", [3]),
    ("\"eight words\" -elan", [1, 2, 4, 5]), ("\"words eight\"", []), ("zett*", [5]), ("zett", []),
    ("links-to:Élan", [1, 2]), ("words:8 title:note", [1, 2]), ("swift", [1, 4]),
  ])
  func notes(_ text: String, _ expected: [UInt64]) throws {
    let search = try SearchQuery(text, clock: clock)
    let box = try sampleBox()
    let hits = try SearchRun(search).hits(in: box, texts: SampleTexts())
    #expect(hits.map(\.note.low).sorted() == expected)
    // The predicate decides the same.
    #expect(try found(search.predicate.description).map { UInt64($0) } == expected)
  }
}
