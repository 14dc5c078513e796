import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import Testing

@testable import SlipMarkup

/// Headers of rows, tasks, indents of lists, and what can't be seen.
@Suite struct HTMLHeadersAndTasksTests {
  private func document(_ html: String) -> Document { HTMLLawTests.read(Array(html.utf8)) }
  private func html(_ document: Document) -> String {
    String(decoding: HTMLWriter.write(document), as: UTF8.self)
  }

  private func flags(_ html: String) -> [[Bool]] {
    document(html).blocks.compactMap { block in
      guard case .table(let table) = block else { return nil }
      return table.rows.map(\.firstCellIsHeader)
    }
  }

  @Test(
    arguments: [
      ("<table><tr><th scope=row>a<td>b<tr><th scope=row>c<td>d</table>", [[true, true]]),
      ("<table><tr><th>a<td>b<tr><td>c<td>d</table>", [[true, false]]),
      ("<table><thead><tr><th>x<th>y</thead><tr><th scope=row>a<td>b</table>", [[false, true]]),
      ("<table><tr><th>x<th>y<tr><td>a<td>b</table>", [[false, false]]),
      ("<table><tr><td>a<th scope=row>b</table>", [[false]]),
      ("<table><tr><th scope=row>only<tr><th scope=row>one</table>", [[true, true]]),
      ("<table><tr><th rowspan=2 scope=rowgroup>a<td>b<tr><td>c</table>", [[true, false]]),
    ])
  func rowHeaders(source: String, expected: [[Bool]]) {
    #expect(flags(source) == expected)
    #expect(flags(html(document(source))) == expected)
  }

  @Test(
    "A header of a row is one in RTF, Word and OpenDocument",
    arguments: ["rtf", "docx", "odt", "fodt", "xhtml"])
  func formats(name: String) throws {
    let format = try #require(FormatTable.named(name))
    let source = document(
      "<table><tr><th>x<th>y<tr><th scope=row>a<td>b<tr><th scope=row><i>c</i><td><b>d</b></table>")
    let written = try #require(try format.write?(source, WriteOptions()))
    let again = try #require(try written.withUnsafeBytes { try format.read($0, in: nil, limits: Limits()) })
    guard case .table(let table)? = again.document.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.map(\.isHeader) == [true, false, false])
    #expect(table.rows.map(\.firstCellIsHeader) == [false, true, true])
  }

  @Test("Word says of each styled row that it has a header column, which means nothing")
  func wordsRows() {
    let rtf =
      "{\\rtf1\\trowd\\ts15\\tbllkhdrrows\\tbllkhdrcols\\cellx900\\cellx1800\\pard\\intbl a\\cell b\\cell\\row\\pard c\\par}"
    let document = Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0).document }
    guard case .table(let table)? = document.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.map(\.firstCellIsHeader) == [false])
  }

  @Test("Tasks are check boxes, and come back")
  func tasks() {
    let source = MarkdownLawTests.read(Array("- [ ] a **b**\n- [x] c\n  - [ ] d\n- e\n\n1. [x] f\n".utf8))
    let page = html(source)
    #expect(page.components(of: "<li class=\"task-list-item\">") == 4)
    #expect(page.components(of: "<input type=\"checkbox\"") == 4 && page.components(of: " checked=\"\"") == 2)
    #expect(!page.contains("☐") && !page.contains("☑"))
    #expect(HTMLLawTests.text(document(page)) == HTMLLawTests.text(source))
    let markdown = String(decoding: MarkdownWriter.write(source), as: UTF8.self)
    #expect(markdown == "- [ ] a **b**\n- [x] c\n  - [ ] d\n- e\n\n1. [x] f\n")
  }

  @Test("A task whose blanks stay as they are gets none more")
  func tasksWithBlanks() {
    let source = MarkdownLawTests.read(Array("- [ ] a  b\n- [x] c\u{A0}\n".utf8))
    #expect(HTMLLawTests.text(document(html(source))) == HTMLLawTests.text(source))
  }

  @Test("A box is no task without an item or without words")
  func noTasks() {
    #expect(html(document("<p>☐ a</p>")).contains("☐ a"))
    #expect(html(document("<ul><li>☐</li></ul>")).contains("☐"))
  }

  @Test("Lists are as far from the edge as in the source")
  func indents() {
    var source = Document()
    source.lists = [
      ListDefinition(
        levels: [ListDefinition.Level](
          repeating: .init(numbering: .bullet, pattern: ListDefinition.bullet), count: 2))
    ]
    for (text, level, indent) in [("a", 0, 1_440), ("b", 1, 2_880), ("c", 0, 1_450)] {
      var paragraph = Paragraph(inlines: [.run(Run(text))])
      paragraph.listItem = ListItem(list: 0, level: level, marker: ListDefinition.bullet)
      paragraph.style.edit { ($0.leftIndent, $0.firstLineIndent) = (indent, -360) }
      source.blocks.append(.paragraph(paragraph))
    }
    let page = html(source)
    #expect(page.contains("<ul style=\"margin-left:36pt\">\n<li>a"))
    #expect(page.contains("<ul style=\"margin-left:36pt\">\n<li>b"))
    let indents = document(page).blocks.map { block -> Int in
      if case .paragraph(let paragraph) = block { paragraph.style.leftIndent } else { 0 }
    }
    #expect(indents == [1_440, 2_880, 1_440])
  }

  @Test(
    "What can't be seen is hidden",
    arguments: [
      "<p style='visibility:hidden'>x</p>y", "<p><span style='visibility: hidden'>x</span>y</p>",
      "<style>.h{visibility:hidden}</style><p class=h>x</p>y",
      "<style>.h{visibility:hidden}</style><p><span class=h>x</span>y</p>",
    ])
  func hidden(source: String) {
    #expect(HTMLLawTests.text(document(source)) == "y")
  }

  @Test func whatCanBeSeenIsShown() {
    #expect(
      HTMLLawTests.text(
        document("<style>.h{visibility:hidden} #v{visibility:visible}</style><p class=h id=v>x</p>"))
        == "x")
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
