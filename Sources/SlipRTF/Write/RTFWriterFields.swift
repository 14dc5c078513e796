internal import SlipDocument

/// Fields and notes (RTF 1.9.1, "Fields" and "Footnotes").
extension RTFBuilder {
  mutating func open(_ link: Hyperlink) {
    var instruction = "HYPERLINK"
    if link.target.hasPrefix("#"), link.target.utf8.count > 1 {
      instruction += " \\l " + RTFField.quoted(String(link.target.dropFirst()))
    } else {
      instruction += " " + RTFField.quoted(link.target)
    }
    if let tip = link.tip { instruction += " \\o " + RTFField.quoted(tip) }
    openField(instruction: instruction)
  }

  mutating func openField(instruction: String) {
    out.open("field")
    fieldContent(instruction: instruction)
  }

  /// The instruction, and the group of the result opened.
  mutating func fieldContent(instruction: String) {
    out.openIgnorable("fldinst")
    out.text(instruction)
    out.close()
    out.open("fldrslt")
  }

  mutating func closeField() {
    out.close()
    out.close()
  }

  mutating func note(_ note: MarginNote) {
    let depth = tableDepth
    tableDepth = 0
    switch note.kind {
    case .footnote, .endnote: footnote(note)
    case .annotation: annotation(note)
    }
    tableDepth = depth
  }

  private mutating func footnote(_ note: MarginNote) {
    out.open()
    out.word("super")
    if let revision = note.revision { self.revision(revision) }
    if note.isAutomatic { out.word("chftn") } else { out.text(note.mark) }
    out.open("footnote")
    if note.kind == .endnote { out.word("ftnalt") }
    if RTFNoteText.lead(of: note.blocks, note.isDeleted) != nil { pendingMark = note }
    blocks(note.blocks[...], last: .group)
    pendingMark = nil
    out.close()
    out.close()
  }

  /// The mark stands at the beginning of the note's text as well, where that is a paragraph.
  mutating func noteMark(_ paragraph: Paragraph) {
    guard let note = pendingMark else { return }
    if !note.isAutomatic, !note.isDeleted, RTFNoteText.isUnseen(paragraph) { return }
    pendingMark = nil
    guard
      note.isAutomatic
        ? !RTFNoteText.breaksBeforeText(paragraph.inlines[...]) : RTFNoteText.canBear(paragraph)
    else { return }
    out.open()
    out.word("super")
    if note.isAutomatic { out.word("chftn") } else { out.text(note.mark) }
    out.close()
    if paragraph.listItem == nil, paragraph.inlines.first?.isVisible == true { out.text(" ") }
  }

  private mutating func annotation(_ note: MarginNote) {
    if let author = note.author {
      out.openIgnorable("atnid")
      out.text(RTFBuilder.initials(author))
      out.close()
      out.openIgnorable("atnauthor")
      out.text(author)
      out.close()
    }
    if let revision = note.revision {
      out.open()
      self.revision(revision)
    }
    out.word("chatn")
    out.openIgnorable("annotation")
    if let date = note.date {
      out.openIgnorable("atndate")
      out.text(String(Int32(truncatingIfNeeded: RTFPackedDate.packed(date))))
      out.close()
    }
    blocks(note.blocks[...], last: .group)
    out.close()
    if note.revision != nil { out.close() }
  }

  private static func initials(_ author: String) -> String {
    String(author.split(separator: " ").compactMap(\.first))
  }
}
