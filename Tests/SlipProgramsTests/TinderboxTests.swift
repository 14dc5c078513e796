import SlipBase
import SlipDocument
import SlipRTF
import SlipRTFD
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Files of Tinderbox.
@Suite struct TinderboxTests {
  /// Rich text as a file has it.
  private static func rich(_ rtf: String, _ files: [(String, [UInt8])] = []) -> String {
    var package = FilePackage()
    package.add("TXT.rtf", Array(rtf.utf8))
    for (name, bytes) in files { package.add(name, bytes) }
    return Base64.text(FlatRTFD.write(package))
  }

  private static let file: String = """
    <?xml version="1.0" encoding="UTF-8" ?>
    <tinderbox version="2" revision="12" >
    <attrib Name="User" ><attrib Name="Pages" parent="User" type="number" default="" ></attrib>
    <attrib Name="Read" parent="User" type="date" ></attrib></attrib>
    <item ID="10" Creator="A" >
    <attribute name="Name" >Garden &amp; more</attribute><attribute name="Xpos" >3.5</attribute>
    <text >Own text</text>
    <item ID="11" Creator="A" proto="pBook" >
    <attribute name="Name" >Bees</attribute>
    <attribute name="Created" >2018-01-02T10:32:19-08:00</attribute>
    <attribute name="Modified" >2018-01-03T00:00:00Z</attribute>
    <attribute name="Tags" >red; blue;</attribute>
    <attribute name="Pages" >12</attribute><attribute name="Read" >2018-01-02T10:32:19-08:00</attribute>
    <attribute name="Color" >bright red</attribute><attribute name="URL" >https://example.org/</attribute>
    <text >See \u{1F41D} the ants.</text>
    <rtfd >\(rich("{\\rtf1\\ansi See {\\b \\u-10180?\\u-9059? the} ants. {{\\NeXTGraphic a.txt \\width1 \\height1}\\'ac}}", [("a.txt", [0x61])]))</rtfd>
    </item>
    <agent ID="12" ><attribute name="Name" >Ants</attribute></agent>
    </item>
    <links>
    <link name="*untitled" sourceid="11" destid="12" sstart="11" slen="4" />
    <link name="agree" sourceid="12" destid="10" sstart="-1" slen="0" />
    <link name="prototype" sourceid="12" destid="11" sstart="-1" slen="0" />
    <link name="gone" sourceid="12" destid="99" sstart="-1" slen="0" />
    <link name="far" sourceid="10" destid="11" sstart="90" slen="4" />
    <link name="web" sourceid="10" destid="10" sstart="0" slen="3" URL="https://example.org/a" />
    </links>
    </tinderbox>
    """

  private func read(_ text: String) throws -> SourceDrain.Result {
    try SourceDrain.read(Array(text.utf8), named: "a.tbx")
  }

