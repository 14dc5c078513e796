internal import CSQLiteShims
package import SlipBase

#if SQLite
  internal import CSQLite
#else
  internal import CSQLiteNone
#endif

/// An open SQLite file.
///
/// A connection serves one thread. This, `Statement` and `WordCollector` are the only code that
/// calls SQLite.
package final class Database {
  /// How a file is opened.
  package enum Mode {
    /// An existing file, for reading.
    case read
    /// An existing file, for reading and writing.
    case write
    /// A file that is created if it is missing.
    case create
    /// An empty file that nobody else knows, for reading and writing. It isn't locked by SQLite, whose locks could
    /// get in the way of those of `AtomicFile`.
    case unknownToOthers
  }

  /// The connection; nil once it was closed.
  let handle: OpaquePointer
  /// The path, for messages.
  package let path: String

  /// The bounds on what is read, and what is left of them; nil for files that this program made.
  package var budget: ForeignBudget?

  /// How long a connection waits for another one to end its change, in milliseconds.
  private static let patience: Int32 = 10_000

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mode: How it is opened.
  ///   - shown: What messages call it; its path by default.
  ///   - hasChecksums: Whether each page has a checksum, which is compared whenever the page is read. Such
  ///     files are made by `Database` alone; their pages have `Database.checkedPageSize` bytes.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package init(
    _ path: String, _ mode: Mode, shown: String? = nil, hasChecksums: Bool = false
  ) throws(SlipError) {
    self.path = shown ?? path
    if hasChecksums {
      let result = slip_register_checked_pages()
      guard result == SQLITE_OK else {
        throw Database.error(String(cString: sqlite3_errstr(result)), self.path)
      }
    }
    let flags: Int32 =
      switch mode {
      case .read: SQLITE_OPEN_READONLY
      case .write, .unknownToOthers: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(
      path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
      Database.fileSystem(mode, hasChecksums: hasChecksums))
    guard result == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw Database.error(String(cString: sqlite3_errstr(result)), self.path)
    }
    handle = opened
    sqlite3_busy_timeout(opened, Database.patience)
    if hasChecksums, mode == .create || mode == .unknownToOthers { slip_reserve_checksums(opened) }
  }

  /// The size in bytes of the pages of files with checksums.
  package static let checkedPageSize = Int(SLIP_PAGE_SIZE)

  /// The name of SQLite's file system for a mode; nil for the usual one.
  private static func fileSystem(_ mode: Mode, hasChecksums: Bool) -> String? {
    switch (mode == .unknownToOthers, hasChecksums) {
    case (true, true): SLIP_CHECKED_PAGES_UNLOCKED
    case (true, false): "unix-none"
    case (false, true): SLIP_CHECKED_PAGES
    case (false, false): nil
    }
  }

  /// Closes the connection.
  deinit { sqlite3_close_v2(handle) }

  /// The error of an SQLite file.
  ///
  /// - Parameters:
  ///   - reason: What SQLite says, without a full stop.
  ///   - path: The file that is to blame.
  static func error(_ reason: String, _ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: DatabaseCode.failed, "SQLite reports: \(reason).", at: SourceLocation(file: path))
  }

  /// The error of a file whose contents contradict each other.
  var damage: SlipError { Database.error(String(cString: sqlite3_errstr(SQLITE_CORRUPT)), path) }

  /// The error of the last call.
  var lastError: SlipError {
    if budget != nil {
      switch sqlite3_errcode(handle) & 0xFF {
      case SQLITE_INTERRUPT: return tooMuch("more work for a reader")
      case SQLITE_TOOBIG: return tooMuch("a larger value")
      default: break
      }
    }
    return Database.error(String(cString: sqlite3_errmsg(handle)), path)
  }

  /// Runs statements without parameters and results.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func execute(_ sql: String) throws(SlipError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError }
  }

  /// Prepares a statement.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func prepare(_ sql: String) throws(SlipError) -> Statement { try Statement(self, sql) }

  /// Runs `body` in a transaction, which is taken back if it throws.
  ///
  /// Other writers are shut out from its beginning on, not only from its first change on.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: The error of `body`, or `SlipError` with `DatabaseCode.failed`.
  package func inTransaction<R>(_ body: () throws(SlipError) -> R) throws(SlipError) -> R {
    try execute("BEGIN IMMEDIATE")
    do throws(SlipError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// The number of the row that was inserted last.
  package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }
}
