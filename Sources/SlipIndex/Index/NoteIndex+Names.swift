package import SlipBase
internal import SlipNotes

/// Notes by what people call them.
extension NoteIndex {
  /// What titles are compared by without case and marks: equal texts have equal bytes.
  static func key(ofTitle title: String) -> String { TextFolding.nfc(TextFolding.caseAndMarkFolded(title)) }

  /// The number of a note; nil where there is none with this UUID.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func slot(of id: UniqueID) throws(SlipError) -> Int? {
    let select = try statement("SELECT slot FROM note WHERE uuid = ?1")
    select.bind(1, id)
    return try select.step() ? Int(select.integer(0)) : nil
  }

  /// The notes of a title, as `TitleIndex.notes(titled:)` finds them.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func notes(titled title: String) throws(SlipError) -> [UniqueID] {
    let select = try statement("SELECT uuid, title FROM note WHERE folded = ?1 ORDER BY uuid")
    select.bind(1, NoteIndex.key(ofTitle: title))
    var (exact, others): ([UniqueID], [UniqueID]) = ([], [])
    while try select.step() {
      guard let id = select.id(0) else { throw database.damage }
      // Swift compares strings by canonical equivalence, as `TitleIndex` does.
      if select.text(1) == title { exact.append(id) } else { others.append(id) }
    }
    return exact.isEmpty ? others : exact
  }

  /// Titles that begin with a text, without regard to case and marks.
  ///
  /// - Parameter limit: The most titles.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func titles(beginning start: String, limit: Int) throws(SlipError) -> [String] {
    let key = NoteIndex.key(ofTitle: start)
    let select = try statement(
      "SELECT DISTINCT title FROM note WHERE folded >= ?1 AND folded < ?2 ORDER BY folded LIMIT ?3")
    select.bind(1, key)
    select.bind(2, key + "\u{10FFFF}")
    select.bind(3, limit)
    var found: [String] = []
    while try select.step() { found.append(select.text(0)) }
    return found
  }

  /// The paths of all folders, and of all keywords.
  package var paths: (folders: [[String]], keywords: [String]) {
    (folders.keys.map { path(of: $0) }, keywords.keys.map { path(ofKeyword: $0) })
  }

  /// The names of the folder that a note is in, and of all above it.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func folderPath(of id: UniqueID) throws(SlipError) -> [String] {
    let select = try statement("SELECT folder FROM note WHERE uuid = ?1")
    select.bind(1, id)
    guard try select.step() else { throw database.damage }
    return path(of: select.id(0))
  }

  /// The highest order of the notes in a folder, or at the top for nil; nil where it has none.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func highestOrder(in folder: UniqueID?) throws(SlipError) -> Int? {
    let select = try statement("SELECT place FROM note WHERE folder IS ?1 ORDER BY place DESC LIMIT 1")
    select.bind(1, folder)
    return try select.step() ? Int(select.integer(0)) : nil
  }

  /// Notes whose UUIDs lie between two, these included.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func notes(from first: UniqueID, through last: UniqueID) throws(SlipError) -> [UniqueID] {
    let select = try statement("SELECT uuid FROM note WHERE uuid BETWEEN ?1 AND ?2 ORDER BY uuid")
    select.bind(1, first)
    select.bind(2, last)
    var found: [UniqueID] = []
    while try select.step() { if let id = select.id(0) { found.append(id) } }
    return found
  }

  /// The notes that a note links to, and those that link to it.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func neighbors(of id: UniqueID) throws(SlipError) -> Set<UniqueID> {
    guard let slot = try slot(of: id) else { return [] }
    var found: Set<UniqueID> = []
    let targets = try statement("SELECT target FROM note_link WHERE note = ?1")
    targets.bind(1, slot)
    while try targets.step() { if let id = targets.id(0) { found.insert(id) } }
    found.formUnion(try notes(linkingTo: id) ?? [])
    return found
  }

  /// The notes that link to a note; nil where the index doesn't have it.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func notes(linkingTo id: UniqueID) throws(SlipError) -> [UniqueID]? {
    guard try slot(of: id) != nil else { return nil }
    let select = try statement(
      "SELECT n.uuid FROM note_link l JOIN note n ON n.slot = l.note WHERE l.target = ?1")
    select.bind(1, id)
    var found: [UniqueID] = []
    while try select.step() { if let id = select.id(0) { found.append(id) } }
    return found
  }
}
