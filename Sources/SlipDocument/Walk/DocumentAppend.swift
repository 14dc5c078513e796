extension Document {
  /// Adds another document behind this one, with an empty paragraph between them.
  ///
  /// The numbers of its lists, notes and resources move on. Of headers, footers and the document's
  /// information, those of this document stay.
  public mutating func append(_ other: Document) {
    var other = other
    other.moveNumbers(lists: lists.count, notes: notes.count, resources: resources.count)
    blocks.append(.paragraph(Paragraph()))
    blocks += other.blocks
    self.lists += other.lists
    self.notes += other.notes
    self.resources += other.resources
  }

  /// Adds to the numbers by which inlines and paragraphs refer to lists, notes and resources, for a document that becomes
  /// part of another one.
  package mutating func moveNumbers(lists: Int, notes: Int, resources: Int) {
    editInlines { inline in
      switch inline {
      case .picture(var picture):
        picture.resource += resources
        return [.picture(picture)]
      case .attachment(var file):
        file.resource += resources
        return [.attachment(file)]
      case .noteReference(let note): return [.noteReference(note + notes)]
      case .deletedNote(let note): return [.deletedNote(note + notes)]
      default: return [inline]
      }
    }
    Document.moveLists(&blocks, by: lists)
    for index in self.notes.indices { Document.moveLists(&self.notes[index].blocks, by: lists) }
  }

  /// Adds to the numbers of lists. Recursion is as deep as tables and text boxes nest, which
  /// `Limits` bounds.
  private static func moveLists(_ blocks: inout [Block], by count: Int) {
    guard count > 0 else { return }
    for index in blocks.indices {
      switch blocks[index] {
      case .paragraph(var paragraph):
        paragraph.listItem?.list += count
        for box in paragraph.textBoxes.indices { moveLists(&paragraph.textBoxes[box].blocks, by: count) }
        blocks[index] = .paragraph(paragraph)
      case .table(var table):
        for row in table.rows.indices {
          for cell in table.rows[row].cells.indices {
            moveLists(&table.rows[row].cells[cell].blocks, by: count)
          }
        }
        blocks[index] = .table(table)
      case .break: break
      }
    }
  }
}
