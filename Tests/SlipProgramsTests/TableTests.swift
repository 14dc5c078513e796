import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct TableTests {
  /// Reads a file with a mapping.
  private func read(_ text: String, _ name: String, _ columns: [String: String] = [:]) throws -> (
    notes: [(id: String, note: SourceNote)], findings: [Diagnostic]
  ) {
    let tree = try SourceTree.of(Array(text.utf8), named: name)
    let kind = try #require(ProgramTable.sources.kind(of: tree))
    #expect(kind.name == "table")
    var context = SourceContext()
    context.columns = columns
    var source = try kind.open(tree, context)
    var findings: [Diagnostic] = []
    var all: [(id: String, note: SourceNote)] = []
    while let item = try source.next() {
      switch item {
      case .finding(let finding): findings.append(finding)
      case .note(let entry): all.append((entry.id, try entry.read(context)))
      default: break
      }
    }
    return (all, findings)
  }

  @Test func columnsAreGuessed() throws {
    let (all, findings) = try read(
      "Name,Body,Date Created,Tags,Folder,Mood\nBees,\"one\ntwo\",2024-05-06,\"soil, #clay\",a/b,calm\nBees,,,,,\n",
      "a.csv")
    #expect(all.map(\.id) == ["Bees", "Bees#2"])
    let note = all[0].note
    #expect(note.title == "Bees" && text(note) == "one\ntwo")
    #expect(note.created?.rfc3339 == "2024-05-06T00:00:00Z" && note.zoneIsUnknown)
    #expect(note.keywords.map(\.path) == [["soil"], ["clay"]])
    #expect(note.folder.map(\.name) == ["a", "b"])
    #expect(note.values("table:Mood") == ["calm"])
    #expect(
      findings.map(\.message) == [
        "The columns were taken as: --map title=Name,text=Body,created=Date Created,keywords=Tags,folder=Folder."
      ])
  }

  @Test(arguments: [
    ("a.csv", "Name,Body\nx,\"", "\"\n"), ("a.csv", "Name,Body\nx,", "\n"),
    ("a.tsv", "Name\tBody\nx\t", "\n"),
    ("a.json", "[{\"title\": \"x\", \"text\": \"\\\"", "\"}]"),
    ("a.jsonl", "{\"title\": \"x\", \"text\": \"", "\"}\n"),
  ]) func longTextsAreRefused(_ name: String, _ start: String, _ end: String) throws {
    var context = SourceContext()
    context.limits.jsonTextBytes = 1_000
    for (length, isRead) in [(900, true), (1_100, false)] {
      let text = start + String(repeating: "a", count: length) + end + String(repeating: " \n", count: 100)
      let tree = try SourceTree.of(Array(text.utf8), named: name)
      let kind = try #require(ProgramTable.sources.kind(of: tree))
      if isRead {
        _ = try kind.open(tree, context)
      } else {
        #expect(throws: SlipError.self) { _ = try kind.open(tree, context) }
      }
    }
  }

  @Test func mappingsCount() throws {
    let (all, _) = try read("a;b;c\n1;x;2\n", "a.csv", ["title": "B", "text": "c"])
    #expect(all[0].note.title == "x" && text(all[0].note) == "2" && all[0].note.values("table:a") == ["1"])
    let tabs = try read("Name\tText\nx, y\t**b**\n", "a.tsv", ["format": "markdown"])
    #expect(tabs.notes[0].note.title == "x, y" && text(tabs.notes[0].note) == "b")
  }

  /// A first line that is a row isn't lost, and rows without titles are known by their words.
  @Test func tablesWithoutHeads() throws {
    let (all, findings) = try read("1;Trip;work;09.04.2023\n2;Garden;home;10.04.2023\n", "a.csv")
    #expect(all.map { $0.note.values("table:Column 2") } == [["Trip"], ["Garden"]])
    #expect(findings.contains { $0.message.contains("no names of columns") })
    let named = try read("Id;Trip;2023\n1;x;y\n", "a.csv").notes
    #expect(named.count == 1)
    let rows = try read("date,note\n2024-05-06,soil\n2024-05-07,clay\n", "a.csv").notes
    #expect(rows.map(\.id) == ["soil", "clay"])
    let time = try read("[{\"title\":\"a\",\"created\":\"2025-10-15 Time 14:15:38\"}]", "a.json").notes[0]
      .note
    #expect(time.values("table:created") == ["2025-10-15 Time 14:15:38"])
  }

  /// A mark within a value is itself, rows may be longer than the head, and lines may end in CR.
  @Test func tablesAsProgramsWriteThem() throws {
    let marks = try read("Title,Text\n5\" disk,first\n\"ok\",second\n3\" disk,a \"b\" c\n", "a.csv").notes
    #expect(marks.map(\.note.title) == ["5\" disk", "ok", "3\" disk"] && text(marks[2].note) == "a \"b\" c")
    let long = try read("Title,,Text\nA,x,b,more\n", "a.csv").notes[0].note
    #expect(long.values("table:Column 2") == ["x"] && long.values("table:Column 4") == ["more"])
    for sample in [
      "Title\tText\nA\tb, c\n", "sep=;\nTitle;Text\nA;b, c\n", "Title;Text\rA;b, c\r",
      "Title;\"Te,,xt\"\r\nA;b, c",
    ] {
      let notes = try read(sample, "a.csv").notes
      #expect(notes.map(\.note.title) == ["A"], "\(sample)")
    }
    #expect(
      try read("Title\n\"open\nA\n", "a.csv").findings.contains { $0.code == ExchangeCode.pieceDamaged })
  }

  @Test(arguments: [
    ("1714982400.25", "2024-05-06T08:00:00.25Z"), ("1714982400250", "2024-05-06T08:00:00.25Z"),
    ("20240506101112", "2024-05-06T10:11:12Z"), ("May 6th, 2024", "2024-05-06T00:00:00Z"),
    ("06.05.2024 10:00", "2024-05-06T10:00:00Z"), ("25/12/2024", "2024-12-25T00:00:00Z"),
    ("Monday, May 6, 2024 at 3:05:06 PM", "2024-05-06T15:05:06Z"), ("5/6/2024", nil),
  ])
  func dates(_ value: String, _ date: String?) throws {
    let note = try read("Title,Created\nA,\"\(value)\"\n", "a.csv").notes[0].note
    #expect(note.created?.rfc3339 == date)
    #expect(note.values("table:Created") == (date == nil ? [value] : []))
  }

  @Test func linesThatAreNoJSONAreNamed() throws {
    let result = try read(
      "{\"title\": \"A\", \"tags\": [\"with, comma\"]}\n{bad}\n{\"title\": \"B\"}\n", "a.jsonl")
    #expect(result.notes.map(\.note.title) == ["A", "B"])
    #expect(result.notes[0].note.keywords.map(\.path) == [["with, comma"]])
    #expect(
      result.findings.contains { finding in
        if case .position(line: 2, _, _) = finding.location.place {
          finding.code == ExchangeCode.pieceDamaged
        } else {
          false
        }
      })
  }

  @Test func unknownNamesAreErrors() {
    #expect(
      slipError { _ = try read("Name\nx\n", "a.csv", ["title": "Nane"]) }?.code == ExchangeCode.unknownColumn)
    #expect(
      slipError { _ = try read("Name\nx\n", "a.csv", ["nothing": "Name"]) }?.code
        == ExchangeCode.unknownColumn)
  }

  @Test func listsOfObjects() throws {
    let json =
      #"{"meta": [1], "data": {"items": [{"title": "A", "info": {"mood": "calm"}, "tags": ["x", {"name": "y"}], "created": 1714307827}, {"title": "B", "starred": true}]}}"#
    for columns in [[:], ["rows": "data.items"]] {
      let all = try read(json, "a.json", columns).notes
      #expect(all.map(\.note.title) == ["A", "B"])
      #expect(all[0].note.values("table:info.mood") == ["calm"])
      #expect(all[0].note.keywords.map(\.path) == [["x"], ["y"]])
      #expect(all[0].note.created?.rfc3339 == "2024-04-28T12:37:07Z")
      #expect(all[1].note.isFavorite)
    }
    #expect(slipError { _ = try read(json, "a.json", ["rows": "meta"]) }?.code == ExchangeCode.badContainer)
    #expect(try read("{\"title\": \"A\"}\n{\"title\": \"B\"}\n", "a.jsonl").notes.count == 2)
  }

  @Test func listsOfSlipconvComeBack() throws {
    let (all, _) = try read(
      "uuid,title,status,favorite,folder,keywords,created\nu1,'=sum,review,true,Work/Ideas,\"bees, money\",2024-05-06T00:00:00Z\n",
      "list.csv")
    let note = all[0].note
    #expect(all[0].id == "u1" && note.title == "=sum" && note.status == .review && note.isFavorite)
    #expect(note.folder.map(\.name) == ["Work", "Ideas"] && note.keywords.count == 2 && !note.zoneIsUnknown)
  }

  @Test func tablesBesideNotesAreNone() {
    #expect(!ProgramTable.sources.mayBeContainer(file: "a.csv"))
  }

  @Test func damagedTables() {
    SourceDrain.law(Array("a,\"b\nc\"\nx;y,'=1\n".utf8), .table, seed: 11) {
      try SourceTree.of($0, named: "a.csv")
    }
    SourceDrain.law(Array(#"[{"a": {"b": [1, {"name": "x"}]}}]"#.utf8), .table, seed: 12) {
      try SourceTree.of($0, named: "a.json")
    }
  }
}
