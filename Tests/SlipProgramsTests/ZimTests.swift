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

  /// The address of the file.
  private static let file = SourceFile(name: "f", bytes: [1]).address

  /// The HTML of a text, whose links lead nowhere, except those to `p`, a page, and `f/`, a file.
  private func html(_ text: String) -> (html: String, markup: ZimMarkup) {
    var markup = ZimMarkup { target in
      switch target {
      case "p": .note(UniqueID(high: 1, low: 1))
      case "./f": .file(name: "f", bytes: [1])
      case "#x": .elsewhere
      case _ where ZimMarkup.isAddress(target): .elsewhere
      default: .missing(candidates: [])
      }
    }
    let start = markup.html.bytes.count
    markup.convert(Array(text.utf8)[...], title: "T")
    return (String(decoding: markup.html.bytes[start...], as: UTF8.self), markup)
  }

  @Test(arguments: [
    ("====== t ======\na", "<p>a</p>"), ("===== x =====\n== y", "<h2>x</h2><h5>y</h5>"),
    ("=\n==x", "<p>=<br>==x</p>"),
    (
      "**a** //b// __c__ ~~d~~ ''//e//'' f_{g}^{h}",
      "<p><b>a</b> <i>b</i> <mark>c</mark> <s>d</s> <code>//e//</code> f<sub>g</sub><sup>h</sup></p>"
    ),
    ("//**a**// ** //b", "<p><i><b>a</b></i> ** //b</p>"), ("**a //b** c//", "<p><b>a //b</b> c//</p>"),
    ("//see http://x.y//", "<p><i>see <a href=\"http://x.y\">http://x.y</a></i></p>"),
    ("http://a.b/c__d__e, <x>", "<p><a href=\"http://a.b/c__d__e\">http://a.b/c__d__e</a>, &lt;x&gt;</p>"),
    (
      "[[p]] [[p|two]] [[gone]] [[#x]] [[mailto:a@b.c]]",
      "<p><a href=\"slipbox:note/00000000-0000-0001-0000-000000000001\">p</a> <a href=\"slipbox:note/00000000-0000-0001-0000-000000000001\">two</a> <a href=\"gone\">gone</a> #x <a href=\"mailto:a@b.c\">mailto:a@b.c</a></p>"
    ),
    (
      "{{./f?width=2}} {{id: x}}[[./f]]",
      "<p><img src=\"\(ZimTests.file)\"> <a href=\"\(ZimTests.file)\">./f</a></p>"
    ),
    ("* a\n\t1. b\n\t2. c\n* d", "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>"),
    ("c. x\n* y", "<ol type=\"a\" start=\"3\"><li>x</li></ol><ul><li>y</li></ul>"),
    (
      "[ ] a\n[*] b\n[x] c\n[>] d\n[<] e",
      "<ul><li>☐ a</li><li>☑ b</li><li>☒ c</li><li>▷ d</li><li>◁ e</li></ul>"
    ),
    ("'''\n**a**\n\tb\n'''\nc", "<pre>**a**<br>\tb</pre><p>c</p>"), ("'''\na", "<p>'''<br>a</p>"),
    ("{{{code: lang=\"x\"\n//a\n}}}", "<pre>//a</pre>"),
    ("a\n------\n\tb\n\tc", "<p>a</p><hr><p style=\"margin-left:18pt\">b<br>c</p>"),
    (
      "| a | **b** |\n|:--|--:|\n| c\\nd | e\\|f |",
      "<table><tr><th>a</th><th><b>b</b></th></tr><tr><td>c<br>d</td><td>e|f</td></tr></table>"
    ),
    ("== a==\n=== [b] ===", "<h5>a</h5><h4>[b]</h4>"),
    ("[[p|[x]]]", "<p><a href=\"slipbox:note/00000000-0000-0001-0000-000000000001\">[x]</a></p>"),
    ("* a\n    * b", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
    ("    a", "<p style=\"margin-left:18pt\">a</p>"),
    ("\t{{{code: lang=\"x\"\na\n\t}}}", "<pre>a</pre>"), ("{{{ a\n}}}", "<p>{{{ a<br>}}}</p>"),
    ("|a|\n|b|", "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>"),
  ])
  func markup(_ text: String, _ expected: String) {
    #expect(html(text).html == expected)
  }

  @Test func tagsAndWhatIsMissing() {
    let markup = html("@soil a@b @sample-tag @1 ''@c'' **@x @soil**\n'''\n@no\n'''\n[[gone]] {{./no.png}}")
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
      _ = html(String(repeating: piece, count: 50_000))
    }
    _ = html(String(repeating: "'''\n{{{\n", count: 20_000))
    _ = html((0..<2_000).map { String(repeating: "\t", count: $0) + "* a\n" }.joined())
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    let text = "**a** //b [[+Bees|c]]\n\t* x\n| a | b |\n|:--|--|\n'''\n@t\n'''\n{{./a b.png?w=1}} _{x}"
    SourceDrain.law(Array(text.utf8), .zim, seed: 84) { Self.tree(String(decoding: $0, as: UTF8.self)) }
  }
}
