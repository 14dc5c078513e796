/// Receives the nodes of a document in reading order. Every method has a default that does nothing.
public protocol DocumentVisitor {
  mutating func enter(_ paragraph: Paragraph)
  mutating func leave(_ paragraph: Paragraph)
  mutating func visit(_ inline: Inline)
  mutating func enter(_ box: TextBox)
  mutating func leave(_ box: TextBox)
  mutating func enter(_ table: Table)
  mutating func leave(_ table: Table)
  mutating func enter(_ row: TableRow)
  mutating func leave(_ row: TableRow)
  mutating func enter(_ cell: TableCell)
  mutating func leave(_ cell: TableCell)
  mutating func visit(_ break: BreakKind)
  mutating func enter(_ note: MarginNote)
  mutating func leave(_ note: MarginNote)
  mutating func enter(_ part: HeaderOrFooter)
  mutating func leave(_ part: HeaderOrFooter)
}

extension DocumentVisitor {
  public mutating func enter(_ paragraph: Paragraph) {}
  public mutating func leave(_ paragraph: Paragraph) {}
  public mutating func visit(_ inline: Inline) {}
  public mutating func enter(_ box: TextBox) {}
  public mutating func leave(_ box: TextBox) {}
  public mutating func enter(_ table: Table) {}
  public mutating func leave(_ table: Table) {}
  public mutating func enter(_ row: TableRow) {}
  public mutating func leave(_ row: TableRow) {}
  public mutating func enter(_ cell: TableCell) {}
  public mutating func leave(_ cell: TableCell) {}
  public mutating func visit(_ break: BreakKind) {}
  public mutating func enter(_ note: MarginNote) {}
  public mutating func leave(_ note: MarginNote) {}
  public mutating func enter(_ part: HeaderOrFooter) {}
  public mutating func leave(_ part: HeaderOrFooter) {}
}

extension Document {
  /// Walks the body, then the notes, then headers and footers. A paragraph's text boxes come before its end.
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

  /// Walks some blocks only. The depth of recursion is that of tables and text boxes.
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

  @inlinable
  static func walk(_ table: Table, _ visitor: inout some DocumentVisitor) {
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
