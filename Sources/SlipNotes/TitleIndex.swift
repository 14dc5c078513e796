public import SlipBase

/// Finds notes by title: exactly, else without case and marks.
///
/// Made once for many look-ups; it doesn't follow changes of the box by itself.
public struct TitleIndex: Sendable {
  /// By hash of the folded title. Keys are hashes, so that titles are stored once only; who asks compares them.
  private var entries: [UInt64: SlotSet] = [:]
  private var titles: [(note: Note.ID, title: String)] = []

  public init() {}

  public init(_ box: SlipBox) {
    reserveCapacity(box.noteCount)
    for note in box.notes { add(note.id, title: note.title) }
  }

  public mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    titles.reserveCapacity(count)
  }

  /// A note may be added under several titles.
  public mutating func add(_ note: Note.ID, title: String) {
    let index = UInt32(truncatingIfNeeded: titles.count)
    titles.append((note, title))
    entries[Self.hash(TextFolding.caseAndMarkFolded(title)), default: .none].insert(index)
  }

  /// The notes with exactly that title in NFC; if there are none, those whose folded title is the same. Sorted, each once.
  public func notes(titled title: String) -> [Note.ID] {
    let key = TextFolding.caseAndMarkFolded(title)
    let candidates = (entries[Self.hash(key)] ?? .none).members.map { titles[Int($0)] }
    // Swift compares strings up to canonical equivalence.
    var found = candidates.filter { $0.title == title }
    if found.isEmpty { found = candidates.filter { TextFolding.caseAndMarkFolded($0.title) == key } }
    return Set(found.map(\.note)).sorted()
  }

  private static func hash(_ text: String) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(text)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
