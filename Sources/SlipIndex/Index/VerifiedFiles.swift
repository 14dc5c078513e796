package import SlipBase
package import SlipFiles

/// Which files had which contents when they were last read: a cache that spares an import the reading of
/// files that nobody has touched since.
///
/// A file counts as untouched if it is the same file (inode) with the same length and the same times of
/// change of contents and of status. Programs can set the former time, but not the latter. So an edit
/// shows, whatever the editor does to the date, and so does a copy of the bundle, whose files are others.
///
/// Each row has a digest of all that it claims. A row that is damaged, or of another state of the file,
/// is no row. So the cache can be lost or wrong without any consequence but time.
package struct VerifiedFiles: Sendable {
  /// A file with these contents.
  package struct State: Sendable {
    /// The file when its contents were read.
    let status: FileStatus
    /// The digest of its contents.
    let digest: Digest

    /// A file and its contents.
    package init(_ status: FileStatus, _ digest: Digest) { (self.status, self.digest) = (status, digest) }
  }

  /// What is known of a note's files.
  private struct Row: Sendable, Equatable {
    /// The digest of the states of body and mirror, and of `links`.
    var proof: Digest
    /// What the note's text links to, in a form of the caller's.
    var links: String
  }

  /// Notes by UUID.
  private var notes: [UniqueID: Row] = [:]
  /// The digests of the states of imported files by the ids of the sources.
  private var sources: [String: Digest] = [:]
  /// Notes whose rows differ from those in the file.
  private var changedNotes: Set<UniqueID> = []
  /// Sources whose rows differ from those in the file.
  private var changedSources: Set<String> = []

  /// Knows of no file.
  package init() {}

  // MARK: Questions

  /// What a note links to, if body and mirror are those that were read; nil where that isn't known.
  package func links(of note: UniqueID, body: State, mirror: State) -> String? {
    guard let row = notes[note], row.proof == VerifiedFiles.proof(body, mirror, row.links) else { return nil }
    return row.links
  }

  /// Whether an imported file is the one that was read.
  package func holds(source: String, _ state: State) -> Bool {
    sources[source].map { $0 == VerifiedFiles.proof(state) } ?? false
  }

  // MARK: Changes

  /// Notes that body and mirror of a note were read, and what its text links to.
  package mutating func add(note: UniqueID, body: State, mirror: State, links: String) {
    let row = Row(proof: VerifiedFiles.proof(body, mirror, links), links: links)
    if notes.updateValue(row, forKey: note) != row { changedNotes.insert(note) }
  }

  /// Notes that an imported file was read.
  package mutating func add(source: String, _ state: State) {
    let proof = VerifiedFiles.proof(state)
    if sources.updateValue(proof, forKey: source) != proof { changedSources.insert(source) }
  }

  /// Forgets the notes and sources for which this says no.
  package mutating func keep(notes isNote: (UniqueID) -> Bool, sources isSource: (String) -> Bool) {
    for id in Array(notes.keys) where !isNote(id) {
      notes[id] = nil
      changedNotes.insert(id)
    }
    for id in Array(sources.keys) where !isSource(id) {
      sources[id] = nil
      changedSources.insert(id)
    }
  }

  /// A digest of the states of files and of a text.
  private static func proof(_ states: State..., text: String = "") -> Digest {
    var digester = Digester()
    for state in states {
      let status = state.status
      let facts = (
        status.inode, Int64(status.length), status.modified.microseconds, status.changed.microseconds,
        state.digest
      )
      withUnsafeBytes(of: facts) { digester.update($0) }
    }
    var text = text
    text.withUTF8 { digester.update(UnsafeRawBufferPointer($0)) }
    return digester.finish()
  }

  /// A digest of a row of a note.
  private static func proof(_ body: State, _ mirror: State, _ links: String) -> Digest {
    proof(body, mirror, text: links)
  }

  // MARK: File

  /// The numbers in the file's header: the application is that of an index, the form is one of its own.
  private static let form = 1001

  /// Reads the cache. A file that is missing, damaged or of another form gives an empty one.
  package init(reading path: String) {
    do throws(SlipError) {
      guard try IndexForm.isIndex(path, form: VerifiedFiles.form) else { return }
      let database = try Database(path, .read)
      let note = try database.prepare("SELECT uuid, proof, links FROM note")
      while try note.step() {
        guard let id = note.id(0), let proof = Digest(hex: note.text(1)) else { continue }
        notes[id] = Row(proof: proof, links: note.text(2))
      }
      let source = try database.prepare("SELECT id, proof FROM source")
      while try source.step() { sources[source.text(0)] = Digest(hex: source.text(1)) }
    } catch {
      self = VerifiedFiles()
    }
  }

  /// Writes what changed since the cache was read.
  ///
  /// - Throws: `SlipError` where the file can't be written.
  package func write(to path: String) throws(SlipError) {
    guard !changedNotes.isEmpty || !changedSources.isEmpty else { return }
    let isNew = try FileSystem.status(path) == nil
    if !isNew, try !IndexForm.isIndex(path, form: VerifiedFiles.form) { return IndexWriter.discard(path) }
    let database = try Database(path, .create)
    if isNew {
      try database.execute(
        "PRAGMA application_id = \(IndexForm.application); PRAGMA user_version = \(VerifiedFiles.form);")
    }
    // A crash can cost the cache, which then is made anew.
    try database.execute("PRAGMA synchronous = OFF")
    try database.inTransaction { () throws(SlipError) in
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS note(uuid BLOB PRIMARY KEY, proof TEXT NOT NULL, links TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS source(id TEXT PRIMARY KEY, proof TEXT NOT NULL) WITHOUT ROWID;
        """)
      try writeNotes(database)
      try writeSources(database)
    }
  }

  /// Writes the rows of notes that changed.
  private func writeNotes(_ database: Database) throws(SlipError) {
    let insert = try database.prepare("INSERT OR REPLACE INTO note VALUES(?1, ?2, ?3)")
    let delete = try database.prepare("DELETE FROM note WHERE uuid = ?1")
    for id in changedNotes.sorted() {
      guard let row = notes[id] else {
        delete.bind(1, id)
        try delete.run()
        continue
      }
      insert.bind(1, id)
      insert.bind(2, row.proof.hex)
      insert.bind(3, row.links)
      try insert.run()
    }
  }

  /// Writes the rows of sources that changed.
  private func writeSources(_ database: Database) throws(SlipError) {
    let insert = try database.prepare("INSERT OR REPLACE INTO source VALUES(?1, ?2)")
    let delete = try database.prepare("DELETE FROM source WHERE id = ?1")
    for id in changedSources.sorted() {
      guard let proof = sources[id] else {
        delete.bind(1, id)
        try delete.run()
        continue
      }
      insert.bind(1, id)
      insert.bind(2, proof.hex)
      try insert.run()
    }
  }
}
