package import SlipBase
internal import SlipNotes
package import SlipQuery

#if SQLite
  internal import CSQLite
#else
  internal import CSQLiteNone
#endif

/// What ranking needs of one note.
private struct RankRow {
  /// The number of the note.
  var slot: Int
  /// The UUID.
  var id: UniqueID
  /// The number of words.
  var length: Int
  /// Microseconds since 1970; the least number where the date is unknown.
  var modified: Int64
}

/// An open index: the notes of a bundle as searches and predicates see them, without its manifest
/// and its texts.
///
/// An index serves one thread. It is marked as sendable because objects of queries are, and queries
/// run on one thread.
package final class NoteIndex: SearchIndex, @unchecked Sendable {
  /// The open file.
  let database: Database
  /// Gives the text of a note by its UUID.
  let text: @Sendable (UniqueID) throws(SlipError) -> String
  /// Collects where words occur.
  private let collector = WordCollector()
  /// The state of the bundle that the index is of.
  package let stamp: IndexStamp
  /// The number of notes, and of words in all of them.
  package let size: (notes: Int, words: Int)
  /// The number of slots, dead ones included.
  package let capacity: Int
  /// Status, favorite, conflict and dead by slot, read when the first is needed: see `RankColumns`; empty where they are damaged.
  private lazy var flags = column("flags", UInt8.self)
  /// Numbers of words by slot, read when the first is needed; empty where they are damaged.
  private lazy var lengths = column("lengths", Int32.self)
  /// Numbers of words in titles by slot: see `RankColumns`; empty where they are damaged.
  private lazy var titles = column("titles", UInt8.self)
  /// When notes were modified, by slot, in microseconds since 1970; the least number where unknown.
  private lazy var modified = column("modified", Int64.self)
  /// UUIDs by slot, read when the first is needed; empty where they are damaged.
  private lazy var ids = column("ids", UniqueID.self)
  /// Whether the arrays are used, and not the rows of single notes.
  private var usesArrays = false
  /// The row that was read last.
  private var lastRow: RankRow?
  /// Statements by their SQL.
  private var statements: [String: Statement] = [:]
  /// Folders by UUID, read when the first is needed.
  lazy var folders: [UniqueID: Folder] = noting([:]) { () throws(SlipError) in try readFolders() }
  /// Folders by their parent.
  lazy var subfolders: [UniqueID: [UniqueID]] = Dictionary(
    grouping: folders.values.filter { $0.parent != nil }.map(\.id).sorted(), by: { folders[$0]?.parent ?? $0 }
  )
  /// Keywords with their names and parents by UUID, read when the first is needed.
  lazy var keywords: [UniqueID: (id: UniqueID, name: String, parent: UniqueID?)] =
    noting([:]) { () throws(SlipError) in try readKeywords() }
  /// The first error of a question whose answer can't say that there was one; nil while there is none.
  ///
  /// What was asked of an index with such an error is no answer.
  package private(set) var failure: SlipError?

  /// Opens an index; nil where the file is no index of this form.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - text: Gives the text of a note by its UUID.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package init?(
    _ path: String, text: @escaping @Sendable (UniqueID) throws(SlipError) -> String
  ) throws(SlipError) {
    guard try IndexForm.isIndex(path) else { return nil }
    database = try Database(path, .read, hasChecksums: true)
    self.text = text
    let facts = try IndexForm.facts(database)
    let database = database
    /// A whole number among the facts.
    func number(_ name: String) throws(SlipError) -> Int {
      try IndexForm.number(name, in: facts, of: database)
    }
    guard let digest = facts["digest"].flatMap({ Digest(hex: $0) }) else { throw database.damage }
    var stamp = IndexStamp(
      digest: digest, length: try number("length"),
      modified: Timestamp(microseconds: Int64(try number("modified"))))
    stamp.isCanonical = try number("canonical") == 1
    self.stamp = stamp
    size = (try number("notes"), try number("words"))
    capacity = max(0, try number("slots"))
    try collector.register(with: database)
  }

  /// Reads an array by slot; empty where it is damaged, which `failure` says.
  private func column<Element>(_ name: String, _ type: Element.Type) -> [Element] {
    noting([]) { () throws(SlipError) in
      let found = try RankArray<Element>.all(name, database, expecting: min(capacity, 1 << 24))
      guard found.count == capacity else { throw database.damage }
      return found
    }
  }

  /// Runs `body`; the given value stands for the result of one that fails, which `failure` says.
  private func noting<R>(_ otherwise: R, _ body: () throws(SlipError) -> R) -> R {
    do throws(SlipError) {
      return try body()
    } catch {
      failure = failure ?? error
      return otherwise
    }
  }

  /// A statement, prepared once.
  ///
  /// - Parameter sql: One statement. Its text is what it is found by.
  /// - Returns: The statement before its first row. It may have the values of its last use.
  /// - Throws: `SlipError` with `DatabaseCode.failed` where SQLite refuses it.
  func statement(_ sql: String) throws(SlipError) -> Statement {
    if let known = statements[sql] {
      known.reset()
      return known
    }
    let prepared = try database.prepare(sql)
    statements[sql] = prepared
    return prepared
  }

  /// Asks several questions in one read transaction, so that the file is locked and checked once.
  ///
  /// A writer waits meanwhile. So `body` should read nothing else that takes long.
  package func reading<R>(_ body: () throws(SlipError) -> R) throws(SlipError) -> R {
    try database.execute("BEGIN")
    // Nothing is written, so there is nothing that could fail at the end.
    defer {
      for statement in statements.values { statement.reset() }
      try? database.execute("COMMIT")
    }
    return try body()
  }

  // MARK: SearchIndex

  /// The slots that stand for notes.
  package func live() throws(SlipError) -> SlotSet {
    var slots = SlotSet(capacity: capacity)
    for slot in flags.indices where flags[slot] & RankColumns.dead == 0 { slots.insert(slot) }
    return slots
  }

  /// Where a pattern occurs, by one query of FTS5.
  package func occurrences(of pattern: WordPattern, _ body: (Int, WordCounts) -> Void) throws(SlipError) {
    guard let query = pattern.fullTextQuery else { return }
    let select = try statement("SELECT 1 FROM word WHERE word MATCH ?1 AND collect(word)")
    select.bind(1, query)
    try withoutActuallyEscaping(body) { (body) throws(SlipError) in
      collector.report = { [flags] row, counts in
        let slot = Int(row) - 1
        guard flags.indices.contains(slot), flags[slot] & RankColumns.dead == 0 else { return }
        body(slot, counts)
      }
      defer { collector.report = nil }
      try select.run()
    }
  }

  /// Calls `body` for each word that stands in any note, folded, also for those of notes that changed since.
  package func forEachWord(_ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(SlipError) {
    let select = try database.prepare("SELECT word FROM term")
    while try select.step() { select.withBlob(0) { body($0.bindMemory(to: UInt8.self)) } }
  }

  /// From so many notes on, the arrays of all notes are read, which takes longer than a few rows.
  private static let fewNotes = 400

  /// Prepares for being asked about so many notes: for many, whole arrays are read instead of rows.
  package func expect(_ count: Int) { if count > NoteIndex.fewNotes { usesArrays = true } }

  /// The row of a note, for ranking; the last one is kept.
  ///
  /// - Returns: The row; without words and date, and with a UUID of zeros, where it can't be read, which
  ///   `failure` says.
  private func rankRow(_ slot: Int) -> RankRow {
    if let lastRow, lastRow.slot == slot { return lastRow }
    let missing = RankRow(slot: slot, id: UniqueID(high: 0, low: 0), length: 0, modified: .min)
    let row = noting(missing) { () throws(SlipError) in
      let select = try statement("SELECT uuid, length, modified FROM note WHERE slot = ?1")
      select.bind(1, slot)
      defer { select.reset() }
      guard try select.step(), let id = select.id(0) else { throw database.damage }
      return RankRow(
        slot: slot, id: id, length: Int(select.integer(1)), modified: select.optionalInteger(2) ?? .min)
    }
    lastRow = row
    return row
  }

  /// The number of words of a note.
  ///
  /// It is 0 where the index is damaged, which `failure` says.
  package func length(_ slot: Int) -> Int {
    guard usesArrays else { return rankRow(slot).length }
    return lengths.indices.contains(slot) ? Int(lengths[slot]) : 0
  }

  /// The number of words in the title of a note; nil where that costs as much as reading the title.
  package func titleLength(_ slot: Int) -> Int? {
    guard usesArrays, titles.indices.contains(slot), titles[slot] < .max else { return nil }
    return Int(titles[slot])
  }

  /// The UUID of a note.
  ///
  /// It has zeros where the index is damaged, which `failure` says.
  package func id(_ slot: Int) -> UniqueID {
    guard usesArrays else { return rankRow(slot).id }
    return ids.indices.contains(slot) ? ids[slot] : UniqueID(high: 0, low: 0)
  }

  /// What ranks notes of the same score.
  package func facts(_ slot: Int) -> (isArchived: Bool, modified: Timestamp?) {
    var time = Int64.min
    if !usesArrays {
      time = rankRow(slot).modified
    } else if modified.indices.contains(slot) {
      time = modified[slot]
    }
    return (flag(slot) & 3 == 2, time == .min ? nil : Timestamp(microseconds: time))
  }

  /// Whether the note's body has open tracked changes of a merge.
  func hasConflict(_ slot: Int) -> Bool { flag(slot) & RankColumns.conflict != 0 }

  /// The flags of a note; none where the index is damaged, which `failure` says.
  private func flag(_ slot: Int) -> UInt8 { flags.indices.contains(slot) ? flags[slot] : 0 }

  /// The status and whether the note is a favorite.
  func state(_ slot: Int) -> (status: Note.Status, isFavorite: Bool) {
    let flag = flag(slot)
    let status: Note.Status =
      switch flag & 3 {
      case 0: .draft
      case 1: .review
      default: .archived
      }
    return (status, flag & 4 != 0)
  }

  /// The title of a note.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`, also where the slot stands for no note.
  package func title(_ slot: Int) throws(SlipError) -> String {
    let select = try statement("SELECT title FROM note WHERE slot = ?1")
    select.bind(1, slot)
    guard try select.step() else { throw database.damage }
    return select.text(0)
  }

  /// The note as predicates see it.
  package func object(_ slot: Int) -> any QueryObject { IndexedNote(index: self, slot: slot) }

  /// The notes for which a condition holds, by SQL.
  package func candidates(_ condition: IndexCondition) throws(SlipError) -> SlotSet? {
    var values: [Int64] = []
    let sql = NoteIndex.sql(condition, &values)
    let select = try database.prepare("SELECT slot FROM note WHERE \(sql)")
    for (number, value) in values.enumerated() { select.bind(Int32(number + 1), value) }
    var found = SlotSet(capacity: capacity)
    try insert(select, into: &found)
    return found
  }

  /// Adds the notes whose numbers a statement gives in column 0.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  func insert(_ select: Statement, into found: inout SlotSet) throws(SlipError) {
    while try select.step() {
      let slot = Int(select.integer(0))
      guard (0..<capacity).contains(slot) else { throw database.damage }
      found.insert(slot)
    }
  }

  /// A condition in SQL. A comparison with null is never true there, as in a predicate.
  private static func sql(_ condition: IndexCondition, _ values: inout [Int64]) -> String {
    switch condition {
    case .equals(let column, let value):
      values.append(value)
      return "\(column.rawValue) = ?\(values.count)"
    case .compares(let column, let comparator, let value):
      values.append(value)
      return "\(column.rawValue) \(comparator.rawValue) ?\(values.count)"
    case .and(let parts): return "(" + parts.map { sql($0, &values) }.joined(separator: " AND ") + ")"
    case .or(let parts):
      return parts.isEmpty ? "0" : "(" + parts.map { sql($0, &values) }.joined(separator: " OR ") + ")"
    }
  }

  /// Reads all folders.
  private func readFolders() throws(SlipError) -> [UniqueID: Folder] {
    let select = try database.prepare("SELECT uuid, name, parent, place, created FROM folder")
    var found: [UniqueID: Folder] = [:]
    while try select.step() {
      guard let id = select.id(0) else { continue }
      var folder = Folder(id: id, name: select.text(1))
      folder.parent = select.id(2)
      folder.order = Int(select.integer(3))
      folder.created = select.optionalInteger(4).map { Timestamp(microseconds: $0) }
      found[id] = folder
    }
    return found
  }

  /// Reads the names and parents of all keywords.
  private func readKeywords() throws(SlipError) -> [UniqueID: (id: UniqueID, name: String, parent: UniqueID?)]
  {
    let select = try database.prepare("SELECT uuid, name, parent FROM keyword")
    var found: [UniqueID: (id: UniqueID, name: String, parent: UniqueID?)] = [:]
    while try select.step() {
      if let id = select.id(0) { found[id] = (id, select.text(1), select.id(2)) }
    }
    return found
  }
}
