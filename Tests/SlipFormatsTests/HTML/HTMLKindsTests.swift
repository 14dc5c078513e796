import SlipDocument
import Testing

@testable import SlipFormats
@testable import SlipMarkup

/// Kinds of markup that pages have, each with what it means.
@Suite struct HTMLKindsTests {
  private func document(_ html: String) -> Document { HTMLLawTests.read(Array(html.utf8)) }
  private func text(_ html: String) -> String { HTMLLawTests.text(document(html)) }
  private func lines(_ html: String) -> [String] { StructureSignature.lines(of: document(html).blocks) }

  @Test(arguments: [
    ("<video title=Bees src=b.mp4></video>", "{<b.mp4>}Bees"),
    ("<video><source src=a.mp4><source src=a.webm></video>", "{<a.mp4>}a.mp4{<a.webm>}a.webm"),
    ("<audio src=x.mp3>none</audio>", "{<x.mp3>}none"), ("<embed src=e.pdf>", "{<e.pdf>}e.pdf"),
    ("<object data=p.pdf>Plan</object>", "{<p.pdf>}Plan"),
    ("<object data=p.png type=image/png>A</object>", "[picture]"),
    ("<object><param name=movie value=m.swf></object>", "{<m.swf>}m.swf"),
    ("<iframe src=//h.org/x title=T></iframe>", "{<https://h.org/x>}T"),
    ("<iframe srcdoc='&lt;p>Hi'></iframe>", "{}Hi"),
    ("<iframe src=javascript:x></iframe>", "{}javascript:x"), ("<canvas>c</canvas>", "{}c"),
    ("<svg viewBox='0 0 1 1'><rect/></svg>", "[picture]"),
    ("<svg><use href='#x'/><title>Icon</title></svg>", "{}Icon"),
    ("<svg aria-hidden=true><path/></svg>x", "{}x"), ("a<datalist><option>no</datalist>", "{}a"),
    ("<a href=https://x.org></a>", "{<https://x.org>}https://x.org"), ("<a href='#x'></a>y", "{}y"),
    ("<base href=https://h.org/a/b.html><a href=../c.html?d#e>x</a>", "{<https://h.org/c.html?d#e>}x"),
    ("<base href=https://h.org/a/><a href='#e'>x</a><a href=mailto:y>z</a>", "{<#e>}x{<mailto:y>}z"),
    ("<a href=//h.org/p>x</a>", "{<https://h.org/p>}x"),
  ])
  func shown(html: String, expected: String) {
    #expect(lines(html).map { $0.hasPrefix("{") || $0.hasPrefix("[") ? $0 : "{}" + $0 } == [expected])
  }

  /// An item with nothing in it stays one when a paragraph follows in it.
  @Test(arguments: [
    "<ul><li><br><p>p</p></li></ul>", "<li data-marker='3'><table>p", "<ul><li></li><li>a</li></ul>",
  ])
  func blankItems(html: String) {
    let document = document(html)
    let back = HTMLLawTests.read(HTMLWriter.write(document))
    #expect(StructureSignature.lines(of: back.blocks) == StructureSignature.lines(of: document.blocks))
    #expect(HTMLLawTests.text(back) == HTMLLawTests.text(document))
  }

  /// The runs of the first paragraph: their text, `b` for bold, and their size in half-points.
  private func looks(_ html: String) -> String {
    var finder = RunFinder()
    document(html).walk(&finder)
    return finder.runs.map { run in
      run.text + ":" + (run.style.isBold ? "b" : "") + (run.style.size.map { "\($0)" } ?? "")
    }.joined(separator: " ")
  }

  private struct RunFinder: DocumentVisitor {
    var runs: [Run] = []
    mutating func visit(_ inline: Inline) { if case .run(let run) = inline { runs.append(run) } }
  }

