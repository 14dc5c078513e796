import SlipRTF
import SlipFormats
import Testing

/// What other programs' RTF looks like as Markdown.
@Suite struct MarkdownWriterTests {
  private static func markdown(_ rtf: String) -> String {
    let document = Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0).document }
    return String(decoding: MarkdownWriter.write(document), as: UTF8.self)
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
