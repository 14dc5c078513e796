extension Document {
  /// The document as a reader of the final text sees it: notes whose references are deleted aren't there.
  public func withoutDeletedNotes() -> Document {
    guard notes.contains(where: \.isDeleted) else { return self }
    var document = self
    document.removeNotes(where: \.isDeleted)
    return document
  }

  /// Takes notes out, and all references to them.
  mutating func removeNotes(where goes: (MarginNote) -> Bool) {
    var numbers: [Int?] = []
    var kept: [MarginNote] = []
    for note in notes {
      numbers.append(goes(note) ? nil : kept.count)
      if !goes(note) { kept.append(note) }
    }
    guard kept.count < notes.count else { return }
    notes = kept
    func number(_ index: Int) -> Int? { numbers.indices.contains(index) ? numbers[index] : nil }
    editInlines { inline in
      switch inline {
      case .noteReference(let index): number(index).map { [.noteReference($0)] } ?? []
      case .deletedNote(let index): number(index).map { [.deletedNote($0)] } ?? []
      default: [inline]
      }
    }
  }

  /// Gives automatic marks anew, each kind counted from 1.
  mutating func countNotes() {
    var counter = NoteCounter()
    for index in notes.indices where notes[index].isAutomatic && !notes[index].isDeleted {
      notes[index].mark = counter.next(notes[index].kind)
    }
  }
}
