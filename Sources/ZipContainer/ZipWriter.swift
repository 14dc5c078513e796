package import SlipFiles
package import SlipBase

#if SLIP_ARCHIVES
  internal import CLibZip
#else
  internal import CLibZipNone
#endif

/// Writes a ZIP file whose bytes depend only on the names and contents of its entries, and on their
/// order.
///
/// Times are always 1980-01-01, permissions the same for all files. `add` only takes note of a
/// file; `finish` reads all of them one after the other, in bounded memory.
///
///     let writer = try ZipWriter(output)
///     try writer.add("mimetype", .made(length: type.count) { type }, isStored: true)
///     try writer.finish()
///     try output.commit()
package final class ZipWriter {
  /// The archive's path for messages.
  private let path: String?
  /// Where the first error of a file is kept.
  private let failure: ZipByteSource.Failure
  /// libzip's handle; nil when the archive is finished.
  private var zip: OpaquePointer?
  /// Deflates files ahead on all cores.
  private let window = DeflateWindow()

  /// Begins an archive in a file. The caller commits the file after `finish`.
  package convenience init(_ output: AtomicFile) throws(SlipError) {
    let failure = ZipByteSource.Failure()
    try self.init(ZipByteSource.make(.output(output), failure), failure, output.path)
  }

  /// Begins an archive in memory.
  convenience init(_ memory: ZipMemory) throws(SlipError) {
    try self.init(memory.lent(), ZipByteSource.Failure(), nil)
  }

  /// Begins an archive. `target` belongs to it from then on.
  private init(
    _ target: OpaquePointer?, _ failure: ZipByteSource.Failure, _ path: String?
  ) throws(SlipError) {
    (self.failure, self.path) = (failure, path)
    guard let target else { throw shortMemory() }
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    zip = zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, &error)
    if zip == nil {
      zip_source_free(target)
      throw ZipArchive.missing(&error, path) ?? shortMemory()
    }
  }

  deinit { if let zip { zip_discard(zip) } }

  /// Adds a file. Entries are written in the order in which they are added.
  ///
  /// The name isn't checked here; it comes from this program.
  ///
  /// - Parameters:
  ///   - path: The name of the entry, with `/` between components.
  ///   - medium: Where the bytes come from, when the archive is finished.
  ///   - length: The number of bytes, where it is known. A file that is not too large can then be
  ///     deflated ahead.
  ///   - isStored: Whether the file is stored rather than deflated.
  ///   - passphrase: Encrypts the file with AES-256 (APPNOTE, appendix E; WinZip's AE-2); nil: it isn't encrypted.
  /// - Throws: `SlipError` where libzip refuses the entry, such as a second one of the same name.
  package func add(
    _ path: String, _ medium: ZipByteSource.Medium, length: Int? = nil, isStored: Bool,
    passphrase: String? = nil
  ) throws(SlipError) {
    let length = length ?? .max
    let isAhead = !isStored && length <= DeflateWindow.largestEntry
    let place = isAhead ? (window, entry: window.add(medium, length: length)) : nil
    guard let zip, let source = ZipByteSource.make(medium, window: place, failure) else {
      throw shortMemory()
    }
    let index = zip_file_add(zip, path, source, ZipWriter.encoding(of: path))
    guard index >= 0 else {
      zip_source_free(source)
      throw error(zip)
    }
    guard zip_set_file_compression(zip, UInt64(index), isStored ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 6) == 0
    else { throw error(zip) }
    if let passphrase,
      zip_file_set_encryption(zip, UInt64(index), UInt16(ZIP_EM_AES_256), passphrase) != 0
    {
      throw error(zip)
    }
    try setFacts(zip, UInt64(index), ZipWriter.fileMode)
  }

  /// Adds a folder.
  ///
  /// - Parameter path: The folder's path without `/` at its end.
  package func add(folder path: String) throws(SlipError) {
    guard let zip else { throw shortMemory() }
    let index = zip_dir_add(zip, path, ZipWriter.encoding(of: path))
    guard index >= 0 else { throw error(zip) }
    try setFacts(zip, UInt64(index), ZipWriter.folderMode)
  }

  /// Gives the archive a comment, which stands at its end.
  ///
  /// - Parameter comment: At most 65,535 bytes.
  /// - Throws: `SlipError` where libzip refuses it.
  package func setComment(_ comment: String) throws(SlipError) {
    guard let zip, let length = UInt16(exactly: comment.utf8.count) else { throw shortMemory() }
    guard zip_set_archive_comment(zip, comment, length) == 0 else { throw error(zip) }
  }

  /// Gives an entry the fixed time and its permissions.
  private func setFacts(_ zip: OpaquePointer, _ entry: UInt64, _ attributes: UInt32) throws(SlipError) {
    guard zip_file_set_dostime(zip, entry, 0, ZipWriter.date, 0) == 0,
      zip_file_set_external_attributes(zip, entry, 0, UInt8(ZIP_OPSYS_UNIX), attributes) == 0
    else { throw error(zip) }
  }

  /// The encoding that libzip is told for a name. For UTF-8 it refuses control characters; told
  /// that the name is in CP437, it writes the same bytes, but doesn't mark them as UTF-8.
  private static func encoding(of path: String) -> UInt32 {
    let hasControls = path.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    return UInt32(hasControls ? ZIP_FL_ENC_CP437 : ZIP_FL_ENC_UTF_8)
  }

  /// 1980-01-01 in DOS format, the first day that ZIP can express.
  private static let date: UInt16 = 1 << 5 | 1
  /// The attributes of a file: a regular file that everybody may read and its owner may write, as a
  /// Unix mode in the high half.
  private static let fileMode: UInt32 = 0o100644 << 16
  /// The attributes of a folder: everybody may open it. The low half has DOS's mark for folders.
  private static let folderMode: UInt32 = 0o040755 << 16 | 0x10

  /// Reads all files and writes the archive. Does nothing the second time.
  ///
  /// - Throws: `SlipError` where a file can't be read or the archive can't be written.
  package func finish() throws(SlipError) {
    guard let zip else { return }
    guard zip_close(zip) == 0 else { throw failure.error ?? error(zip) }
    self.zip = nil
  }

  /// The error for a failed call of libzip.
  private func error(_ zip: OpaquePointer) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.systemCall,
      "Cannot write the ZIP file: \(String(cString: zip_strerror(zip))).",
      at: SourceLocation(file: path))
  }

  /// The error where libzip can't allocate memory.
  private func shortMemory() -> SlipError {
    SlipError(.cannotDo, "Out of memory.", at: SourceLocation(file: path))
  }
}

