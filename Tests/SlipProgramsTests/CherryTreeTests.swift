import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct CherryTreeTests {
  @Test func folders() throws {
    let digest = Digest(of: Array("file".utf8)).hex
    func node(_ id: String, _ name: String) -> [UInt8] {
      Array(
        "<cherrytree><node unique_id='\(id)' name='\(name)' prog_lang='plain-text'><rich_text>\(name)</rich_text><encoded_png char_offset='0' sha256sum='\(digest)' filename='p.txt'/></node></cherrytree>"
          .utf8)
    }
    let tree = SourceDrain.folder(
      [
        ("1/node.xml", node("1", "One")), ("1/subnodes.lst", Array("2,7".utf8)),
        ("1/2/node.xml", node("2", "Two")),
        ("1/2/\(digest).txt", Array("file".utf8)), ("bookmarks.lst", Array("2".utf8)),
        ("subnodes.lst", Array("1".utf8)),
      ], named: "Garden")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "cherrytree")
    let result = try SourceDrain.read(tree, .cherrytree)
    #expect(result.notes.map(\.id) == ["1", "2"])
    #expect(result["2"]?.attachments.map(\.name) == ["p.txt"])
    #expect(result["2"]?.item?.isFavorite == true)
    #expect(result["1"]?.diagnostics.map(\.code) == [ExchangeCode.fileMissing])
    // A node that a list names and that isn't there.
    #expect(result.findings.map(\.severity) == [.error] && result.findings[0].message.contains("1/7"))
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

  @Test func damagedDocuments() throws {
    let bytes = try Fixtures.bytes("sources/cherrytree/Herbarium.ctd")
    SourceDrain.law(bytes, .cherrytree, seed: 4, step: 3) { try SourceTree.of($0, named: "a.ctd") }
  }

  /// Keywords are something of a node's own, and files of Windows have addresses, too.
  @Test func marksAndFilesOfWindows() throws {
    let text =
      "<cherrytree><node name='Projects' unique_id='1' prog_lang='custom-colors' tags='urgent, work'><rich_text></rich_text><node name='Child' unique_id='2' prog_lang='custom-colors'><rich_text link='file QzpcVXNlcnNcYVx4LnR4dA=='>x</rich_text><rich_text link='fold XFxzcnZcc2hhcmU='>y</rich_text></node></node></cherrytree>"
    let result = try SourceDrain.read(Array(text.utf8), named: "a.ctd")
    #expect(result.notes.map(\.id) == ["1", "2"])
    #expect(result["1"]?.item?.keywords.map(\.path) == [["urgent"], ["work"]])
    let body = String(decoding: try #require(result["2"]).body.bytes, as: UTF8.self)
    #expect(body.contains("file:///C:/Users/a/x.txt") && body.contains("file://srv/share"))
  }

  /// The fourth sign of lists is `-`, and cells of tables may have texts.
  @Test func signsAndCells() throws {
    let text =
      "<cherrytree><node name='T' unique_id='1' prog_lang='custom-colors'><rich_text>• a\n   ◇ b\n      ▪ c\n         - d\n</rich_text><table char_offset='40'><row><cell><rich_text weight='heavy'>bold</rich_text><rich_text> more</rich_text></cell></row><row><cell>Head</cell></row></table></node></cherrytree>"
    let result = try SourceDrain.read(Array(text.utf8), named: "a.ctd")
    let body = String(decoding: try #require(result["1"]).body.bytes, as: UTF8.self)
    #expect(body.contains("\\ilvl3"))
    #expect(result.text("1")?.contains("bold more") == true)
  }
}
