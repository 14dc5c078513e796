extension Document {
  /// Replaces each inline of the body, the headers and footers, and the margin notes.
  ///
  /// - Parameter change: Returns what takes the inline's place: an empty array removes it, and nil leaves it as it is.
  public mutating func editInlines(_ change: (Inline) -> [Inline]?) { editInlines(of: { _ in true }, change) }

  /// Replaces each inline that isn't code: neither of a paragraph of code, nor with the style of code.
  ///
  /// - Parameter change: As of `editInlines`.
  package mutating func editProse(_ change: (Inline) -> [Inline]?) {
    editInlines(of: { if case .code = $0.style.role.content { false } else { true } }) { inline in
      if case .run(let run) = inline, CodeStyle.isCode(run.style) { return nil }
      return change(inline)
    }
  }

  /// Replaces each inline of the paragraphs that are wanted.
  private mutating func editInlines(of isWanted: (Paragraph) -> Bool, _ change: (Inline) -> [Inline]?) {
    for index in headersAndFooters.indices {
      Document.edit(&headersAndFooters[index].blocks, isWanted, change)
    }
    Document.edit(&blocks, isWanted, change)
    for index in notes.indices { Document.edit(&notes[index].blocks, isWanted, change) }
  }

  /// Changes each paragraph of the headers and footers, the body and the margin notes, before those in its text boxes.
  package mutating func editParagraphs(_ change: (inout Paragraph) -> Void) {
    for index in headersAndFooters.indices {
      Document.editParagraphs(of: &headersAndFooters[index].blocks, change)
    }
    Document.editParagraphs(of: &blocks, change)
    for index in notes.indices { Document.editParagraphs(of: &notes[index].blocks, change) }
  }

  /// Changes the paragraphs of some blocks. Recursion is as deep as tables and text boxes nest.
  private static func editParagraphs(of blocks: inout [Block], _ change: (inout Paragraph) -> Void) {
    for index in blocks.indices {
      switch blocks[index] {
      case .paragraph(var paragraph):
        change(&paragraph)
        for box in paragraph.textBoxes.indices {
          editParagraphs(of: &paragraph.textBoxes[box].blocks, change)
        }
        blocks[index] = .paragraph(paragraph)
      case .table(var table):
        for row in table.rows.indices {
          for cell in table.rows[row].cells.indices {
            editParagraphs(of: &table.rows[row].cells[cell].blocks, change)
          }
        }
        blocks[index] = .table(table)
      case .break: break
      }
    }
  }

  /// Replaces each link.
  ///
  /// - Parameter change: Returns the new link, or nil to leave the text without one.
  public mutating func editLinks(_ change: (Hyperlink) -> Hyperlink?) {
    editInlines { inline in
      switch inline {
      case .run(var run):
        guard let link = run.style.link else { return nil }
        let new = change(link)
        if new == link { return nil }
        run.style.link = new
        return [.run(run)]
      case .picture(var picture):
        guard let link = picture.style.link else { return nil }
        let new = change(link)
        if new == link { return nil }
        picture.style.link = new
        return [.picture(picture)]
      default: return nil
      }
    }
  }

  /// Replaces the inlines of some blocks. Recursion is as deep as tables and text boxes nest, which
  /// `Limits` bounds.
  private static func edit(
    _ blocks: inout [Block], _ isWanted: (Paragraph) -> Bool, _ change: (Inline) -> [Inline]?
  ) {
    for index in blocks.indices {
      switch blocks[index] {
      case .paragraph(var paragraph):
        let inlines = isWanted(paragraph) ? edited(paragraph.inlines, change) : nil
        if let inlines { paragraph.inlines = inlines }
        for box in paragraph.textBoxes.indices { edit(&paragraph.textBoxes[box].blocks, isWanted, change) }
        if inlines != nil || !paragraph.textBoxes.isEmpty { blocks[index] = .paragraph(paragraph) }
      case .table(var table):
        for row in table.rows.indices {
          for cell in table.rows[row].cells.indices {
            edit(&table.rows[row].cells[cell].blocks, isWanted, change)
          }
        }
        blocks[index] = .table(table)
      case .break: break
      }
    }
  }

  /// The inlines with their changes; nil where each stays as it is.
  private static func edited(_ inlines: [Inline], _ change: (Inline) -> [Inline]?) -> [Inline]? {
    var edited: [Inline]?
    for (index, inline) in inlines.enumerated() {
      if let new = change(inline) {
        if edited == nil { edited = Array(inlines[..<index]) }
        edited?.append(contentsOf: new)
      } else {
        edited?.append(inline)
      }
    }
    return edited
  }
}
