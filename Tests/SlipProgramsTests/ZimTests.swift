import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Notebooks of Zim.
@Suite struct ZimTests {
  /// A page with its head.
  private static func page(_ text: String, date: String = "2021-05-03T10:00:00+02:00") -> [UInt8] {
    Array("Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\nCreation-Date: \(date)\n\n\(text)".utf8)
  }

  private static func tree(_ home: String) -> SourceTree {
    SourceDrain.folder(
      [
        ("notebook.zim", Array("[Notebook]\nname=x\n".utf8)), ("Home.txt", page(home)),
        ("Home/a b.png", Array("picture".utf8)), ("Home/plain.txt", Array("no page".utf8)),
        ("Garden.txt", page("==== Other ====\n[[Bees]] [[+bees]] [[Home]]", date: "Unknown")),
        ("Garden/Bees.txt", page("====== Bees ======\n[[Garden]] [[Seed list]]")),
        ("Garden/Seed_list.txt", page("text", date: "Sat, 04 May 2010 11:04:28 +0100")),
        (".zim/state.conf", [1]),
      ], named: "Notes")
  }

  /// The address of the page `p`.
  private static let note = "slipbox:note/00000000-0000-0001-0000-000000000001"
  /// The address of the file.
  private static let file = SourceFile(name: "f", bytes: [1]).address

  /// The sketch of a text, whose links lead nowhere, except those to `p`, a page, and `f/`, a file.
  private func read(_ text: String) -> (sketch: String, markup: ZimMarkup) {
    var markup = ZimMarkup { target in
      switch target {
      case "p": .note(UniqueID(high: 1, low: 1))
      case "./f": .file(name: "f", bytes: [1])
      case "#x": .elsewhere
      case _ where ZimMarkup.isAddress(target): .elsewhere
      default: .missing(candidates: [])
      }
    }
    markup.convert(Array(text.utf8)[...], title: "T")
    return (sketch(markup.document), markup)
  }

  @Test(arguments: [
    ("====== t ======\na", "a"), ("===== x =====\n== y", "## x\n##### y"), ("=\n==x", "=/==x"),
    (
      "**a** //b// __c__ ~~d~~ ''//e//'' f_{g}^{h}",
      "<b>a</b> <i>b</i> <mark>c</mark> <s>d</s> <c>//e//</c> f<sub>g</sub><sup>h</sup>"
    ),
    ("//**a**// ** //b", "<b><i>a</i></b> ** //b"), ("**a //b** c//", "<b>a //b</b> c//"),
    ("//see http://x.y//", "<i>see </i><a http://x.y><i>http://x.y</i></a>"),
    ("http://a.b/c__d__e, <x>", "<a http://a.b/c__d__e>http://a.b/c__d__e</a>, <x>"),
    (
      "[[p]] [[p|two]] [[gone]] [[#x]] [[mailto:a@b.c]]",
      "<a \(note)>p</a> <a \(note)>two</a> <a gone>gone</a> #x <a mailto:a@b.c>mailto:a@b.c</a>"
    ),
    ("{{./f?width=2}} {{id: x}}[[./f]]", "[f] <a \(ZimTests.file)>./f</a>"),
    ("* a\n\t1. b\n\t2. c\n* d", "• a\n  1. b\n  2. c\n• d"), ("c. x\n* y", "c. x\n• y"),
    ("3. x\n7. y\n\n1. z", "3. x\n4. y\n1. z"), ("B. x\nC. y", "B. x\nC. y"),
    ("1. a\n\t* b\n2. c\n\t1. d\n3. e", "1. a\n  • b\n2. c\n  1. d\n3. e"),
    ("[ ] a\n[*] b\n[x] c\n[>] d\n[<] e", "• ☐ a\n• ☑ b\n• ☒ c\n• ▷ d\n• ◁ e"),
    ("'''\n**a**\n\tb\n'''\nc", "`**a**/\tb`\nc"), ("'''\na", "'''/a"),
    ("{{{code: lang=\"x\"\n//a\n}}}", "`//a`"), ("a\n------\n\tb\n\tc", "a\n---\n→1 b/c"),
    ("| a | **b** |\n|:--|--:|\n| c\\nd | e\\|f |", "!|<b>a</b>|<b>b</b>|\n|c/d|e|f|"),
    ("== a==\n=== [b] ===", "##### a\n#### [b]"), ("[[p|[x]]]", "<a \(note)>[x]</a>"),
    ("* a\n    * b", "• a\n  • b"), ("    a", "→1 a"), ("\t{{{code: lang=\"x\"\na\n\t}}}", "`a`"),
    ("{{{ a\n}}}", "{{{ a/}}}"), ("|a|\n|b|", "|a|\n|b|"),
  ])
  func markup(_ text: String, _ expected: String) {
    #expect(read(text).sketch == expected)
  }

