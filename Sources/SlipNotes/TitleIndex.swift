public import SlipBase

/// A note that came, went, or got another title.
public struct TitleChange: Sendable, Hashable {
  /// The note.
  public var note: Note.ID
  /// The title that it had; nil for one that came.
  public var old: String?
  /// The title that it has now; nil for one that went.
  public var new: String?
}

/// Finds notes by title: by the exact one first, otherwise regardless of case and marks.
///
/// Imports use it to resolve wiki links. It is built once for many look-ups, and follows later changes of the box
/// where it is told of them.
public struct TitleIndex: Sendable {
  /// Positions in `titles` by the hash of the folded title.
  ///
  /// The keys are hashes rather than texts, so that each title is stored once. A look-up compares
  /// the titles themselves.
  private var entries: [UInt64: SlotSet] = [:]
  /// All titles with their notes.
  private var titles: [(note: Note.ID, title: String)] = []

  /// Creates an empty index.
  public init() {}

  /// Creates an index of all notes of a box.
  public init(_ box: SlipBox) {
    reserveCapacity(box.noteCount)
    for note in box.notes { add(note.id, title: note.title) }
  }

  /// Makes room for so many titles.
  public mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    titles.reserveCapacity(count)
  }

  /// Adds a title. A note may have several.
  public mutating func add(_ note: Note.ID, title: String) {
    let index = UInt32(truncatingIfNeeded: titles.count)
    titles.append((note, title))
    entries[Self.hash(TextFolding.caseAndMarkFolded(title)), default: .none].insert(index)
  }

  /// Removes a title of a note, if it is there.
  public mutating func remove(_ note: Note.ID, title: String) {
    let key = Self.hash(TextFolding.caseAndMarkFolded(title))
    guard
      let index = entries[key]?.members.first(where: {
        titles[Int($0)].note == note && titles[Int($0)].title == title
      })
    else { return }
    entries[key]?.remove(index)
    titles[Int(index)].title = ""
  }

  /// Follows changes of a box.
  public mutating func follow(_ changes: [TitleChange]) {
    for change in changes {
      if let old = change.old { remove(change.note, title: old) }
      if let new = change.new { add(change.note, title: new) }
    }
  }

  /// The notes with exactly this title in NFC. If there are none, the notes whose titles are the
  /// same without case and marks.
  ///
  /// - Returns: Ids in ascending order, each once.
  public func notes(titled title: String) -> [Note.ID] {
    let key = TextFolding.caseAndMarkFolded(title)
    let candidates = (entries[Self.hash(key)] ?? .none).members.map { titles[Int($0)] }
    // Swift compares strings by canonical equivalence, so NFC and NFD are the same here.
    var found = candidates.filter { $0.title == title }
    if found.isEmpty { found = candidates.filter { TextFolding.caseAndMarkFolded($0.title) == key } }
    return Set(found.map(\.note)).sorted()
  }

  /// The key of a folded title. It differs from run to run, so it must not be stored.
  private static func hash(_ text: String) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(text)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

extension SlipBox {
  /// The notes of a title, as `TitleIndex.notes(titled:)` finds them. For one title this costs less than an index.
  public func notes(titled title: String) -> [Note.ID] {
    /// The notes whose titles meet a condition, sorted.
    func notes(where isWanted: (String) -> Bool) -> [Note.ID] {
      var found: [Note.ID] = []
      for slot in noteTable.slots {
        if let id = noteTable.read(slot, { isWanted($0.title) ? $0.id : nil }) ?? nil { found.append(id) }
      }
      return found.sorted()
    }
    let exact = notes { $0 == title }
    if !exact.isEmpty { return exact }
    let key = TextFolding.caseAndMarkFolded(title)
    return notes { TextFolding.caseAndMarkFolded($0) == key }
  }
}
