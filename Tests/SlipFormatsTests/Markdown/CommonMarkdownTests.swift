import SlipBase
import SlipDocument
import SlipFormats
import SlipTestSupport
import Testing

@testable import SlipMarkup

/// What people write in Markdown besides GFM, in a file that no program is named for.
@Suite struct CommonMarkdownTests {
  private func document(_ source: String) -> Document { MarkdownLawTests.read(Array(source.utf8)) }
  private func lines(_ source: String) -> [String] { StructureSignature.lines(of: document(source).blocks) }
  private func text(_ source: String) -> String { HTMLLawTests.text(document(source)) }

  private func plain(_ source: String) -> Document {
    Array(source.utf8).withUnsafeBytes { MarkdownReader.readGFM($0).document }
  }

  @Test(
    "Links and pictures in double brackets lead to what lies beside the file",
    arguments: [
      ("[[Bees]]", ["{<Bees.md>}Bees"]), ("[[a b/Bees|the bees]]", ["{<a%20b/Bees.md>}the bees"]),
      ("[[Bees#Good Wax]]", ["{<Bees.md#good-wax>}Bees > Good Wax"]),
      ("[[list.pdf]]", ["{<list.pdf>}list.pdf"]),
      ("[[x]](http://y) [[x]][r]\n\n[r]: http://z", ["{<http://y>}[x] {<http://z>}[x]"]),
      ("![[bee.png]]", ["[picture]"]), ("![[Bees]]", ["{<Bees.md>}Bees"]),
      ("[[paper](http://x)] and [[code](http://y)]", ["[{<http://x>}paper{}] and [{<http://y>}code{}]"]),
      ("`[[Bees]]` \\[[Bees]]", ["[[Bees]] [[Bees]]"]),
    ])
  func links(source: String, expected: [String]) {
    /// Signatures have no blanks.
    func bare(_ line: String) -> String { line.replacing("{}", with: "").replacing(" ", with: "") }
    #expect(lines(source).map(bare) == expected.map(bare))
  }

  @Test("An embedded picture has its size after a bar")
  func size() throws {
    let document = document("![[a b.png|120x80]]")
    guard case .paragraph(let paragraph)? = document.blocks.first,
      case .picture(let picture)? = paragraph.inlines.first
    else {
      Issue.record("no picture")
      return
    }
    #expect(picture.width == 1_800 && picture.height == 1_200 && picture.description == nil)
    #expect(document.resources.first?.content == .file("a b.png"))
  }

  @Test("Callouts have a title; marked text is marked; comments are hidden")
  func signs() {
    #expect(text("> [!note] Take care\n> body") == "Take care\nbody")
    #expect(text("> [!WARNING]\n> body") == "Warning\nbody")
    #expect(HTMLLawTests.text(document("a ==b== %%c%% d")).contains("b"))
    let html = String(decoding: HTMLWriter.write(document("a ==b== %%c%% d")), as: UTF8.self)
    #expect(html.contains("<mark") && !html.contains("==") && !html.contains("c%"))
    #expect(text("a == b, 1 ==== 2, x==1, y==2") == "a == b, 1 ==== 2, x==1, y==2")
  }

  @Test(
    "Front matter is no text, whichever it is",
    arguments: [
      "---\ntitle: A \"day\"\nauthor: Ann\ntags: [x, y]\nlang: en_GB\n---\n",
      "+++\n# a comment\ntitle = 'A \"day\"'\n\nauthors = [\"Ann\"]\ntags = [\n  \"x\",\n  \"y\",\n]\nlanguage = \"en-gb\"\n[extra]\ntitle = \"no\"\n+++\n",
    ])
  func frontMatter(matter: String) {
    let document = document(matter + "# Body\n")
    #expect(HTMLLawTests.text(document) == "Body")
    #expect(document.info.title == "A \"day\"" && document.info.author == "Ann")
    #expect(document.info.keywords == ["x", "y"] && document.defaultLanguage == "en-GB")
  }

