internal import SlipDocument

/// Tables (RTF 1.9.1, "Table Definitions").
///
/// RTF has no tables, only rows that follow each other. A row is its properties, its cells and `\row`:
///
/// ```
/// \trowd\irow0\irowband0\lastrow\trgaph108\trleft0\clftsWidth1\cellx4680\clftsWidth1\cellx9360
/// \pard\plain\intbl One\cell
/// \pard\plain\intbl Two\cell
/// \row
/// ```
extension RTFBuilder {
  /// The width of a row in twips that is shared by cells whose width is unknown: 6.5 inches, the text
  /// width of a Letter page.
  private static let usualRowWidth = 9360

  /// Writes a table, which in RTF is only a sequence of rows.
  mutating func table(_ table: DocumentTable) {
    for (index, row) in table.rows.enumerated() {
      self.row(row, index: index, isLast: index == table.rows.count - 1)
    }
  }

  /// Writes a row.
  ///
  /// The properties stand before the cells of an outer row, and behind those of a nested row. There
  /// `\nonesttables` ends the paragraph for readers without nested tables:
  ///
  /// ```
  /// \pard\plain\intbl\itap2 One\nestcell
  /// {\*\nesttableprops\trowd…\nestrow}{\nonesttables\par}
  /// ```
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - index: its index in the table.
  ///   - isLast: whether it is the last row of the table.
  private mutating func row(_ row: DocumentTableRow, index: Int, isLast: Bool) {
    let isNested = tableDepth > 0
    if !isNested { properties(of: row, index: index, isLast: isLast) }
    tableDepth += 1
    for cell in row.cells {
      blocks(cell.blocks[...], last: .cell)
      if isNested { out.word("nestcell") } else { out.word("cell") }
      out.newLine()
    }
    tableDepth -= 1
    if isNested {
      out.openIgnorable("nesttableprops")
      properties(of: row, index: index, isLast: isLast)
      end(row, "nestrow")
      out.close()
      out.open("nonesttables")
      out.word("par")
      out.close()
    } else {
      end(row, "row")
    }
    out.newLine()
  }

  /// Writes the end of a row, in a group of its own when the row is a tracked change.
  private mutating func end(_ row: DocumentTableRow, _ word: StaticString) {
    guard let revision = row.revision else { return out.word(word) }
    out.open()
    out.word("plain")
    self.revision(revision)
    out.word(word)
    out.close()
  }

  /// Writes the properties of a row and the definitions of its cells.
  ///
  /// `\cellx` is the right edge of a cell, and edges must increase, so each cell is at least one twip
  /// wide. A cell of unknown width gets an equal share of the usual width, at least half an inch, and
  /// is marked as automatic (`\clftsWidth1`), so that the reader knows no width was meant.
  private mutating func properties(of row: DocumentTableRow, index: Int, isLast: Bool) {
    out.word("trowd")
    out.word("irow", index)
    out.word("irowband", index)
    if isLast { out.word("lastrow") }
    out.word("trgaph", 108)
    out.word("trleft", 0)
    if row.isRightToLeft { out.word("rtlrow") }
    if row.isHeader { out.word("trhdr") } else if row.firstCellIsHeader { out.word("tbllkhdrcols") }
    let usual = max(720, RTFBuilder.usualRowWidth / max(1, row.cells.count))
    var edge = 0
    for cell in row.cells {
      definition(of: cell)
      if cell.width == nil { out.word("clftsWidth", 1) }
      edge = min(edge &+ max(1, cell.width ?? usual), Int(Int32.max))
      out.word("cellx", edge)
    }
    out.newLine()
  }

  /// Writes the definition of a cell without its right edge: merges, borders, shading and tracked
  /// change.
  private mutating func definition(of cell: DocumentTableCell) {
    switch cell.horizontalMerge {
    case nil: break
    case .first: out.word("clmgf")
    case .continued: out.word("clmrg")
    }
    switch cell.verticalMerge {
    case nil: break
    case .first: out.word("clvmgf")
    case .continued: out.word("clvmrg")
    }
    switch cell.verticalAlignment {
    case .top: break
    case .center: out.word("clvertalc")
    case .bottom: out.word("clvertalb")
    }
    if cell.isBordered {
      let borders = cell.borders
      line("clbrdrt", borders.top)
      line("clbrdrl", borders.left)
      line("clbrdrb", borders.bottom)
      line("clbrdrr", borders.right)
    }
    if let number = tables.colors.number(cell.shading) { out.word("clcbpat", number) }
    if let revision = cell.revision { cellRevision(revision) }
  }
}
