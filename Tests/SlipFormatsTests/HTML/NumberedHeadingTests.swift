import SlipBase
import SlipDocument
import SlipFormats
import Testing
import ZipContainer

@testable import SlipMarkup

/// Numbered headings, deleted list items and right-to-left tables in markup.
@Suite struct NumberedHeadingTests {
  private static func write(_ document: Document, _ name: String, _ options: WriteOptions = WriteOptions())
    throws
    -> [UInt8]
  {
    let write = try #require(FormatTable.named(name)?.write)
    return try write(document, options)
  }

  private static func text(_ document: Document, _ name: String) throws -> String {
    String(decoding: try write(document, name), as: UTF8.self)
  }

  private static var numbered: Document {
    var document = Document()
    document.lists = [
      ListDefinition(levels: [
        .init(numbering: .decimal, pattern: "\u{1}"), .init(numbering: .decimal, pattern: "\u{1}.\u{2}"),
      ]), ListDefinition(levels: [.init(numbering: .bullet, pattern: "•")]),
    ]
    func heading(_ level: Int, _ list: Int, _ marker: String, _ text: String) -> Block {
      var style = ParagraphStyle()
      style.headingLevel = level
      (style.leftIndent, style.firstLineIndent) = (720, -360)
      return .paragraph(
        Paragraph(
          style: style, listItem: ListItem(list: list, level: list == 0 ? level - 1 : 0, marker: marker),
          inlines: [.run(Run(text))]))
    }
    document.blocks = [
      heading(1, 0, "1", "Start"), heading(2, 0, "1.1", "Aim"), heading(2, 0, "", "Plain"),
      heading(2, 1, "•", "Item"),
    ]
    return document
  }

  @Test("Numbered headings are headings, with the number as text") func headings() throws {
    let html = try NumberedHeadingTests.text(NumberedHeadingTests.numbered, "html")
    #expect(html.contains("<h1><span class=\"number\">1</span> Start</h1>"))
    #expect(html.contains("<h2><span class=\"number\">1.1</span> Aim</h2>"))
    #expect(html.contains("<h2>Plain</h2>"))
    #expect(!html.contains("<ol"))
    let markdown = try NumberedHeadingTests.text(NumberedHeadingTests.numbered, "markdown")
    #expect(markdown.hasPrefix("# 1 Start\n\n## 1.1 Aim\n\n## Plain\n"))
  }

  @Test("Contents and the navigation of books carry the numbers") func contents() throws {
    var options = WriteOptions()
    options.page.hasContents = true
    let html = String(
      decoding: try NumberedHeadingTests.write(NumberedHeadingTests.numbered, "html", options), as: UTF8.self)
    #expect(html.contains("<a href=\"#aim\">1.1 Aim</a>"))
    let book = try NumberedHeadingTests.write(NumberedHeadingTests.numbered, "epub")
    let zip = try ZipListing(book, limits: Limits())
    let navigation = try #require(zip.entries.firstIndex { $0.path.hasSuffix("nav.xhtml") })
    let page = String(decoding: try zip.read(navigation), as: UTF8.self)
    #expect(page.contains(">1.1 Aim</a>"))
  }

  @Test("The item after a deleted one is an item") func deletedItem() throws {
    var document = Document()
    document.lists = [ListDefinition(levels: [.init(numbering: .decimal, pattern: "\u{1}.")])]
    let deletion = Revision(kind: .deletion, author: "B")
    document.blocks = [
      .paragraph(
        Paragraph(
          listItem: ListItem(list: 0, level: 0, marker: ""),
          inlines: [.run(Run("gone", style: CharacterStyle().with { $0.revision = deletion }))],
          endRevision: deletion)),
      .paragraph(
        Paragraph(listItem: ListItem(list: 0, level: 0, marker: "1."), inlines: [.run(Run("stays"))])),
    ]
    let html = try NumberedHeadingTests.text(document, "html")
    #expect(html.split(separator: "<li").count == 2)
    #expect(html.contains("<ol>") && !html.contains("data-marker"))
    let markdown = try NumberedHeadingTests.text(document, "markdown")
    #expect(markdown == "1. stays\n")
  }

  @Test("Tables from right to left say so, and what is in them where it differs") func rightToLeft() throws {
    func cell(_ text: String, _ isRightToLeft: Bool) -> DocumentTableCell {
      var style = ParagraphStyle()
      style.isRightToLeft = isRightToLeft
      return DocumentTableCell(blocks: [.paragraph(Paragraph(style: style, inlines: [.run(Run(text))]))])
    }
    var row = DocumentTableRow(cells: [cell("a", true), cell("b", false)])
    row.isRightToLeft = true
    var document = Document()
    document.blocks = [.table(DocumentTable(rows: [row]))]
    let html = try NumberedHeadingTests.text(document, "html")
    #expect(html.contains("<table dir=\"rtl\">"))
    #expect(html.contains("<td>a</td>") && html.contains("<td dir=\"ltr\">b</td>"))
    let again = Array(html.utf8).withUnsafeBytes { HTMLReader.read($0).document }
    #expect(again.directions == document.directions)
    let losses = ExportLosses.of(document, as: .markdown).map(\.feature)
    #expect(losses.contains(.rightToLeftTable))
    #expect(ExportLosses.of(document, as: .html).isEmpty)
  }
}

extension Document {
  /// The directions of the first table and of the paragraphs in its cells.
  fileprivate var directions: [Bool] {
    guard case .table(let table)? = blocks.first else { return [] }
    return [table.isRightToLeft]
      + table.rows.flatMap(\.cells).flatMap(\.blocks).map {
        if case .paragraph(let paragraph) = $0 { paragraph.style.isRightToLeft } else { false }
      }
  }
}