  @Test func tagsAndWhatIsMissing() {
    let markup = read("@soil a@b @sample-tag @1 ''@c'' **@x @soil**\n'''\n@no\n'''\n[[gone]] {{./no.png}}")
      .markup
    #expect(markup.tags == ["soil", "sample", "1", "x"])
    #expect(markup.unresolved == [SourceLink("gone")])
    #expect(markup.missing == ["./no.png"])
  }

  @Test func pagesAreNotesByName() throws {
    let tree = Self.tree("{{./a b.png?width=3}} [[:Garden:Seed_list|x]] [[Garden:bees]] @k")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "zim")
    let result = try SourceDrain.read(tree, .zim)
    #expect(result.notes.map(\.id) == ["Garden", "Garden:Bees", "Garden:Seed list", "Home"])
    #expect(result.notes.map(\.note.title) == ["Garden", "Bees", "Seed list", "Home"])
    #expect(result["Garden:Bees"]?.item?.folder.map(\.name) == ["Garden"])
    #expect(result["Garden"]?.item?.folder == [])
    #expect(result["Home"]?.created?.rfc3339 == "2021-05-03T08:00:00Z")
    #expect(result["Garden"]?.created == nil && result["Garden"]?.diagnostics.isEmpty == true)
    #expect(result["Garden:Seed list"]?.created?.rfc3339 == "2010-05-04T10:04:28Z")
    #expect(result["Home"]?.attachments.map(\.name) == ["a b.png"])
    #expect(result["Home"]?.item?.keywords.map(\.path) == [["k"]])
    #expect(result["Home"]?.linkTargets.count == 2)
    #expect(result.skipped == [SourceSkip("Home/plain.txt", .notShown)])
  }

  @Test func namesAreLookedForUpwardsAndNotBelow() throws {
    let result = try SourceDrain.read(Self.tree("x"), .zim)
    #expect(result["Garden"]?.item?.unresolved == [SourceLink("Bees")])
    #expect(result["Garden"]?.linkTargets.count == 2)
    #expect(result["Garden:Bees"]?.linkTargets.count == 2)
    // The heading that repeats the name of a page is its title; another one is text.
    #expect(result.text("Garden:Bees")?.hasPrefix("Garden Seed list") == true)
    #expect(result.text("Garden")?.hasPrefix("Other") == true)
  }

  @Test func theFirstPartOfANameDecidesWhereTheRestIs() throws {
    let tree = SourceDrain.folder(
      [
        ("notebook.zim", Array("[Notebook]\n".utf8)), ("A/B.txt", Self.page("top")),
        ("X/A/C.txt", Self.page("c")), ("X/Y.txt", Self.page("[[A:B]] [[A:C]]")),
        ("Z.txt", Self.page("[[A:B]]")),
      ], named: "N")
    let result = try SourceDrain.read(tree, .zim)
    #expect(result["X:Y"]?.item?.unresolved == [SourceLink("A:B")])
    #expect(result["X:Y"]?.linkTargets.count == 1 && result["Z"]?.linkTargets.count == 1)
  }

  @Test func aPageWithoutSettingsIsLikely() {
    #expect(ZimSource.recognizes(SourceDrain.folder([("a.txt", Self.page("x"))], named: "N")) == .likely)
    #expect(ZimSource.recognizes(SourceDrain.folder([("a.txt", Array("x".utf8))], named: "N")) == nil)
  }

  @Test func longLinesOfMarksTakeNoLongTime() {
    for piece in ["**", "//", "_{", "[[", "{{", "''a''_{", "@", "* ", "|a", "http://", "**a//b"] {
      _ = read(String(repeating: piece, count: 50_000))
    }
    _ = read(String(repeating: "'''\n{{{\n", count: 20_000))
    _ = read((0..<2_000).map { String(repeating: "\t", count: $0) + "* a\n" }.joined())
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    let text = "**a** //b [[+Bees|c]]\n\t* x\n| a | b |\n|:--|--|\n'''\n@t\n'''\n{{./a b.png?w=1}} _{x}"
    SourceDrain.law(Array(text.utf8), .zim, seed: 84) { Self.tree(String(decoding: $0, as: UTF8.self)) }
  }
}
