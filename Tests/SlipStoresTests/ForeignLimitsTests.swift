import SlipBase
import SlipTestSupport
import Testing

@testable import SlipIndex
@testable import SlipStores

/// SQLite files that somebody else made are read within bounds, and nothing in their schema runs.
@Suite struct ForeignLimitsTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A store of Apple Notes with some statements run on it.
  private func store(_ sql: String) throws -> String {
    let path = directory.path("NoteStore.sqlite")
    let database = try Database(path, .create)
    try database.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER, Z_NAME TEXT);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'ICNote');
      CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZIDENTIFIER TEXT, ZTITLE1 TEXT);
      INSERT INTO ZICCLOUDSYNCINGOBJECT VALUES (1, 1, 'a', 'A'), (2, 1, 'b', 'B');
      CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE INTEGER, ZDATA BLOB);
      INSERT INTO ZICNOTEDATA VALUES (1, 1, x'00'), (2, 2, x'01');
      """)
    if !sql.isEmpty { try database.execute(sql) }
    return path
  }

  /// Reads all notes of a store.
  private func read(_ path: String) throws -> Int {
    let reader = try AppleNotesReader(StoreFile(path), NotesMedia([]) { _ in nil })
    var count = 0
    while try reader.nextNote() != nil { count += 1 }
    return count
  }

  @Test func anHonestStoreIsRead() throws {
    #expect(try read(store("PRAGMA journal_mode = WAL; UPDATE ZICNOTEDATA SET ZDATA = x'02'")) == 2)
  }

  @Test(arguments: ["ZICCLOUDSYNCINGOBJECT", "ZICNOTEDATA", "Z_PRIMARYKEY"])
  func aViewInThePlaceOfATableIsRefused(_ table: String) throws {
    let path = try store(
      """
      ALTER TABLE \(table) RENAME TO T;
      CREATE VIEW \(table) AS WITH RECURSIVE q(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM q) SELECT T.* FROM T, q;
      """)
    #expect(slipError { _ = try read(path) }?.code == StoreCode.notStore)
  }

  @Test func viewsNeverRun() throws {
    let file = try StoreFile(try store("CREATE VIEW v AS SELECT 1 AS a"))
    #expect(slipError { _ = try file.database.prepare("SELECT a FROM v").step() } != nil)
  }

  @Test func tooManyTablesAreRefused() throws {
    let tables = (0..<5_001).map { "CREATE TABLE t\($0) (a);" }.joined()
    #expect(slipError { _ = try read(store("BEGIN; \(tables) COMMIT")) }?.code == DatabaseCode.tooMuch)
  }

  @Test func aHugeValueIsRefused() throws {
    let path = try store("UPDATE ZICNOTEDATA SET ZDATA = zeroblob(70000000) WHERE Z_PK = 2")
    #expect(slipError { _ = try read(path) }?.code == DatabaseCode.tooMuch)
  }

  @Test func workHasABound() throws {
    let file = try StoreFile(try store(""))
    let query = "WITH RECURSIVE q(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM q) SELECT count(*) FROM q"
    #expect(slipError { _ = try file.database.prepare(query).step() }?.code == DatabaseCode.tooMuch)
  }

  @Test func rowsHaveABound() throws {
    let database = try Database(try store(""), .read)
    var limits = ForeignLimits(bytes: 1 << 20)
    limits.rows = 3
    try database.restrict(limits)
    let select = try database.prepare("SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4")
    for _ in 0..<3 { #expect(try select.step()) }
    #expect(slipError { _ = try select.step() }?.code == DatabaseCode.tooMuch)
  }

  @Test func nothingCanBeWritten() throws {
    let file = try StoreFile(try store(""))
    #expect(slipError { try file.database.execute("DELETE FROM ZICNOTEDATA") } != nil)
  }

  @Test func boundsOfAnyLengthAreSound() {
    for bytes in [0, 1, 1 << 40, Int.max] { #expect(ForeignLimits(bytes: bytes).steps >= 50_000_000) }
  }
}
