package import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Bytes that are too many for memory, in a temporary file without a name.
///
/// The file is in `TMPDIR`, or else in `/tmp`. Only this user can read it, nothing of it stays when
/// the process ends, and it isn't created before the first bytes arrive. Not for use by several
/// threads.
package final class Spool {
  /// The folder in which the file is created.
  private let folder: String
  /// The open file; -1 before the first bytes.
  private var descriptor: Int32 = -1
  /// Whether appending has failed once.
  private var isRefusing = false
  /// The number of bytes.
  package private(set) var count = 0

  /// Creates an empty spool.
  ///
  /// - Parameter folder: The folder in which the file is created; nil for the system's folder of
  ///   temporary files.
  package init(folder: String? = nil) {
    self.folder = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends bytes.
  ///
  /// - Returns: False where the file can't be created or the disk is full. Then none of the bytes
  ///   are taken, and no later ones either; what was appended before stays.
  package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isRefusing, open(), write(bytes, at: count) == nil else {
      isRefusing = true
      return false
    }
    count += bytes.count
    return true
  }

  /// Fills `target` with bytes from `offset` on. There must be as many.
  ///
  /// - Throws: `SlipError` where the system fails to deliver them.
  package func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) throws(SlipError) {
    var done = 0
    while done < target.count, let base = target.baseAddress {
      let got = retrying { pread(descriptor, base + done, target.count - done, off_t(offset + done)) }
      guard got > 0 else {
        throw .system("Cannot read the temporary file", folder, errno: got < 0 ? errno : EIO)
      }
      done += got
    }
  }

  /// All bytes as a mapped file. Bytes that are appended later aren't part of it. There must be at
  /// least one byte.
  ///
  /// - Throws: `SlipError` where the file can't be mapped.
  package func mapped() throws(SlipError) -> MappedFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .system("Cannot read the temporary file", folder, errno: errno) }
    return try MappedFile(closing: copy, path: folder)
  }

  /// Overwrites bytes that exist.
  package func replace(at offset: Int, with bytes: UnsafeRawBufferPointer) throws(SlipError) {
    if let code = write(bytes, at: offset) {
      throw .system("Cannot change the temporary file", folder, errno: code)
    }
  }

  /// Drops all bytes from `count` on.
  package func truncate(to count: Int) {
    guard count < self.count else { return }
    self.count = max(0, count)
    // Where this fails, only disk space is lost: the bytes after the end will be overwritten.
    _ = retrying { ftruncate(descriptor, off_t(self.count)) }
  }

  /// Creates the file if that hasn't been done. False where it can't be created.
  private func open() -> Bool {
    if descriptor >= 0 { return true }
    descriptor = retrying { slip_unnamed_file(folder) }
    if descriptor >= 0 { return true }
    // Some file systems have no files without names.
    var path = Array((folder + "/slipbox-XXXXXX").utf8CString)
    descriptor = retrying { slip_temporary_file(&path) }
    guard descriptor >= 0 else { return false }
    unlink(path)
    return true
  }

  /// Writes bytes at an offset.
  ///
  /// - Returns: The error number; nil where all is well.
  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32? {
    // Writing beyond the limit for files would end the process by a signal.
    guard offset + bytes.count <= slip_largest_file() else { return EFBIG }
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let put = retrying { pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done)) }
      guard put > 0 else { return put < 0 ? errno : EIO }
      done += put
    }
    return nil
  }
}
