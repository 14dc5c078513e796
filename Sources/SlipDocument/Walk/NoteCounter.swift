/// Counts notes for their automatic marks, each kind from 1.
public struct NoteCounter: Sendable {
  private var counts: [MarginNote.Kind: Int] = [:]

  public init() {}

  /// The mark of the next note: `1`, `2`, `3`; `[A1]` for annotations.
  public mutating func next(_ kind: MarginNote.Kind) -> String {
    let count = counts[kind, default: 0] + 1
    counts[kind] = count
    return kind == .annotation ? "[A\(count)]" : "\(count)"
  }
}
