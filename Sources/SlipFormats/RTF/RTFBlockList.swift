internal import SlipDocument

/// Blocks in the making: breaks at a paragraph's ends stand between paragraphs, except in cells.
struct RTFBlockList {
  private(set) var blocks: [Block] = []
  let isCell: Bool

  init(isCell: Bool) {
    self.isCell = isCell
  }

  mutating func add(_ table: Table) {
    if !table.rows.isEmpty { blocks.append(.table(table)) }
  }

  mutating func add(_ paragraph: Paragraph) {
    // A text box follows its paragraph's end, so that the break's place counts there.
    guard !isCell, paragraph.textBoxes.isEmpty, paragraph.endIsVisible, paragraph.hasBreakAtEdge else {
      return blocks.append(.paragraph(paragraph))
    }
    var inlines = paragraph.inlines[...]
    if paragraph.listItem == nil { takeBreaks(&inlines) }
    var trailing: [Block] = []
    while case .break(let kind)? = inlines.last {
      trailing.append(.break(kind))
      inlines.removeLast()
    }
    if !inlines.isEmpty || paragraph.listItem != nil {
      var paragraph = paragraph
      paragraph.inlines = Array(inlines)
      blocks.append(.paragraph(paragraph))
    }
    blocks += trailing.reversed()
  }

  private mutating func takeBreaks(_ inlines: inout ArraySlice<Inline>) {
    while case .break(let kind)? = inlines.first {
      blocks.append(.break(kind))
      inlines.removeFirst()
    }
  }

  /// A cell ends with a paragraph, whose end is the cell's.
  mutating func finished() -> [Block] {
    if isCell {
      if case .paragraph(var last)? = blocks.last {
        last.endIsHidden = false
        last.endRevision = nil
        blocks[blocks.count - 1] = .paragraph(last)
      } else {
        blocks.append(.paragraph(Paragraph()))
      }
    }
    return blocks
  }
}

extension Paragraph {
  fileprivate var hasBreakAtEdge: Bool {
    if case .break? = inlines.first { return true }
    if case .break? = inlines.last { return true }
    return false
  }
}
