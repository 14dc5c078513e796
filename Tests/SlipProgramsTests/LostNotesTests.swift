import SlipBase
import SlipDocument
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Notes and facts that readers once passed over.
@Suite struct LostNotesTests {
  @Test func roamPagesWithoutATitleAndShortIds() throws {
    let graph = """
      [{"uid":"u5","children":[{"string":"no title","uid":"b8"}]},
       {"title":"Day","uid":"d","edit-time":1600000000000,"children":[
         {"string":"Status:: done","uid":"b1","heading":2},{"string":"see ((b8)) and ((no)) here","uid":"b2"}]}]
      """
    let result = try SourceDrain.read(Array(graph.utf8), named: "graph.json")
    #expect(result.notes.map(\.note.title) == ["no title", "Day"])
    #expect(result["u5"]?.diagnostics.count == 1)
    #expect(result.text("d")?.contains("see no title and ((no)) here") == true)
    #expect(result["d"]?.item?.properties == [Property("roam:Status", .text, "done")])
    #expect(result["d"]?.item?.unresolved.isEmpty == true)
  }

  @Test func pagesThatKeepShows() throws {
    let note =
      #"{"isTrashed":false,"isPinned":false,"isArchived":false,"textContent":"","annotations":[{"title":"A page","description":"about","url":"https://a.test/"},{"title":"","url":"https://b.test/"}]}"#
    let tree = SourceDrain.folder([("Keep/n.json", Array(note.utf8))], named: "Takeout")
    let result = try SourceDrain.read(tree, .keep)
    #expect(result.text("Keep/n.json") == "A page – about\nhttps://b.test/")
  }

  @Test func listsInListsOfJSON() throws {
    let json =
      #"{"folders":[{"name":"Work","notes":[{"text":"one"}]},{"name":"Home","notes":[{"text":"two"},{"text":"three","comments":[{"text":"c"}]}]}]}"#
    let result = try SourceDrain.read(Array(json.utf8), named: "notes.json")
    #expect(result.notes.map { $0.note.item?.folder.map(\.name) ?? [] } == [["Work"], ["Home"], ["Home"]])
    #expect(result.notes.compactMap { result.text($0.id) } == ["one", "two", "three"])
  }

  @Test func datesOfTiddlers() throws {
    let json =
      #"[{"title":"Bees","text":"x","tags":"a [[two words]]","created":"20240506070809123"},{"title":"B","text":"y","tags":"c d"}]"#
    let result = try SourceDrain.read(Array(json.utf8), named: "tiddlers.json")
    let note = try #require(result.notes.first?.note)
    #expect(note.created == Timestamp(rfc3339: "2024-05-06T07:08:09.123Z"))
    #expect(note.item?.keywords.map(\.path) == [["a"], ["two words"]])
  }

