import SlipDocument
import Testing

@testable import SlipFormats
@testable import SlipMarkup
@testable import SlipRTF
@testable import SlipRTFD

/// What a page has besides the text, and what of the looks it keeps.
@Suite struct HTMLPageTests {
  private static func html(_ body: String, _ change: (inout WriteOptions) -> Void = { _ in }) -> String {
    let rtf = Array("{\\rtf1\\ansi\n\(body)}".utf8)
    var options = WriteOptions()
    change(&options)
    let document = rtf.withUnsafeBytes { RTFReader.read($0).document }
    return String(decoding: HTMLWriter.write(document, options: options), as: UTF8.self)
  }

  private static func row(_ edges: [Int], _ words: String = "") -> String {
    "\\trowd" + words + edges.map { "\\cellx\($0)" }.joined() + "\\pard\\intbl"
      + edges.map { " \($0)\\cell" }.joined() + "\\row\n"
  }

  @Test func columnsAreWhereCellsBegin() {
    let html = Self.html(Self.row([1_000, 4_000]) + Self.row([2_500, 4_000]) + Self.row([4_010]))
    #expect(html.contains("<td colspan=\"3\" data-cells=\"1\">4010</td>"))
    #expect(html.contains("<td colspan=\"2\" data-cells=\"1\">2500</td>"))
    let again = Array(html.utf8).withUnsafeBytes { HTMLReader.read($0).document }
    #expect(String(decoding: PlainTextWriter.write(again), as: UTF8.self) == "1000\t4000\n2500\t4000\n4010")
  }

  @Test func directionsStandBeforeDeclarations() {
    var style = ParagraphStyle()
    style.isRightToLeft = true
    style.alignment = .right
    let paragraph = Paragraph(style: style, inlines: [.run(Run("a"))])
    let cell = DocumentTableCell(blocks: [.paragraph(paragraph)], width: 2_000, shading: .black)
    var document = Document()
    document.blocks = [.table(DocumentTable(rows: [DocumentTableRow(cells: [cell])]))]
    let html = String(decoding: HTMLWriter.write(document, options: WriteOptions()), as: UTF8.self)
    #expect(html.contains("<td dir=\"rtl\" style=\"width:100pt;"))
  }

  @Test func inkCanBeReadOnEveryShade() {
    // Black can be read on red, the ink of the page can't.
    let html = Self.html(
      "{\\colortbl;\\red255\\green0\\blue0;\\red240\\green240\\blue240;}\\pard\\cbpat1 a\\par\\pard\\cbpat2 b\\par"
    )
    #expect(html.contains("background-color:#ff0000;color:#000000"))
    #expect(html.contains("background-color:#f0f0f0\""))
  }

