import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct CherryTreeTests {
  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <cherrytree><bookmarks list="2"/>\
    <node unique_id="1" name="Garden" prog_lang="custom-colors" tags="soil quince" ts_creation="1564836930.1" ts_lastsave="0">\
    <rich_text>Say </rich_text><rich_text weight="heavy" foreground="#ffff00000000">bold</rich_text><rich_text scale="h2">
    Head</rich_text><rich_text>
    AB
    ☐ open
       • item
    </rich_text><rich_text link="node 2">Bees</rich_text><rich_text link="node 9">dead</rich_text><rich_text link="webs https://e.org">web</rich_text>\
    <encoded_png char_offset="15" filename="a.txt">ZmlsZQ==</encoded_png>\
    <table char_offset="16"><row><cell>1</cell></row><row><cell>head</cell></row></table>\
    <encoded_png char_offset="17" filename="__ct_special.tex">x^2</encoded_png>\
    <node unique_id="2" name="Bees" prog_lang="sh" ts_lastsave="1590145568"><rich_text>ls &lt; x &#55357;&#56832;</rich_text></node>\
    <node unique_id="3" master_id="2"/></node>\
    <node unique_id="4" name="Folder" prog_lang="plain-text"><node unique_id="5" name="" prog_lang="plain-text"><rich_text>words</rich_text></node></node>\
    <node unique_id="6" name="" prog_lang="plain-text"/>\
    </cherrytree>
    """

  @Test func nodes() throws {
    let result = try SourceDrain.read(Array(Self.document.utf8), named: "Garden.ctd")
    #expect(result.notes.map(\.id) == ["1", "2", "3", "5"])
    #expect(result.folders == ["Garden", "Folder"])
    let garden = try #require(result["1"])
    #expect(garden.created?.rfc3339 == "2019-08-03T12:55:30.1Z" && garden.modified == nil)
    #expect(garden.item?.keywords.map(\.path) == [["soil"], ["quince"]])
    #expect(garden.item?.folder.map(\.name) == ["Garden"])
    #expect(garden.item?.unresolved.map(\.target) == ["9"])
    #expect(garden.linkTargets.count == 1)
    #expect(garden.attachments.map(\.name) == ["a.txt"])
    #expect(result["2"]?.item?.isFavorite == true)
    #expect(result.text("2") == "ls < x 😀")
    #expect(result["5"]?.item?.folder.map(\.name) == ["Folder"])
  }

  @Test func widgetsStandInTheirPlaces() throws {
    let text = try #require(try SourceDrain.read(Array(Self.document.utf8), named: "Garden.ctd").text("1"))
    let parts = ["Say bold", "Head", "A", "head", "1", "x^2", "B", "☐ open", "item", "Bees", "dead", "web"]
    var rest = text[...]
    for part in parts {
      let found = try #require(rest.firstRange(of: part), "\(part) in \(text)")
      rest = rest[found.upperBound...]
    }
  }

  @Test func sharedNodesHaveTheSameText() throws {
    let result = try SourceDrain.read(Array(Self.document.utf8), named: "Garden.ctd")
    #expect(result.text("3") == result.text("2"))
    #expect(result["3"]?.title == "Bees")
    #expect(result["3"]?.item?.properties.map(\.value) == ["2"])
  }

  @Test func folders() throws {
    func node(_ id: String, _ name: String) -> [UInt8] {
      Array(
        "<cherrytree><node unique_id='\(id)' name='\(name)' prog_lang='plain-text'><rich_text>\(name)</rich_text><encoded_png char_offset='0' sha256sum='abc' filename='p.txt'/></node></cherrytree>"
          .utf8)
    }
    let tree = SourceDrain.folder(
      [
        ("1/node.xml", node("1", "One")), ("1/subnodes.lst", Array("2,7".utf8)),
        ("1/2/node.xml", node("2", "Two")),
        ("1/2/abc.txt", Array("file".utf8)), ("bookmarks.lst", Array("2".utf8)),
        ("subnodes.lst", Array("1".utf8)),
      ], named: "Garden")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "cherrytree")
    let result = try SourceDrain.read(tree, .cherrytree)
    #expect(result.notes.map(\.id) == ["1", "2"])
    #expect(result["2"]?.attachments.map(\.name) == ["p.txt"])
    #expect(result["2"]?.item?.isFavorite == true)
    #expect(result["1"]?.diagnostics.map(\.code) == [ExchangeCode.fileMissing])
  }

  @Test func protectedDocumentsAreRefused() throws {
    let tree = try SourceTree.of([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0], named: "a.ctx")
    let kind = try #require(ProgramTable.sources.kind(of: tree))
    #expect(slipError { _ = try kind.open(tree, SourceContext()) }?.code == ExchangeCode.encryptedPart)
  }

  @Test func damageIsReported() throws {
    let text =
      "<cherrytree><node unique_id='1' name='A' prog_lang='plain-text'><rich_text>a\u{1}b</rich_text></node>"
    let result = try SourceDrain.read(Array(text.utf8), named: "a.ctd")
    #expect(result.text("1") == "ab")
    #expect(result.findings.count == 2 && result.findings.allSatisfy { $0.code == ExchangeCode.pieceDamaged })
  }

  @Test func deepTreesEnd() throws {
    let open = (0..<2_000).map {
      "<node unique_id='\($0)' name='n' prog_lang='plain-text'><rich_text>x</rich_text>"
    }
    let result = try SourceDrain.read(Array(("<cherrytree>" + open.joined()).utf8), named: "a.ctd")
    #expect(result.notes.count == 2_000)
    #expect((result.notes.compactMap { $0.note.item?.folder.count }.max() ?? 0) <= SourcePath.deepest + 1)
  }

  @Test func damagedDocuments() {
    SourceDrain.law(Array(Self.document.utf8), .cherrytree, seed: 4) { try SourceTree.of($0, named: "a.ctd") }
  }
}
