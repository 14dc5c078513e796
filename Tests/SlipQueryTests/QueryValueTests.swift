import SlipBase
import SlipNotes
import Testing

@testable import SlipQuery

/// Queries that are handed over as values.
@Suite struct QueryValueTests {
  private let clock = QueryClock(now: Timestamp(seconds: 1_718_452_800))

  @Test(arguments: [
    "title CONTAINS[cd] 'bee'", "NOT (status == 'draft' OR order > 2) AND ANY keywords.name == 'a'",
    "SUBQUERY(properties, $p, $p.name == 'x').@count > 0", "TRUEPREDICATE",
  ]) func aTreeMeansWhatItsTextMeans(text: String) throws {
    let read = try QueryRequest(text, clock: clock).prepare()
    let made = try QueryRequest(read.predicate, clock: clock).prepare()
    #expect(made.predicate == read.predicate)
    #expect(made.needsBox == read.needsBox)
  }

  @Test func treesAreChecked() {
    let wrong = QueryPredicate.comparison(
      QueryComparison(nil, .path("nothing"), .equal, .none, QueryExpression(.integer(1))))
    #expect(throws: QueryError.self) { try QueryRequest(wrong, clock: clock).prepare() }
  }

  @Test func whatNestsDeeperThanTextIsRefused() throws {
    var tree = QueryPredicate.constant(true)
    for _ in 0..<QueryLimits.nesting { tree = .or([.and([tree, .constant(true)]), .constant(false)]) }
    _ = try QueryRequest(tree, clock: clock).prepare()
    for _ in 0..<QueryLimits.nesting { tree = .not(tree) }
    let error = #expect(throws: QueryError.self) { try QueryRequest(tree, clock: clock).prepare() }
    #expect(error?.message == "nested too deep")
  }

  @Test func joiningKeepsOneTreeAndFlattensMore() throws {
    let one = try QueryPredicate("title == 'a'", arguments: [])
    let two = try QueryPredicate("title == 'b' AND order == 1", arguments: [])
    #expect(QueryPredicate.joined(and: []) == .constant(true))
    #expect(QueryPredicate.joined(and: [one]) == one)
    #expect(
      QueryPredicate.joined(and: [one, two]).description
        == #"title == "a" AND title == "b" AND order == 1"#)
  }
}
