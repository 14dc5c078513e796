internal import SlipDocument

/// Writes tables: as pipe tables where possible (GFM 0.29, 4.10), and otherwise as HTML.
extension MarkdownDocumentWriter {
  /// Writes a table as a block of its own. One without rows is left out.
  mutating func table(_ table: DocumentTable) {
    if table.rows.isEmpty { return }
    lines.startBlock()
    if let cells = pipeCells(table) { pipeTable(table, cells) } else { htmlTable(table) }
    lines.endBlock()
  }

  /// The Markdown of the cells, by row. Nil if a pipe table can't hold the table.
  ///
  /// A pipe table has rows of equal length, one header row at most, and cells with a line
  /// of text each. Merged cells, lists, headings, tables in cells and text boxes all need
  /// HTML.
  private func pipeCells(_ table: DocumentTable) -> [[[UInt8]]]? {
    let columns = table.rows[0].cells.count
    guard columns > 0, table.rows.dropFirst().allSatisfy({ !$0.isHeader }) else { return nil }
    let inlines = MarkdownInlines(context: context, style: .cell)
    var rows: [[[UInt8]]] = []
    for row in table.rows {
      guard row.cells.count == columns else { return nil }
      var cells: [[UInt8]] = []
      for cell in row.cells {
        // What shows Markdown makes the text of header cells bold by itself.
        let cell = row.isHeader && !cell.hasLightText ? cell.withoutBold : cell
        guard let paragraph = cell.pipeParagraph else { return nil }
        cells.append(inlines.source(of: paragraph.inlines))
      }
      rows.append(cells)
    }
    return rows
  }

  /// Writes a pipe table. A table without a header row gets an empty one, because GFM
  /// requires one.
  private mutating func pipeTable(_ table: DocumentTable, _ cells: [[[UInt8]]]) {
    let hasHeader = table.rows[0].isHeader
    row(hasHeader ? cells[0] : [[UInt8]](repeating: [], count: cells[0].count))
    row(table.rows[0].cells.indices.map { Array(MarkdownDocumentWriter.rule(alignment(table, $0)).utf8) })
    for cells in cells.dropFirst(hasHeader ? 1 : 0) { row(cells) }
  }

  /// Writes a row of a pipe table, such as `| One | Two |`. An empty cell is a single
  /// space.
  private mutating func row(_ cells: [[UInt8]]) {
    var line: [UInt8] = [0x7C]
    for cell in cells {
      line.append(UInt8(ascii: " "))
      line += cell
      line += cell.isEmpty ? [0x7C] : [0x20, 0x7C]
    }
    lines.line(line)
  }

  /// The alignment of a column: that of all its cells if they agree, and otherwise left.
  /// Markdown can't state it for single cells.
  private func alignment(_ table: DocumentTable, _ column: Int) -> ParagraphStyle.Alignment {
    let alignments = table.rows.map { $0.cells[column].pipeParagraph?.style.alignment ?? .left }
    return alignments.allSatisfy { $0 == alignments[0] } ? alignments[0] : .left
  }

  /// The cell of the line under the header that states a column's alignment, such as
  /// `:---:`. Markdown can't justify text.
  private static func rule(_ alignment: ParagraphStyle.Alignment) -> String {
    switch alignment {
    case .left, .justified: "---"
    case .center: ":---:"
    case .right: "---:"
    }
  }

  /// Writes a table as a block of HTML. Such a block ends at a blank line, and
  /// `HTMLWriter` writes none.
  private mutating func htmlTable(_ table: DocumentTable) {
    html([.table(table)])
    lines.endBlock()
    noteReferences(in: table)
  }

  /// Writes blocks that Markdown has nothing for as HTML, without notes. Blank lines are
  /// left out, because they would end the block of HTML.
  mutating func html(_ blocks: [Block]) {
    var part = document
    part.blocks = blocks
    part.notes = []
    var fragment = options
    fragment.isFragment = true
    let html = HTMLWriter.write(part, options: fragment)
    for line in html.split(separator: 0x0A) { lines.line(line) }
  }

  /// Writes the references to notes of an HTML table behind it, because Markdown's
  /// references don't work within HTML.
  private mutating func noteReferences(in table: DocumentTable) {
    var collector = NoteCollector()
    Document.walk([.table(table)], &collector)
    let references = collector.references.filter(document.notes.indices.contains).map {
      Inline.noteReference($0)
    }
    let content = MarkdownInlines(context: context, style: .heading).source(of: references)
    if content.isEmpty { return }
    lines.startBlock()
    lines.line(content)
  }
}

/// Collects the references to notes in a table.
private struct NoteCollector: DocumentVisitor {
  /// Indices of the notes, in the order of their references.
  var references: [Int] = []

  /// Notes a reference.
  mutating func visit(_ inline: Inline) {
    if case .noteReference(let index) = inline { references.append(index) }
  }
}

extension DocumentTableCell {
  /// The cell's only paragraph, if it can stand in a pipe table. An empty cell gives an
  /// empty paragraph. Empty paragraphs behind the first are ignored, because some
  /// programs end each cell with one.
  fileprivate var pipeParagraph: Paragraph? {
    guard horizontalMerge == nil, verticalMerge == nil else { return nil }
    guard let first = blocks.first else { return Paragraph() }
    guard case .paragraph(let paragraph) = first, paragraph.listItem == nil,
      paragraph.style.headingLevel == nil, paragraph.textBoxes.isEmpty,
      blocks.dropFirst().allSatisfy(\.isEmptyParagraph)
    else { return nil }
    return paragraph
  }
}

extension Block {
  /// Whether the block is a paragraph that shows nothing.
  fileprivate var isEmptyParagraph: Bool {
    guard case .paragraph(let paragraph) = self else { return false }
    return paragraph.inlines.isEmpty && paragraph.textBoxes.isEmpty
      && (paragraph.listItem?.marker ?? "").isEmpty
  }
}