  @Test("Plus signs that nothing closes are text, and so are all of them in GFM")
  func noFrontMatter() {
    #expect(text("+++\na = 1\n") == "+++ a = 1")
    #expect(HTMLLawTests.text(plain("+++\na = 1\n+++\n")) == "+++ a = 1 +++")
  }

  @Test("GFM alone has none of it")
  func gfm() {
    let source = "[[Bees]] ==b== %%c%%\n\n> [!note] x\n"
    #expect(HTMLLawTests.text(plain(source)) == "[[Bees]] ==b== %%c%%\n[!note] x")
  }

  /// A text without these signs is read as GFM, byte for byte.
  @Test func othersAreGFM() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let pieces = [
        "a", "*b*", "`c`", "[d](e)", "[x] ", "- ", "# ", "\n", "\n\n", "> ", "=", "%", "!", "|", " ", "---\n",
        "<b>", "1. ",
      ]
      let source = (0..<40).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      guard !["[[", "==", "%%", "[!", "+++"].contains(where: source.contains) else { continue }
      #expect(document(source) == plain(source), "\(source)")
    }
  }

  /// Text that only looks like a sign is written so that it comes back as text.
  @Test(
    arguments: [
      "[[x]]", "![[x.png]]", "a==b==c", "==x==", "%%x%%", "[!note] x", "[[[x]]]", "1 == 2", "50%% 60%%", "==",
      "a[[b|c]]",
      "===x===",
    ])
  func escaped(sample: String) {
    var style = ParagraphStyle()
    for isQuoted in [false, true] {
      if isQuoted { style.name = "Quote" }
      var source = Document()
      source.blocks = [.paragraph(Paragraph(style: style, inlines: [.run(Run(sample))]))]
      let written = MarkdownWriter.write(source)
      #expect(
        HTMLLawTests.text(MarkdownLawTests.read(written)) == sample,
        "\(String(decoding: written, as: UTF8.self))")
      #expect(written.withUnsafeBytes { HTMLLawTests.text(MarkdownReader.readGFM($0).document) } == sample)
    }
  }
}

/// HTML around Markdown.
@Suite struct OpenBlockTests {
  private func alignments(_ source: String) -> [ParagraphStyle.Alignment] {
    MarkdownLawTests.read(Array(source.utf8)).blocks.compactMap {
      if case .paragraph(let paragraph) = $0 { paragraph.style.alignment } else { nil }
    }
  }

  @Test(
    arguments: [
      ("<div align=\"center\">\n\n# A\n\nb\n\n</div>\n\nc", [.center, .center, .left]),
      ("<p align=\"center\">\n\n**a**\n\n</p>\n\nb", [.center, .left]),
      ("<center>\n\na\n\n</center>\n\nb", [.center, .left]),
      ("<div style=\"text-align:right\">\n\na\n\n</div>", [.right]),
      ("<div align=\"center\">\n<div>\n\na\n\n</div>\n\nb\n\n</div>\n\nc", [.center, .center, .left]),
      ("> <div align=\"center\">\n>\n> a\n\nb", [.center, .left]),
      ("<div>\n\na\n\n</div>\n\nb", [.left, .left]), ("</div>\n\na", [.left]),
      ("<div align=\"center\"><b>x</b></div>\n\na", [.center, .left]),
    ] as [(String, [ParagraphStyle.Alignment])])
  func alignment(source: String, expected: [ParagraphStyle.Alignment]) {
    #expect(alignments(source) == expected)
  }

  @Test func whatIsHiddenStaysHidden() {
    let document = MarkdownLawTests.read(Array("<div hidden>\n\n*a*\n\n</div>\n\nb".utf8))
    let html = String(decoding: HTMLWriter.write(document), as: UTF8.self)
    #expect(!html.contains("<em>a</em>") && html.contains("<p>b</p>"))
  }
}