  @Test func aShortRowIsFilledUp() {
    let html = Self.html(Self.row([1_000, 2_000, 3_000]) + Self.row([1_000]))
    #expect(html.contains("<td class=\"filler\" colspan=\"2\"></td>"))
    let again = Array(html.utf8).withUnsafeBytes { HTMLReader.read($0).document }
    guard case .table(let table)? = again.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.map(\.cells.count) == [3, 1])
  }

  @Test func notesAreCountedAsTheDocumentSays() {
    let html = Self.html(
      "\\ftnnchi\\aftnnrlc\\aftnstart4 a\\chftn{\\footnote\\chftn x} b\\chftn{\\footnote\\ftnalt\\chftn y} c\\par"
    )
    #expect(html.contains("<sup>*</sup>") && html.contains("<sup>iv</sup>"))
    #expect(
      String(
        decoding: PlainTextWriter.write(
          Array("{\\rtf1\\ftnnchi a\\chftn{\\footnote\\chftn x}}".utf8).withUnsafeBytes {
            RTFReader.read($0).document
          }),
        as: UTF8.self
      ).contains("1"))
  }

  @Test func termsAndDefinitionsKeepSpaces() {
    let page = "<dl><dt style='white-space:pre'>a   b<dd style='white-space:pre'>c\n  d</dl>"
    let document = Array(page.utf8).withUnsafeBytes { HTMLReader.read($0).document }
    let again = HTMLWriter.write(document).withUnsafeBytes { HTMLReader.read($0).document }
    #expect(String(decoding: PlainTextWriter.write(again), as: UTF8.self) == "a   b\nc\n  d")
  }

  @Test func bordersAndLineSpacingAreKept() throws {
    let body = "\\pard\\brdrt\\brdrdb\\brdrw30\\brdrb\\brdrdot\\brdrw20\\brsp40\\sl480\\slmult1 a\\par"
    let html = Self.html(body)
    #expect(
      html.contains("border-top:2.25pt double")
        && html.contains("border-bottom:1pt dotted;padding-bottom:2pt"))
    #expect(html.contains("line-height:3"))
    let document = Array("{\\rtf1 \(body)}".utf8).withUnsafeBytes { RTFReader.read($0).document }
    let again = RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document }
    #expect(again.blocks == document.blocks)
    #expect(TreeDump.text(of: again).contains("borders=top:double:30:0,bottom:dotted:20:40"))
  }

  /// Yellow on white can't be read; the document's colour comes back all the same.
  @Test func textCanBeReadOnWhatLiesBehindIt() throws {
    let colors = "{\\colortbl;\\red255\\green255\\blue0;\\red0\\green0\\blue128;}"
    let html = Self.html(colors + "plain {\\cf1 pale}\\par\\pard\\cbpat2 dark\\par")
    #expect(html.contains("data-color=\"#ffff00\"") && !html.contains(";color:#ffff00"))
    #expect(html.contains("background-color:#000080;color:#"))
    let again = Array(html.utf8).withUnsafeBytes { HTMLReader.read($0).document }
    let runs = again.blocks.first?.inlines.compactMap { inline -> DocumentColor? in
      if case .run(let run) = inline { run.style.color } else { nil }
    }
    #expect(runs == [DocumentColor(red: 255, green: 255, blue: 0)])
  }

  @Test func aTitleIsFound() {
    #expect(Self.html("\\pard\\outlinelevel1 Head\\par text").contains("<title>Head</title>"))
    #expect(Self.html("text").contains("<title>Untitled</title>"))
    #expect(Self.html("text") { $0.fallbackTitle = "file" }.contains("<h1 class=\"page-title\">file</h1>"))
    #expect(Self.html("\\deflang1031 text").contains("<html lang=\"de-DE\">"))
    #expect(Self.html("text").contains("<html lang=\"und\">"))
  }

  @Test func contentsAndTemplates() throws {
    let body =
      "\\pard\\outlinelevel0 A b\\par\\pard x\\par\\pard\\outlinelevel1 C\\par\\pard\\outlinelevel0 A b\\par"
    let html = Self.html(body) { $0.page.hasContents = true }
    #expect(
      html.contains(
        "<li><a href=\"#a-b\">A b</a>\n<ul>\n<li><a href=\"#c\">C</a></li>\n</ul>\n</li>\n<li><a href=\"#a-b-2\">"
      ))
    #expect(html.contains("<h1 id=\"a-b\" ") && html.contains("<h1 id=\"a-b-2\" "))
    let template = try #require(PageTemplate("<p>$title$ $$ $x$</p>$body$"))
    #expect(
      Self.html("<t>") {
        $0.page.template = template; $0.title = "<b>"
      }
        == "<p>&lt;b&gt; $ $x$</p><p>&lt;t&gt;</p>\n")
    #expect(PageTemplate("$title$") == nil)
  }

  @Test func xhtmlIsWellFormed() throws {
    let format = try #require(FormatTable.forPath("a.xhtml"))
    let document = Array("{\\rtf1 a\\line b\\page c\\par\\sect d}".utf8).withUnsafeBytes {
      RTFReader.read($0).document
    }
    let write = try #require(format.write)
    let html = String(decoding: try write(document, WriteOptions()), as: UTF8.self)
    #expect(html.contains("<br/>") && html.contains("charset=\"utf-8\"/>") && !html.contains("<br>"))
  }
}
