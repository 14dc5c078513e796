import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct SimplenoteTests {
  private static let json = #"""
    {"activeNotes": [
      {"id": "one", "content": "\r\n# One *two*\r\n\r\n**bold** and [Two](simplenote://note/two), [gone](simplenote://note/gone)",
       "creationDate": "2019-09-25T19:12:04.794Z", "lastModified": "2021-08-26T05:52:53.666Z", "tags": [" soil", "quince"],
       "pinned": true, "markdown": true, "publicURL": "http://simp.ly/p/x", "collaboratorEmails": ["a@example.org"]},
      {"id": "two", "content": "Two\n**plain** stays\n- [x] done\n  - [ ] open\nsee [One](simplenote://note/one)"},
      {"id": "three", "content": " \r\n"}],
     "trashedNotes": [{"id": "four", "content": "Thrown away"}]}
    """#

  /// An export: the list, and the texts that repeat it.
  private static func export(below folder: String = "") -> [UInt8] {
    var zip = ZipMaker()
    zip.entries = [
      ZipMaker.Entry(folder + "One two.txt", "twin"), ZipMaker.Entry(folder + "source/notes.json", json),
    ]
    return zip.bytes()
  }

  @Test func notes() throws {
    let result = try SourceDrain.read(Self.export(), named: "notes.zip")
    #expect(result.notes.map(\.id) == ["one", "two", "four"])
    let one = try #require(result["one"])
    #expect(one.title == "One two")
    #expect(result.text("one") == "bold and Two, gone")
    #expect(one.created?.rfc3339 == "2019-09-25T19:12:04.794Z")
    #expect(one.item?.keywords.map(\.path) == [["soil"], ["quince"]])
    #expect(one.item?.isFavorite == true)
    #expect(one.linkTargets.count == 1)
    #expect(one.item?.unresolved.map(\.target) == ["simplenote://note/gone"])
    #expect(
      one.item?.properties.map(\.name) == ["pinned", "simplenote:public-url", "simplenote:collaborator"])
    #expect(result.findings.map(\.message) == ["1 notes have nothing in them; they were left out."])
  }

  @Test func plainNotesHaveNoMarkup() throws {
    let result = try SourceDrain.read(Array(Self.json.utf8), named: "notes.json")
    let text = try #require(result.text("two"))
    #expect(text.contains("**plain** stays"))
    #expect(text.contains("☑ done") && text.contains("☐ open"))
    #expect(result["two"]?.linkTargets.count == 1)
    #expect(result["four"]?.item?.status == .archived)
  }

  @Test func exportsMayBePackedAnew() throws {
    #expect(try SourceDrain.read(Self.export(below: "x/"), named: "a.zip").notes.count == 3)
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
    SourceDrain.law(Array(Self.json.utf8), .simplenote, seed: 1) {
      try SourceTree.of($0, named: "notes.json")
    }
  }
}
