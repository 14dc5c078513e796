/// Receives the nodes of a document in reading order.
///
/// Every method has a default that does nothing, so a visitor implements only those it needs.
/// `Document.walk` calls `enter` before a node's content and `leave` after it.
public protocol DocumentVisitor {
  /// Called before the inlines of a paragraph.
  mutating func enter(_ paragraph: Paragraph)
  /// Called after a paragraph's inlines and text boxes.
  mutating func leave(_ paragraph: Paragraph)
  /// Called for each inline.
  mutating func visit(_ inline: Inline)
  /// Called before the blocks of a text box.
  mutating func enter(_ box: TextBox)
  /// Called after the blocks of a text box.
  mutating func leave(_ box: TextBox)
  /// Called before the rows of a table.
  mutating func enter(_ table: DocumentTable)
  /// Called after the rows of a table.
  mutating func leave(_ table: DocumentTable)
  /// Called before the cells of a row.
  mutating func enter(_ row: DocumentTableRow)
  /// Called after the cells of a row.
  mutating func leave(_ row: DocumentTableRow)
  /// Called before the blocks of a cell.
  mutating func enter(_ cell: DocumentTableCell)
  /// Called after the blocks of a cell.
  mutating func leave(_ cell: DocumentTableCell)
  /// Called for each break between paragraphs. Breaks inside paragraphs are inlines.
  mutating func visit(_ break: BreakKind)
  /// Called before the blocks of a margin note.
  mutating func enter(_ note: MarginNote)
  /// Called after the blocks of a margin note.
  mutating func leave(_ note: MarginNote)
  /// Called before the blocks of a header or footer.
  mutating func enter(_ part: HeaderOrFooter)
  /// Called after the blocks of a header or footer.
  mutating func leave(_ part: HeaderOrFooter)
}

extension DocumentVisitor {
  /// Does nothing.
  public mutating func enter(_ paragraph: Paragraph) {}
  /// Does nothing.
  public mutating func leave(_ paragraph: Paragraph) {}
  /// Does nothing.
  public mutating func visit(_ inline: Inline) {}
  /// Does nothing.
  public mutating func enter(_ box: TextBox) {}
  /// Does nothing.
  public mutating func leave(_ box: TextBox) {}
  /// Does nothing.
  public mutating func enter(_ table: DocumentTable) {}
  /// Does nothing.
  public mutating func leave(_ table: DocumentTable) {}
  /// Does nothing.
  public mutating func enter(_ row: DocumentTableRow) {}
  /// Does nothing.
  public mutating func leave(_ row: DocumentTableRow) {}
  /// Does nothing.
  public mutating func enter(_ cell: DocumentTableCell) {}
  /// Does nothing.
  public mutating func leave(_ cell: DocumentTableCell) {}
  /// Does nothing.
  public mutating func visit(_ break: BreakKind) {}
  /// Does nothing.
  public mutating func enter(_ note: MarginNote) {}
  /// Does nothing.
  public mutating func leave(_ note: MarginNote) {}
  /// Does nothing.
  public mutating func enter(_ part: HeaderOrFooter) {}
  /// Does nothing.
  public mutating func leave(_ part: HeaderOrFooter) {}
}

extension Document {
  /// Walks the body, then the margin notes, then the headers and footers.
  ///
  /// The text boxes of a paragraph come after its inlines and before its end.
  @inlinable
  public func walk(_ visitor: inout some DocumentVisitor) {
    Document.walk(blocks, &visitor)
    for note in notes {
      visitor.enter(note)
      Document.walk(note.blocks, &visitor)
      visitor.leave(note)
    }
    for part in headersAndFooters {
      visitor.enter(part)
      Document.walk(part.blocks, &visitor)
      visitor.leave(part)
    }
  }

  /// Walks some blocks only. Recursion is as deep as tables and text boxes nest.
  @inlinable
  public static func walk(_ blocks: [Block], _ visitor: inout some DocumentVisitor) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph): walk(paragraph, &visitor)
      case .table(let table): walk(table, &visitor)
      case .break(let kind): visitor.visit(kind)
      }
    }
  }

  /// Walks a paragraph: its inlines, then its text boxes.
  @inlinable
  static func walk(_ paragraph: Paragraph, _ visitor: inout some DocumentVisitor) {
    visitor.enter(paragraph)
    for index in paragraph.inlines.indices { visitor.visit(paragraph.inlines[index]) }
    for box in paragraph.textBoxes {
      visitor.enter(box)
      walk(box.blocks, &visitor)
      visitor.leave(box)
    }
    visitor.leave(paragraph)
  }

  /// Walks a table row by row.
  @inlinable
  static func walk(_ table: DocumentTable, _ visitor: inout some DocumentVisitor) {
    visitor.enter(table)
    for row in table.rows {
      visitor.enter(row)
      for cell in row.cells {
        visitor.enter(cell)
        walk(cell.blocks, &visitor)
        visitor.leave(cell)
      }
      visitor.leave(row)
    }
    visitor.leave(table)
  }
}
