public import SlipBase

/// Finds notes by title: exactly, else without case and marks.
///
/// Made once for many look-ups; it doesn't follow changes of the box by itself.
public struct TitleIndex: Sendable {
  private var exact: [UInt64: SlotSet] = [:]
  private var folded: [UInt64: SlotSet] = [:]
  private var titles: [(note: Note.ID, title: String)] = []

  public init() {}

  public init(_ box: SlipBox) {
    for note in box.notes { add(note.id, title: note.title) }
  }

  /// A note may be added under several titles.
  public mutating func add(_ note: Note.ID, title: String) {
    let title = TextFolding.nfc(title)
    let index = UInt32(truncatingIfNeeded: titles.count)
    titles.append((note, title))
    exact[Self.hash(title), default: .none].insert(index)
    folded[Self.hash(TextFolding.caseAndMarkFolded(title)), default: .none].insert(index)
  }

  /// The notes with exactly that title in NFC; if there are none, those whose folded title is the same. Sorted, each once.
  public func notes(titled title: String) -> [Note.ID] {
    let title = TextFolding.nfc(title)
    let same = candidates(exact[Self.hash(title)]) { $0 == title }
    guard same.isEmpty else { return same }
    let key = TextFolding.caseAndMarkFolded(title)
    return candidates(folded[Self.hash(key)]) { TextFolding.caseAndMarkFolded($0) == key }
  }

  private func candidates(_ slots: SlotSet?, where matches: (String) -> Bool) -> [Note.ID] {
    let found = (slots ?? .none).members.map { titles[Int($0)] }.filter { matches($0.title) }
    return Set(found.map(\.note)).sorted()
  }

  /// Keys are hashes, so that titles are stored once only; who asks compares the titles.
  private static func hash(_ text: String) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(text)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
