import SlipRTF
import SlipFormats
import Testing

/// What other programs' RTF looks like as Markdown.
@Suite struct MarkdownWriterTests {
  private static func markdown(_ rtf: String) -> String {
    let document = Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0).document }
    return String(decoding: MarkdownWriter.write(document), as: UTF8.self)
  }

  /// Highlights are marks of programs for notes only; `h` begins one, `n` ends it.
  @Test(arguments: [
    ("h marked n text", "==marked== text"), ("a h {\\b b} c n d", "a ==**b** c== d"),
    ("{\\b a h b n c}", "**a ==b== c**"),
    ("h a\\line b n c", "<mark>a\\\nb</mark> c"), ("h =a n b", "<mark>=a</mark> b"),
    ("h a == b n c", "==a \\=\\= b== c"),
    ("x = h a n = y", "x = ==a== = y"), ("white w a n", "white a"),
  ])
  func highlights(rtf: String, expected: String) {
    let colors = "{\\colortbl;\\red255\\green255\\blue0;\\red250\\green250\\blue250;}"
    let words = ["h": "\\highlight1", "n": "\\highlight0", "w": "\\highlight2"]
    let body = rtf.split(separator: " ").map { words[String($0)] ?? String($0) }.joined(separator: " ")
    let source = Array("{\\rtf1\(colors) \(body)}".utf8)
    let document = source.withUnsafeBytes { RTFReader.read($0).document }
    var options = WriteOptions()
    options.dialect = .obsidian
    #expect(
      String(decoding: MarkdownWriter.write(document, options: options), as: UTF8.self) == expected + "\n")
    #expect(!String(decoding: MarkdownWriter.write(document), as: UTF8.self).contains("mark>"))
  }

  private static func table(_ cells: String...) -> String {
    #"{\rtf1\ansi\trowd\cellx1000\cellx2000 "# + cells.joined() + #"\row\pard\plain x\par}"#
  }

  @Test func emptyParagraphsAtTheEndsOfCellsAreNone() {
    let markdown = Self.markdown(
      Self.table(#"{\pard\intbl a\par}\cell"#, #"{\pard\intbl b\par}{\pard\intbl\par}\cell"#))
    #expect(markdown.contains("| a | b |\n"))
  }

  @Test func cellsOfSeveralParagraphsNeedHTML() {
    let markdown = Self.markdown(
      Self.table(#"{\pard\intbl a\par}\pard\intbl c\cell"#, #"\pard\intbl b\cell"#))
    #expect(markdown.contains("<p>a</p>\n<p>c</p>"))
    #expect(!markdown.contains("| ---"))
  }

  @Test func itemsWithoutMarkerGetNone() {
    let list = #"{\*\listtable{\list{\listlevel\levelnfc255{\leveltext\'00;}{\levelnumbers;}}\listid1}}"#
    let override = #"{\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}"#
    let markdown = Self.markdown(
      #"{\rtf1\ansi"# + list + override
        + #"\pard\ls1\ilvl0\outlinelevel0{\listtext\tab}Title\par\pard\plain text\par}"#)
    #expect(markdown == "# Title\n\ntext\n")
  }

  @Test(arguments: [
    ("1", "1. a\n"), ("12", "12. a\n"), ("1)", "1) a\n"), ("iv.", "- iv. a\n"), ("\u{2022}", "- a\n"),
    ("\u{2460}", "- \u{2460} a\n"),
  ]) func numbersStay(marker: String, expected: String) {
    let markdown = Self.markdown(
      #"{\rtf1\ansi\pard{\pntext "#
        + marker.unicodeScalars.map { $0.isASCII ? String($0) : "\\u\($0.value) ?" }.joined()
        + #"\tab}{\*\pn\pnlvlbody\pndec}a\par}"#)
    #expect(markdown == expected)
  }
}
