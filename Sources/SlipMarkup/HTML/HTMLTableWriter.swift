internal import SlipDocument

/// Writes tables: header rows as `<thead>`, headers of rows as `<th scope="row">`, merged cells as spans.
///
/// `HTMLTableBuilder` reads what is written here. Classes and `data-` attributes state what HTML has no
/// other way to say: tables and rows without lines (`borderless`), rows that end early (`filler`), and cells
/// that are wide without being merged (`data-cells`).
extension HTMLDocumentWriter {
  /// Writes a table.
  ///
  /// Only header rows at its beginning can stand in `<thead>`. The cells of further
  /// header rows are `<th>` all the same.
  mutating func table(_ table: DocumentTable) {
    let grid = TableGrid(table)
    let headerRows = table.rows.prefix { $0.isHeader }.count
    // A wide table scrolls by itself, also by keys.
    let scrolls = !isFragment && !isInTable && !sink.isXML
    if scrolls { sink.markup("<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\">\n") }
    let outer = (isInTable, isInRightToLeft)
    defer { (isInTable, isInRightToLeft) = outer }
    sink.markup("<table")
    if table.isRightToLeft != isInRightToLeft {
      sink.attribute("dir", table.isRightToLeft ? "rtl" : "ltr")
    }
    (isInTable, isInRightToLeft) = (true, table.isRightToLeft)
    if !table.rows.isEmpty, table.rows.allSatisfy({ !$0.isBordered }) { sink.markup(" class=\"borderless\"") }
    sink.markup(">\n")
    let someBordered = table.rows.contains { $0.isBordered }
    for index in table.rows.indices {
      if index == 0 { sink.markup(headerRows > 0 ? "<thead>\n" : "<tbody>\n") }
      if index == headerRows, index > 0 { sink.markup("</thead>\n<tbody>\n") }
      sink.markup(someBordered && !table.rows[index].isBordered ? "<tr class=\"borderless\">\n" : "<tr>\n")
      row(table, index, grid)
      if grid.missing[index] > 0 { filler(grid.missing[index]) }
      sink.markup("</tr>\n")
    }
    if !table.rows.isEmpty {
      if headerRows == table.rows.count { sink.markup("</thead>\n") } else { sink.markup("</tbody>\n") }
    }
    sink.markup(scrolls ? "</table>\n</div>\n" : "</table>\n")
  }

  /// Writes the cells of a row, except those that others cover.
  ///
  /// The cells of the first row state their widths, which decide for the whole column.
  private mutating func row(_ table: DocumentTable, _ index: Int, _ grid: TableGrid) {
    let row = table.rows[index]
    // A row of class `borderless` has no lines, any other one those of the page's style sheet.
    let usual = row.isBordered ? Borders.grid : Borders()
    for (place, span) in grid.spans[index].enumerated() where span != .covered {
      cell(
        grid.content(of: table, index, place), span,
        scope: row.isHeader ? "col" : row.firstCellIsHeader && place == 0 ? "row" : nil,
        saysWidth: index == 0 && span.columns == 1, usual: usual)
    }
  }

  /// Writes an empty cell where a row ends before the others do. `HTMLReader` leaves it
  /// out again.
  private mutating func filler(_ columns: Int) {
    sink.markup("<td class=\"filler\"")
    if columns > 1 { sink.attribute("colspan", columns) }
    sink.markup("></td>\n")
  }

  /// Writes a cell with its span, width, lines and colour.
  ///
  /// The text of a single ordinary paragraph stands in the cell itself, without `<p>`. A
  /// blank header cell is written as `<td>`, because a header without text confuses
  /// reading programs. The text of header cells is bold by itself; that it isn't is stated.
  ///
  /// - Parameters:
  ///   - span: the columns and rows that it covers.
  ///   - scope: what it is the header of; nil for other cells.
  ///   - saysWidth: whether to state its width. Those of the first row decide for their
  ///     columns.
  ///   - usual: the lines that it has where it states none.
  private mutating func cell(
    _ cell: DocumentTableCell, _ span: TableGrid.Span, scope: StaticString?, saysWidth: Bool, usual: Borders
  ) {
    let isHeader = scope != nil && cell.isReadable
    let isLight = isHeader && cell.hasLightText
    let cell = isHeader && !isLight ? cell.withoutBold : cell
    let paragraph = cell.soleParagraph
    if isHeader, let scope {
      sink.markup("<th scope=\"")
      sink.markup(scope)
      sink.markup("\"")
    } else {
      sink.markup("<td")
    }
    if span.columns > 1 { sink.attribute("colspan", span.columns) }
    if span.columns > span.cells { sink.attribute("data-cells", span.cells) }
    if span.rows > 1 { sink.attribute("rowspan", span.rows) }
    if let paragraph { direction(of: paragraph.style) }
    if let width = cell.width, saysWidth, width > 0 {
      sink.declaration("width")
      sink.points(width, unitsPerPoint: 20)
    }
    borders(ofCell: cell.borders, usual: usual)
    let outer = backdrop
    defer { backdrop = outer }
    switch cell.verticalAlignment {
    case .top: break
    case .center:
      sink.declaration("vertical-align")
      sink.markup("middle")
    case .bottom:
      sink.declaration("vertical-align")
      sink.markup("bottom")
    }
    if let shading = cell.shading { self.shading(shading) }
    if isLight {
      sink.declaration("font-weight")
      sink.markup("normal")
    }
    if let paragraph {
      declarations(of: paragraph.style, inItem: false, keepsSpaces: WhiteSpace.collapses(paragraph.inlines))
      sink.markup(">")
      needsFiller = false
      inlines(paragraph.inlines)
      closeInlines()
      if needsFiller { lineBreak() }
    } else {
      sink.endDeclarations()
      sink.markup(">")
      if !cell.blocks.isEmpty {
        sink.markup("\n")
        blocks(cell.blocks[...])
      }
    }
    sink.markup(isHeader ? "</th>\n" : "</td>\n")
  }
}

extension DocumentTableCell {
  /// The cell's only paragraph, if it can stand in the cell without an element of its
  /// own: it has no list item, heading level, indent, shading, borders or text boxes. Its
  /// alignment and the like become attributes of the cell.
  fileprivate var soleParagraph: Paragraph? {
    guard blocks.count == 1, case .paragraph(let paragraph) = blocks[0], paragraph.listItem == nil,
      paragraph.style.headingLevel == nil, paragraph.style.shading == nil,
      paragraph.style.borders == nil, !paragraph.style.startsPage,
      paragraph.style.leftIndent == 0, paragraph.style.rightIndent == 0, paragraph.textBoxes.isEmpty,
      paragraph.endIsVisible
    else { return nil }
    return paragraph
  }
}
