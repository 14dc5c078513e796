import SlipRTF
import SlipDocument
import SlipFormats
import Testing

/// Markdown that comes back as it was, by way of each format that can hold it.
@Suite struct MarkdownRoundTripTests {
  static let sources = [
    // Code, inline and in blocks, its spaces and tabs.
    "Call `a  b`, `` ` `` and **`c`**, or [`d`](https://e.org/).\n",
    "```swift\nlet a = 1\n\n\tif b {\n    c()\n\t}\n```\n",
    "```\n```\n",
    "```\n\nfirst and last line empty\n\n```\n",
    "````markdown\n```\nfence\n```\n````\n",
    "```c++ title=\"a b\"\nint a;\n```\n\n```\nanother\n```\n",
    // Quotations, and what stands in them.
    "> a\n>\n> b\n>\n> > c\n>\n> ```sh\n> d\n> ```\n>\n> - e\n>   - f\n",
    "> ## Heading\n>\n> ***\n",
    // Lists, tight and loose, and what stands in items.
    "- a\n  - b\n    - c\n- d\n\ntext\n",
    "- a\n\n- b\n\n  more of b\n\n  > quoted\n\n- c\n",
    "1. a\n   ```sh\n   b\n   ```\n2. c\n   - d\n3. e\n",
    "- > quoted\n- # Heading\n- ```\n  code\n  ```\n- ***\n- last\n",
    "- a\n- b\n\n* another list\n",
    "7) a\n8) b\n",
    "- [ ] open\n- [x] **done**\n  - [ ] inner\n",
    // Breaks.
    "a\n\n***\n\nb\n",
    // Definitions, for which Markdown has nothing.
    "a\n\n<dl>\n<dt>Term</dt>\n<dd>one <em>two</em></dd>\n<dd>three</dd>\n</dl>\n\nb\n",
    // Titles and descriptions of pictures.
    "![A \\[b](files/p.png \"A title\") and ![](files/q.png)\n",
    // Headings that something leads to.
    "## <a id=\"there\"></a>Heading\n\n[up](#there)\n",
    // Emphasis within emphasis.
    "_a **b** c_ and **d _e_ f** g**h**i\n",
  ]

  private static func read(_ bytes: [UInt8], _ format: String) throws -> Document {
    let read = try #require(FormatTable.named(format)?.read)
    return bytes.withUnsafeBytes { read($0, .init()).document }
  }

  @Test(arguments: ["markdown", "html", "rtf"], sources)
  func comesBack(by way: String, _ source: String) throws {
    let document = try Self.read(Array(source.utf8), "markdown")
    let write = try #require(FormatTable.named(way)?.write)
    let back = try Self.read(write(document, WriteOptions()), way)
    #expect(String(decoding: MarkdownWriter.write(back), as: UTF8.self) == source)
  }

  /// RTF of these documents has its normal form, and the document comes back whole.
  @Test(arguments: sources) func isKeptByRTF(_ source: String) throws {
    let document = try Self.read(Array(source.utf8), "markdown")
    #expect(try Self.read(RTFWriter.write(document), "rtf") == document.normalized())
  }

  @Test(arguments: [
    ("HTML Preformatted", "```\ntext\n```\n"), ("Preformatted Text", "```\ntext\n```\n"),
    ("Source Code python", "```python\ntext\n```\n"), ("Intense Quote", "> text\n"),
    ("Block Text", "> text\n"),
    ("Quotations", "> text\n"), ("Quote 2", "> > text\n"), ("Plain Text", "text\n"), ("Quotes / x", "text\n"),
  ]) func stylesOfWordProcessorsAreKnown(name: String, expected: String) {
    var document = Document()
    var style = ParagraphStyle()
    style.name = name
    document.blocks = [.paragraph(Paragraph(style: style, inlines: [.run(Run("text"))]))]
    #expect(String(decoding: MarkdownWriter.write(document), as: UTF8.self) == expected)
  }

  @Test func linesOfCodeThatStandTogetherAreOneBlock() {
    var document = Document()
    var style = ParagraphStyle()
    style.name = "HTML Preformatted"
    document.blocks = ["a", "", "\tb"].map { .paragraph(Paragraph(style: style, inlines: [.run(Run($0))])) }
    #expect(String(decoding: MarkdownWriter.write(document), as: UTF8.self) == "```\na\n\n\tb\n```\n")
  }

  @Test func thematicBreaksAreNoSectionBreaks() throws {
    let document = try Self.read(Array("a\n\n***\n\nb\n".utf8), "markdown")
    let html = String(decoding: HTMLWriter.write(document), as: UTF8.self)
    #expect(html.contains("<hr>\n"))
    let rtf = String(decoding: RTFWriter.write(document), as: UTF8.self)
    #expect(!rtf.contains("\\sect") && rtf.contains("\\brdrb"))
    #expect(try Self.read(Array(html.utf8), "html").blocks == document.blocks)
  }

  @Test func markupHasSpacingInRTF() throws {
    let document = try Self.read(Array("# A\n\nb\n\n- c\n- d\n".utf8), "markdown")
    let rtf = String(decoding: RTFWriter.write(document), as: UTF8.self)
    for words in ["\\sb240\\sa80\\keepn", "\\sa160 b\\par", "}c\\par"] { #expect(rtf.contains(words)) }
  }
}
