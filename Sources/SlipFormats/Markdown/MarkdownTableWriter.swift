internal import SlipDocument

/// Tables: as pipe tables where those can hold them, else as HTML.
extension MarkdownDocumentWriter {
  mutating func table(_ table: Table) {
    if table.rows.isEmpty { return }
    lines.startBlock()
    if let cells = pipeCells(table) { pipeTable(table, cells) } else { htmlTable(table) }
    lines.endBlock()
  }

  /// The cells' Markdown; nil when a pipe table can't hold the table.
  private func pipeCells(_ table: Table) -> [[[UInt8]]]? {
    let columns = table.rows[0].cells.count
    guard columns > 0, table.rows.dropFirst().allSatisfy({ !$0.isHeader }) else { return nil }
    let inlines = MarkdownInlines(context: context, style: .cell)
    var rows: [[[UInt8]]] = []
    for row in table.rows {
      guard row.cells.count == columns else { return nil }
      var cells: [[UInt8]] = []
      for cell in row.cells {
        guard let paragraph = cell.pipeParagraph else { return nil }
        cells.append(inlines.source(of: paragraph.inlines))
      }
      rows.append(cells)
    }
    return rows
  }

  /// A table without a header row gets an empty one, as GFM demands one.
  private mutating func pipeTable(_ table: Table, _ cells: [[[UInt8]]]) {
    let hasHeader = table.rows[0].isHeader
    row(hasHeader ? cells[0] : [[UInt8]](repeating: [], count: cells[0].count))
    row(table.rows[0].cells.indices.map { Array(MarkdownDocumentWriter.rule(alignment(table, $0)).utf8) })
    for cells in cells.dropFirst(hasHeader ? 1 : 0) { row(cells) }
  }

  private mutating func row(_ cells: [[UInt8]]) {
    var line: [UInt8] = [0x7C]
    for cell in cells {
      line.append(0x20)
      line += cell
      line += cell.isEmpty ? [0x7C] : [0x20, 0x7C]
    }
    lines.line(line)
  }

  /// The alignment that all of a column's cells have.
  private func alignment(_ table: Table, _ column: Int) -> ParagraphStyle.Alignment {
    let alignments = table.rows.map { $0.cells[column].pipeParagraph?.style.alignment ?? .left }
    return alignments.allSatisfy { $0 == alignments[0] } ? alignments[0] : .left
  }

  private static func rule(_ alignment: ParagraphStyle.Alignment) -> String {
    switch alignment {
    case .left, .justified: "---"
    case .center: ":---:"
    case .right: "---:"
    }
  }

  /// An HTML block, which ends at a blank line: the HTML writer makes none.
  private mutating func htmlTable(_ table: Table) {
    html([.table(table)])
    lines.endBlock()
    noteReferences(in: table)
  }

  /// Blocks that Markdown has nothing for.
  mutating func html(_ blocks: [Block]) {
    var part = document
    part.blocks = blocks
    part.notes = []
    var fragment = options
    fragment.isFragment = true
    let html = HTMLWriter.write(part, options: fragment)
    for line in html.split(separator: 0x0A) { lines.line(line) }
  }

  /// Markdown's references to notes don't work within HTML: they follow the table.
  private mutating func noteReferences(in table: Table) {
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

private struct NoteCollector: DocumentVisitor {
  var references: [Int] = []

  mutating func visit(_ inline: Inline) {
    if case .noteReference(let index) = inline { references.append(index) }
  }
}

extension TableCell {
  /// The cell's only paragraph where it can stand in a pipe table; an empty cell has an empty one. Empty paragraphs behind it
  /// are none here either: some programs end each cell with one.
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
  fileprivate var isEmptyParagraph: Bool {
    guard case .paragraph(let paragraph) = self else { return false }
    return paragraph.inlines.isEmpty && paragraph.textBoxes.isEmpty
      && (paragraph.listItem?.marker ?? "").isEmpty
  }
}
