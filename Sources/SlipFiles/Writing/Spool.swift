public import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Bytes that memory shall not hold: a temporary file without a name, which goes with the object.
///
/// It lies in `TMPDIR`, else in `/tmp`, is readable by nobody else, and is made with the first bytes.
public final class Spool {
  private let folder: String
  private var descriptor: Int32 = -1
  private var isRefusing = false
  /// In bytes.
  public private(set) var count = 0

  /// - Parameter folder: where the file is made; nil for the system's folder of temporary files.
  public init(folder: String? = nil) {
    self.folder = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Puts bytes behind the others.
  ///
  /// - Returns: false when there is no room for them or no such file can be made. Then nothing of them is taken, nor of
  ///   what is tried later, and what was taken before stays.
  public func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isRefusing, open(), write(bytes, at: count) == nil else {
      isRefusing = true
      return false
    }
    count += bytes.count
    return true
  }

  /// Reads as many bytes as `target` has room for, from `offset` on; no more than there are may be asked for.
  public func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) throws(SlipError) {
    var done = 0
    while done < target.count, let base = target.baseAddress {
      let got = retrying { pread(descriptor, base + done, target.count - done, off_t(offset + done)) }
      guard got > 0 else {
        throw .system("Cannot read the temporary file", folder, errno: got < 0 ? errno : EIO)
      }
      done += got
    }
  }

  /// All bytes, mapped; more may be put behind them meanwhile.
  public func mapped() throws(SlipError) -> MappedFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .system("Cannot read the temporary file", folder, errno: errno) }
    return try MappedFile(closing: copy, path: folder)
  }

  /// Writes over bytes that are there.
  public func replace(at offset: Int, with bytes: UnsafeRawBufferPointer) throws(SlipError) {
    if let code = write(bytes, at: offset) {
      throw .system("Cannot change the temporary file", folder, errno: code)
    }
  }

  /// Forgets all bytes from `count` on.
  public func truncate(to count: Int) {
    guard count < self.count else { return }
    self.count = max(0, count)
    // What stays behind the end is written over; only its room is lost where this fails.
    _ = retrying { ftruncate(descriptor, off_t(self.count)) }
  }

  private func open() -> Bool {
    if descriptor >= 0 { return true }
    var path = Array((folder + "/slipbox-XXXXXX").utf8CString)
    descriptor = retrying { slip_temporary_file(&path) }
    guard descriptor >= 0 else { return false }
    unlink(path)
    return true
  }

  /// The error's number, nil for none.
  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32? {
    // Past that limit the system would end the process by a signal.
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
