import SlipBase
import SlipQuery
import Testing

/// Queries over a slip-box.
@Suite struct BoxQueryTests {
  @Test(
    arguments: [
      ("status == 'DRAFT'", [1, 4]), ("status < 'archived' AND status > 'draft'", [2, 5]),
      ("favorite == YES", [1]),
      ("folder == nil", [4]), ("folder != nil AND folder.name == 'Ideas'", [2, 3]),
      ("folder.path == 'Work/Ideas'", [2, 3]),
      ("folder == '00000000-0000-0000-0000-00000000000B'", [1]),
      ("ANY folder.ancestors == '00000000-0000-0000-0000-00000000000b'", [2, 3]),
      ("folder.depth == 0", [1, 5]),
      ("ANY keywords.name ==[cd] 'cafe'", [1, 2]), ("ALL {'Café', 'swift'} IN keywords.name", [1]),
      ("keywords.@count == 0", [3, 5]), ("NONE keywords.name == 'swift'", [2, 3, 5]),
      ("backlinks.@count == 2", [3]),
      ("ANY links.links.title == 'Élan'", [1]), ("SUBQUERY(links, $n, $n.order > order + 1).@count > 0", [1]),
      ("links[FIRST].title LIKE[c] 'NOTE*'", [1]), ("links[5] == nil", [1, 2, 3, 4, 5]),
      ("links.@max.order > 2", [1, 2]), ("links.@distinctUnionOfObjects.folder.@count == 1", [1, 2]),
      ("attachments.@sum.length == 7 AND ANY attachments.width == 640", [1]), ("created == nil", [4]),
      ("created >= 'today'", [1]), ("day == 'yesterday'", [2]), ("day BEGINSWITH '2024'", [1, 2, 3]),
      ("modified == nil", [1, 2, 3, 4, 5]), ("foldedTitle == 'elan'", [3]),
      ("title CONTAINS[c] 'STRASSE'", [4]),
      ("text CONTAINS 'Zettel'", [5]), ("wordCount == 8 AND title == 'note 9'", [2]),
      ("title.length == 4", [3]),
      ("SELF IN links.links", []), ("ANY links == SELF", []), ("uuid ENDSWITH '03'", [3]),
      ("source == nil", [1, 2, 3, 4, 5]),
      ("NOT (created < 'now')", [4]),
    ])
  func notes(_ predicate: String, _ expected: [Int]) throws { #expect(try found(predicate) == expected) }

  @Test func otherEntities() throws {
    #expect(try found("parent.name == 'Work'", of: .folder) == [12])
    #expect(try found("ANY descendants.notes.title == 'Élan'", of: .folder) == [11])
    #expect(try found("notes.@count == 2 AND color.red > 0.21", of: .keyword) == [22])
  }

  @Test func daysLieInTheZone() throws {
    #expect(try found("day == '2024-06-15'") == [1])
    #expect(try found("day == '2024-06-15'", zone: TimeZoneRules(minutesEast: 60)) == [1, 2])
    #expect(try found("day == '2024-01-01'", zone: TimeZoneRules(minutesEast: 60)) == [3, 5])
  }

  @Test func variables() throws {
    let names: QueryArgument = .list([.string("Élan"), .string("Zettel")])
    #expect(
      try found("title IN $names AND created >= $day") {
        $0.variables = ["names": names, "day": .string("2024")]
      } == [3])
  }

  @Test func order() throws {
    #expect(try found("TRUEPREDICATE") { $0.sort = SortKey.list("title") } == [3, 2, 1, 4, 5])
    #expect(try found("TRUEPREDICATE") { $0.sort = SortKey.list("title[n]") } == [1, 4, 5, 2, 3])
    #expect(try found("TRUEPREDICATE") { $0.sort = SortKey.list("-created") } == [1, 2, 3, 5, 4])
    #expect(try found("TRUEPREDICATE") { $0.sort = SortKey.list(" status, -order") } == [4, 1, 5, 2, 3])
    #expect(try found("TRUEPREDICATE") { $0.sort = SortKey.list("keywords.@count") } == [3, 5, 2, 4, 1])
  }

  @Test func offsetAndLimit() throws {
    for (offset, limit, expected) in [
      (1, 2, [2, 3]), (4, 9, [5]), (9, nil, []), (0, 0, []), (3, nil, [4, 5]),
    ] {
      #expect(
        try found("TRUEPREDICATE") {
          $0.offset = offset
          $0.limit = limit
        } == expected)
    }
  }

  @Test func sections() throws {
    var request = QueryRequest("TRUEPREDICATE", clock: clock)
    request.section = SortKey("folder.path", isAscending: false)
    request.sort = [SortKey("title")]
    request.limit = 4
    let result = try request.prepare().run(over: BoxView(try sampleBox(), texts: SampleTexts()))
    let sections = result.sections ?? []
    #expect(sections.map(\.key.text) == ["Work/Ideas", "Work", "Home"])
    #expect(sections.map { $0.objects.compactMap { $0.uniqueID?.low } } == [[3, 2], [1], [5]])
    #expect(sections.flatMap { $0.objects.map(\.uniqueID) } == result.objects.map(\.uniqueID))
  }

  @Test func textsAreReadOnlyWhenNeeded() throws {
    let texts = SampleTexts()
    let view = BoxView(try sampleBox(), texts: texts)
    let query = try QueryRequest("text CONTAINS 'words' AND status == 'archived'", clock: clock).prepare()
    #expect(try query.run(over: view).ids == [id(3)])
    #expect(texts.read == ["Élan"])
  }

  @Test func unreadableTextsStopTheQuery() throws {
    var box = try sampleBox()
    try box.update(note: id(5)) { $0.title = "Unreadable" }
    let query = try QueryRequest("text == ''", clock: clock).prepare()
    let error = #expect(throws: QueryError.self) {
      try query.run(over: BoxView(box, texts: SampleTexts()))
    }
    #expect(error?.phase == .evaluation)
    #expect(error?.cause != nil)
  }
}
