internal import SlipBase
internal import SlipDocument
internal import SlipNotes

/// The order of notes in their folders after a second import.
extension ImportMerger {
  /// Lets the order of notes follow their container.
  ///
  /// What counts is the order of the notes of a folder among each other, not their numbers: a note that others were put before
  /// in the container hasn't moved. A note that the container moved, or that is new, comes behind the note that is before it
  /// in the container; one that the user moved stays where it is, unless the source wins. Only notes that have to move get new numbers.
  mutating func order(_ source: SourceMerge) throws(SlipError) {
    guard let baseline = source.baseline, baseline.isComplete else { return }
    var folders: [Folder.ID?: [OrderedNote]] = [:]
    for (item, (id, place)) in source.places {
      guard let note = box.note(id) else { continue }
      let isHere = !source.arrived.contains(id)
      folders[note.folder, default: []].append(
        OrderedNote(id: id, place: place, before: isHere ? baseline.places[item] : nil))
    }
    for (folder, notes) in folders.sorted(by: { Self.precedes($0.key, $1.key) }) {
      let notes = notes.sorted { $0.place < $1.place }
      let befores = notes.compactMap(\.before)
      let isAsBefore = befores.count == notes.count && zip(befores, befores.dropFirst()).allSatisfy(<)
      if !isAsBefore { try order(notes, in: folder) }
    }
  }

  /// A note of a container in its folder.
  private struct OrderedNote {
    /// The note.
    var id: Note.ID
    /// Its place in the container.
    var place: Int
    /// Its place when it was last imported; nil for one that is new in the folder.
    var before: Int?
  }

  /// Orders the notes of one folder.
  ///
  /// - Parameter notes: Those of the container, in its order.
  private mutating func order(_ notes: [OrderedNote], in folder: Folder.ID?) throws(SlipError) {
    let there = box.notes(in: folder)
    let stable = notes.filter { $0.before != nil }
    let before = Dictionary(stable.map { ($0.id, $0.before ?? 0) }, uniquingKeysWith: { first, _ in first })
    let movedThere = ImportMerger.moved(stable.map(\.id), before)
    let movedHere = ImportMerger.moved(there.map(\.id).filter { before[$0] != nil }, before)
    let placed = Set(
      notes.map(\.id).filter {
        before[$0] == nil
          || movedThere.contains($0) && (options.onConflict == .replace || !movedHere.contains($0))
      })
    var sequence = there.map(\.id).filter { !placed.contains($0) }
    var isFollowed = Set(sequence)
    for (index, note) in notes.enumerated() where placed.contains(note.id) {
      let previous = notes[..<index].last { isFollowed.contains($0.id) }?.id
      let next = notes[(index + 1)...].first { isFollowed.contains($0.id) }?.id
      if let previous, let place = sequence.firstIndex(of: previous) {
        sequence.insert(note.id, at: place + 1)
      } else if let next, let place = sequence.firstIndex(of: next) {
        sequence.insert(note.id, at: place)
      } else {
        sequence.append(note.id)
      }
      isFollowed.insert(note.id)
    }
    try number(sequence, placed: placed)
    for id in placed where before[id] != nil { noteMoved(id) }
  }

  /// Gives notes numbers in this order; those that needn't change stay.
  ///
  /// - Parameter placed: Notes whose numbers say nothing.
  private mutating func number(_ sequence: [Note.ID], placed: Set<Note.ID>) throws(SlipError) {
    var upper: [Int?] = []
    var next: Int?
    for id in sequence.reversed() {
      upper.append(next)
      if !placed.contains(id) { next = box.note(id)?.order }
    }
    var last: (order: Int, id: Note.ID)?
    for (id, next) in zip(sequence, upper.reversed()) {
      guard let note = box.note(id) else { continue }
      var order = note.order
      let fits = last.map { $0 < (order, id) } ?? true
      if placed.contains(id) {
        let isFree = fits && next.map { order < $0 } ?? true
        if !isFree { order = last.map { $0.order + 1 } ?? next.map { $0 - 1 } ?? order }
      } else if !fits {
        order = last.map { $0.order + 1 } ?? order
      }
      if order != note.order {
        let order = order
        try box.update(note: id) { $0.order = order }
      }
      last = (order, id)
    }
  }

  /// Reports that a note moved among the others of its folder.
  private mutating func noteMoved(_ id: Note.ID) {
    report.note(ImportedChange(.order), of: id)
    for list in [\ImportReport.unchanged, \ImportReport.kept] {
      if let index = report[keyPath: list].firstIndex(where: { $0.note == id }) {
        report.updated.append(report[keyPath: list].remove(at: index))
      }
    }
  }

  /// The notes that moved: those outside of the longest part of a sequence that is still in its old order.
  ///
  /// - Parameters:
  ///   - ids: The notes in their order now.
  ///   - places: Their places before.
  static func moved(_ ids: [Note.ID], _ places: [Note.ID: Int]) -> Set<Note.ID> {
    var moved = Set(ids)
    for index in SequenceMatch.longestAscending(ids.map { places[$0] ?? 0 }) { moved.remove(ids[index]) }
    return moved
  }
}
