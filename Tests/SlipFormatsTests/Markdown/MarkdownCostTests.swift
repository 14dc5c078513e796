import SlipDocument
import SlipFormats
import SlipTestSupport
import Testing

/// Texts on which cmark-gfm takes more than time in proportion to their length.
@Suite struct MarkdownCostTests {
  private func read(_ source: String) -> ReadResult { source.utf8Bytes { MarkdownReader.read($0) } }

  private func hasTable(_ document: Document) -> Bool {
    document.blocks.contains { if case .table = $0 { true } else { false } }
  }

  private func row(_ cell: String, _ count: Int) -> String {
    String(repeating: "|" + cell, count: count) + "|\n"
  }

  private var smallTable: String { "\n" + row("y", 2) + row("-", 2) + "\n" }

  @Test(arguments: ["", "> ", "  "]) func `wide tables are tables while they can be read in good time`(
    prefix: String
  ) {
    let wide = [row("a", 300), row("-", 300)] + Array(repeating: row("b", 300), count: 20)
    let result = read(wide.map { prefix + $0 }.joined())
    #expect(result.diagnostics.isEmpty)
    #expect(hasTable(result.document))
  }

  @Test func `short rows of narrow tables are filled`() {
    let result = read(
      row("a", 20) + row("-", 20) + String(repeating: "| b \\| c | d |\n| - | - |\n", count: 5_000))
    #expect(result.diagnostics.isEmpty)
    #expect(hasTable(result.document))
  }

  @Test(arguments: [
    // Filled rows: six million cells.
    ("a", 3_000, "-", 3_000, "|x|\n", 2_000),
    // One row of many cells.
    ("a", 2, "-", 2, String(repeating: "|x", count: 40_000) + "\n", 1),
    // The head.
    ("a", 65_000, "-", 65_000, "|x|\n", 1),
    // Lines that would be a table's second, but for the line before.
    ("a", 1, "-", 3, "x\n-|-|-\n", 20_000),
    ("> a", 2_000, "-", 3, "x\\\\|x\n-|-\n", 20_000),
  ])
  func `tables of too many cells are text`(
    head: String, headCells: Int, rule: String, ruleCells: Int, line: String, lines: Int
  ) throws {
    let source = row(head, headCells) + row(rule, ruleCells) + String(repeating: line, count: lines)
    let result = read(source + smallTable)
    #expect(result.diagnostics.map(\.code) == ["SBXG409"])
    #expect(!hasTable(result.document))
    let text = HTMLLawTests.text(result.document)
    #expect(text.filter { $0 == "x" }.count == source.filter { $0 == "x" }.count)
    #expect(text.contains("y|y"))
  }

