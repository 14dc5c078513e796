internal import SlipDocument

/// References to notes and comments (ECMA-376-1, 17.11, 17.13.4). The notes themselves are read after the story.
extension WordStory {
  /// Handles a reference.
  func noteReference(_ node: OfficeNode) {
    guard let id = node["id"], !isInInstruction else { return }
    let kind: MarginNote.Kind =
      switch node.name {
      case "footnoteReference": .footnote
      case "endnoteReference": .endnote
      default: .annotation
      }
    let revision = style.revision
    let hasOwnMark = node["customMarkFollows"].map { WordValue.isOn($0) } ?? false
    guard let (index, isNew) = reading.note(kind, id: id, isAutomatic: !hasOwnMark, revision: revision) else {
      return
    }
    guard isNew else {
      // A document has one reference to each note.
      var raised = style
      raised.edit { $0.position = .superscript }
      return append(.run(Run(reading.document.notes[index].mark, style: raised)))
    }
    append(revision?.kind == .deletion ? .deletedNote(index) : .noteReference(index))
    if hasOwnMark { run.waitingNote = index }
  }
}
