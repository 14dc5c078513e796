internal import SlipDocument

/// Cells of header rows, whose text browsers show bold without being told.
extension DocumentTableCell {
  /// Whether text of the cell isn't bold, or a table is in it.
  var hasLightText: Bool {
    blocks.contains { block in
      guard case .paragraph(let paragraph) = block else { return true }
      return paragraph.inlines.contains {
        if case .run(let run) = $0 { !run.style.isBold } else { false }
      }
    }
  }

  /// The cell with text that isn't bold.
  var withoutBold: DocumentTableCell {
    var cell = self
    for index in cell.blocks.indices {
      guard case .paragraph(var paragraph) = cell.blocks[index] else { continue }
      for place in paragraph.inlines.indices {
        guard case .run(var run) = paragraph.inlines[place] else { continue }
        run.style.isBold = false
        paragraph.inlines[place] = .run(run)
      }
      cell.blocks[index] = .paragraph(paragraph)
    }
    return cell
  }
}
