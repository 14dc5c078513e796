import SlipQuery
import Testing

/// Errors with their places. `^` marks the place in the text and is taken out of it.
@Suite struct ErrorTests {
  /// Checks phase and place of the error.
  private func check(
    _ marked: String, _ phase: QueryError.Phase, _ arguments: [QueryArgument] = [],
    of entity: EntityKind = .note
  ) {
    let parts = marked.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return #expect(Bool(false), "no mark in \(marked)") }
    let error = fault(String(parts[0] + parts[1]), arguments, of: entity)
    #expect(error?.phase == phase, "\(marked): \(String(describing: error))")
    #expect(error?.offset == parts[0].utf8.count, "\(marked): \(String(describing: error))")
  }

  @Test(
    arguments: [
      "^", "title^", "title ==^", "^== 1", "title = ^= 1", "title ^IS nil",
      "title ^NOT IN {1}", "title == 'é' ^é", "(title == 'a'^", "title == 'a'^)", "(^)",
      "(title) ^AND x == 1",
      "(title == 'a') ^+ 1 == 2", "title == (text ^== 'a')", "ANY ^NOT k == 1", "x IN {1,^}", "x IN {1 ^2}",
      "x LIKE[^x] 'a'", "x LIKE[cd^", "x == ^'abc", "x == 'a^\\q'", "x == '^\\uD800'", "x == ^0x",
      "x == ^12abc",
      "x == 1^. AND y == 2", "x == ^9223372036854775808", "x == ^1e999", "title ^& 'a' == 1", "x == ^“a”",
      "title^\u{200B} == 1", "^\u{FEFF}title == 1", "^$ == 1", "$a ^:= 1", "order ^% 2 == 0", "x == ^%5d",
      "a.^.b == 1", "folder^.1 == 1", "links.@ ^== 1", "^.x == 1",
      "5^.length == 1", "'a'^.length == 1", "{1}^[0] == 1", "links[0 ^== 1", "^size == 1", "lower(a ^== 1)",
      "modulus:by: ^x == 1", "SUBQUERY(a, ^x, TRUEPREDICATE).@count == 1", "SUBQUERY(a, $x, ^)",
      "CAST(a, ^NSDate) == 1", "CAST(a^) == 1", "TERNARY(a^, 1, 2) == 1", "order == ^+1", "order == -^",
      "^FETCH(a) == 1",
    ])
  func syntax(_ marked: String) { check(marked, .syntax) }

  @Test func argument() {
    check("title == ^%@", .argument)
    check("title == %@^", .argument, [.string("a"), .null])
    check("order == ^%d", .argument, [.string("3")])
    check("order == ^%f", .argument, [.null])
    check("order == ^%@", .argument, [.largeNumber(1e30)])
    #expect(fault("order == %f", [.largeNumber(1e30)]) == nil)
    check("title == ^%s", .argument, [.integer(1)])
    check("^%K == 1", .argument, [.string("a..b")])
    check("folder.^%K == 1", .argument, [.string("SELF.name")])
    check("title == ^%@", .argument, [.unusable("not a value")])
    check("x == %@ AND ^", .syntax, [.unusable("syntax comes first")])
  }

  @Test(
    arguments: [
      "^titel == 'a'", "folder.^nam == 'a'", "^#size == 1", "title == ^$v", "order == ^'3'", "title == ^TRUE",
      "created >= ^'2024-02-30'", "created >= ^'-7m'", "status IN {'draft', ^'done'}", "folder == ^'Work'",
      "^'iOS' IN keywords", "folder == ^keywords[0]", "^order BEGINSWITH '1'", "title CONTAINS ^3",
      "^folder < 'a'", "^uuid < 'a'", "title MATCHES ^'['", "^keywords == nil", "title == ^keywords.name",
      "ANY ^title == 'a'", "SUBQUERY(^folder, $x, TRUEPREDICATE).@count > 0", "title.^@count > 0",
      "links.^@median.order > 0", "links.^@sum.title == 1", "title^[0] == 'a'", "links[^'a'].order == 1",
      "order BETWEEN ^{1}", "order BETWEEN {1, ^nil}", "^nil IN {1}", "title CONTAINS ^nil",
      "^title + 1 == 2",
      "-^title == 1", "created + ^created == 2", "created - ^'2024' > 5", "^frob(title) == 1",
      "^lowercase(title, text) == 'a'", "lowercase(^order) == 'a'", "sum(^order) == 1", "^random() == 1",
      "CAST(title, ^'NSColor') == 1", "CAST(^folder, 'NSString') == 'a'",
      "CAST(^'soon', 'NSDate') == created",
      "FUNCTION(title, ^'dealloc') == 1", "FUNCTION(^order, 'length') == 1",
      "TERNARY(order == 1, 2, ^'a') == 2", "mode(^{1, 'a'}) == 1",
      "SUBQUERY(links, $x, ^$y.title == 'a').@count > 0", "attachments[0] == ^attachments[0]",
    ])
  func check(_ marked: String) { check(marked, .check) }

  @Test func otherEntities() {
    check("^title == 'a'", .check, of: .folder)
    check("color == ^'red'", .check, of: .keyword)
  }

  @Test func hints() {
    #expect(fault("titel == 'a'")?.hint == "did you mean 'title'?")
    #expect(fault("title STARTSWITH 'a'")?.hint == "write BEGINSWITH")
    #expect(fault("favorite")?.hint?.contains("favorite == YES") == true)
    #expect(fault("links.count > 0")?.hint == "write .@count")
    #expect(fault("title IN ('a', 'b')")?.hint == "write a list as {…}")
    #expect(fault("title IN ('a' 'b')")?.hint == nil)
    #expect(fault("status == 'drafts'")?.hint == "did you mean 'draft'?")
  }

  @Test func linesAndColumns() {
    let text = "title == \"é\"\n  AND ?"
    let place = fault(text)?.position(in: text)
    #expect(place?.line == 2)
    #expect(place?.column == 7)
  }

  @Test func sortKeysAreChecked() throws {
    for key in ["folder", "keywords", "nothing", "keywords.name", "title ==", ""] {
      var request = QueryRequest("TRUEPREDICATE", clock: clock)
      request.sort = [SortKey(key)]
      #expect(throws: QueryError.self) { try request.prepare() }
    }
  }
}
