internal import SlipBase
internal import SlipQuery

#if SQLite
  internal import CSQLite
#else
  internal import CSQLiteNone
#endif

/// Collects where a query of FTS5 matches: a function of SQL that FTS5 calls for each row.
///
/// `SELECT 1 FROM word WHERE word MATCH … AND collect(word)` hands over each row with the
/// number of matches in each column. The function gives null, so that no row is left to step to.
final class WordCollector {
  /// Called with the number of the row and how often the pattern occurs; set while a query runs.
  var report: ((Int64, WordCounts) -> Void)?

  /// Makes the function `collect` known to a connection.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed` where SQLite lacks FTS5.
  func register(with database: Database) throws(SlipError) {
    var api: UnsafeMutablePointer<fts5_api>?
    var statement: OpaquePointer?
    sqlite3_prepare_v2(database.handle, "SELECT fts5(?1)", -1, &statement, nil)
    sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", nil)
    sqlite3_step(statement)
    sqlite3_finalize(statement)
    guard let api else { throw Database.error("there is no FTS5", database.path) }
    let result = api.pointee.xCreateFunction(
      api, "collect", Unmanaged.passUnretained(self).toOpaque(), WordCollector.callback, nil)
    guard result == SQLITE_OK else { throw database.lastError }
  }

  /// What FTS5 calls for a row.
  private static let callback: fts5_extension_function = { api, context, _, _, _ in
    guard let api, let context, let data = api.pointee.xUserData(context) else { return }
    let collector = Unmanaged<WordCollector>.fromOpaque(data).takeUnretainedValue()
    var counts = WordCounts()
    var places = Fts5PhraseIter()
    var (column, offset): (Int32, Int32) = (0, 0)
    // A pattern is one phrase: see `WordPattern.fullTextQuery`.
    guard api.pointee.xPhraseFirst(context, 0, &places, &column, &offset) == SQLITE_OK else { return }
    while column >= 0 {
      switch column {
      case 0:
        counts.title += 1
        if offset == 0 { counts.beginsTitle = true }
      case 1: counts.keywords += 1
      case 2: counts.attachments += 1
      default: counts.text += 1
      }
      api.pointee.xPhraseNext(context, &places, &column, &offset)
    }
    collector.report?(api.pointee.xRowid(context), counts)
  }
}
