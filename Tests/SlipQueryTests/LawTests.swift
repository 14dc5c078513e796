import SlipQuery
import SlipTestSupport
import Testing

/// Laws over generated predicates, and limits.
@Suite struct LawTests {
  @Test func whatIsPrintedIsReadBack() throws {
    var maker = PredicateMaker(random: SeededGenerator(seed: 7))
    for _ in 0..<3_000 {
      let predicate = maker.predicate(4)
      let text = predicate.description
      let again = try QueryPredicate(text)
      #expect(again == predicate, "\(text)")
      #expect(again.description == text)
    }
  }

  /// Any text gives a predicate or an error within it.
  @Test func parsingIsTotal() {
    var random = SeededGenerator(seed: 11)
    let parts = [
      "title", "==", "(", ")", "{", "}", "[", "]", "'a'", "1", "-", "**", "+", "AND", "NOT", "ANY", ".",
      "@count", "#",
      "%@", "%K", "$x", "SUBQUERY", "CAST", "TERNARY", ",", "IN", "é", "“", "\\", "%", ":", "0x", "1e", "\"",
      " ",
    ]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0..<12, using: &random))
        .map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined(separator: " ")
      do throws(QueryError) {
        let predicate = try QueryPredicate(text, arguments: [.string("title")])
        #expect((try? QueryPredicate(predicate.description)) == predicate, "\(text)")
      } catch {
        #expect((0...text.utf8.count).contains(error.offset), "\(text)")
      }
    }
  }

  @Test func logic() throws {
    let all = try found("TRUEPREDICATE")
    for (a, b) in [
      ("NOT (status == 'draft' AND folder == nil)", "NOT status == 'draft' OR NOT folder == nil"),
      ("order BETWEEN {2, 4}", "order >= 2 AND order <= 4"), ("order IN {1, 5}", "order == 1 OR order == 5"),
      ("title CONTAINS 'te'", "title LIKE '*te*'"),
      ("ANY links.order > 2", "SUBQUERY(links, $x, $x.order > 2).@count > 0"),
      ("ALL links.order > 2", "SUBQUERY(links, $x, NOT $x.order > 2).@count == 0"),
    ] {
      #expect(try found(a) == found(b), "\(a)")
      #expect(try found("(\(a)) OR NOT (\(a))") == all)
      #expect(try found("NOT NOT (\(a))") == found(a))
    }
  }

  // MARK: Limits

  @Test(
    arguments: [
      ("(", ")"), ("NOT ", ""), ("!", ""), ("-", ""), ("abs(", ")"), ("{", "}"), ("x[", "]"), ("2 ** ", ""),
    ])
  func nesting(_ open: String, _ close: String) throws {
    /// A predicate with so many levels.
    func nested(_ depth: Int) -> String {
      let (before, after) = (String(repeating: open, count: depth), String(repeating: close, count: depth))
      return open == "NOT " || open == "!" ? before + "x == 1" : before + "x" + after + " == 1"
    }
    _ = try QueryPredicate(nested(QueryLimits.nesting))
    let error = #expect(throws: QueryError.self) { try QueryPredicate(nested(100_000)) }
    #expect(error?.message == "nested too deep")
    #expect((error?.offset ?? 0) / open.utf8.count == QueryLimits.nesting)
  }

  @Test func theDeepestTreesAreCheckedAndEvaluated() throws {
    let depth = QueryLimits.nesting - 1
    let calls = String(repeating: "abs(", count: depth) + "order" + String(repeating: ")", count: depth)
    #expect(try found("\(calls) == 3") == [3])
    let subqueries =
      String(repeating: "SUBQUERY(links, $x, ", count: 40) + "TRUEPREDICATE"
      + String(repeating: ").@count >= 0", count: 40)
    #expect(fault(subqueries) == nil)
  }

  @Test func longChains() throws {
    let sum = Array(repeating: "1", count: 250_000).joined(separator: "+")
    #expect(try isTrue("\(sum) == 250000"))
    let choices = (0..<20_000).map { "order==\($0)" }.joined(separator: "||")
    #expect(try found(choices) == [1, 2, 3, 4, 5])
    let predicate = try QueryPredicate(choices)
    #expect(try QueryPredicate(predicate.description) == predicate)
  }

  @Test func longTexts() {
    let text = "title == '" + String(repeating: "a", count: QueryLimits.textBytes) + "'"
    #expect(fault(text)?.phase == .syntax)
  }

  @Test func patternsEnd() throws {
    let text = String(repeating: "a", count: 10_000)
    let query = try QueryRequest("'\(text)' MATCHES '(a+)+b'", clock: clock).prepare()
    let error = #expect(throws: QueryError.self) {
      try query.run(over: BoxView(try sampleBox(), texts: SampleTexts()))
    }
    #expect(error?.phase == .evaluation)
    #expect(try isTrue("'\(text)' MATCHES '(a|b)*a'"))
    #expect(try isTrue("'' MATCHES '(a*)*(b?)+'"))
    // Numbers of repetitions are tried only as far as a pattern may be long.
    for pattern in ["(ab){2000000000}", "(ab){1,2000000000}", "((a{9999}){9999}){9999}"] {
      let time = CPUTime.measure { _ = fault("'a' MATCHES '\(pattern)'") }
      #expect(time < .seconds(2), "\(pattern)")
    }
  }
}