  @Test func datesAndNumbersOfYAML() throws {
    let text =
      "---\ndue: 2026-04-05\npages: 9\ncode: \"007\"\nday: 2024-05-06\nmet: 2024-05-06T07:08:09+02:00\n---\nx"
    let tree = SourceDrain.folder([("a.md", Array(text.utf8)), (".obsidian/app.json", [])], named: "V")
    let note = try #require(try SourceDrain.read(tree, .obsidian)["a.md"])
    let properties = (note.item?.properties ?? []).map { "\($0.name) \($0.kind) \($0.value)" }
    #expect(
      properties == [
        "due date 2026-04-05T00:00:00Z", "obsidian:pages number 9", "obsidian:code text 007",
        "obsidian:day date 2024-05-06T00:00:00Z", "obsidian:met date 2024-05-06T05:08:09Z",
      ])
  }

  @Test func aMailboxBesideMessages() throws {
    let head = "From: a@x.test\nDate: Mon, 6 May 2024 07:08:09 +0000\n"
    let box =
      "From - Mon May  6 07:08:09 2024\n\(head)Subject: one\n\nfirst\n\nFrom - Mon May  6 07:08:09 2024\n\(head)Subject: two\n\nsecond\n"
    let tree = SourceDrain.folder(
      [("1.eml", Array("\(head)Subject: md\n\nmd\n".utf8)), ("Archiv", Array(box.utf8))], named: "Mail")
    let result = try SourceDrain.read(tree, .eml)
    #expect(result.notes.map(\.note.title) == ["md", "one", "two"])
    #expect(result.notes.last?.note.item?.folder.map(\.name) == ["Archiv"])
  }

  @Test func anUnknownCharsetIsSaid() throws {
    let text = "From: a@x.test\nSubject: s\nContent-Type: text/plain; charset=x-foo\n\nhello\n"
    let note = try #require(try SourceDrain.read(Array(text.utf8), named: "a.eml").notes.first?.note)
    #expect(note.diagnostics.contains { $0.message.contains("x-foo") })
  }

  @Test func scrivenerTextsOutsideOfTheBinder() throws {
    let project =
      #"<?xml version="1.0"?><ScrivenerProject Version="2.0"><Binder><BinderItem UUID="A" Type="Text"><Title>One</Title></BinderItem></Binder></ScrivenerProject>"#
    let tree = SourceDrain.folder(
      [
        ("N.scrivx", Array(project.utf8)), ("Files/Data/A/content.rtf", Array("{\\rtf1 one}".utf8)),
        ("Files/Data/B/content.rtf", Array("{\\rtf1 lost}".utf8)),
        ("Files/Data/C/content.rtf", Array("{\\rtf1}".utf8)),
      ], named: "N.scriv")
    let result = try SourceDrain.read(tree, .scrivener)
    #expect(result.notes.map(\.id) == ["A", "B"])
    #expect(result["B"]?.item?.folder.map(\.name) == ["Recovered"] && result["B"]?.title == "lost")
    #expect(result.findings.count == 1)
  }

  @Test func graphsInADatabaseAreNamed() throws {
    let tree = SourceDrain.folder(
      [("db.sqlite", Array("SQLite format 3\0CREATE TABLE kvs (addr INTEGER primary key)".utf8))],
      named: "db.sqlite")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "logseq")
    #expect(throws: SlipError.self) { try SourceDrain.read(tree, .logseq) }
  }

  @Test func placesInOtherNotesStay() throws {
    let tree = SourceDrain.folder(
      [
        ("A.md", Array("[[B#^x]] [[B#Some Head|h]] [[B]]".utf8)), ("B.md", Array("# Some Head\n\nx ^x".utf8)),
        (".obsidian/app.json", []),
      ], named: "V")
    let note = try #require(try SourceDrain.read(tree, .obsidian)["A.md"])
    let body = String(decoding: note.body.bytes, as: UTF8.self)
    #expect(body.contains("0002") && body.contains("%5Ex") && body.contains("some-head"))
    #expect(note.linkTargets.allSatisfy(\.isNote) && note.linkTargets.count == 1)
  }

  @Test(arguments: [
    ("joplin://x-callback-url/openNote?id=B.org", true), ("joplin://B.org", true),
    ("applenotes:note/B.org?ownerIdentifier=1", true), ("mobilenotes://showNote?identifier=B.org", true),
    ("denote:20240506T070809::#h", true), ("denote:20240506T070800", false), ("joplin://other", false),
  ]) func addressesOfPrograms(_ address: String, _ leads: Bool) {
    var context = SourceContext()
    context.container = context.names.addContainer()
    let id = UniqueID(high: 1, low: 1)
    _ = context.names.add("B.org", names: ["20240506T070809"], id, in: context.container)
    #expect((AppAddress.note(address, context) == id) == leads)
    #expect(AppAddress.ranges(in: "see \(address).").count == 1)
  }

  @Test func datesOfPages() {
    func head(_ text: String) -> HTMLHead { Array(text.utf8).withUnsafeBytes { HTMLHead($0) } }
    let evernote = head(
      #"<meta itemprop="created" content="20240506T070809Z"><meta itemprop="updated" content="20240507T070809Z">"#
    )
    #expect(evernote.created?.time == Timestamp(rfc3339: "2024-05-06T07:08:09Z"))
    #expect(evernote.modified?.time == Timestamp(rfc3339: "2024-05-07T07:08:09Z"))
    let journal = head(#"<div class="pageHeader">Saturday, December 16, 2023</div>"#)
    #expect(journal.created?.time == Timestamp(rfc3339: "2023-12-16T00:00:00Z"))
  }

  @Test func tasksOfRoamInMarkdown() {
    let text = RoamMacro.boxes(in: Array("- {{[[TODO]]}} buy\n- {{DONE}} sell {{x}}".utf8)[...])
    #expect(String(decoding: text, as: UTF8.self) == "- ☐ buy\n- ☑ sell {{x}}")
  }
}
