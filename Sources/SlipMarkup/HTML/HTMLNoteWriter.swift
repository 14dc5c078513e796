internal import SlipDocument

/// Writes footnotes, endnotes and annotations: references in the text, and the notes at the end of the page.
///
/// References and notes link to each other, and have roles of DPUB-ARIA, by which reading programs announce
/// them.
extension HTMLDocumentWriter {
  /// The identifier of a note.
  private func noteIdentifier(_ index: Int) -> String { "note:\(options.noteIdentifierPrefix)\(index + 1)" }
  /// The identifier of the reference to a note.
  private func noteReferenceIdentifier(_ index: Int) -> String {
    "noteref:\(options.noteIdentifierPrefix)\(index + 1)"
  }

  /// Whether the identifier belongs to a note of this document or to the reference to it,
  /// such as `note:3` or `noteref:3`. No bookmark may take such an identifier.
  func isOfNote(_ identifier: String) -> Bool {
    guard identifier.hasPrefix("note"), let colon = identifier.firstIndex(of: ":"),
      let number = Int(identifier[identifier.index(after: colon)...]), number > 0,
      number <= document.notes.count
    else { return false }
    return identifier == noteIdentifier(number - 1)
      || identifier == noteReferenceIdentifier(number - 1)
  }

  /// Writes a reference to a note: a raised mark that links to the note. Marks of
  /// annotations are not raised.
  ///
  /// Only the first reference to a note has the identifier that the note links back to.
  mutating func noteReference(_ index: Int) {
    guard document.notes.indices.contains(index) else { return }
    let note = document.notes[index]
    sink.markup(
      options.page.isBook ? "<a epub:type=\"noteref\" role=\"doc-noteref\"" : "<a role=\"doc-noteref\"")
    if referencedNotes.insert(index).inserted {
      sink.attribute("id", identifier(noteReferenceIdentifier(index)))
    }
    sink.attribute("href", "#" + identifier(noteIdentifier(index)))
    sink.markup(">")
    if note.kind == .annotation { sink.text(note.mark) } else { superscript(mark(of: note)) }
    sink.markup("</a>")
  }

  /// The note's mark as the document's numbering shows it, in Roman numerals for
  /// instance. Marks that aren't numbered automatically stay as they are.
  private func mark(of note: MarginNote) -> String {
    guard note.isAutomatic, let number = Int(note.mark) else { return note.mark }
    switch note.kind {
    case .footnote: return document.footnoteNumbering.mark(number)
    case .endnote: return document.endnoteNumbering.mark(number)
    case .annotation: return note.mark
    }
  }

  /// Writes raised text.
  private mutating func superscript(_ text: String) {
    sink.markup("<sup>")
    sink.text(text)
    sink.markup("</sup>")
  }

  /// Writes all notes behind the text, each kind in a section of its own: footnotes, endnotes, then annotations. Writes
  /// nothing if there are none.
  mutating func notesSection() {
    for kind in MarginNote.Kind.allCases where document.notes.contains(where: { $0.kind == kind }) {
      switch kind {
      case _ where options.page.isBook: sink.markup("<div class=\"notes\">\n")
      case .footnote: sink.markup("<div class=\"notes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n")
      case .endnote: sink.markup("<div class=\"notes\" role=\"doc-endnotes\" aria-label=\"Endnotes\">\n")
      case .annotation: sink.markup("<div class=\"notes\" role=\"doc-endnotes\" aria-label=\"Comments\">\n")
      }
      for (index, note) in document.notes.enumerated() where note.kind == kind { self.note(note, index) }
      sink.markup("</div>\n")
    }
  }

  /// Writes a note: its mark as a link back to the text, its author and date, and its
  /// blocks.
  private mutating func note(_ note: MarginNote, _ index: Int) {
    // Reading programs show what has this type beside the text.
    if options.page.isBook {
      sink.markup("<aside epub:type=\"footnote\" role=\"doc-footnote\"")
      // Each is a landmark of the page, so each has a name of its own.
      sink.attribute("aria-label", "Note \(index + 1)")
    } else {
      switch note.kind {
      case .footnote: sink.markup("<div role=\"doc-footnote\"")
      case .endnote: sink.markup("<div class=\"endnote\"")
      case .annotation: sink.markup("<div class=\"annotation\"")
      }
    }
    sink.attribute("id", identifier(noteIdentifier(index)))
    sink.markup(">\n<a role=\"doc-backlink\"")
    sink.attribute("href", "#" + identifier(noteReferenceIdentifier(index)))
    sink.markup(">")
    sink.text(mark(of: note))
    sink.markup("</a>\n")
    credit(note)
    blocks(note.blocks[...])
    sink.markup(options.page.isBook ? "</aside>\n" : "</div>\n")
  }

  /// An identifier as the page has it: books allow no colons.
  private func identifier(_ name: String) -> String {
    options.page.isBook ? String(name.map { $0 == ":" ? "-" : $0 }) : name
  }

  /// Writes who wrote the note, and when:
  /// `<header><cite>A. Writer</cite> <time datetime="…">…</time></header>`. Writes
  /// nothing if neither is known.
  private mutating func credit(_ note: MarginNote) {
    if note.author == nil && note.date == nil { return }
    sink.markup("<header>")
    if let author = note.author {
      sink.markup("<cite>")
      sink.text(author)
      sink.markup("</cite>")
    }
    if let date = note.date {
      let text = HTMLDate.text(date)
      sink.markup(" <time")
      sink.attribute("datetime", text)
      sink.markup(">")
      sink.text(text.replacing("T", with: " "))
      sink.markup("</time>")
    }
    sink.markup("</header>\n")
  }
}