  /// Headings and header cells are bold until something says otherwise.
  @Test(arguments: [
    ("<h2>a</h2>", "a:"), ("<h2 style='font-size:18px'>a</h2>", "a:b27"),
    ("<h2><span style='font-size:9pt'>a</span></h2>", "a:b18"),
    ("<h2 style='font-size:9pt;font-weight:normal'>a</h2>", "a:18"),
    ("<h2 style='font-weight:400'>a</h2>", "a:36"), ("<h2><font size=2>a</font></h2>", "a:b20"),
    ("<table><tr><th>a<th style='font-weight:normal'>c</table>", "a:b c:"),
    ("<table><thead><tr><td>a</table>", "a:"),
  ])
  func weight(html: String, expected: String) { #expect(looks(html) == expected) }

  /// Writing says of headings and header cells what isn't bold, and no more.
  @Test(arguments: [
    (false, "<th scope=\"col\" style=\"font-weight:normal\">a</th>"), (true, "<th scope=\"col\">a</th>"),
  ])
  func headerCells(isBold: Bool, expected: String) {
    var style = CharacterStyle()
    style.isBold = isBold
    let cell = DocumentTableCell(blocks: [.paragraph(Paragraph(inlines: [.run(Run("a", style: style))]))])
    var document = Document()
    document.blocks = [.table(DocumentTable(rows: [DocumentTableRow(cells: [cell], isHeader: true)]))]
    let html = HTMLWriter.write(document)
    #expect(String(decoding: html, as: UTF8.self).contains(expected))
    #expect(HTMLLawTests.read(html).blocks == document.blocks)
  }

  /// Lines of paragraphs and cells: width in twips, first letter of the style, colour, for the top, right, bottom and left side.
  @Test(arguments: [
    ("border:1px solid red", "15s 255,0,0 15s 255,0,0 15s 255,0,0 15s 255,0,0"),
    ("border:solid", "45s 45s 45s 45s"),
    ("border:1px solid;border-left:none", "15s 15s 15s -"),
    ("border-bottom:2pt dashed #0f0", "- - 40da 0,255,0 -"),
    ("border-style:solid dotted;border-width:1pt 2pt 3pt", "20s 40do 60s 40do"),
    ("border-width:3px;border-style:double;border-top-color:blue", "45d 0,0,255 45d 45d 45d"),
    ("border:thick inset;border-right-width:0", "75s - 75s 75s"),
    ("border-radius:4px;border-collapse:collapse", ""),
    ("border:1px solid transparent", "- - - -"), ("border-top: 1px groove; border: none", "- - - -"),
    ("border-image: url(a.png) 3 solid", ""), ("border-left-style:solid !important", "- - - 45s"),
  ])
  func borders(style: String, expected: String) {
    func text(_ line: Borders.Line?) -> String {
      guard let line else { return "-" }
      let style =
        line.style == .single ? "s" : line.style == .double ? "d" : String("\(line.style)".prefix(2))
      return "\(line.width)" + style + (line.color.map { " \($0.red),\($0.green),\($0.blue)" } ?? "")
    }
    func text(_ borders: Borders?) -> String {
      [borders?.top, borders?.right, borders?.bottom, borders?.left].map { text($0) }.joined(separator: " ")
    }
    let none = "- - - -"
    guard case .paragraph(let paragraph)? = document("<p style='\(style)'>a").blocks.first,
      case .table(let table)? = document("<table class=borderless><tr><td style='\(style)'>a</table>").blocks
        .first
    else {
      Issue.record("no paragraph and table")
      return
    }
    #expect(text(paragraph.style.borders) == (expected.isEmpty ? none : expected))
    #expect(text(table.rows[0].cells[0].borders) == (expected.isEmpty ? none : expected))
  }

  /// What isn't said of a cell in a table with lines stays.
  @Test func bordersOfCells() {
    guard
      case .table(let table)? = document(
        "<table><tr><td style='border-top:none' rowspan=2>a<td>b<td style='border:none'>c<tr class=borderless><td>d<td>e</table>"
      ).blocks.first
    else {
      Issue.record("no table")
      return
    }
    let line = Borders.Line(width: 10)
    let open = Borders(left: line, bottom: line, right: line)
    #expect(
      table.rows.map { $0.cells.map(\.borders) } == [
        [open, .grid, Borders()], [open, Borders(), Borders()],
      ])
  }

