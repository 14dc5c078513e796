import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct SimplenoteTests {
  /// The list of an export.
  private static func list() throws -> [UInt8] {
    try Fixtures.bytes("sources/simplenote/Export/source/notes.json")
  }

  /// The list may lie below a folder in the archive, and alone.
  @Test(arguments: ["", "x/"]) func exportsMayBePackedAnew(_ folder: String) throws {
    let list = try Self.list()
    var zip = ZipMaker()
    zip.entries = [
      ZipMaker.Entry(folder + "Ferry times.txt", "twin"),
      ZipMaker.Entry(folder + "source/notes.json", String(decoding: list, as: UTF8.self)),
    ]
    #expect(try SourceDrain.read(zip.bytes(), named: "a.zip").notes.count == 3)
    #expect(try SourceDrain.read(list, named: "notes.json").notes.count == 3)
  }

  @Test func otherJSONIsNone() throws {
    for text in [#"{"notes": []}"#, "[]", #"{"activeNotes": "#] {
      let tree = try SourceTree.of(Array(text.utf8), named: "a.json")
      // Any array may be a table.
      if let kind = ProgramTable.sources.kind(of: tree), kind.name != "table" {
        #expect(kind.name == "simplenote")
        #expect(slipError { _ = try kind.open(tree, SourceContext()) } != nil)
      }
    }
  }

  @Test func damagedExports() throws {
    SourceDrain.law(try Self.list(), .simplenote, seed: 1, step: 3) {
      try SourceTree.of($0, named: "notes.json")
    }
  }

  /// What the first line has besides words stays in the text.
  @Test(arguments: [
    ("See [Bees](simplenote://note/n2) now\\nbody", true, "See Bees now", "See Bees now\nbody"),
    ("See [Bees](simplenote://note/n2)\\nbody", false, "See Bees", "See Bees\nbody"),
    ("```js\\nlet a = 1;\\n```\\nafter", true, "let a = 1;", "let a = 1;\nafter"),
    ("My title\\n========\\n\\nbody", true, "My title", "body"), ("# Plain\\nbody", true, "Plain", "body"),
    ("- [ ] milk\\n- [x] bread", false, "milk", "☐ milk\n☑ bread"),
    ("- [ ] milk\\n- [x] bread", true, "milk", "☐ milk\n☑ bread"),
    ("| a | b |\\n|---|---|\\n| 1 | 2 |", true, "a b", "a\tb\n1\t2"),
  ])
  func firstLines(_ content: String, _ isMarkdown: Bool, _ title: String, _ text: String) throws {
    let json = """
      {"activeNotes": [{"id": "n1", "content": "\(content)", "markdown": \(isMarkdown)}, {"id": "n2", "content": "Bees"}], "trashedNotes": []}
      """
    let note = try #require(try SourceDrain.read(Array(json.utf8), named: "notes.json")["n1"])
    #expect(note.title == title)
    #expect(
      String(decoding: note.mirror.bytes, as: UTF8.self).replacing("\u{B}", with: "\n")
        .replacing("•\t", with: "").split(separator: "\n").joined(separator: "\n") == text)
    #expect(note.linkTargets.isEmpty == !content.contains("simplenote:"))
  }

  /// Tabs are levels, and a ZIP file may have the list at its top.
  @Test func nestedTasks() throws {
    let json =
      #"{"activeNotes": [{"id": "n1", "content": "T\n- [x] bread\n\t- [ ] in", "creationDate": ""}], "trashedNotes": []}"#
    var zip = ZipMaker()
    zip.entries = [ZipMaker.Entry("simplenote.json", json)]
    let note = try #require(try SourceDrain.read(zip.bytes(), named: "a.zip")["n1"])
    #expect(String(decoding: note.body.bytes, as: UTF8.self).contains("\\ilvl1"))
    #expect(note.diagnostics == [])
  }
}
