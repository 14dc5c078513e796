public import SlipBase
internal import CFileShims
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A file of lines that only ever grows, such as a journal.
///
/// Each line is appended as a whole, so a process that dies at any moment leaves complete lines and
/// at most one incomplete last line, which the next opening removes. Any thread may append.
public final class AppendingFile: Sendable {
  /// The path as the caller gave it, or `<stdout>`.
  public let path: String
  /// The open file, closed with the object.
  private let descriptor: Int32
  /// Whether this is a regular file, which can be truncated and locked, rather than a pipe or
  /// terminal.
  private let isFile: Bool
  /// The number of bytes in the file. The lock also makes appending exclusive.
  private let length: Mutex<Int>

  /// Opens or creates the file, and locks it against other writers. An incomplete last line is
  /// removed.
  ///
  /// - Throws: `SlipError`, with code `FileCode.locked` where another process is writing to the
  ///   file.
  public convenience init(_ path: String) throws(SlipError) {
    let descriptor = retrying { open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
    do throws(SlipError) {
      let isFile = try AppendingFile.status(descriptor, path).kind == .file
      if isFile { try AppendingFile.lock(descriptor, path) }
      let length = isFile ? try AppendingFile.cutTornLine(descriptor, path) : 0
      self.init(descriptor, path, isFile: isFile, length: length)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Takes over a descriptor.
  private init(_ descriptor: Int32, _ path: String, isFile: Bool, length: Int) {
    self.path = path
    self.descriptor = descriptor
    self.isFile = isFile
    self.length = Mutex(length)
  }

  /// Lines for whoever reads the standard output.
  public static func onStandardOutput() -> AppendingFile {
    AppendingFile(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "<stdout>", isFile: false, length: 0)
  }

  deinit { close(descriptor) }

  /// Whether the file has no bytes. For standard output: whether nothing was appended.
  public var isEmpty: Bool { length.withLock { $0 } == 0 }

  /// Appends a line, which must end in LF.
  ///
  /// - Throws: `SlipError` where writing fails. A regular file then has nothing of the line.
  public func append(_ line: [UInt8]) throws(SlipError) {
    var failure: SlipError?
    length.withLock { length in
      do throws(SlipError) {
        try line.withUnsafeBufferPointer { bytes throws(SlipError) in
          try FileSystem.writeFully(descriptor, UnsafeRawBufferPointer(bytes), path)
        }
        length += line.count
      } catch {
        if isFile { _ = ftruncate(descriptor, off_t(length)) }
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Flushes all lines to disk. Does nothing for a pipe or terminal.
  public func flush() throws(SlipError) {
    guard isFile else { return }
    guard slip_sync_file(descriptor) == 0 else {
      throw .system("Cannot flush the file to disk", path, errno: errno)
    }
  }

  /// Locks the file without waiting.
  private static func lock(_ descriptor: Int32, _ path: String) throws(SlipError) {
    guard retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 else { return }
    throw SlipError(
      .cannotDo, code: FileCode.locked, "Another process is writing to this file.",
      at: SourceLocation(file: path))
  }

  /// Facts about an open file.
  private static func status(_ descriptor: Int32, _ path: String) throws(SlipError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system("Cannot examine the file", path, errno: errno)
    }
    return FileStatus(status)
  }

  /// Removes an incomplete last line.
  ///
  /// - Returns: The file's length afterwards.
  private static func cutTornLine(_ descriptor: Int32, _ path: String) throws(SlipError) -> Int {
    let whole = try status(descriptor, path).length
    var end = whole
    var piece = [UInt8](repeating: 0, count: 4096)
    while end > 0 {
      let start = max(0, end - piece.count)
      let wanted = end - start
      let count = retrying { pread(descriptor, &piece, wanted, off_t(start)) }
      guard count == wanted else { throw .system("Cannot read the file", path, errno: errno) }
      if let last = piece[..<count].lastIndex(of: 0x0A) {
        end = start + last + 1
        break
      }
      end = start
    }
    guard end < whole else { return end }
    guard ftruncate(descriptor, off_t(end)) == 0 else {
      throw .system("Cannot remove the incomplete last line", path, errno: errno)
    }
    return end
  }
}
