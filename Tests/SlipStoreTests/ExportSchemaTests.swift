import Foundation
import SlipTestSupport
import Testing

@testable import SlipStore

/// The published schema of SQLite exports.
@Suite struct ExportSchemaTests {
  @Test func theSearchThatTheSchemaShowsRunsAndScansNoNotes() throws {
    let url = Fixtures.directory.deletingLastPathComponent().appending(path: "Schemas/slipbox-export.sql")
    let schema = try String(contentsOf: url, encoding: .utf8)
    let line = try #require(schema.split(separator: "\n").first { $0.hasPrefix("-- Full text: ") })
    let query = line.dropFirst("-- Full text: ".count).dropLast()
    let directory = try TemporaryDirectory()
    let database = try Database(directory.path("export.sqlite"), .create)
    try database.execute(schema)
    let plan = try database.prepare("EXPLAIN QUERY PLAN " + query)
    var steps: [String] = []
    while try plan.step() { steps.append(plan.optionalText(3) ?? "") }
    #expect(steps.contains { $0.hasPrefix("SCAN note_search VIRTUAL TABLE INDEX") }, "\(steps)")
    #expect(steps.contains { $0.hasPrefix("SEARCH note USING INTEGER PRIMARY KEY") }, "\(steps)")
  }
}
