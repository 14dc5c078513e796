import SlipFiles
import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBatch

@Suite struct JournalTests {
  let directory: TemporaryDirectory
  var path: String { directory.path("run.ndjson") }
  static let run = RunRecord(tool: "t 1", job: "migrate", options: ["to": "5"], inputs: ["tree"])

  init() throws { directory = try TemporaryDirectory() }

  private func record(_ path: String, _ result: ItemRecord.Result = .landed, before: String? = nil)
    -> ItemRecord
  {
    var record = ItemRecord(path: path, result)
    record.before = before
    return record
  }

  private func write(_ name: String, shard: String? = nil, _ records: [ItemRecord], isFinished: Bool = true)
    throws
  {
    var run = JournalTests.run
    run.shard = shard
    let journal = try Journal(directory.path(name), run: run)
    for record in records { try journal.append(.item(record)) }
    if isFinished { try journal.finish(BatchSummary()) }
  }

  @Test func linesComeBack() {
    var record = record("a\"\n\u{1F600}/b", .failed)
    record.output = "o"
    (record.from, record.to, record.counts, record.bytes) = (3, 5, ["notes": 2], .init(before: 1, after: nil))
    record.add([
      Diagnostic(
        code: "SBXX001", severity: .warning, message: "m", location: SourceLocation(file: "f"), count: 3)
    ])
    for line in [JournalLine.item(record), .run(JournalTests.run), .end(EndRecord(BatchSummary()))] {
      #expect(line.bytes.count(where: { $0 == 0x0A }) == 1)
      #expect(JournalLine(line.bytes) == line)
    }
    #expect(JournalLine(Array("{}".utf8)) == nil)
    #expect(JournalLine(Array(#"{"record":"run","form":2}"#.utf8)) == nil)
  }

  @Test func manyFindingsAreCounted() {
    var record = ItemRecord(path: "a", .landed)
    let finding = Diagnostic(code: "SBXX001", severity: .info, message: "m", location: SourceLocation())
    record.add(Array(repeating: finding, count: 40))
    record.add(Array(repeating: finding, count: 40))
    #expect(record.diagnostics?.count == 50 && record.omittedDiagnostics == 30)
  }

  @Test func goingOnFindsWhatIsDone() throws {
    try write("run.ndjson", [record("a", .failed), record("b"), record("a")], isFinished: false)
    let journal = try Journal(path, run: JournalTests.run, resume: true)
    #expect(journal.earlier("a")?.result == .landed)
    #expect(journal.earlier("b")?.result == .landed)
    #expect(journal.earlier("c") == nil)
  }

  @Test func whatMovedIsKnownByBothNames() throws {
    var moved = record("a.slipbox.xml")
    moved.output = "a.slipbox"
    try write("run.ndjson", [moved])
    #expect(try Journal(path, run: JournalTests.run, resume: true).earlier("a.slipbox") == moved)
  }

  @Test func aTornLastLineIsCut() throws {
    try write("run.ndjson", [record("a"), record("b")], isFinished: false)
    let whole = try #require(directory.text("run.ndjson"))
    for cut in [1, 5, 40] {
      try directory.write("run.ndjson", String(whole.dropLast(cut)))
      let journal = try Journal(path, run: JournalTests.run, resume: true)
      #expect(journal.earlier("a") != nil && journal.earlier("b") == nil)
      try journal.append(.item(record("c")))
      let lines = try #require(directory.text("run.ndjson")).split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines.allSatisfy { JournalLine(Array($0.utf8)) != nil })
    }
  }

  @Test func aJournalTornInItsFirstLineBeginsAnew() throws {
    try directory.write("run.ndjson", #"{"form":1,"inp"#)
    _ = try Journal(path, run: JournalTests.run, resume: true)
    #expect(
      directory.text("run.ndjson") == String(decoding: JournalLine.run(JournalTests.run).bytes, as: UTF8.self)
    )
  }

