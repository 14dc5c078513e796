public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Reads a file or pipe line by line, in bounded memory.
///
/// Used for lists of file names, journals and lines of requests on standard input. Lines are bytes;
/// nothing is decoded. Not for use by several threads.
///
///     let reader = try LineReader("-", separator: .nulOrNewline)
///     while let line = try reader.next() { … }
public final class LineReader {
  /// One line of the input.
  public struct Line {
    /// The line's bytes without its separator, and no more than the limit.
    public var bytes: [UInt8]
    /// The offset in bytes at which the line begins.
    public var offset: Int
    /// Whether the separator was there. False for a last line without one, which a dying writer may
    /// have left incomplete.
    public var isWhole: Bool
    /// Whether the line was longer than the limit, so that its end is missing from `bytes`.
    public var isCut = false
  }

  /// What ends a line.
  public enum Separator {
    /// LF. A CR before it belongs to the line.
    case newline
    /// NUL where the first piece of the input contains one, else LF. So the output of `find
    /// -print0` is understood, as well as that of `ls`.
    case nulOrNewline
  }

  private let path: String
  private let descriptor: Int32
  /// The largest number of bytes of a line that are returned.
  private let limit: Int
  /// Whether reading should end, asked while there is no input.
  private let isStopped: () -> Bool
  /// The byte that ends a line; nil until it is known.
  private var separator: UInt8?
  /// Bytes that have been read; those before `start` were returned.
  private var buffer: [UInt8] = []
  /// Where the next line begins in the buffer.
  private var start = 0
  /// Where the next line begins in the file.
  private var offset = 0
  /// Whether the end of the input was reached.
  private var isAtEnd = false

  /// Opens a file for reading by lines.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `-` for standard input.
  ///   - separator: What ends a line.
  ///   - limit: The largest number of bytes of a line that are returned. The rest of a longer line
  ///     is skipped.
  ///   - isStopped: Called about five times a second while a pipe has no input. When it returns
  ///     true, reading ends.
  /// - Throws: `SlipError` where the file can't be opened.
  public init(
    _ path: String, separator: Separator = .newline, limit: Int = 16 << 20,
    isStopped: @escaping () -> Bool = { false }
  ) throws(SlipError) {
    self.path = path == "-" ? "<stdin>" : path
    self.limit = limit
    self.isStopped = isStopped
    self.separator = separator == .newline ? 0x0A : nil
    descriptor =
      path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : retrying { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
  }

  deinit { close(descriptor) }

  /// Continues reading at a place in a regular file.
  ///
  /// - Parameter place: The offset in bytes, at which a line should begin.
  public func seek(to place: Int) throws(SlipError) {
    guard lseek(descriptor, off_t(place), SEEK_SET) == off_t(place) else {
      throw .system("Cannot read the file", path, errno: errno)
    }
    (buffer, start, offset, isAtEnd) = ([], 0, place, false)
  }

  /// The next line; nil at the end of the input, or when reading was stopped.
  public func next() throws(SlipError) -> Line? {
    var searched = 0
    var dropped = 0
    while true {
      if let separator, let end = buffer[(start + searched)...].firstIndex(of: separator) {
        let line = line(buffer[start..<end], isWhole: true, dropped)
        offset += end - start + dropped + 1
        start = end + 1
        return line
      }
      searched = buffer.count - start
      if searched > limit {
        // The line is too long: the rest of it is skipped, but counted.
        dropped += searched - limit
        buffer.removeLast(searched - limit)
        searched = limit
      }
      guard try fill() else {
        guard start < buffer.count, isAtEnd else { return nil }
        let line = line(buffer[start...], isWhole: false, dropped)
        offset += buffer.count - start + dropped
        start = buffer.count
        return line
      }
    }
  }

  /// The line with these bytes.
  private func line(_ bytes: ArraySlice<UInt8>, isWhole: Bool, _ dropped: Int) -> Line {
    Line(
      bytes: Array(bytes.prefix(limit)), offset: offset, isWhole: isWhole,
      isCut: dropped > 0 || bytes.count > limit)
  }

  /// Reads more bytes into the buffer. False at the end of the input, or when reading was stopped.
  private func fill() throws(SlipError) -> Bool {
    if isAtEnd { return false }
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    guard waitForInput() else { return false }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    let count = retrying { read(descriptor, &piece, piece.count) }
    guard count >= 0 else { throw .system("Cannot read the file", path, errno: errno) }
    guard count > 0 else {
      isAtEnd = true
      if separator == nil { separator = 0x0A }
      return false
    }
    if separator == nil {
      separator = piece[..<count].contains(0) ? 0 : piece[..<count].contains(0x0A) ? 0x0A : nil
    }
    buffer += piece[..<count]
    return true
  }

  /// Waits until there is something to read, or an error or the end. False when reading was
  /// stopped.
  private func waitForInput() -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if isStopped() { return false }
      // 0 means that nothing has arrived. After an error, the read that follows reports it.
      if poll(&wanted, 1, 200) != 0, errno != EINTR || wanted.revents != 0 { return true }
    }
  }
}
