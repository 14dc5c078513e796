import SlipDocument
import SlipFormats
import SlipTestSupport
import Testing

@Suite struct HTMLReaderTests {
  private func document(_ html: String) -> Document { HTMLLawTests.read(Array(html.utf8)) }
  private func text(_ html: String) -> String { HTMLLawTests.text(document(html)) }
  private func lines(_ html: String) -> [String] { StructureSignature.lines(of: document(html).blocks) }

  /// A page has as many elements as it likes, but only some ways to format text.
  @Test func runsOfOneFormattingShareIt() {
    guard case .paragraph(let paragraph)? = document("<b>a</b><i>b</i><b>c</b>").blocks.first else {
      Issue.record("no paragraph")
      return
    }
    let styles = paragraph.inlines.compactMap { inline in
      if case .run(let run) = inline { run.style } else { nil }
    }
    #expect(styles.count == 3)
    #expect(styles[0].isIdentical(to: styles[2]) && !styles[0].isIdentical(to: styles[1]))
  }

  @Test(arguments: [
    ("a  b\n\t c", "a b c"), ("a \u{1} b", "a b"), ("<p> a <b> b </b> c</p>", "a b c"),
    ("<p>a<br> b</p>", "a\nb"),
    ("<p>a</p>\n\n<p>b", "a\nb"), ("<p>a<p>b<div>c</div>d", "a\nb\nc\nd"),
    ("<pre>\n a\n  b\n</pre>", " a\n  b"),
    ("&lt;&amp&copy;&nbsp;&#x41;&#66;&hearts;&notit;&bogus;", "<&©\u{A0}AB♥¬it;&bogus;"),
    ("&#128;&#0;&#xD800;", "€��"),
    ("&amp;lt; a&b &", "&lt; a&b &"), ("<a href='?x=1&copy=2'>l</a>", "l"), ("1 < 2 <3 </ x", "1 < 2 <3"),
    ("<script>if (a<b) {}</script>x<style>p{}</style>", "x"),
    ("<!-- a > b -->x<!-->y<!doctype html>z", "xyz"),
    ("<title>T</title><p>b", "b"), ("<title/>a</title>b", "b"), ("<?xml?><title/>a</title>b", "b"),
    ("<?xml version='1.0'?><title/><script src='x'/><style />a<script>b</script>c", "ac"),
    ("<?xml version='1.0'?><p>a<br/>b</p><p/><ul><li/><li>c</li></ul>", "a\nb\n•\t\n•\tc"),
    ("<textarea><b>&amp;</textarea>", "<b>&"),
    ("<unknown-tag>x</unknown-tag>", "x"),
    ("a <del>b</del> c <del class=change>d</del>e", "a b c e"),
    ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <math><mi>x</mi></math>", "漢(kan) x"),
    ("a<noscript>no</noscript><template>t</template>", "a"),
    ("<table><tr><td>a<td>b<tr><td>c</table>d", "a\tb\nc\nd"), ("<table>stray<tr><td>a</table>", "stray\na"),
    ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "•\ta\n•\tb\n•\tc\n•\td"),
    ("<ol start=3><li>a<li value=9>b<li>c", "3.\ta\n9.\tb\n10.\tc"),
    ("<ol type=a><li>x</ol><ol type=I start=4><li>y</ol>", "a.\tx\nIV.\ty"),
    ("<p hidden>secret</p>shown", "shown"), ("<input type=checkbox checked> done", "☑ done"), ("", ""),
    ("<", "<"),
    ("<svg><text>x</text></svg>y", "\u{FFFC}y"), ("a<wbr>b", "ab"), ("<p>a</p></p>b", "a\nb"),
    ("<dl><dt>t<dd>d</dl>", "t\nd"),
    ("<p>x</br>y", "x\ny"), ("<b>a<p>b</b>c", "a\nbc"),
  ])
  func textOf(html: String, expected: String) {
    #expect(text(html) == expected)
  }

  @Test(arguments: [
    ("3", 24), (" +1", 28), ("-2", 16), ("+9", 72), ("-9", 16), ("9", 72), ("0", 16), ("5pt", 36), ("+", nil),
    ("big", nil), ("", nil), ("99999999999999999999", 72),
  ])
  func sizesOfFontsAreAbsoluteOrRelative(size: String, expected: Int?) {
    guard case .paragraph(let paragraph)? = document("<font size='\(size)'>a</font>").blocks.first,
      case .run(let run)? = paragraph.inlines.first
    else {
      Issue.record("no run")
      return
    }
    #expect(run.style.size == expected)
  }

  @Test func formattingSurvivesBlocks() {
    #expect(lines("<p><b>a<p>b</b>c") == ["{b}a", "{b}b{}c"])
    #expect(lines("<b>1<i>2</b>3</i>4") == ["{b}1{bi}2{i}3{}4"])
    #expect(lines("<b/>1<i/>2") == ["{b}1{bi}2"])
    #expect(lines("<?xml version='1.0'?><b/>1<i/>2") == ["12"])
    #expect(lines("<a href='x'>1<a href='y'>2</a>3") == ["{<x>}1{<y>}2{}3"])
  }

  @Test func spansBecomeMerges() {
    #expect(
      lines("<table><tr><td colspan=2 rowspan=2>a<td>b<tr><td>c<tr><td>1<td>2<td>3</table>") == [
        "table", "row", "cell first first", "a", "cell continued first", "cell  ", "b", "row",
        "cell first continued", "cell continued continued", "cell  ", "c", "row", "cell  ", "1", "cell  ",
        "2",
        "cell  ", "3", "end of table",
      ])
  }

  @Test(arguments: [
    "<a class=attachment>./</a>", "<a class=attachment href='./'>x</a>",
    "<a class=attachment href=''>a.txt</a>",
  ])
  func attachmentsWithoutAFileStay(html: String) {
    let first = document(html)
    #expect(HTMLLawTests.text(first) == "\u{FFFC}")
    #expect(HTMLLawTests.text(HTMLLawTests.read(HTMLWriter.write(first))) == "\u{FFFC}")
  }

  @Test func linksThatRunProgramsAreText() {
    #expect(lines("<a href=' java\nscript:alert(1)'>x</a><a href='data:text/html,y'>y</a>") == ["xy"])
  }

  @Test func pandocFootnotes() {
    let html = """
      <p>Text<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>.</p>
      <section id="footnotes" role="doc-endnotes"><hr /><ol><li id="fn1"><p>The note.<a href="#fnref1" role="doc-backlink">↩︎</a></p></li></ol></section>
      """
    let document = document(html)
    #expect(document.notes.count == 1)
    #expect(document.notes.first?.mark == "1")
    #expect(HTMLLawTests.text(document).contains("Text1."))
    #expect(HTMLLawTests.text(document).contains("1\tThe note."))
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "é"), ([0xFF, 0xFE, 0xE9, 0x00], "é"),
      ([0xFE, 0xFF, 0x00, 0xE9], "é"),
      ([0xE9, 0x20, 0x80], "é €"), ([0xC3, 0xA9], "é"),
      (Array("<meta charset=windows-1251>".utf8) + [0xE6], "ж"),
      (Array("<meta charset='utf-8'>".utf8) + [0xC3, 0xA9], "é"),
    ] as [([UInt8], String)])
  func encodings(bytes: [UInt8], expected: String) {
    #expect(HTMLLawTests.text(HTMLLawTests.read(bytes)) == expected)
  }

  /// Doubling the input must not quadruple the time: a second is ample for what takes gumbo hours.
  @Test(arguments: [
    "<div>", "<b>", "<p><b>", "<a href=x>", "<table><tr><td>", "<ul><li>", "<x y", "<!--", "&",
    "<td colspan=1000>", "<tr>",
  ])
  func hostileInputIsLinear(unit: String) {
    let bytes = Array(String(repeating: unit, count: 20_000).utf8)
    let time = CPUTime.measure { _ = HTMLLawTests.read(bytes) }
    #expect(time < .seconds(20))
  }

  @Test func spansAreBounded() {
    let html = "<table>" + String(repeating: "<tr><td colspan=1000 rowspan=65534>x", count: 500) + "</table>"
    var cells = 0
    for case .table(let table) in document(html).blocks {
      cells += table.rows.reduce(0) { $0 + $1.cells.count }
    }
    #expect(cells < 30_000)
  }
}
