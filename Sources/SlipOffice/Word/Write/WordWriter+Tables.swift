internal import SlipDocument

/// Tables (ECMA-376-1, 17.4).
extension WordWriter {
  /// Writes a table. Rows without cells are left out.
  func table(_ table: DocumentTable) {
    let table = table.outgoing
    guard !table.rows.isEmpty else { return }
    let grid = OutgoingGrid(table, room: room)
    let cells = table.rows.flatMap(\.cells)
    let hasGrid = cells.count { $0.borders == .grid } * 2 > cells.count
    part.xml.raw("<w:tbl><w:tblPr>")
    let hasHeaderColumn = table.hasHeaderColumn
    part.xml.value("w:tblStyle", tableStyle(hasGrid: hasGrid, hasHeaderColumn: hasHeaderColumn))
    if table.isRightToLeft { part.xml.raw("<w:bidiVisual/>") }
    if grid.hasWidths {
      let width = grid.widths.reduce(0, +)
      part.xml.empty("w:tblW", ["w:w": "\(width)", "w:type": "dxa"])
      part.xml.empty("w:tblLayout", ["w:type": "fixed"])
    } else {
      part.xml.empty("w:tblW", ["w:w": "0", "w:type": "auto"])
    }
    let hasHeader = table.rows[0].isHeader
    part.xml.empty(
      "w:tblLook",
      [
        "w:val": "00" + (hasHeaderColumn ? hasHeader ? "A" : "8" : hasHeader ? "2" : "0") + "0",
        "w:firstRow": hasHeader ? "1" : "0", "w:lastRow": "0",
        "w:firstColumn": hasHeaderColumn ? "1" : "0", "w:lastColumn": "0", "w:noHBand": "1", "w:noVBand": "1",
      ])
    part.xml.raw("</w:tblPr><w:tblGrid>")
    for width in grid.widths { part.xml.empty("w:gridCol", ["w:w": "\(width)"]) }
    part.xml.raw("</w:tblGrid>")
    for (row, cells) in zip(table.rows, grid.rows) { self.row(row, cells, grid, hasGrid: hasGrid) }
    part.xml.raw("</w:tbl>")
  }

  /// The identifier of the style of tables with or without lines.
  private func tableStyle(hasGrid: Bool, hasHeaderColumn: Bool) -> String {
    if hasHeaderColumn {
      headerColumnStyles.insert(hasGrid)
      return WordWriter.headerColumnStyle(hasGrid: hasGrid)
    }
    return baseTableStyle(hasGrid: hasGrid)
  }

  /// The identifier of the style of tables without a header column.
  func baseTableStyle(hasGrid: Bool) -> String {
    hasGrid
      ? template?.id(ofTables: "Table Grid") ?? "TableGrid"
      : template?.id(ofTables: "Normal Table") ?? "TableNormal"
  }

  private func row(_ row: DocumentTableRow, _ cells: [OutgoingGrid.Cell], _ grid: OutgoingGrid, hasGrid: Bool)
  {
    part.xml.raw("<w:tr>")
    let missing = grid.widths.count - cells.reduce(0) { $0 + $1.columns }
    if row.isHeader || row.revision != nil || missing > 0 {
      part.xml.raw("<w:trPr>")
      if missing > 0 { part.xml.value("w:gridAfter", "\(missing)") }
      if row.isHeader { part.xml.raw("<w:tblHeader/>") }
      if let revision = row.revision {
        mark(revision.kind == .insertion ? "w:ins" : "w:del", revision.credit)
      }
      part.xml.raw("</w:trPr>")
    }
    for cell in cells { self.cell(row.cells[cell.index], cell, grid, hasGrid: hasGrid) }
    part.xml.raw("</w:tr>")
  }

  private func cell(
    _ cell: DocumentTableCell, _ place: OutgoingGrid.Cell, _ grid: OutgoingGrid, hasGrid: Bool
  ) {
    part.xml.raw("<w:tc><w:tcPr>")
    if cell.width != nil {
      part.xml.empty("w:tcW", ["w:w": "\(place.width)", "w:type": "dxa"])
    } else {
      part.xml.empty("w:tcW", ["w:w": "0", "w:type": "auto"])
    }
    if place.columns > 1 { part.xml.value("w:gridSpan", "\(place.columns)") }
    switch cell.verticalMerge {
    case nil: break
    case .first: part.xml.value("w:vMerge", "restart")
    case .continued: part.xml.empty("w:vMerge")
    }
    if cell.borders != (hasGrid ? .grid : Borders()) {
      part.xml.raw("<w:tcBorders>")
      WordFormat.line("w:top", cell.borders.top, isExplicit: hasGrid, &part.xml)
      WordFormat.line("w:left", cell.borders.left, isExplicit: hasGrid, &part.xml)
      WordFormat.line("w:bottom", cell.borders.bottom, isExplicit: hasGrid, &part.xml)
      WordFormat.line("w:right", cell.borders.right, isExplicit: hasGrid, &part.xml)
      part.xml.raw("</w:tcBorders>")
    }
    if let color = cell.shading { WordFormat.shading(color, &part.xml) }
    switch cell.verticalAlignment {
    case .top: break
    case .center: part.xml.value("w:vAlign", "center")
    case .bottom: part.xml.value("w:vAlign", "bottom")
    }
    if let revision = cell.revision {
      mark(revision.kind == .insertion ? "w:cellIns" : "w:cellDel", revision.credit)
    }
    part.xml.raw("</w:tcPr>")
    let outer = room
    room = max(720, place.width - 216)
    blocks(cell.blocks)
    room = outer
    part.xml.raw("</w:tc>")
  }
}