/// Makes predicates of any shape that a parser can give.
struct PredicateMaker {
  var random: SeededGenerator

  mutating func predicate(_ depth: Int) -> QueryPredicate {
    guard depth > 0 else { return .constant(Bool.random(using: &random)) }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return .constant(true)
    case 1: return .not(predicate(depth - 1))
    case 2: return .and(parts(depth) { if case .and = $0 { false } else { true } })
    case 3: return .or(parts(depth) { if case .or = $0 { false } else { true } })
    default:
      let quantifier: QueryComparison.Quantifier? =
        Bool.random(using: &random) ? nil : pick(QueryComparison.Quantifier.allCases)
      return .comparison(
        QueryComparison(
          quantifier, expression(depth - 1), pick(QueryComparison.Operator.allCases),
          pick(QueryComparison.Options.allCases),
          expression(depth - 1)))
    }
  }

  private mutating func parts(_ depth: Int, _ isPart: (QueryPredicate) -> Bool) -> [QueryPredicate] {
    var found: [QueryPredicate] = []
    while found.count < 2 {
      let next = predicate(depth - 1)
      if isPart(next) { found.append(next) }
    }
    return found
  }

  private mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func expression(_ depth: Int) -> QueryExpression {
    guard depth > 0 else { return leaf() }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return QueryExpression(.list([expression(depth - 1), expression(depth - 1)]))
    case 1:
      let inner = expression(depth - 1)
      switch inner.node {
      case .integer, .double: return inner
      default: return QueryExpression(.negated(inner))
      }
    case 2: return chain(depth, [.plus, .minus])
    case 3: return chain(depth, [.times, .over])
    case 4: return QueryExpression(.power(expression(depth - 1), expression(depth - 1)))
    case 5:
      return QueryExpression(
        .call(pick(["length", "now", "modulus:by:", "average"]), [expression(depth - 1)]))
    case 6: return QueryExpression(.cast(expression(depth - 1), "NSDate", TextPlace(0)))
    case 7: return QueryExpression(.function(expression(depth - 1), "length", TextPlace(0), [leaf()]))
    case 8: return QueryExpression(.subquery(expression(depth - 1), "x", predicate(depth - 1)))
    case 9: return QueryExpression(.ternary(predicate(depth - 1), expression(depth - 1), leaf()))
    default: return path(depth)
    }
  }

  private mutating func chain(_ depth: Int, _ signs: [QueryExpression.Sign]) -> QueryExpression {
    let first = expression(depth - 1)
    // A chain of the same rank at the left would be part of this one.
    if case .chain(_, let links) = first.node, signs.contains(links[0].sign) { return first }
    return QueryExpression(
      .chain(first, (0..<2).map { _ in QueryExpression.Link(pick(signs), expression(depth - 1)) }))
  }

  private mutating func path(_ depth: Int) -> QueryExpression {
    let place = TextPlace(0)
    var path = QueryKeyPath(.implicit, [.key(pick(["title", "size", "in", "é"]), place)])
    switch Int.random(in: 0..<4, using: &random) {
    case 0: path = QueryKeyPath(.own)
    case 1: path = QueryKeyPath(.variable(pick(["x", "0"])))
    case 2:
      let base = expression(depth - 1)
      if case .path = base.node { return base }
      path = QueryKeyPath(.expression(base), [.size(place)])
    default: break
    }
    let steps: [QueryKeyPath.Step] = [
      .key("name", place), .key("AND", place), .collection("count", place), .first(place), .last(place),
      .size(place),
      .index(expression(depth - 1), place),
    ]
    for _ in 0..<Int.random(in: 0..<3, using: &random) { path.steps.append(pick(steps)) }
    return QueryExpression(.path(path))
  }

  private mutating func leaf() -> QueryExpression {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: QueryExpression(.null)
    case 1: QueryExpression(.bool(Bool.random(using: &random)))
    case 2: QueryExpression(.integer(pick([0, 1, -1, .max, .min, 42])))
    case 3: QueryExpression(.double(pick([0.5, -2.5, 1e300, 1e-7, -1e16, 100])))
    case 4: QueryExpression(.string(pick(["", "a\"b\\", "tab\t\u{1}", "é👩‍👩‍👧", "%@ $x"])))
    default: QueryExpression(.path(QueryKeyPath(.implicit, [.key("title", TextPlace(0))])))
    }
  }
}
