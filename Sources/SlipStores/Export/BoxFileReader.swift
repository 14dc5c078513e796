package import SlipBase
internal import SlipFiles
internal import SlipIndex

/// Reads an SQLite file that `BoxFileWriter` wrote: the manifest, and the files of the bundle.
package struct BoxFileReader {
  /// The open file.
  private let database: Database
  /// Its path, for messages.
  private let path: String

  /// Opens a file.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.notOurs` for a file of another kind or form.
  package init(_ path: String) throws(SlipError) {
    self.path = path
    database = try Database(path, .read)
    // Anyone can write such a file. Its values are whole files of a bundle.
    var limits = ForeignLimits(bytes: try FileSystem.status(path)?.length ?? 0)
    limits.valueBytes = 1 << 30
    try database.restrict(limits)
    let application = try BoxFileReader.number("application_id", database)
    let form = try BoxFileReader.number("user_version", database)
    guard application == BoxFileWriter.application, (1...BoxFileWriter.form).contains(form) else {
      throw SlipError(
        .badInput, code: DatabaseCode.notOurs, "The SQLite file is no export of a slip-box.",
        at: SourceLocation(file: path))
    }
  }

  /// A number in the header.
  ///
  /// - Parameters:
  ///   - pragma: Its name, such as `user_version`.
  ///   - database: The open file.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  private static func number(_ pragma: String, _ database: Database) throws(SlipError) -> Int64 {
    let select = try database.prepare("PRAGMA \(pragma)")
    return try select.step() ? select.integer(0) : 0
  }

  /// The bytes of the manifest.
  ///
  /// - Throws: `SlipError` where there is none.
  package func manifest() throws(SlipError) -> [UInt8] {
    let select = try database.prepare("SELECT value FROM bundle WHERE name = 'manifest'")
    guard try select.step() else {
      throw SlipError(
        .badInput, code: DatabaseCode.notOurs, "The export has no manifest.", at: SourceLocation(file: path))
    }
    return select.blob(0)
  }

  /// The bytes of a file of the bundle.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.notOurs` where the export leaves them out.
  package func content(of file: String) throws(SlipError) -> [UInt8] {
    let select = try database.prepare("SELECT content FROM file WHERE path = ?1")
    select.bind(1, file)
    guard try select.step(), !select.isNull(0) else {
      throw SlipError(
        .badInput, code: DatabaseCode.notOurs,
        "The export has no content of \(file); write it with `--attachments embed`.",
        at: SourceLocation(file: path))
    }
    return select.blob(0)
  }
}
