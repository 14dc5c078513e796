package import SlipBase

#if SQLite
  internal import CSQLite
#else
  internal import CSQLiteNone
#endif

/// A prepared statement: values go in by number from 1, columns come out by number from 0.
package final class Statement {
  /// SQLite's statement.
  private let handle: OpaquePointer
  /// The connection, which must outlive the statement.
  private let database: Database

  /// Prepares a statement.
  ///
  /// - Parameters:
  ///   - database: The connection on which it runs.
  ///   - sql: One statement, whose parameters are `?1`, `?2` and so on.
  /// - Throws: `SlipError` with `DatabaseCode.failed` where SQLite refuses the statement.
  init(_ database: Database, _ sql: String) throws(SlipError) {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
      throw database.lastError
    }
    handle = prepared
    self.database = database
  }

  /// Gives the statement back to SQLite.
  deinit { sqlite3_finalize(handle) }

  // MARK: Values

  /// Tells SQLite to copy bytes, because they don't outlive the call.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Sets a whole number, or null.
  package func bind(_ index: Int32, _ value: Int64?) {
    if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
  }

  /// Sets a whole number, or null.
  package func bind(_ index: Int32, _ value: Int?) { bind(index, value.map(Int64.init)) }

  /// Sets a number.
  package func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }

  /// Sets a text, or null.
  ///
  /// The text is copied. An empty one is not null.
  package func bind(_ index: Int32, _ value: String?) {
    guard var value else {
      sqlite3_bind_null(handle, index)
      return
    }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        _ = sqlite3_bind_text64(
          handle, index, characters.baseAddress ?? Statement.nothing, UInt64(bytes.count),
          Statement.transient, UInt8(SQLITE_UTF8))
      }
    }
  }

  /// An address for empty texts and blobs, which are not null.
  nonisolated(unsafe) private static let nothing = UnsafePointer(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))

  /// Sets a text of bytes in UTF-8.
  package func bind(text index: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    bytes.withMemoryRebound(to: CChar.self) { characters in
      _ = sqlite3_bind_text64(
        handle, index, characters.baseAddress ?? Statement.nothing, UInt64(bytes.count), Statement.transient,
        UInt8(SQLITE_UTF8))
    }
  }

  /// Sets bytes.
  ///
  /// They are copied. An empty array is an empty blob, and not null.
  package func bind(_ index: Int32, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      _ = sqlite3_bind_blob64(
        handle, index, raw.baseAddress ?? UnsafeRawPointer(Statement.nothing), UInt64(raw.count),
        Statement.transient)
    }
  }

  // MARK: Running

  /// Goes to the next row; false at the end.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func step() throws(SlipError) -> Bool {
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW {
      if let budget = database.budget, !budget.takeRow() { throw database.tooMuch("more rows") }
      return true
    }
    guard result == SQLITE_DONE else {
      let error = database.lastError
      sqlite3_reset(handle)
      throw error
    }
    return false
  }

  /// Makes the statement ready to run again. Its values stay.
  package func reset() { sqlite3_reset(handle) }

  /// Runs a statement without rows, and makes it ready to run again.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func run() throws(SlipError) {
    defer { sqlite3_reset(handle) }
    while try step() {}
  }

  // MARK: Columns

  /// The types of values.
  package enum Kind: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer
    /// A floating-point number.
    case real
    /// Text.
    case text
    /// Bytes.
    case blob
  }

  /// The type of the value in a column.
  package func type(_ column: Int32) -> Kind {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Whether a column is null.
  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// A whole number; 0 for null.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A whole number, or nil.
  package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  /// A number.
  package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// A text; empty for null.
  package func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// A text, or nil.
  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Calls `body` with the bytes of a blob, which are valid during the call only.
  package func withBlob<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let bytes = sqlite3_column_blob(handle, column)
    return body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The bytes of a blob.
  package func blob(_ column: Int32) -> [UInt8] { withBlob(column) { Array($0) } }

  /// A UUID; nil for null.
  ///
  /// Nil, too, for a blob that isn't 16 bytes long.
  package func id(_ column: Int32) -> UniqueID? {
    withBlob(column) { bytes in
      guard bytes.count == 16 else { return nil }
      return UniqueID(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  /// Sets a UUID, or null.
  ///
  /// It becomes a blob of 16 bytes, the highest first.
  package func bind(_ index: Int32, _ id: UniqueID?) {
    guard let id else {
      sqlite3_bind_null(handle, index)
      return
    }
    bind(index, Statement.bytes(of: id))
  }

  /// The bytes of a UUID, which order as the UUIDs do.
  static func bytes(of id: UniqueID) -> [UInt8] {
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { Array($0) }
  }
}
