import Foundation
import SlipBase
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Requests of programs and their answers.
@Suite struct QuerySessionTests {
  private func session() throws -> QuerySession {
    let path = Fixtures.directory.appending(path: "versions/tour-8.slipbox").path
    let clock = QueryClock(now: Timestamp(microseconds: 0))
    return QuerySession(try OpenBundle(path), clock: clock)
  }

  private static let requests = [
    #"{"id":1,"predicate":"TRUEPREDICATE","section":"folder.path","sort":["-title"]}"#,
    #"{"predicate":"title == %@","arguments":[null,1,1.5,true,"x",[1],{"date":"2024-01-01T00:00:00Z"}]}"#,
    #"{"predicate":"title == $x","variables":{"x":"Swarming"}}"#, #"{"id":"f","find":"swarm* OR varroa"}"#,
    #"{"id":2,"predicate":"uuid >"}"#, #"{"id":2,"find":"words:x"}"#, #"{"id":2}"#, "[]", "", "{",
    #"{"predicate":"TRUEPREDICATE","limit":-1}"#, #"{"predicate":"TRUEPREDICATE","now":"soon"}"#,
    #"{"predicate":"TRUEPREDICATE","timezone":"Mars/Base"}"#,
    #"{"predicate":"TRUEPREDICATE","entity":"color"}"#,
    #"{"predicate":"TRUEPREDICATE","sort":[{"key":"folder"}]}"#, #"{"predicate":1}"#,
    #"{"predicate":"depth == 0","entity":"folder","offset":1,"limit":1}"#,
  ]

  /// Every answer follows the schema, whatever the request.
  @Test(arguments: requests) func answersFollowTheSchema(_ request: String) throws {
    let answer = try JSONEncoder().encode(session().answer(Array(request.utf8)))
    let object = try JSONSerialization.jsonObject(with: answer)
    #expect(try SchemaChecker(named: "query").faults(object) == [])
  }

  @Test func numbersKeepTheirMeaning() throws {
    func fault(_ argument: String) throws -> Bool {
      let line = #"{"predicate":"order == %@","arguments":["# + argument + "]}"
      return try !session().answer(Array(line.utf8)).isAnswered
    }
    for argument in ["9223372036854775807", "-9223372036854775808", "3.0", "1e3", "0.5"] {
      #expect(try !fault(argument), "\(argument)")
    }
    for argument in ["9223372036854775808", "1e300", "1180591620717411303424"] {
      #expect(try fault(argument), "\(argument)")
    }
  }

  /// The message says what is wrong with a line.
  @Test(arguments: [
    (#"{"predicate":"TRUEPREDICATE","limit":1.5}"#, "the member 'limit' has the wrong type"),
    ("[1]", "the line is not a JSON object"), ("{", "the line is not a JSON object"),
    (
      #"{"predicate":"TRUEPREDICATE","sort":[{"key":"title","descending":true}]}"#,
      "a sort key has the members key, ascending, literal, and not 'descending'"
    ),
  ])
  func badLines(_ line: String, _ message: String) throws {
    #expect(try session().answer(Array(line.utf8)).fault?.message == message)
  }

  @Test func largeNumbersAreDoubles() throws {
    let line = #"{"predicate":"order < %f","arguments":[1e30]}"#
    #expect(try session().answer(Array(line.utf8)).isAnswered)
  }

  /// A search without words orders as a predicate with the same sort does.
  @Test func findAndPredicateAgree() throws {
    let search = try session().answer(Array(#"{"find":"is:draft","sort":["title"]}"#.utf8))
    let predicate = try session().answer(Array(#"{"predicate":"status == 'draft'","sort":["title"]}"#.utf8))
    let encoder = JSONEncoder()
    #expect(try encoder.encode(search) == encoder.encode(predicate))
  }
}
