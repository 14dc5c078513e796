package import SlipBase

#if SQLite
  internal import CSQLite
#else
  internal import CSQLiteNone
#endif

/// Bounds on what is read of an SQLite file that somebody else made.
///
/// Such a file can have views that never end, values that no memory holds, and a schema of any size. Each bound ends the
/// reading with an error whose code is `DatabaseCode.tooMuch`.
package struct ForeignLimits: Sendable {
  /// The most bytes of a value, and of a row.
  package var valueBytes = 64 << 20
  /// The most tables.
  package var tables = 5_000
  /// The most rows that are read, of all tables together.
  package var rows = 4_000_000
  /// The most steps of SQLite's virtual machine.
  package var steps: Int

  /// The steps that any file may take.
  private static let fewestSteps = 50_000_000
  /// The further steps for each byte of a file. Reading all rows of a table takes about one.
  private static let stepsPerByte = 50

  /// The bounds for a file of some length.
  package init(bytes: Int) {
    let (steps, overflow) = bytes.multipliedReportingOverflow(by: ForeignLimits.stepsPerByte)
    self.steps = overflow ? .max : steps.addingReportingOverflow(ForeignLimits.fewestSteps).partialValue
    if self.steps < ForeignLimits.fewestSteps { self.steps = .max }
  }
}

/// What is left of the bounds of a connection. It is used by one thread at a time, as the connection is.
package final class ForeignBudget {
  /// How many steps SQLite makes between two calls.
  package static let stride: Int32 = 10_000

  /// The bounds.
  package let limits: ForeignLimits
  /// The steps that are left.
  private var steps: Int
  /// The rows that are left.
  private var rows: Int

  /// Nothing is used yet.
  package init(_ limits: ForeignLimits) { (self.limits, steps, rows) = (limits, limits.steps, limits.rows) }

  /// Takes some steps; false where there are none left.
  package func takeSteps() -> Bool {
    steps -= Int(ForeignBudget.stride)
    return steps >= 0
  }

  /// Takes a row; false where there is none left.
  package func takeRow() -> Bool {
    rows -= 1
    return rows >= 0
  }
}

extension Database {
  /// Bounds everything that is read from now on, and turns off what could run in the schema: views, triggers, functions with
  /// effects.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed` where SQLite refuses.
  package func restrict(_ limits: ForeignLimits) throws(SlipError) {
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    ] where slip_sqlite_switch(handle, option, Int32(value)) != SQLITE_OK { throw lastError }
    for (kind, limit) in [
      (SQLITE_LIMIT_LENGTH, limits.valueBytes), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 20), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] { sqlite3_limit(handle, kind, Int32(clamping: limit)) }
    let budget = ForeignBudget(limits)
    self.budget = budget
    sqlite3_progress_handler(
      handle, ForeignBudget.stride,
      { context in
        guard let context else { return 1 }
        return Unmanaged<ForeignBudget>.fromOpaque(context).takeUnretainedValue().takeSteps() ? 0 : 1
      }, Unmanaged.passUnretained(budget).toOpaque())
    try execute("PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0")
    try execute("PRAGMA query_only = 1; PRAGMA cache_size = -8000; PRAGMA temp_store = 2")
  }

  /// The error that a bound was reached.
  package func tooMuch(_ what: String) -> SlipError {
    SlipError(
      .badInput, code: DatabaseCode.tooMuch, "The SQLite file has \(what) than the limits allow.",
      at: SourceLocation(file: path))
  }
}
