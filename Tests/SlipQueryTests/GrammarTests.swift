import SlipQuery
import Testing

/// What predicates are read as, shown by their canonical form.
@Suite struct GrammarTests {
  @Test(
    arguments: [
      ("  title='x'&&order<>2", "title == \"x\" AND order != 2"),
      ("a == 1 or b == 2 and c == 3", "a == 1 OR b == 2 AND c == 3"),
      ("((a == 1) OR (b == 2)) AND NOT (c == 3)", "(a == 1 OR b == 2) AND NOT c == 3"),
      ("!(a == 1 && b == 2)", "NOT (a == 1 AND b == 2)"),
      ("SOME k.name =[dc] 'x'", "ANY k.name ==[cd] \"x\""), ("NONE k == nil", "NOT ANY k == nil"),
      ("(a + 1) * 2 == -(b - (c - 1))", "(a + 1) * 2 == -(b - (c - 1))"),
      ("((a - 1) - 2) == ((3))", "a - 1 - 2 == 3"), ("a - (1 - 2) == - -3", "a - (1 - 2) == 3"),
      ("-2 ** 2 ** 3 == (-2) ** -x", "-2 ** 2 ** 3 == (-2) ** -x"),
      ("x == 0x1f + 0o17 + 0b11 + .5 + 1e20", "x == 31 + 15 + 3 + 0.5 + 1e+20"),
      ("x == -9223372036854775808", "x == -9223372036854775808"),
      ("'\\u00e9\\\"\\n' IN {'a', \"b\\\\\",nil}", "\"é\\\"\\n\" IN {\"a\", \"b\\\\\", nil}"),
      ("x == '\\uD83D\\uDE00\\0'", "x == \"😀\\u0000\""),
      ("#size == SELF . #first [ 0 ] . @count", "#size == SELF.first[0].@count"),
      ("links[Last].x == links[SIZE]", "links[LAST].x == links[SIZE]"),
      ("(folder).name == $v.x", "folder.name == $v.x"), ("('a').length == 1", "(\"a\").length == 1"),
      ("AVG(x) == Length:(y)", "average(x) == length(y)"),
      ("MODULUS:BY:(x, 2) == frob:(1)", "modulus:by:(x, 2) == frob:(1)"),
      ("subquery((k), $x, ($x == 1)).@count > 0", "SUBQUERY(k, $x, $x == 1).@count > 0"),
      (
        "Ternary(a == 1, 2, null) == cast('1', 'NSNumber')",
        "TERNARY(a == 1, 2, nil) == CAST(\"1\", \"NSNumber\")"
      ),
      (
        "FUNCTION(t, 'substringToIndex:', 2) LIKE[n] '*'",
        "FUNCTION(t, \"substringToIndex:\", 2) LIKE[n] \"*\""
      ),
      ("truepredicate OR FalsePredicate", "TRUEPREDICATE OR FALSEPREDICATE"),
    ])
  func canonical(_ format: String, _ expected: String) throws {
    let predicate = try QueryPredicate(format)
    #expect(predicate.description == expected)
    #expect(try QueryPredicate(expected) == predicate)
  }

  @Test func argumentsBecomeConstants() throws {
    let arguments: [QueryArgument] = [
      .string("SELF.folder"), .string("it's \"so\""), .integer(-3), .double(2), .bool(true),
      .list([.null, .string("a")]), .date(time("2024-01-02T03:04:05.5+01:00")),
    ]
    let predicate = try QueryPredicate(
      "%K.name == %@ AND %@ ** 2 == %f AND %d IN %@ AND x < %@", arguments: arguments)
    #expect(
      predicate.description
        == "SELF.folder.name == \"it's \\\"so\\\"\" AND (-3) ** 2 == 2.0 AND 1 IN {nil, \"a\"} "
        + "AND x < CAST(\"2024-01-02T02:04:05.5Z\", \"NSDate\")")
  }

  @Test func anArgumentNeverChangesTheSyntax() throws {
    let text = "\" OR TRUEPREDICATE OR \"%@"
    let predicate = try QueryPredicate("title == %@", arguments: [.string(text)])
    #expect(
      predicate == .comparison(QueryComparison(nil, title, .equal, .none, QueryExpression(.string(text)))))
    #expect(try QueryPredicate(predicate.description) == predicate)
  }

  @Test func placesDoNotCount() throws {
    #expect(try QueryPredicate("title == 1") == QueryPredicate("   (title)   ==   1"))
  }

  /// The path `title`.
  private var title: QueryExpression {
    QueryExpression(.path(QueryKeyPath(.implicit, [.key("title", TextPlace(0))])))
  }
}
