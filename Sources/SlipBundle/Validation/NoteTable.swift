internal import SlipBase

/// Which notes a manifest has, where, and which of their files it lists: 24 bytes a note.
///
/// Manifests list notes in the order of their ids, so a sorted row serves; strays go into a dictionary.
struct NoteTable {
  /// A file that every note has.
  enum File: Int {
    case body = 1
    case mirror = 2
  }

  private struct Row {
    var id: UniqueID
    /// The end of the tag, and the listed files in the two lowest bits.
    var facts: Int
  }

  private var rows: [Row] = []
  private var strays: [UniqueID: Int] = [:]
  /// Files come in the order of the notes, too: the next one asked for is mostly this one.
  private var next = 0

  var count: Int { rows.count + strays.count }

  /// False when the id is known already; the first stays.
  mutating func insert(_ id: UniqueID, tagEnd: Int) -> Bool {
    if let last = rows.last, id <= last.id {
      guard !contains(id) else { return false }
      strays[id] = tagEnd << 2
      return true
    }
    guard strays.isEmpty || strays[id] == nil else { return false }
    rows.append(Row(id: id, facts: tagEnd << 2))
    return true
  }

  func contains(_ id: UniqueID) -> Bool { place(id) != nil || (!strays.isEmpty && strays[id] != nil) }

  /// Notes that a file is listed. False when there is no such note.
  mutating func mark(_ id: UniqueID, _ file: File) -> Bool {
    while next < rows.count, rows[next].id < id { next += 1 }
    let place = next < rows.count && rows[next].id == id ? next : place(id)
    if let place {
      rows[place].facts |= file.rawValue
      return true
    }
    guard let facts = strays[id] else { return false }
    strays[id] = facts | file.rawValue
    return true
  }

  /// Notes of which a file isn't listed, in no order.
  func forEachIncomplete(_ body: (_ tagEnd: Int, _ hasBody: Bool) -> Void) {
    for row in rows where row.facts & 3 != 3 { body(row.facts >> 2, row.facts & 1 != 0) }
    for facts in strays.values where facts & 3 != 3 { body(facts >> 2, facts & 1 != 0) }
  }

  private func place(_ id: UniqueID) -> Int? {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].id == id ? low : nil
  }
}
