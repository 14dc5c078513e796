public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads a file or a pipe line by line in bounded memory.
public final class LineReader {
  public struct Line {
    /// Without the separator.
    public var bytes: [UInt8]
    /// Where the line begins in the file.
    public var offset: Int
    /// Its separator was there; false for a torn last line.
    public var isWhole: Bool
    /// It was longer than the limit, and its end is left out.
    public var isCut = false
  }

  /// What ends a line.
  public enum Separator {
    case newline
    /// NUL where the piece that is read first has one, else LF.
    case nulOrNewline
  }

  private let path: String
  private let descriptor: Int32
  private let limit: Int
  private let isStopped: () -> Bool
  private var separator: UInt8?
  private var buffer: [UInt8] = []
  private var start = 0
  private var offset = 0
  private var isAtEnd = false

  /// `path` may be `-` for standard input. `isStopped` is asked while a pipe has nothing to read.
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

  /// Goes on at a place in a regular file.
  public func seek(to place: Int) throws(SlipError) {
    guard lseek(descriptor, off_t(place), SEEK_SET) == off_t(place) else {
      throw .system("Cannot read the file", path, errno: errno)
    }
    (buffer, start, offset, isAtEnd) = ([], 0, place, false)
  }

  /// The next line; nil at the end or when stopped.
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
        // The rest of this line is passed over.
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

  private func line(_ bytes: ArraySlice<UInt8>, isWhole: Bool, _ dropped: Int) -> Line {
    Line(
      bytes: Array(bytes.prefix(limit)), offset: offset, isWhole: isWhole,
      isCut: dropped > 0 || bytes.count > limit)
  }

  /// Reads more; false at the end or when stopped.
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

  private func waitForInput() -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if isStopped() { return false }
      // 0: nothing yet; an error is told by the read that follows.
      if poll(&wanted, 1, 200) != 0, errno != EINTR || wanted.revents != 0 { return true }
    }
  }
}
