public import SlipNotes

/// One change of a query's result: a note came, went, changed or moved. Places count from 0.
///
/// Applied in the order in which they are reported, the changes turn the list as it was into the list as it is: first
/// deletions from the end on, then insertions from the beginning on, then moves and updates, whose places are those of the
/// new list.
public enum ResultChange: Sendable, Hashable {
  /// A note was deleted, or no longer meets the query. The place is that in the old list.
  case deleted(Note, at: Int)
  /// A note is new in the result.
  case inserted(Note, at: Int)
  /// A note stands at another place relative to the others. It may have changed, too.
  case moved(Note, from: Int, to: Int)
  /// Facts or text of a note differ; it stays where it is.
  case updated(Note, at: Int)

  /// The note, as it is now, or as it was last.
  public var note: Note {
    switch self {
    case .deleted(let note, _), .inserted(let note, _), .moved(let note, _, _), .updated(let note, _): note
    }
  }

  /// What turns one list of notes into another one.
  ///
  /// - Parameters:
  ///   - old: Notes, each once.
  ///   - new: Notes, each once.
  /// - Returns: The changes in the order in which they can be applied; empty where both lists are the same.
  public static func changes(from old: [Note], to new: [Note]) -> [ResultChange] {
    let (oldPlaces, newPlaces) = (places(old), places(new))
    var found: [ResultChange] = []
    for (place, note) in old.enumerated().reversed() where newPlaces[note.id] == nil {
      found.append(.deleted(note, at: place))
    }
    for (place, note) in new.enumerated() where oldPlaces[note.id] == nil {
      found.append(.inserted(note, at: place))
    }
    let stayed = new.filter { oldPlaces[$0.id] != nil }
    let numbers = stayed.compactMap { oldPlaces[$0.id] }
    let steady = steadyNotes(numbers) { old[numbers[$0]] == stayed[$0] }
    for (index, note) in stayed.enumerated() {
      guard let from = oldPlaces[note.id], let to = newPlaces[note.id] else { continue }
      if !steady.contains(index) {
        found.append(.moved(note, from: from, to: to))
      } else if old[from] != note {
        found.append(.updated(note, at: to))
      }
    }
    return found
  }

  /// The place of each note.
  private static func places(_ notes: [Note]) -> [Note.ID: Int] {
    Dictionary(notes.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The indexes of the largest set of notes that stand in ascending order: those didn't move. Of several such sets it is one
  /// with as many notes as can be that are the same as before. O(n log n).
  ///
  /// - Parameters:
  ///   - numbers: The old places of the notes in the new order.
  ///   - isSame: Whether the note at an index is the same as before.
  private static func steadyNotes(_ numbers: [Int], isSame: (Int) -> Bool) -> Set<Int> {
    // A tree of sums (Fenwick) that knows, for each old place, the best row that ends at it or before it.
    let size = (numbers.max() ?? -1) + 2
    var best: [(weight: Int, index: Int?)] = Array(repeating: (0, nil), count: size)
    var (previous, weights): ([Int?], [Int]) = ([], [])
    // The number of notes counts more than what all of them have in common with before.
    let weight = numbers.count + 1
    for (index, number) in numbers.enumerated() {
      var (found, place): ((weight: Int, index: Int?), Int) = ((0, nil), number)
      while place > 0 {
        if best[place].weight > found.weight { found = best[place] }
        place -= place & -place
      }
      previous.append(found.index)
      weights.append(found.weight + weight + (isSame(index) ? 1 : 0))
      place = number + 1
      while place < size {
        if weights[index] > best[place].weight { best[place] = (weights[index], index) }
        place += place & -place
      }
    }
    var steady: Set<Int> = []
    var next = weights.indices.max { weights[$0] < weights[$1] }
    while let index = next {
      steady.insert(index)
      next = previous[index]
    }
    return steady
  }
}
