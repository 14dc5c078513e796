internal import SlipFiles
package import SlipBase
package import SlipNotes
package import SlipQuery

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Writes the index of a slip-box: a new file, or what changed in an old one.
package struct IndexWriter {
  /// The notes.
  private let box: SlipBox
  /// Where their texts come from.
  private let texts: any NoteTextProvider
  /// The state of the bundle.
  private let stamp: IndexStamp
  /// The pieces of the bundle; none where it has none, and where only some were read.
  private let pieces: [IndexPiece]

  /// How many bytes of words are collected before they are written in one piece.
  private static let batchBytes = 48 << 20
  /// An index of whose slots more than a quarter are dead is made anew.
  private static let deadShare = 4

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - box: The notes.
  ///   - texts: Where their texts come from.
  ///   - stamp: The state of the bundle that the box was read from.
  ///   - pieces: The pieces of the bundle, where it has any.
  package init(
    _ box: SlipBox, texts: any NoteTextProvider, stamp: IndexStamp, pieces: [IndexPiece] = []
  ) {
    (self.box, self.texts, self.stamp, self.pieces) = (box, texts, stamp, pieces)
  }

  /// The pieces that an index knows; none where there is no index of this form, or it knows none.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  package static func pieces(at path: String) throws(SlipError) -> [IndexPiece] {
    guard try IndexForm.isIndex(path) else { return [] }
    return try RankArray<IndexPiece>.all("pieces", Database(path, .read, hasChecksums: true))
  }

  /// Writes a new index.
  ///
  /// It is written beside its place and renamed when it is complete, so that nobody ever opens
  /// half of one.
  ///
  /// - Parameters:
  ///   - path: The place; what is there is replaced.
  ///   - progress: Called with the number of notes that are done.
  /// - Throws: `SlipError` where a text can't be read or the file can't be written.
  package func build(at path: String, progress: (Int) throws(SlipError) -> Void = { _ in }) throws(SlipError)
  {
    let file = try AtomicFile(path)
    do throws(SlipError) {
      try fill(file.temporaryPath, progress)
      try file.commit()
    } catch {
      file.abandon()
      throw error
    }
  }

  /// Removes a file with what SQLite left beside it.
  ///
  /// - Returns: Whether there was such a file.
  /// - Throws: `SlipError` where it can't be removed.
  package static func remove(_ path: String) throws(SlipError) -> Bool {
    var wasThere = false
    for suffix in ["", "-journal"] {
      if unlink(path + suffix) == 0 {
        wasThere = true
      } else if errno != ENOENT, errno != ENOTDIR {
        throw .system("Cannot remove the file", path + suffix, errno: errno)
      }
    }
    return wasThere
  }

  /// Removes a file with what SQLite left beside it, if that is possible.
  package static func discard(_ path: String) { for suffix in ["", "-journal"] { unlink(path + suffix) } }

  /// Writes all tables of a new file.
  ///
  /// - Parameters:
  ///   - path: Where the file is made.
  ///   - progress: Called after every 256 notes with the number that are done.
  /// - Throws: `SlipError` where a text can't be read or the file can't be written.
  private func fill(_ path: String, _ progress: (Int) throws(SlipError) -> Void) throws(SlipError) {
    let database = try Database(path, .unknownToOthers, hasChecksums: true)
    try database.execute(
      "PRAGMA page_size = \(Database.checkedPageSize); PRAGMA application_id = \(IndexForm.application); PRAGMA user_version = \(IndexForm.number);"
    )
    // Nothing needs to survive a crash: the file gets its name at the end.
    try database.execute(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16000;"
    )
    try database.inTransaction { () throws(SlipError) in
      try database.execute(IndexForm.tables)
      try database.execute(
        "INSERT INTO word(word, rank) VALUES('hashsize', \(IndexWriter.batchBytes)); INSERT INTO word(word, rank) VALUES('automerge', 0); INSERT INTO word(word, rank) VALUES('crisismerge', 2000);"
      )
      var rows = try NoteRows(database, box, addsTerms: false)
      var digester = NoteDigester(box)
      var ranks = RankColumns(new: database)
      let states = try NoteStates(database)
      for (slot, note) in box.notes.enumerated() {
        let words = try rows.insertWords(note, slot: slot, texts)
        try rows.insert(note, slot: slot, length: words.all)
        try ranks.append(note, words, hasConflict: try texts.hasConflict(note))
        try states.set(note.id, slot: slot, digester.digests(of: note))
        if slot % 256 == 255 { try progress(slot + 1) }
      }
      try writeRest(database, &ranks, pieces)
      try writeSources(database)
      try database.execute(IndexForm.indexes)
      try database.execute(
        "INSERT INTO word(word) VALUES('optimize'); INSERT INTO word(word, rank) VALUES('automerge', 4); INSERT INTO word(word, rank) VALUES('crisismerge', 16); INSERT INTO word(word, rank) VALUES('hashsize', 1048576);"
      )
      try database.execute(
        """
        CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, word, row);
        INSERT INTO term SELECT term FROM temp.vocabulary;
        DROP TABLE temp.vocabulary;
        """)
    }
    try database.execute("ANALYZE")
  }

  /// Brings an index up to date with what changed.
  ///
  /// - Parameters:
  ///   - path: An index of this form.
  ///   - scope: The pieces that were read; nil: all of the bundle.
  /// - Returns: The number of notes that changed; nil where the index should be made anew, or all of the bundle be read.
  /// - Throws: `SlipError` where a text can't be read or the file can't be written.
  package func renew(at path: String, _ scope: IndexScope? = nil) throws(SlipError) -> Int? {
    guard try IndexForm.isIndex(path) else { return nil }
    let database = try Database(path, .write, hasChecksums: true)
    return try database.inTransaction { () throws(SlipError) -> Int? in
      var ranks = try RankColumns(database)
      var rows = try NoteRows(database, box, addsTerms: true)
      var digester = NoteDigester(box)
      var state = pieces
      if let scope {
        let old = try RankArray<IndexPiece>.all("pieces", database)
        let names = try RankArray<StableHash.Value>.all("keywords", database)
        guard let pieces = scope.pieces(after: old), names == [digester.keywords()] else { return nil }
        state = pieces
      }
      let states = try NoteStates(database)
      let old = try states.all(scope)
      var changed = 0
      for (id, state) in old where !box.has(note: id) {
        try rows.delete(slot: state.slot)
        try ranks.end(state.slot)
        try states.remove(id)
        changed += 1
      }
      for note in box.notes where scope?.has(note.id) ?? true {
        let digests = digester.digests(of: note)
        let known = old[note.id]
        if known?.digests == digests { continue }
        changed += 1
        if let known { try rows.delete(slot: known.slot) }
        let hasConflict = try texts.hasConflict(note)
        if let known, known.digests.content == digests.content {
          try rows.insert(note, slot: known.slot, length: try ranks.length(known.slot))
          try ranks.set(known.slot, note, hasConflict: hasConflict)
          try states.set(note.id, slot: known.slot, digests)
          continue
        }
        if let known { try ranks.end(known.slot) }
        let slot = ranks.slots
        let words = try rows.insertWords(note, slot: slot, texts)
        try rows.insert(note, slot: slot, length: words.all)
        try ranks.append(note, words, hasConflict: hasConflict)
        try states.set(note.id, slot: slot, digests)
      }
      guard ranks.dead * IndexWriter.deadShare <= ranks.slots + 64 else { return nil }
      if let scope, ranks.notes != scope.notes { return nil }
      try writeRest(database, &ranks, state)
      if scope == nil { try writeSources(database) }
      return changed
    }
  }

  /// Changes the stamp of an index.
  ///
  /// Only the time of change is set. A file that is no index of this form stays as it is.
  ///
  /// - Parameters:
  ///   - stamp: The state of the bundle; only `modified` is used.
  ///   - path: The index.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package static func setStamp(_ stamp: IndexStamp, at path: String) throws(SlipError) {
    guard try IndexForm.isIndex(path) else { return }
    let database = try Database(path, .write, hasChecksums: true)
    let fact = try database.prepare("UPDATE fact SET value = ?1 WHERE name = 'modified'")
    fact.bind(1, stamp.modified.microseconds)
    try fact.run()
  }

  /// Writes folders and keywords, unless they are those that the tables have already: there may be many, and few changes
  /// concern them.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  private func writeLists(_ database: Database) throws(SlipError) {
    var digester = NoteDigester(box)
    let digest = [digester.lists()]
    if try RankArray<StableHash.Value>.all("lists", database) == digest { return }
    try database.execute("DELETE FROM folder; DELETE FROM keyword;")
    let folder = try database.prepare("INSERT INTO folder VALUES(?1, ?2, ?3, ?4, ?5)")
    for value in box.folders {
      folder.bind(1, value.id)
      folder.bind(2, value.name)
      folder.bind(3, value.parent)
      folder.bind(4, value.order)
      folder.bind(5, value.created?.microseconds)
      try folder.run()
    }
    let keyword = try database.prepare("INSERT INTO keyword VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    for value in box.keywords {
      keyword.bind(1, value.id)
      keyword.bind(2, value.name)
      keyword.bind(3, value.parent)
      keyword.bind(4, value.color.red)
      keyword.bind(5, value.color.green)
      keyword.bind(6, value.color.blue)
      keyword.bind(7, value.color.opacity)
      try keyword.run()
    }
    try RankArray.put(digest, "lists", database)
  }

  /// Writes folders, keywords, the arrays, the state of all pieces and the stamp.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  private func writeRest(
    _ database: Database, _ ranks: inout RankColumns, _ pieces: [IndexPiece]
  ) throws(SlipError) {
    try writeLists(database)
    try ranks.write()
    var digester = NoteDigester(box)
    try RankArray.put([digester.keywords()], "keywords", database)
    try RankArray.put(pieces, "pieces", database)
    let fact = try database.prepare("INSERT OR REPLACE INTO fact VALUES(?1, ?2)")
    /// Writes one whole number about the index.
    func put(_ name: String, _ value: Int) throws(SlipError) {
      fact.bind(1, name)
      fact.bind(2, value)
      try fact.run()
    }
    fact.bind(1, "digest")
    fact.bind(2, stamp.digest.hex)
    try fact.run()
    try put("length", stamp.length)
    try put("modified", Int(stamp.modified.microseconds))
    try put("canonical", stamp.isCanonical ? 1 : 0)
    try put("slots", ranks.slots)
    try put("notes", ranks.notes)
    try put("words", ranks.words)
  }

  /// Writes the sources, unless they are those that the table has already: there may be as many as notes, and
  /// only imports change them.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  private func writeSources(_ database: Database) throws(SlipError) {
    var digester = NoteDigester(box)
    let digest = [digester.sources()]
    if try RankArray<StableHash.Value>.all("sources", database) == digest { return }
    try database.execute("DELETE FROM source")
    let source = try database.prepare("INSERT INTO source VALUES(?1, ?2, ?3, ?4, ?5)")
    for value in box.sources {
      source.bind(1, value.id)
      source.bind(2, value.path)
      source.bind(3, value.format)
      source.bind(4, value.original.length)
      source.bind(5, value.modified?.microseconds)
      try source.run()
    }
    try RankArray.put(digest, "sources", database)
  }
}
