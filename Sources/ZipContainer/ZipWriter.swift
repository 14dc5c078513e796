package import SlipFiles
internal import CLibZip
package import SlipBase

/// Writes a ZIP file whose bytes depend on names and contents only. Files are read one after the other when the
/// archive is finished, in bounded memory.
package final class ZipWriter {
  /// In messages.
  private let path: String?
  private let failure: ZipByteSource.Failure
  private var zip: OpaquePointer?
  private let window = DeflateWindow()

  package convenience init(_ output: AtomicFile) throws(SlipError) {
    let failure = ZipByteSource.Failure()
    try self.init(ZipByteSource.make(.output(output), failure), failure, output.path)
  }

  convenience init(_ memory: ZipMemory) throws(SlipError) {
    try self.init(memory.lent(), ZipByteSource.Failure(), nil)
  }

  /// Owns `target` from now on.
  private init(
    _ target: OpaquePointer?, _ failure: ZipByteSource.Failure, _ path: String?
  ) throws(SlipError) {
    (self.failure, self.path) = (failure, path)
    guard let target else { throw shortMemory() }
    zip = zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, nil)
    if zip == nil {
      zip_source_free(target)
      throw shortMemory()
    }
  }

  deinit { if let zip { zip_discard(zip) } }

  /// Adds a file.
  ///
  /// - Parameter length: of the file, in bytes, where it is known before; files that are not too large are deflated ahead.
  package func add(
    _ path: String, _ medium: ZipByteSource.Medium, length: Int? = nil, isStored: Bool
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
    try setFacts(zip, UInt64(index), ZipWriter.fileMode)
  }

  /// Adds an empty folder; its path ends without `/`.
  package func add(folder path: String) throws(SlipError) {
    guard let zip else { throw shortMemory() }
    let index = zip_dir_add(zip, path, ZipWriter.encoding(of: path))
    guard index >= 0 else { throw error(zip) }
    try setFacts(zip, UInt64(index), ZipWriter.folderMode)
  }

  private func setFacts(_ zip: OpaquePointer, _ entry: UInt64, _ attributes: UInt32) throws(SlipError) {
    guard zip_file_set_dostime(zip, entry, 0, ZipWriter.date, 0) == 0,
      zip_file_set_external_attributes(zip, entry, 0, UInt8(ZIP_OPSYS_UNIX), attributes) == 0
    else { throw error(zip) }
  }

  /// libzip takes no control characters for UTF-8. As the other encoding it writes the same bytes, without a mark.
  private static func encoding(of path: String) -> UInt32 {
    let hasControls = path.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    return UInt32(hasControls ? ZIP_FL_ENC_CP437 : ZIP_FL_ENC_UTF_8)
  }

  /// 1980-01-01, the first day that ZIP knows.
  private static let date: UInt16 = 1 << 5 | 1
  /// A regular file that everybody may read and its owner write.
  private static let fileMode: UInt32 = 0o100644 << 16
  /// A folder that everybody may open; the low half has the mark that DOS gives folders.
  private static let folderMode: UInt32 = 0o040755 << 16 | 0x10

  /// Reads the files and writes the archive; the output is still to be committed.
  package func finish() throws(SlipError) {
    guard let zip else { return }
    guard zip_close(zip) == 0 else { throw failure.error ?? error(zip) }
    self.zip = nil
  }

  private func error(_ zip: OpaquePointer) -> SlipError {
    SlipError(
      .cannotDo, code: FileFault.systemCall,
      "Cannot write the ZIP file: \(String(cString: zip_strerror(zip))).",
      at: SourceLocation(file: path))
  }

  private func shortMemory() -> SlipError {
    SlipError(.cannotDo, "Memory is short.", at: SourceLocation(file: path))
  }
}
