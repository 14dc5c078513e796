internal import SlipBase

/// Which notes a manifest has, where they are, and which of their files it lists: 24 bytes a note.
///
/// Manifests list notes in the order of their ids, so a sorted array does; notes out of order go into a
/// dictionary. Looking an id up takes a binary search, marking files in order takes constant time.
struct NoteTable {
  /// A file that every note has; the raw value is its bit.
  enum File: Int {
    /// The RTF.
    case body = 1
    /// The plain text.
    case mirror = 2
  }

  /// A note.
  private struct Row {
    /// The note's id, by which rows are sorted.
    var id: UniqueID
    /// The end of the tag, shifted by two bits; the two lowest are the listed files.
    var facts: Int
  }

  /// Notes in order, sorted by id.
  private var rows: [Row] = []
  /// Facts of notes that came out of order.
  private var strays: [UniqueID: Int] = [:]
  /// Where the next file's note probably is: files come in the order of the notes, too.
  private var next = 0

  /// How many notes there are.
  var count: Int { rows.count + strays.count }

  /// Adds a note.
  ///
  /// - Returns: False where the id is in the table already; the first note stays.
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

  /// Whether there is a note with this id.
  func contains(_ id: UniqueID) -> Bool { place(id) != nil || (!strays.isEmpty && strays[id] != nil) }

  /// Notes that a file is listed.
  ///
  /// - Returns: False where there is no such note.
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

  /// Calls `body` for each note of which a file isn't listed, in no particular order.
  ///
  /// - Parameter body: Takes the end of the note's start tag, and whether its body is listed.
  func forEachIncomplete(_ body: (_ tagEnd: Int, _ hasBody: Bool) -> Void) {
    for row in rows where row.facts & 3 != 3 { body(row.facts >> 2, row.facts & 1 != 0) }
    for facts in strays.values where facts & 3 != 3 { body(facts >> 2, facts & 1 != 0) }
  }

  /// The position of an id in `rows`, by binary search.
  private func place(_ id: UniqueID) -> Int? {
    let low = rows.partitionPoint { $0.id < id }
    return low < rows.count && rows[low].id == id ? low : nil
  }
}
