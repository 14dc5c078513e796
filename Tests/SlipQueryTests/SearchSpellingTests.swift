import SlipQuery
import Testing

/// What may have been meant by a search that finds nothing.
@Suite struct SearchSpellingTests {
  @Test(arguments: [
    ("honny", "honey"), ("zwie honey", "zwei honey"), ("Honny OR zwie", "honey OR zwei"),
    ("honny -wax title:foo", "honey -wax title:foo"), ("-waxx honny", "-waxx honey"), ("honz*", "hone*"),
    ("\"zwei honny\" is:draft", "\"zwei honey\" is:draft"), ("(honny) /x/ #bees", "(honey) /x/ #bees"),
    ("don't", nil), ("honey", nil), ("honey zwei", nil), ("hon* zwei", nil), ("honny qqqqqqqq", nil),
    ("zwe", nil),
    ("title:honny", nil), ("", nil),
  ])
  func suggestion(_ text: String, _ expected: String?) throws {
    var spelling = SearchSpelling(try SearchQuery(text, clock: clock))
    for text in ["One", "zwei honey hone", "don wax"] { spelling.add(text) }
    #expect(spelling.suggestion == expected)
  }
}
