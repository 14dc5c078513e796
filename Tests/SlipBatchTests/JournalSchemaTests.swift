import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBatch

/// What is written follows the published schema.
@Suite struct JournalSchemaTests {
  private func faults(_ line: JournalLine) throws -> [String] {
    try SchemaChecker(named: "batch-journal").faults(JSONSerialization.jsonObject(with: Data(line.bytes)))
  }

  private func fullItem() -> ItemRecord {
    var record = ItemRecord(path: "a", .landed, reason: "none")
    (record.output, record.from, record.to, record.seconds) = ("b", 1, 5, 0.25)
    record.counts = ["notes": 1, "added": 1, "folders": 0, "keywords": 0, "links": 0, "attachments": 0]
    record.counts?.merge(["errors": 0, "warnings": 1, "infos": 2]) { $1 }
    record.bytes = .init(before: 1, after: 2)
    (record.before, record.after) = (Digest(of: []).hex, Digest(of: [1]).hex)
    let location = SourceLocation(file: "a", .position(line: 1, column: 2, offset: nil))
    let finding = Diagnostic(
      code: "SBXX001", severity: .warning, message: "m", location: location, count: 2, hint: "h")
    record.add(Array(repeating: finding, count: 60))
    record.needsAttention = true
    return record
  }

  @Test func recordsFollowTheSchema() throws {
    var run = RunRecord(
      tool: "t", job: "migrate", options: ["to": "5"], inputs: ["a"], shard: Shard(number: 1, count: 2))
    run.started = "2024-05-06T07:08:09Z"
    var summary = BatchSummary()
    summary.planned = 1
    summary.stopped = .interrupted
    let failure = ItemRecord(path: "a", error: SlipError(.badInput, "m"))
    for line in [
      .run(run), .run(RunRecord(tool: "t", job: "convert", inputs: ["-"])), .item(fullItem()), .item(failure),
      .item(ItemRecord(path: "a", .planned)),
      .end(EndRecord(summary)), .end(EndRecord(BatchSummary())),
    ] as [JournalLine] {
      #expect(try faults(line) == [])
    }
  }

  @Test func othersDoNot() throws {
    var record = fullItem()
    record.before = "x"
    #expect(try !faults(.item(record)).isEmpty)
    #expect(try !faults(.run(RunRecord(tool: "t", job: "other", inputs: []))).isEmpty)
  }
}