  /// Margins of paragraphs in twips: before, behind, left, right.
  @Test(arguments: [
    ("margin:0", [0, 0, 0, 0]), ("margin:1pt 2pt 3pt 4pt", [20, 60, 80, 40]),
    ("margin-top:5pt;margin-bottom:-3pt", [100, 0, 0, 0]), ("margin:0 auto", [0, 0, 0, 0]),
    ("margin-left:1in", [0, 160, 1440, 0]), ("color:red", [0, 160, 0, 0]),
  ])
  func margins(style: String, expected: [Int]) {
    guard case .paragraph(let paragraph)? = document("<p style='\(style)'>a").blocks.first else {
      Issue.record("no paragraph")
      return
    }
    let look = paragraph.style
    #expect([look.spaceBefore, look.spaceAfter, look.leftIndent, look.rightIndent] == expected)
  }

  @Test(arguments: [
    ("<mfrac><mn>1</mn><mn>2</mn></mfrac><mi>b</mi>", "(1/2)b"),
    ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a+b)/c"),
    ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
    ("<msub><mi>a</mi><mrow><mi>i</mi><mo>,</mo><mi>j</mi></mrow></msub>", "a_(i,j)"),
    ("<msubsup><mi>y</mi><mi>i</mi><mn>2</mn></msubsup>", "y_i^2"), ("<msqrt><mn>9</mn></msqrt>", "√9"),
    ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"),
    ("<mroot><mi>y</mi><mn>3</mn></mroot>", "√(3&y)"),
    (
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>a</mi>",
      "∑_(i=1)^n a"
    ),
    (
      "<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>)</mo>",
      "(1, 2; 3, 4)"
    ),
    ("<mover><mi>a</mi><mo>~</mo></mover>", "a\u{303}"), ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"),
    ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "sin x"), ("<mn>2</mn><mo>&#x2062;</mo><mi>x</mi>", "2x"),
    ("<semantics><mi>α</mi><annotation>\\alpha</annotation></semantics>", "α"), ("<mspace/><mi>x</mi>", "x"),
    ("<mmultiscripts><mi>X</mi><mn>1</mn><none/><mprescripts/><mn>2</mn><none/></mmultiscripts>", "_2X_1"),
  ])
  func formula(mathML: String, expected: String) { #expect(text("<math>\(mathML)</math>") == expected) }

  @Test(arguments: [
    ("<table><tfoot><tr><td>F<tbody><tr><td>B<thead><tr><th>H</table>", "H\nB\nF"),
    ("<ol reversed><li>a<ol><li>x</ol><li>b</ol>", "2.\ta\n1.\tx\n1.\tb"),
    ("<ol reversed start=9><li>a<li>b</ol>", "9.\ta\n8.\tb"),
    ("<ol><li>a<ol start=5><li>x</ol><li>b<ol start=7><li>y</ol></ol>", "1.\ta\n5.\tx\n2.\tb\n7.\ty"),
    ("<menu><li>a</menu><dir><li>b</dir><li>c", "•\ta\n•\tb\n•\tc"),
    ("<ol style='list-style:upper-alpha inside'><li>a", "A.\ta"), ("<ul type=square><li>a", "▪\ta"),
    ("<ul><li type=circle>a<li>b", "◦\ta\n•\tb"), ("<ul style='list-style:none'><li>a", "a"),
    ("<ol style='list-style-type:lower-greek'><li>a", "α.\ta"),
    ("<ol style='list-style-type:decimal-leading-zero' start=9><li>a<li>b", "09.\ta\n10.\tb"),
    ("<ol style='list-style-type:hebrew' start=15><li>a", "טו.\ta"),
    ("<style>.r{list-style:lower-roman}</style><ol class=r><li>a", "i.\ta"),
    ("<ol><li>a<li hidden>s<li style='display:none'>t<li>b</ol>", "1.\ta\n2.\tb"),
    ("a<div hidden>x<p>y</div>b", "ab"),
    ("<p style='white-space:pre-line'> a  b\n c</p>", "a b\nc"),
    ("<p style='white-space:pre-wrap'>a  b\nc</p>", "a  b\nc"),
    ("<style>div.n{white-space:-moz-pre-wrap}</style><div class=n>a\n\nb</div>", "a\n\nb"),
  ])
  func textOf(html: String, expected: String) { #expect(text(html) == expected) }

  /// Programs count by definitions: from one jump to the next, an item's definition gives its number.
  @Test func definitionsCountAsMarkersSay() {
    let document = document("<ol><li>a<li value=100>b<li>c</ol><ol reversed><li>x<li>y</ol>")
    let items = document.blocks.compactMap {
      if case .paragraph(let paragraph) = $0 { paragraph.listItem } else { nil }
    }
    var next: [Int: Int] = [:]
    for item in items {
      let number = next[item.list] ?? document.lists[item.list].levels[0].start
      #expect(item.marker == "\(number).")
      next[item.list] = number + 1
    }
  }

  @Test(
    arguments: [
      ("darkslategray", 0x2F4F4F), ("hsl(120,100%,25%)", 0x008000), ("hsla(240deg 100% 30% / 1)", 0x000099),
      ("#a0b0c0ff", 0xA0B0C0),
      ("#abcf", 0xAABBCC), ("rgb(0 128 0 / 100%)", 0x008000), ("rgb(100%,0%,50%)", 0xFF0080),
      ("hwb(120 0% 50%)", 0x008000),
      ("hsl(0.5turn 100% 50%)", 0x00FFFF), ("RebeccaPurple", 0x663399), ("#abcd00zz", nil), ("#0000", nil),
      ("transparent", nil),
      ("rgba(1,2,3,0)", nil),
    ] as [(String, Int?)])
  func color(css: String, expected: Int?) {
    #expect(CSSColor.read(css).map { Int($0.red) << 16 | Int($0.green) << 8 | Int($0.blue) } == expected)
    #expect(CSSColorNames.values.count == 148)
  }

  @Test(arguments: [
    ("ff8000", 0xFF8000), ("#f80", 0xFF8800), ("chucknorris", 0xC00000), ("red", 0xFF0000), ("f8", 0x0F0800),
  ])
  func legacyColor(text: String, expected: Int) {
    #expect(CSSColor.legacy(text).map { Int($0.red) << 16 | Int($0.green) << 8 | Int($0.blue) } == expected)
  }

  @Test(arguments: [
    ("<pre lang=go>x</pre>", "go"), ("<pre class='brush: js; x'>x</pre>", "js"),
    ("<pre><code class='hljs python'>x</code></pre>", "python"),
    ("<pre class='language-c'><code>x</code></pre>", "c"),
    ("<div class=highlight-source-rust><pre>x</pre></div>", "rust"),
    ("<pre class='sourceCode haskell'>x</pre>", "haskell"), ("<pre data-lang=sql>x</pre>", "sql"),
    ("<pre lang=en>x</pre>", ""),
    ("<pre class='lang-cpp'>x</pre>", "cpp"), ("<pre><code class=language-none>x</code></pre>", ""),
  ])
  func codeLanguage(html: String, language: String) {
    #expect(
      String(decoding: MarkdownWriter.write(document(html)), as: UTF8.self) == "```\(language)\nx\n```\n")
  }

  @Test(arguments: [
    ("[](https://x.org)", "https://x.org"), ("<a href='https://x.org'></a>", "https://x.org"),
    ("a[](#x)", "a"),
    ("<audio src=s.mp3></audio> b", "s.mp3 b"), ("x <video title=T><source src=v.mp4></video>", "x T"),
    ("y <math><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>b</mi></math> z", "y (1/2)b z"),
    ("y <svg><path d='M0'/></svg> z", "y \u{FFFC} z"),
  ])
  func markdown(source: String, expected: String) {
    #expect(HTMLLawTests.text(MarkdownLawTests.read(Array(source.utf8))) == expected)
  }

  @Test(
    arguments: [
      ("width='50%'", nil), ("width=40", 600), ("style='width:1in'", 1440),
      ("width=9 style='width:50%'", nil),
    ] as [(String, Int?)])
  func width(attributes: String, expected: Int?) {
    guard case .paragraph(let paragraph)? = document("<img src=a.png \(attributes)>").blocks.first,
      case .picture(let picture)? = paragraph.inlines.first
    else {
      Issue.record("no picture")
      return
    }
    #expect(picture.width == expected)
  }
}
