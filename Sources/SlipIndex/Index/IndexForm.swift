package import SlipBase
internal import SlipFiles

/// The form of an index file: tables, and facts about the whole.
///
/// An index is a cache: it is never migrated. One of another form is made anew.
enum IndexForm {
  /// The number of this form. It changes with the tables, with how words are split or folded, and
  /// with what ranking needs.
  static let number = 11

  /// The number in the file's header that tells an index from other SQLite files: `SLIP`.
  static let application = 0x534C_4950

  /// The tables of a new index.
  ///
  /// A note has a slot, which is also the row of its words. A note whose words change gets a new
  /// slot, because words can't be deleted without knowing them; the old slot is dead. `rank` has
  /// arrays by slot in blocks, so that ranking many notes reads no rows, and a change writes its block.
  /// `note_state` has what tells whether notes changed, piece by piece.
  /// `term` has the words that stand in any note, or stood: FTS5 reads all their places where it lists them.
  static let tables = """
    CREATE TABLE fact(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE note(
      slot INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE, title TEXT NOT NULL, status INT NOT NULL,
      favorite INT NOT NULL, place INT NOT NULL, created INT, modified INT, zoneUnknown INT NOT NULL,
      folder BLOB, source TEXT, length INT NOT NULL, folded TEXT NOT NULL);
    CREATE TABLE note_state(
      piece INT, uuid BLOB, slot INT NOT NULL, content1 INT NOT NULL, content2 INT NOT NULL, facts1 INT NOT NULL,
      facts2 INT NOT NULL, PRIMARY KEY(piece, uuid)) WITHOUT ROWID;
    CREATE TABLE folder(uuid BLOB PRIMARY KEY, name TEXT NOT NULL, parent BLOB, place INT NOT NULL, created INT)
      WITHOUT ROWID;
    CREATE TABLE keyword(
      uuid BLOB PRIMARY KEY, name TEXT NOT NULL, parent BLOB, red REAL NOT NULL, green REAL NOT NULL,
      blue REAL NOT NULL, opacity REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE source(key TEXT PRIMARY KEY, path TEXT NOT NULL, format TEXT NOT NULL, length INT NOT NULL,
      modified INT) WITHOUT ROWID;
    CREATE TABLE note_keyword(note INT, place INT, keyword BLOB NOT NULL, PRIMARY KEY(note, place)) WITHOUT ROWID;
    CREATE TABLE note_link(note INT, place INT, target BLOB NOT NULL, PRIMARY KEY(note, place)) WITHOUT ROWID;
    CREATE TABLE note_attachment(
      note INT, place INT, sha256 TEXT NOT NULL, name TEXT NOT NULL, description TEXT, mediaType TEXT, extension TEXT,
      length INT, width INT, height INT, PRIMARY KEY(note, place)) WITHOUT ROWID;
    CREATE TABLE rank(name TEXT, block INT, data BLOB NOT NULL, PRIMARY KEY(name, block)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE word USING fts5(
      title, keywords, attachments, text, content='', columnsize=0, tokenize='ascii');
    CREATE TABLE term(word TEXT PRIMARY KEY) WITHOUT ROWID;
    """

  /// What makes conditions fast; created when the rows are there.
  static let indexes = """
    CREATE INDEX note_status ON note(status, favorite, created);
    CREATE INDEX note_created ON note(created);
    CREATE INDEX note_modified ON note(modified);
    CREATE INDEX note_folder ON note(folder, place, uuid);
    CREATE INDEX note_folded ON note(folded);
    CREATE INDEX keyword_note ON note_keyword(keyword, note);
    CREATE INDEX link_target ON note_link(target);
    """
}

extension IndexForm {
  /// The facts about the whole, by name.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  static func facts(_ database: Database) throws(SlipError) -> [String: String] {
    var facts: [String: String] = [:]
    let select = try database.prepare("SELECT name, value FROM fact")
    while try select.step() { facts[select.text(0)] = select.text(1) }
    return facts
  }

  /// A whole number among the facts of an index.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed` where it is missing.
  static func number(
    _ name: String, in facts: [String: String], of database: Database
  ) throws(SlipError) -> Int {
    guard let number = facts[name].flatMap({ Int($0) }) else { throw database.damage }
    return number
  }

  /// Whether a file is an index, or another cache, of this form.
  ///
  /// The numbers in the header of the SQLite file decide: that of the application, and that of the form.
  ///
  /// - Parameters:
  ///   - path: The file; a missing one is no index.
  ///   - form: The number of the form.
  /// - Throws: `SlipError` where the file can't be read.
  static func isIndex(_ path: String, form: Int = IndexForm.number) throws(SlipError) -> Bool {
    guard try FileSystem.status(path)?.kind == .file else { return false }
    let header = try FileSystem.readStart(of: path, count: 100)
    guard header.count == 100 else { return false }
    /// A number of 32 bits, the highest first (SQLite's file format, section 1.3).
    func number(_ place: Int) -> Int { header[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    return number(60) == form && number(68) == application
  }
}

/// Which state of a bundle an index is of.
package struct IndexStamp: Sendable, Hashable {
  /// The digest of the manifest.
  package var digest: Digest
  /// The length of the file that the stamp was taken from: the manifest, or the whole pack.
  package var length: Int
  /// When that file was last changed.
  package var modified: Timestamp
  /// Whether the manifest has the form in which parts of it can be read.
  package var isCanonical = false

  /// Creates a stamp.
  package init(digest: Digest, length: Int, modified: Timestamp) {
    (self.digest, self.length, self.modified) = (digest, length, modified)
  }
}
