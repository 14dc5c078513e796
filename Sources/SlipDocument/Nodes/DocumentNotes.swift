extension Document {
  /// The document as a reader of the final text sees it: notes whose references are deleted aren't there.
  public func withoutDeletedNotes() -> Document {
    guard notes.contains(where: \.isDeleted) else { return self }
    var document = self
    document.removeNotes { notes[$0].isDeleted }
    return document
  }

  /// Takes notes out, by their index, and all references to them.
  mutating func removeNotes(where goes: (Int) -> Bool) {
    var numbers: [Int?] = []
    var kept: [MarginNote] = []
    for (index, note) in notes.enumerated() {
      let isGone = goes(index)
      numbers.append(isGone ? nil : kept.count)
      if !isGone { kept.append(note) }
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
