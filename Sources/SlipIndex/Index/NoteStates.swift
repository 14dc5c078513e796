internal import SlipBase
internal import SlipNotes

/// What an index remembers of each note to find out whether it changed.
///
/// The table is in the order of the bundle's pieces, so that the notes of a piece stand together: where one piece has changed,
/// no other is read.
struct NoteStates {
  /// What is remembered of a note.
  struct State {
    /// The slot of the note.
    var slot: Int
    /// What tells whether it has changed.
    var digests: NoteDigests
  }

  /// The index.
  private let database: Database
  private let insert: Statement
  private let delete: Statement

  /// The states in an index.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  init(_ database: Database) throws(SlipError) {
    self.database = database
    insert = try database.prepare("INSERT OR REPLACE INTO note_state VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    delete = try database.prepare("DELETE FROM note_state WHERE piece = ?1 AND uuid = ?2")
  }

  /// The states of the notes in some pieces; nil: of all.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  func all(_ scope: IndexScope?) throws(SlipError) -> [Note.ID: State] {
    var found: [Note.ID: State] = [:]
    let columns = "SELECT uuid, slot, content1, content2, facts1, facts2 FROM note_state"
    /// Adds what a statement finds.
    func add(_ select: Statement) throws(SlipError) {
      /// A digest in two columns.
      func digest(_ column: Int32) -> StableHash.Value {
        StableHash.Value(
          high: UInt64(bitPattern: select.integer(column)),
          low: UInt64(bitPattern: select.integer(column + 1)))
      }
      while try select.step() {
        guard let id = select.id(0) else { throw database.damage }
        found[id] = State(
          slot: Int(select.integer(1)), digests: NoteDigests(content: digest(2), facts: digest(4)))
      }
    }
    guard let scope else {
      try add(database.prepare(columns))
      return found
    }
    let select = try database.prepare(columns + " WHERE piece = ?1")
    for key in scope.changed.sorted() {
      select.reset()
      select.bind(1, Int(key))
      try add(select)
    }
    return found
  }

  /// Remembers a note.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  func set(_ id: Note.ID, slot: Int, _ digests: NoteDigests) throws(SlipError) {
    insert.bind(1, Int(id.lastByte))
    insert.bind(2, id)
    insert.bind(3, slot)
    for (index, value) in [digests.content, digests.facts].enumerated() {
      insert.bind(Int32(4 + 2 * index), Int64(bitPattern: value.high))
      insert.bind(Int32(5 + 2 * index), Int64(bitPattern: value.low))
    }
    try insert.run()
  }

  /// Forgets a note.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  func remove(_ id: Note.ID) throws(SlipError) {
    delete.bind(1, Int(id.lastByte))
    delete.bind(2, id)
    try delete.run()
  }
}