/// A ZIP file that libzip writes to memory.
///
///     guard let memory = ZipMemory() else { … }
///     let writer = try ZipWriter(memory)
///     …
///     try writer.finish()
///     let bytes = memory.bytes()
final class ZipMemory {
  /// libzip's buffer.
  private let source: OpaquePointer

  /// Creates an empty buffer; nil where memory is short.
  init?() {
    guard let source = zip_source_buffer_create(nil, 0, 0, nil) else { return nil }
    self.source = source
  }

  deinit { zip_source_free(source) }

  /// The buffer for another owner, who frees it. It remains usable here.
  func lent() -> OpaquePointer {
    zip_source_keep(source)
    return source
  }

  /// The bytes that were written, after the writer has finished; nil where memory is short.
  func bytes() -> [UInt8]? {
    guard zip_source_open(source) == 0 else { return nil }
    defer { _ = zip_source_close(source) }
    var stat = zip_stat_t()
    guard zip_source_stat(source, &stat) == 0 else { return nil }
    let length = Int(clamping: stat.size)
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length, let base = buffer.baseAddress {
        let read = zip_source_read(source, base + count, UInt64(length - count))
        guard read > 0 else { break }
        count += Int(read)
      }
    }
    return bytes.count == length ? bytes : nil
  }
}
