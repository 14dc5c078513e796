import SlipDocument
import SlipFormats
import Testing

/// Only what would mean something else is escaped.
@Suite struct MarkdownEscapeTests {
  static func markdown(_ inlines: [Inline], wrap: Int? = nil) -> String {
    var document = Document()
    document.blocks = [.paragraph(Paragraph(inlines: inlines))]
    var options = WriteOptions()
    options.wrap = wrap
    return String(
      String(decoding: MarkdownWriter.write(document, options: options), as: UTF8.self).dropLast())
  }

  @Test(arguments: [
    #"C:\Users\x and 50% of a & b"#, "3 * 4 * 5 and snake_case_name", "a [x] b (c) [1] d!", "5 < 6 > 4 <- x",
    "http://e.org/a_b_c*d*?x=1&copy=2;y~z and www.e.org/_x/y and a_b@e.org.", "1986 was; -5, +3, #tag, =b",
    "an `accent", "2 * x and * y", "AT&T &unknown; &c", "a | b | c", "(see https://e.org/(x)_y_z).", "~5 ~ 6",
    "**", "x) y: z. 1.5",
  ]) func staysAsItIs(_ text: String) {
    #expect(Self.markdown([.run(Run(text))]) == text)
  }

  @Test(arguments: [
    ("*a* b", #"\*a* b"#), ("_a_", #"\_a_"#), ("[a](b)", #"[a\](b)"#), ("&amp;", #"\&amp;"#),
    ("<b>", #"\<b>"#),
    ("1. a", #"1\. a"#), ("- a", #"\- a"#), ("# a", ##"\# a"##), ("> a", #"\> a"#), ("---", #"\---"#),
    ("`a`", #"\`a`"#), ("~~a~~", #"\~~a~~"#), (#"\*"#, #"\\*"#), ("[a]: b", #"\[a]: b"#),
    ("[http://e.org/_a_ b](c)", #"[http://e.org/\_a_ b\](c)"#), ("  a \t", "a"), ("a  b\tc", "a  b\tc"),
  ]) func isEscaped(text: String, expected: String) {
    #expect(Self.markdown([.run(Run(text))]) == expected)
  }

  @Test func spacesStandOutsideEmphasis() {
    var bold = CharacterStyle()
    bold.isBold = true
    #expect(Self.markdown([.run(Run("a")), .run(Run(" b ", style: bold)), .run(Run("c"))]) == "a **b** c")
    #expect(Self.markdown([.run(Run(" b ", style: bold))]) == "**b**")
  }

  @Test func headingsAreBoldByThemselves() {
    var bold = CharacterStyle()
    bold.isBold = true
    var style = ParagraphStyle()
    style.headingLevel = 2
    var document = Document()
    document.blocks = [
      .paragraph(Paragraph(style: style, inlines: [.run(Run("a", style: bold)), .run(Run(" "))])),
      .paragraph(Paragraph(style: style, inlines: [.run(Run("a")), .run(Run("b", style: bold))])),
    ]
    #expect(String(decoding: MarkdownWriter.write(document), as: UTF8.self) == "## a\n\n## a**b**\n")
  }

  /// Without any one of its backslashes the text would be read as something else.
  @Test(arguments: MarkupDocumentGenerator.pieces) func noneIsNeedless(_ piece: String) {
    for text in [piece, "a \(piece) b", "\(piece) \(piece)"] {
      let source = Array(Self.markdown([.run(Run(text))]).utf8)
      let document = MarkdownLawTests.read(source)
      for index in source.indices where Self.isEscape(source, index) {
        var other = source
        other.remove(at: index)
        let isSame = MarkdownLawTests.read(other) == document
        #expect(!isSame, "\(text.debugDescription): \(String(decoding: source, as: UTF8.self))")
      }
    }
  }

  private static func isEscape(_ source: [UInt8], _ index: Int) -> Bool {
    guard source[index] == 0x5C, index + 1 < source.count, source[index + 1] < 0x7F else { return false }
    let isSign = UnicodeScalar(source[index + 1]).properties.isAlphabetic == false && source[index + 1] > 0x20
    return isSign && source[..<index].reversed().prefix { $0 == 0x5C }.count % 2 == 0
  }

  // MARK: Wrapping

  @Test func linesAreBrokenAtSpaces() {
    let text = "one two three - four 5. six [x] seven\u{A0}eight nine"
    // A line begins with nothing that means a list or a link.
    #expect(
      Self.markdown([.run(Run(text))], wrap: 10)
        == "one two\nthree -\nfour 5.\nsix [x]\nseven\u{A0}eight\nnine")
  }

  /// Broken lines read as the whole ones do.
  @Test(arguments: 0..<10) func wrappedTextIsTheSame(block: Int) {
    MarkupLaw(
      features: MarkdownLawTests.features,
      write: {
        var options = WriteOptions()
        options.wrap = 12
        return MarkdownWriter.write($0, options: options)
      }, read: MarkdownLawTests.read, lines: MarkdownLawTests.lines
    )
    .hold(block: block)
  }
}