  private func code(_ run: RunRecord, resume: Bool) -> String? {
    do throws(SlipError) {
      _ = try Journal(path, run: run, resume: resume)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func onlyTheSameWorkGoesOn() throws {
    try write("run.ndjson", [record("a")])
    let before = directory.text("run.ndjson")
    var other = JournalTests.run
    other.options = ["to": "4"]
    #expect(code(JournalTests.run, resume: false) == BatchCode.journalExists)
    #expect(code(other, resume: true) == BatchCode.otherJob)
    other = JournalTests.run
    other.shard = "1/2"
    #expect(code(other, resume: true) == BatchCode.otherJob)
    #expect(directory.text("run.ndjson") == before)
    try directory.write("run.ndjson", "my diary, no line end")
    #expect(code(JournalTests.run, resume: true) == BatchCode.notJournal)
    #expect(directory.text("run.ndjson") == "my diary, no line end")
  }

  @Test func twoWritersExcludeEachOther() throws {
    let first = try Journal(path, run: JournalTests.run)
    #expect(code(JournalTests.run, resume: true) == FileCode.locked)
    try first.finish(BatchSummary())
  }

  // MARK: Several

  @Test func shardsAddUp() throws {
    try write("1", shard: "1/3", [record("a"), record("b", .failed), record("b")])
    try write("3", shard: "3/3", [record("c", .skipped), record("d", .failed)], isFinished: false)
    var journals = try JournalSet([directory.path("1"), directory.path("3")])
    try directory.write("list", "a\nc\ne\n")
    journals.expect(WorkList(try PathList(directory.path("list"))))
    let report = journals.report
    #expect(report.summary.found == 4 && report.summary.landed == 2 && report.summary.skipped == 1)
    #expect(report.failures.map(\.path) == ["d"])
    #expect(report.missingShards == [2] && report.missing == ["e"])
    #expect(report.unfinished == [directory.path("3")])
    #expect(report.doneTwice == [] && !report.isComplete)
  }

  @Test func doneTwiceIsFound() throws {
    try write(
      "1", [record("a", before: "11"), record("a", before: "22"), record("b", before: "11"), record("x")])
    try write("2", [record("b", before: "33"), record("c", before: "44"), record("c", before: "44")])
    // Another source is other work.
    #expect(try JournalSet([directory.path("1"), directory.path("2")]).report.doneTwice == ["b", "c"])
  }

  @Test func mergedJournalsCanBeGoneOnWith() throws {
    try write("1", shard: "1/2", [record("a", .failed), record("a")])
    try write("2", shard: "2/2", [record("b"), record("a", .failed)])
    let journals = try JournalSet([directory.path("1"), directory.path("2")])
    var bytes: [UInt8] = []
    try journals.write { bytes += $0.bytes }
    try Data(bytes).write(to: URL(filePath: path))
    let merged = try Journal(path, run: JournalTests.run, resume: true)
    #expect(merged.earlier("a")?.result == .landed && merged.earlier("b")?.result == .landed)
    #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\n").count == 4)
  }

  @Test func eachOfSeveralFiltersMustEnd() throws {
    var run = JournalTests.run
    run.inputs = ["-"]
    let end = JournalLine.end(EndRecord(BatchSummary()))
    for (lines, isFinished) in [
      ([.run(run), end, .run(run), end], true), ([.run(run), .run(run), end], false),
      ([.run(run), end, .run(run)], false),
      ([.run(JournalTests.run), .run(JournalTests.run), end], true),
    ] as [([JournalLine], Bool)] {
      try Data(lines.flatMap(\.bytes)).write(to: URL(filePath: path))
      #expect(try JournalSet([path]).report.unfinished.isEmpty == isFinished)
    }
  }

  @Test func damageIsTold() throws {
    try write("1", [record("a")])
    let text = try #require(directory.text("1"))
    try directory.write("1", text + "garbage\n" + #"{"record":"it"#)
    #expect(try JournalSet([directory.path("1")]).report.damages.map(\.line) == [4])
    try directory.write("2", "garbage\n")
    #expect(throws: SlipError.self) { try JournalSet([directory.path("2")]) }
    try directory.write("3", "")
    #expect(throws: SlipError.self) { try JournalSet([directory.path("3")]) }
  }
}
