internal import CLibZip
internal import SlipBase

/// Writes a ZIP file whose bytes depend on names and contents only. Files are read one after the other when the
/// archive is finished, in bounded memory.
final class ZipWriter {
  private let output: AtomicFile
  private let failure = ZipByteSource.Failure()
  private var zip: OpaquePointer?

  init(_ output: AtomicFile) throws(SlipError) {
    self.output = output
    guard let source = ZipByteSource.make(.output(output), failure) else { throw shortMemory() }
    zip = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, nil)
    if zip == nil {
      zip_source_free(source)
      throw shortMemory()
    }
  }

  deinit { if let zip { zip_discard(zip) } }

  /// Adds a file.
  func add(_ path: String, _ medium: ZipByteSource.Medium, isStored: Bool) throws(SlipError) {
    guard let zip, let source = ZipByteSource.make(medium, failure) else {
      throw shortMemory()
    }
    let index = zip_file_add(zip, path, source, UInt32(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
      zip_source_free(source)
      throw error(zip)
    }
    let entry = UInt64(index)
    guard zip_set_file_compression(zip, entry, isStored ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 6) == 0,
      zip_file_set_dostime(zip, entry, 0, ZipWriter.date, 0) == 0,
      zip_file_set_external_attributes(zip, entry, 0, UInt8(ZIP_OPSYS_UNIX), ZipWriter.attributes) == 0
    else { throw error(zip) }
  }

  /// 1980-01-01, the first day that ZIP knows.
  private static let date: UInt16 = 1 << 5 | 1
  /// A regular file that everybody may read and its owner write.
  private static let attributes: UInt32 = 0o100644 << 16

  /// Reads the files and writes the archive; the output is still to be committed.
  func finish() throws(SlipError) {
    guard let zip else { return }
    guard zip_close(zip) == 0 else { throw failure.error ?? error(zip) }
    self.zip = nil
  }

  private func error(_ zip: OpaquePointer) -> SlipError {
    SlipError(
      .cannotDo, code: FileFault.systemCall,
      "Cannot write the ZIP file: \(String(cString: zip_strerror(zip))).",
      at: SourceLocation(file: output.path))
  }

  private func shortMemory() -> SlipError {
    SlipError(.cannotDo, "Memory is short.", at: SourceLocation(file: output.path))
  }
}