  @Test func itemsAreNotesAndContainersFoldersAsWell() throws {
    let result = try read(Self.file)
    #expect(result.notes.map(\.id) == ["10", "11", "12"])
    #expect(result.notes.map(\.note.title) == ["Garden & more", "Bees", "Ants"])
    #expect(result.folders == ["Garden & more"])
    #expect(
      result.notes.map { $0.note.item?.folder.map(\.name) } == Array(repeating: ["Garden & more"], count: 3))
    #expect(result.findings.isEmpty)
    #expect(result.text("10")?.hasPrefix("Own text") == true)
  }

  @Test func attributesArePropertiesOfTheirTypes() throws {
    let result = try read(Self.file)
    let note = try #require(result["11"])
    #expect(
      note.created?.rfc3339 == "2018-01-02T18:32:19Z" && note.modified?.rfc3339 == "2018-01-03T00:00:00Z")
    #expect(note.item?.keywords.map(\.path) == [["red"], ["blue"]])
    #expect(
      note.item?.properties.map { "\($0.name) \($0.kind) \($0.value)" } == [
        "tinderbox:prototype text pBook", "tinderbox:Pages number 12",
        "tinderbox:Read date 2018-01-02T18:32:19Z", "tinderbox:Color text bright red",
        "source-url uri https://example.org/",
      ])
    #expect(result["12"]?.item?.properties.map(\.value) == ["agent"])
    #expect(result["10"]?.item?.properties == [])
  }

  @Test func linksStandWhereTheyStoodInTheText() throws {
    let result = try read(Self.file)
    let body = try #require(result["11"]?.body.bytes)
    let document = body.withUnsafeBytes { RTFReader.read($0) }.document
    var linked: [String] = []
    var copy = document
    copy.editInlines { inline in
      if case .run(let run) = inline, let link = run.style.link {
        linked.append(run.text + ">" + link.target)
      }
      return [inline]
    }
    #expect(linked == ["ants>slipbox:note/00000000-0000-0001-0000-000000000003"])
    #expect(result["11"]?.attachments.map(\.name) == ["a.txt"])
    #expect(result["12"]?.item?.relations == [UniqueID(high: 1, low: 1)])
    #expect(result["12"]?.item?.unresolved == [SourceLink("99")])
    // What lies beyond the text stands by itself.
    #expect(result["10"]?.item?.relations == [UniqueID(high: 1, low: 2)])
  }

  @Test(arguments: [
    ("<rtfd >!!</rtfd>", "plain", true), ("<rtfd >cnRmZAAAAAADAAAA", "plain", true),
    ("<rtfd >\(Base64.text(Array("{\\rtf1 rich}".utf8)))</rtfd>", "rich", false), ("", "plain", false),
  ])
  func damagedRichTextCostsOnlyItself(_ rich: String, _ text: String, _ isReported: Bool) throws {
    let result = try read(
      "<tinderbox><item ID='1'><text>plain</text>\(rich)</item><item ID='2'><text>next</text></item></tinderbox>"
    )
    #expect(result.text("1")?.hasPrefix(text) == true)
    #expect(result.text("2")?.hasPrefix("next") == true)
    #expect(result["1"]?.diagnostics.isEmpty == !isReported)
  }

  @Test func aCutFileAndRepeatedNumbers() throws {
    let result = try read("<tinderbox><item ID='1'><attribute name='Name'>A<item ID='1'/><item ID='1'/>")
    #expect(result.notes.map(\.id) == ["1", "1#2", "1#3"])
    #expect(result.notes.first?.note.title == "A")
    #expect(result.findings.map(\.code) == [ExchangeCode.pieceDamaged])
  }

  @Test func deepNestingEndsInAFolder() throws {
    let result = try read("<tinderbox>" + String(repeating: "<item ID='1'>", count: 20_000))
    #expect(result.notes.count == 20_000)
    #expect(result.notes.compactMap { $0.note.item?.folder.count }.max() ?? 0 <= 66)
  }

  /// The parts of a document's runs, each with the target of its link.
  private func parts(_ text: String, _ links: [(Range<Int>, String, String)]) -> (
    parts: [String], left: [String]
  ) {
    var document = Document(text: text)
    let links = links.map { TextLinks.Link(range: $0, words: Array($1.utf16)[...], target: $2) }
    let left = TextLinks.add(links, to: &document)
    var parts: [String] = []
    document.editInlines { inline in
      if case .run(let run) = inline {
        parts.append(run.text + (run.style.link.map { ">" + $0.target } ?? ""))
      }
      return [inline]
    }
    return (parts, left)
  }

  @Test func linksThatOverlap() {
    let result = parts("abcdef", [(2..<5, "", "z"), (0..<3, "", "x"), (1..<3, "", "y"), (9..<10, "", "w")])
    #expect(result.parts == ["abc>x", "de>z", "f"] && result.left == ["y", "w"])
  }

  @Test func linksAreFoundByTheirWords() {
    // In the program, the sign of a list stands before the text.
    #expect(parts("see the bees", [(11..<15, "bees", "x")]).parts == ["see the ", "bees>x"])
    #expect(parts("see the bees", [(8..<12, "ants", "x")]).left == ["x"])
    #expect(parts("bees, bees", [(1..<5, "bees", "x")]).left == ["x"])
    #expect(parts("bees, bees", [(6..<10, "bees", "x")]).parts == ["bees, ", "bees>x"])
    // A place within a character is that before it.
    #expect(parts("a\u{1F41D}b", [(2..<4, "", "x")]).parts == ["a", "\u{1F41D}b>x"])
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    SourceDrain.law(Array(Self.file.utf8), .tinderbox, seed: 83) { try SourceTree.of($0, named: "a.tbx") }
  }
}
