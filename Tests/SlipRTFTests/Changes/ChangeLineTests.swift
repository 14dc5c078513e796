import SlipDocument
import SlipTestSupport
import Testing

/// Differences line by line: what people read of them.
@Suite struct ChangeLineTests {
  private func paragraph(_ text: String, bold: Bool = false) -> Block {
    var style = CharacterStyle()
    style.isBold = bold
    return .paragraph(Paragraph(inlines: [.run(Run(text, style: style))]))
  }

  private func document(_ blocks: [Block]) -> Document {
    var document = Document()
    document.blocks = blocks
    return document
  }

  private func lines(_ old: Document, _ new: Document) -> [ChangeLine] {
    DocumentChanges(from: old, to: new).lines(from: old)
  }

  /// A line in short: story, kind, numbers, and its pieces with their marks.
  private func short(_ line: ChangeLine) -> String {
    let number = { (number: Int?) in number.map { "\($0)" } ?? "-" }
    let marks: [ChangeLine.Mark: String] = [.same: "", .deleted: "-", .inserted: "+", .formatted: "~"]
    let pieces = line.pieces.map { (marks[$0.mark] ?? "?") + "<" + $0.text + ">" }.joined()
    return "\(line.story) \(line.kind) \(number(line.oldNumber)) \(number(line.newNumber)) \(pieces)"
  }

  @Test func `paragraphs stay, go, come and change`() {
    let old = document([paragraph("same"), paragraph("gone"), paragraph("a red fox ran"), paragraph("plain")])
    let new = document([
      paragraph("same"), paragraph("a brown fox ran"), paragraph("plain", bold: true), paragraph("new"),
    ])
    let lines = lines(old, new)
    #expect(
      lines.map(short) == [
        "body same 1 1 <same>", "body deleted 2 - -<gone>",
        "body changed 3 2 <a >-<red>+<brown>< fox ran>", "body formatted 4 3 ~<plain>",
        "body inserted - 4 +<new>",
      ])
    #expect(lines[3].formatting.map(\.text) == ["plain"])
    #expect(lines[3].formatting.map(\.after) == [["bold"]])
    #expect(lines[2].before == "a red fox ran")
    #expect(lines[2].after == "a brown fox ran")
  }

  @Test func `what is no text is named in brackets`() {
    var old = Document()
    old.notes = [MarginNote(kind: .footnote, mark: "1", blocks: [paragraph("note")])]
    old.blocks = [
      .paragraph(
        Paragraph(inlines: [
          .run(Run("a")), .lineBreak, .noteReference(0), .bookmarkStart("b"), .bookmarkEnd("b"),
          .break(.page),
        ])), .break(.page),
    ]
    let lines = lines(old, Document())
    #expect(lines.first?.before == "a\u{21B5}[footnote 1][bookmark b][page break]")
    #expect(lines.dropFirst().first?.before == "[page break]")
    #expect(lines.last.map(short) == "footnote 1 deleted 1 - -<note>")
  }

  @Test func `notes, headers and footers are stories of their own`() {
    var old = Document()
    var new = Document()
    old.blocks = [.paragraph(Paragraph(inlines: [.run(Run("a")), .noteReference(0)]))]
    old.notes = [MarginNote(kind: .footnote, mark: "1", blocks: [paragraph("one note")])]
    new.blocks = old.blocks
    new.notes = [MarginNote(kind: .footnote, mark: "1", blocks: [paragraph("two note")])]
    old.headersAndFooters = [HeaderOrFooter(kind: .header, blocks: [paragraph("head")])]
    new.headersAndFooters = [HeaderOrFooter(kind: .footer, blocks: [paragraph("foot")])]
    let stories = lines(old, new).filter { $0.kind != .same }.map(short)
    #expect(stories.contains("footnote 1 changed 1 1 -<one>+<two>< note>"))
    #expect(stories.contains("header deleted 1 - -<head>"))
    #expect(stories.contains("footer inserted - 1 +<foot>"))
    var changed = old
    changed.headersAndFooters = [HeaderOrFooter(kind: .header, blocks: [paragraph("head two")])]
    #expect(
      lines(old, changed).filter { $0.story == "header" }.map(short) == ["header changed 1 1 <head>+< two>"])
  }

  @Test func `rows of tables are lines`() {
    func row(_ cells: String...) -> DocumentTableRow {
      DocumentTableRow(cells: cells.map { DocumentTableCell(blocks: [paragraph($0)]) })
    }
    let old = document([.table(DocumentTable(rows: [row("a", "b"), row("c", "d"), row("gone", "too")]))])
    let new = document([.table(DocumentTable(rows: [row("a", "b"), row("c", "e"), row("new", "row", "x")]))])
    let lines = lines(old, new)
    #expect(lines.first.map(short) == "body same 1 1 <a | b>")
    #expect(lines.contains { $0.before == "c | d" && $0.after == "c | e" })
    #expect(lines.contains { $0.before == "gone | too" })
    #expect(lines.contains { $0.after == "new | row | x" })
  }

  /// Whatever changes, the lines of each side are those of its own difference with nothing.
  @Test(arguments: 0..<200)
  func `the lines have all text of both sides`(seed: UInt64) {
    let old = DocumentGenerator.document(seed: seed).normalized()
    let new = DocumentMutator.mutated(old, seed: seed).normalized()
    let lines = lines(old, new).filter { $0.story == "body" }
    let olds = lines.compactMap(\.oldNumber)
    let news = lines.compactMap(\.newNumber)
    #expect(olds == Array(1...max(1, olds.count)).prefix(olds.count).map { $0 })
    #expect(news == Array(1...max(1, news.count)).prefix(news.count).map { $0 })
    for line in lines {
      switch line.kind {
      case .same: #expect(line.before == line.after && line.formatting.isEmpty)
      case .deleted: #expect(line.newNumber == nil && line.after.isEmpty)
      case .inserted: #expect(line.oldNumber == nil && line.before.isEmpty)
      case .changed: #expect(line.pieces.contains { $0.mark == .deleted || $0.mark == .inserted })
      case .formatted: #expect(line.before == line.after)
      }
    }
  }
}
