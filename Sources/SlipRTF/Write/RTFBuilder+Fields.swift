internal import SlipDocument

/// Fields and notes (RTF 1.9.1, "Fields" and "Footnotes").
extension RTFBuilder {
  /// Opens the field of a link. A target such as `#name` becomes a bookmark, `HYPERLINK \l "name"`; a
  /// tool tip is written as `\o "tip"`. In RTF the backslashes of switches are doubled.
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

  /// Opens a field up to where its result begins: `{\field{\*\fldinst PAGE}{\fldrslt`. `closeField`
  /// ends it.
  mutating func openField(instruction: String) {
    out.open("field")
    fieldContent(instruction: instruction)
  }

  /// Writes the instruction of an open field and opens its result.
  mutating func fieldContent(instruction: String) {
    out.openIgnorable("fldinst")
    out.text(instruction)
    out.close()
    out.open("fldrslt")
  }

  /// Closes the result of a field and the field.
  mutating func closeField() {
    out.close()
    out.close()
  }

  /// Writes a note where its reference stands. Table cells around it don't count within the note.
  mutating func note(_ note: MarginNote) {
    let depth = tableDepth
    tableDepth = 0
    switch note.kind {
    case .footnote, .endnote: footnote(note)
    case .annotation: annotation(note)
    }
    tableDepth = depth
  }

  /// Writes a footnote or endnote: its mark, and a group with its text.
  ///
  /// ```
  /// {\super\chftn{\footnote\pard\plain{\super\chftn} The text of the note.}}
  /// ```
  ///
  /// A note with a mark of its own has that text in place of `\chftn`; an endnote has `\ftnalt` behind
  /// `\footnote`.
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

  /// Repeats the mark of a note at the beginning of its text, as word processors do.
  ///
  /// The reader removes the repeated mark again. The mark is left out where the reader could not tell
  /// it from the text, such as before a line break; a mark that isn't automatic also in a list item.
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

  /// Writes an annotation with its author and date. The date is packed as in Word's DTTM structure.
  ///
  /// ```
  /// {\*\atnid AL}{\*\atnauthor Ada Lovelace}\chatn{\*\annotation{\*\atndate 1}\pard\plain The comment.}
  /// ```
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

  /// The initials of an author for `\atnid`: `AL` for `Ada Lovelace`.
  private static func initials(_ author: String) -> String {
    String(author.split(separator: " ").compactMap(\.first))
  }
}
