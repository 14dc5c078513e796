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
  private func read(_ text: String) throws -> SourceDrain.Result {
    try SourceDrain.read(Array(text.utf8), named: "a.tbx")
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

  /// A place beyond the text, and a character of two UTF-16 units before the words.
  @Test func linksStandOnUTF16Units() throws {
    let result = try read(
      """
      <tinderbox><item ID='1'><text>See \u{1F41D} the ants.</text></item><item ID='2'/>
      <links><link sourceid='1' destid='2' sstart='11' slen='4'/><link sourceid='2' destid='1' sstart='90' slen='4'/></links>
      </tinderbox>
      """)
    let body = try #require(result["1"]?.body.bytes)
    let document = body.withUnsafeBytes { RTFReader.read($0) }.document
    #expect(sketch(document).contains(">ants</a>"))
    // What lies beyond the text stands by itself.
    #expect(result["2"]?.item?.relations == [UniqueID(high: 1, low: 1)])
  }

  @Test func whateverTheBytesAreNothingBreaks() throws {
    let bytes = try Fixtures.bytes("sources/tinderbox/Garden.tbx")
    SourceDrain.law(bytes, .tinderbox, seed: 83, step: 3) { try SourceTree.of($0, named: "a.tbx") }
  }
}