  @Test(arguments: [")", ")&amp;", ".)"]) func `addresses that end in too many brackets stay text`(
    end: String
  ) {
    let address = "www.a.org" + String(repeating: end, count: 100_000)
    let result = read(address + " www.b.org\n\n" + row("a", 2) + row("-", 2))
    #expect(result.diagnostics.map(\.code) == ["SBXG410"])
    #expect(hasTable(result.document))
    #expect(HTMLLawTests.text(result.document).hasPrefix("www.a.org"))
    #expect(
      lines(read("(see www.a.org/b_(c)).").document) == ["(see{<http://www.a.org/b_(c)>}www.a.org/b_(c){})."]
    )
  }

  /// For each cmark-gfm copies the rest of the line: 1.5 GB of 1.6 MB.
  @Test(arguments: [("a@a.b ", 60_000), (String(repeating: "a@a.b,", count: 1_000) + "\n", 60)])
  func `addresses of mail that take too much memory stay text`(line: String, lines: Int) {
    let source = String(repeating: line, count: lines)
    let result = read(source + "\n\n<https://a.org>")
    #expect(result.diagnostics.map(\.code) == ["SBXG410"])
    #expect(
      HTMLLawTests.text(result.document).filter { $0 == "@" }.count == source.filter { $0 == "@" }.count)
    #expect(read(String(repeating: "mail a@a.b, c@c.d.\n", count: 50_000)).diagnostics.isEmpty)
  }

  /// For each link cmark-gfm walks over the images that are open.
  @Test(arguments: ["![[]()", "![[]()\n", "![`]`[]()", "![![a]()[b](c)", "![<a b=']'>[](u)"])
  func `a paragraph of too many links and open images is plain text`(text: String) {
    let result = read(String(repeating: text, count: 32_000))
    #expect(result.diagnostics.map(\.code) == ["SBXG411"])
  }

  @Test func `a paragraph may have many images and links`() {
    let badge = "[![build](b.png)](https://a.org) ![x][y] "
    #expect(read(String(repeating: badge, count: 5_000)).diagnostics.isEmpty)
  }

  /// cmark-gfm copies a definition to each of its uses: 1.6 GB of 200 KB.
  @Test(arguments: [
    ("[a]: D\n\n", "[a]"), ("[a]: <D>\n\n", "[x][A]"), ("[b c]: u \"D\n", "![B\n c]"),
    ("[a\\]]:\nu\n'D'\n\n", "[a\\]]"), ("> [a\n> b]: D\n\n", "[a b]"),
  ])
  func `long definitions that are used too often are plain text`(definition: String, use: String) {
    let long = definition.replacing("D", with: String(repeating: "d", count: 100_000))
    let result = read(long + String(repeating: use, count: 10_000) + "\"\n")
    #expect(result.diagnostics.map(\.code) == ["SBXG411"])
  }

  @Test func `pictures may be defined at the end, and links used often`() {
    let data = String(repeating: "QUJD", count: 100_000)
    let pictures = (0..<20).map { "![][image\($0)] " }.joined()
    let definitions = (0..<20).map { "[image\($0)]: <data:image/png;base64,\(data)>\n" }.joined()
    #expect(read(pictures + "\n\n" + definitions).diagnostics.map(\.code).allSatisfy { $0 != "SBXG411" })
    let link = "[a]: https://example.org/\(String(repeating: "x", count: 300)) \"A title\"\n"
    let many = (0..<2_000).map { "[a\($0)]: https://example.org/\(data.prefix(100)) \"A title\"\n" }.joined()
    let uses = (0..<2_000).map { "see [a] and [a\($0)], " }.joined()
    #expect(read(uses + "\n\n" + link + many).diagnostics.isEmpty)
  }

  @Test(arguments: ["- ", "1. ", ">"]) func `blocks that nest too deep are plain text`(marker: String) {
    let deep = String(repeating: marker, count: 4_000)
    let result = read("---\ntitle: t\n---\n" + deep + String(repeating: "*x*\n", count: 40_000))
    #expect(result.diagnostics.map(\.code) == ["SBXG411"])
    #expect(result.document.info.title == "t")
    #expect(HTMLLawTests.text(result.document).filter { $0 == "x" }.count == 40_000)
    #expect(HTMLLawTests.text(result.document).hasPrefix(deep + "*x*\n*x*"))
  }

  @Test(arguments: ["- ", "1. ", ">"]) func `blocks may nest deep, and be rules`(marker: String) {
    let nested = String(repeating: " ", count: 100_000) + "code\n\n" + String(repeating: marker, count: 300)
    let text =
      String(repeating: "x\n", count: 20_000) + "\n" + String(repeating: "- - - - - -\n", count: 20_000)
    #expect(read(nested + text).diagnostics.isEmpty)
  }

  @Test(arguments: ["*[x](u)* a\n", "_[^x] a\n", "~![x](u)\n", "x\n2. _[x](u)\n", "x\n    * _[x](u)\n"])
  func `a paragraph of too many links and signs is plain text`(line: String) {
    let result = read(String(repeating: line, count: 20_000))
    #expect(result.diagnostics.map(\.code) == ["SBXG411"])
    #expect(HTMLLawTests.text(result.document).hasPrefix(line + line))
  }

  @Test(arguments: [
    ("", "* **[x](u)** a\n"), ("", "7. *[x](u)* a\n"), ("- x\n", "  - *[x](u)* a\n- b\n"),
    ("| a | b |\n|---|---|\n", "| **[x](u)** | _b_ |\n"), ("", "*[x](u)*\n\n"),
  ])
  func `many items, rows or paragraphs may have links and signs`(head: String, line: String) {
    let result = read(head + String(repeating: line, count: 20_000))
    #expect(result.diagnostics.isEmpty)
    #expect(!HTMLLawTests.text(result.document).contains("["))
  }

  /// Once each block copied all that stood before it.
  @Test func `many blocks of HTML`() {
    var document = Document()
    let time = CPUTime.measure { document = read(String(repeating: "1. <p>x\n", count: 40_000)).document }
    #expect(document.blocks.count == 40_000)
    #expect(time < .seconds(60))
  }

  private func lines(_ document: Document) -> [String] { StructureSignature.lines(of: document.blocks) }
}

extension String {
  fileprivate func utf8Bytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    Array(utf8).withUnsafeBytes(body)
  }
}
