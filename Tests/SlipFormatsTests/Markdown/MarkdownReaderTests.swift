import SlipDocument
import SlipFormats
import Testing

@Suite struct MarkdownReaderTests {
  private func document(_ source: String) -> Document { MarkdownLawTests.read(Array(source.utf8)) }
  private func lines(_ source: String) -> [String] { StructureSignature.lines(of: document(source).blocks) }

  @Test(arguments: [
    ("# A *b*\n\nSet\n===\n", ["h1 A{i}b", "h1 Set"]),
    ("a **b _c_** ~~d~~ `e`", ["a{b}b{bi}c{s}d{}e"]),
    (
      "[t](http://x 'tip') <http://y> www.z.org",
      ["{<http://x>}t{<http://y>}http://y{<http://www.z.org>}www.z.org"]
    ),
    ("[x](javascript:alert(1))", ["x"]),
    ("- a\n- [ ] b\n- [x] c\n  1. d\n", ["level 0 • a", "level 0 • ☐b", "level 0 • ☑c", "level 1 1. d"]),
    ("7) a\n8) b\n", ["level 0 7) a", "level 0 8) b"]),
    (
      "| a | b |\n|---|:-:|\n| c | d |\n",
      [
        "table", "header", "cell  ", "{b}a", "cell  ", "{b}b", "row", "cell  ", "c", "cell  ", "d",
        "end of table",
      ]
    ),
    ("a[^n]\n\n[^n]: note\n", ["a[note 0]"]),
    ("***\n", ["break"]),
    ("<b>x</b> <script>alert(1)</script> y<br>z", ["{b}x{}alert(1)yz"]),
    ("<div>\n<p>html *block*\n</div>\n", ["html*block*"]),
    ("<table><tr><td>c</table>\n", ["table", "row", "cell  ", "c", "end of table"]),
    ("![alt](a%20b.png) ![](http://remote/x.png)", ["[picture]{<http://remote/x.png>}http://remote/x.png"]),
    ("![a](https://r/x.png) [![b](https://r/y.png)](/page)", ["{<https://r/x.png>}a{</page>}b"]),
    (
      "![absolute](.//a.png) ![too](%2Fa.png) ![](././a.png)",
      ["{<.//a.png>}absolute{<%2Fa.png>}too[picture]"]
    ),
    ("    code\n    more\n", ["codemore"]),
    ("> quote\n", ["quote"]),
  ])
  func reads(source: String, expected: [String]) {
    #expect(lines(source) == expected)
  }

  /// A note that refers to itself, or is referred to twice, must not be written for ever.
  @Test func notesAreReferredToOnce() {
    #expect(lines("a[^n] b[^n]\n\n[^n]: note [^n]\n") == ["a[note 0]b{superscript}1"])
    #expect(HTMLLawTests.text(document("a[^n]\n\n[^n]: note [^n]\n")) == "a1\n1\tnote 1")
  }

  /// A definition above the text refers to a note, too, which doesn't make that note the first.
  @Test func notesAreInTheOrderOfTheText() {
    let text = HTMLLawTests.text(document("[^1]: One[^2]\n\na[^1] b[^2]\n\n[^2]: Two\n"))
    #expect(text == "a1 b2\n1\tOne2\n2\tTwo")
  }

  /// What nothing refers to is text all the same.
  @Test func notesWithoutReferenceStay() {
    #expect(lines("a\n\n[^1]: orphan words\n") == ["a", "[^1]:orphanwords"])
    let text = HTMLLawTests.text(document("a[^1] `[^2]`\n\n[^1]: One\n\n[^1]: again\n\n    [^3]: code\n"))
    #expect(text == "a1 [^2]\n[^1]: again\n[^3]: code\n1\tOne")
  }

  @Test func frontMatter() {
    let document = document("---\ntitle: \"A: b\"\ntags: [x, y]\nauthor: Jane\n---\n\ntext\n")
    #expect(document.info.title == "A: b")
    #expect(document.info.keywords == ["x", "y"])
    #expect(document.info.author == "Jane")
    #expect(StructureSignature.lines(of: document.blocks) == ["text"])
    #expect(lines("---\n\na: b\n\n---\n") == ["break", "a:b", "break"])
  }

  @Test func codeAndQuotationsHaveTheirLook() throws {
    let document = document("> q\n\n```\nlet a = 1\n\n  b\n```\n")
    guard case .paragraph(let quote) = try #require(document.blocks.first),
      case .paragraph(let code) = try #require(document.blocks.last), case .run(let run)? = code.inlines.first
    else {
      Issue.record("not two paragraphs")
      return
    }
    #expect(quote.style.leftIndent == 720)
    #expect(run.style.font == "Courier New")
    #expect(HTMLLawTests.text(document) == "q\nlet a = 1\n\n  b")
  }

  @Test func writesFrontMatterAndDataPictures() {
    var document = Document()
    document.blocks = [.paragraph(Paragraph(inlines: [.run(Run("--- text"))]))]
    var options = WriteOptions()
    options.frontMatter = ["title: x"]
    let markdown = String(decoding: MarkdownWriter.write(document, options: options), as: UTF8.self)
    #expect(markdown == "---\ntitle: x\n---\n\n--- text\n")
  }
}
