import SlipBase
import SlipBatch
import SlipTestSupport
import SlipboxKit
import Testing

/// Many files, each converted for itself.
@Suite struct ConvertEachTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("notes/a.rtf", "{\\rtf1 One}")
    try directory.write("notes/a.txt", "One of text")
    try directory.write("notes/sub/b.rtf", "{\\rtf1 Two}")
    try directory.write("notes/bad.rtf", "no RTF")
    try directory.write("notes/picture.xyz", "?")
    try directory.write("notes/.hidden.rtf", "{\\rtf1 no}")
  }

  private func job(to: String = "txt", force: Bool = false) throws -> ConvertEach {
    var request = ConvertRequest(input: "", output: "")
    request.to = to
    request.replaces = force
    return try ConvertEach(request, output: directory.path("out"))
  }

  private func run(
    _ job: ConvertEach, shard: Shard? = nil, journal: String? = nil
  ) throws -> BatchSummary {
    var filter = WorkFilter()
    filter.shard = shard
    let list = WorkList(ConvertEach.files(in: [directory.path("notes")]), filter: filter)
    let run = RunRecord(tool: "t", job: "convert", inputs: ["notes"])
    let journal = try journal.map { try Journal(directory.path($0), run: run, resume: true) }
    var runner = BatchRunner()
    runner.jobs = 2
    return try runner.run(list, job, journal: journal)
  }

  @Test func `files lie as in their tree, and keep their suffix where names would meet`() throws {
    let summary = try run(job())
    #expect(summary.found == 4 && summary.landed == 3 && summary.failed == 1)
    #expect(directory.names("out") == ["a.rtf.txt", "a.txt.txt", "sub"])
    #expect(directory.text("out/sub/b.txt") == "Two")
  }

  @Test func `shards give the same names`() throws {
    for number in 1...3 { _ = try run(job(), shard: Shard(number: number, count: 3)) }
    #expect(directory.names("out") == ["a.rtf.txt", "a.txt.txt", "sub"])
  }

  @Test func `going on leaves what is done, and makes what has changed anew`() throws {
    _ = try run(job(), journal: "run")
    try directory.write("notes/sub/b.rtf", "{\\rtf1 Changed}")
    let summary = try run(job(), journal: "run")
    #expect(summary.reasons == [BatchRunner.doneBefore: 2] && summary.landed == 1 && summary.failed == 1)
    #expect(directory.text("out/sub/b.txt") == "Changed")
  }

  @Test func `what is lost is made again`() throws {
    _ = try run(job(), journal: "run")
    try directory.remove("out/sub/b.txt")
    #expect(try run(job(), journal: "run").landed == 1)
    #expect(directory.text("out/sub/b.txt") == "Two")
  }

  @Test func `somebody else's file stays`() throws {
    _ = try run(job(), journal: "run")
    try directory.write("notes/sub/b.rtf", "{\\rtf1 Changed}")
    try directory.write("out/sub/b.txt", "mine")
    #expect(try run(job(), journal: "run").failed == 2)
    #expect(directory.text("out/sub/b.txt") == "mine")
    #expect(try run(job(force: true), journal: "run").failed == 1)
    #expect(directory.text("out/sub/b.txt") == "Changed")
  }

  @Test func `what a killed run has made, and not told of, is no fault`() throws {
    _ = try run(job())
    let summary = try run(job(), journal: "run")
    #expect(summary.reasons == ["unchanged": 3] && summary.landed == 0 && summary.failed == 1)
    #expect(try run(job(), journal: "run").reasons == [BatchRunner.doneBefore: 3])
    #expect(directory.names("out") == ["a.rtf.txt", "a.txt.txt", "sub"])
  }

  @Test func `links lead to what files became`() throws {
    try directory.write(
      "notes/l.rtf", "{\\rtf1 {\\field{\\*\\fldinst HYPERLINK \"sub/b.rtf\"}{\\fldrslt x}}}")
    _ = try run(job(to: "html"))
    #expect(directory.text("out/l.html")?.contains("href=\"sub/b.html\"") == true)
  }

  private func record(_ path: String, _ relative: String) throws -> ItemRecord {
    try job().run(WorkItem(path: path, relativePath: relative), earlier: nil)
  }

  @Test func `paths of a list stay below the output`() throws {
    let path = directory.path("notes/sub/b.rtf")
    #expect(try record(path, path).output == directory.path("out") + path.dropLast(3) + "txt")
    #expect(try record(path, "../b.rtf").diagnostics?.first?.code == "SBXG118")
    #expect(try record(directory.path("notes"), "notes").result == .failed)
    try directory.write("notes/old.doc", "{\\rtf1 Word}")
    #expect(try record(directory.path("notes/old.doc"), "old.doc").result == .landed)
    #expect(directory.text("out/old.doc.txt") == "Word")
  }

  @Test func `two files never become one`() throws {
    try directory.write("other/b.rtf", "{\\rtf1 Other}")
    let job = try job(force: true)
    let first = job.run(
      WorkItem(path: directory.path("notes/sub/b.rtf"), relativePath: "b.rtf"), earlier: nil)
    let second = job.run(WorkItem(path: directory.path("other/b.rtf"), relativePath: "B.rtf"), earlier: nil)
    #expect(first.result == .landed && second.diagnostics?.first?.code == "SBXG117")
  }

  @Test(arguments: ["notes", "notes/sub", "notes/new/deep"])
  func `the output lies outside of what is read`(output: String) throws {
    let inputs = [directory.path("notes")]
    #expect(throws: SlipError.self) { try ConvertEach.expectApart(directory.path(output), from: inputs) }
    try ConvertEach.expectApart(directory.path("notes2"), from: inputs)
    try ConvertEach.expectApart(directory.path("new/deep"), from: inputs)
  }
}
