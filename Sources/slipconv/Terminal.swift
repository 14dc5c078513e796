import SlipBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// One of the standard streams of the process.
///
/// There are two kinds of output. `write` is for messages, whose loss doesn't matter;
/// `writeResult` is for what the user asked for, and reports when it can't be written. Both
/// write to the descriptor without a buffer, so that the order of output and errors on a
/// terminal is that of the work.
struct Terminal: Sendable {
  /// Standard input.
  static let standardInput = Terminal(descriptor: STDIN_FILENO)
  /// Standard output, for results.
  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  /// Standard error, for diagnostics and progress.
  static let standardError = Terminal(descriptor: STDERR_FILENO)

  /// The file descriptor.
  let descriptor: Int32

  /// Whether the stream is a terminal, and not a file or pipe.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether somebody pipes text in: the stream is a pipe, or a file of which nothing has been read.
  ///
  /// A loop such as `while read x; do …; done <list` has read some of its file when it starts a command.
  var isPiped: Bool {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return false }
    switch facts.st_mode & S_IFMT {
    case S_IFIFO: return true
    case S_IFREG: return lseek(descriptor, 0, SEEK_CUR) == 0
    default: return false
    }
  }

  /// Whether color is used: on terminals, but not under `NO_COLOR` (no-color.org) or
  /// `TERM=dumb`.
  var usesColor: Bool {
    isTerminal && !Environment.has("NO_COLOR") && Environment.value("TERM") != "dumb"
  }

  /// The number of columns, as the terminal reports it now; 80 where it is unknown.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Why a remark could not be written to standard output; nil where all were. The process ends with status 1
  /// then, because somebody may rely on what was to be read there.
  static let lostRemark = Mutex<SlipError?>(nil)

  /// Whether something went wrong after a change was made. The process ends with status 1 then.
  static let hasUnfinishedChange = Atomic<Bool>(false)

  /// Writes a remark about what was done; an error is kept in `lostRemark`, because the work goes on.
  func writeRemark(_ text: String) {
    do throws(SlipError) {
      try writeResult(text)
    } catch {
      Terminal.lostRemark.withLock { $0 = $0 ?? error }
    }
  }

  /// Writes a message. Errors are ignored, because there is nowhere left to report them.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a result as text.
  ///
  /// - Throws: `SlipError` where it can't be written.
  func writeResult(_ text: String) throws(SlipError) {
    var failure: SlipError?
    var text = text
    text.withUTF8 { bytes in
      do throws(SlipError) { try writeResult(UnsafeRawBufferPointer(bytes)) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes the bytes of a message; errors are ignored.
  func write(_ bytes: UnsafeRawBufferPointer) { try? writeResult(bytes) }

  /// How often signals may interrupt the writing of a result.
  private static let mostInterruptions = 1_000

  /// Writes the bytes of a result. A full disk is an error; a reader that has gone away, as in
  /// `| head`, ends the writing without one.
  func writeResult(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    var rest = bytes[...]
    var interruptions = 0
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, part.baseAddress, part.count)
      #else
        let count = Darwin.write(descriptor, part.baseAddress, part.count)
      #endif
      if count <= 0 {
        let code = count < 0 ? errno : EIO
        interruptions += 1
        if code == EINTR, interruptions < Terminal.mostInterruptions { continue }
        if code == EPIPE { return }
        throw .system("Cannot write the result", "<stdout>", errno: code)
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Text of a result, which is written to standard output in pieces: there may be much of it.
struct TextPieces {
  /// What isn't written yet.
  private var text = ""

  /// Adds text.
  ///
  /// - Throws: `SlipError` where it can't be written.
  mutating func add(_ more: String) throws(SlipError) {
    text += more
    if text.utf8.count >= 65_536 { try finish() }
  }

  /// Writes what isn't written yet.
  ///
  /// - Throws: `SlipError` where it can't be written.
  mutating func finish() throws(SlipError) {
    try Terminal.standardOutput.writeResult(text)
    text = ""
  }
}

/// The environment of the process. Only this layer looks at it; the library gets what it needs
/// as arguments.
enum Environment {
  /// The absolute path of the working directory; nil where it was removed.
  static var workingDirectory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The value of an environment variable; nil where it isn't set.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether an environment variable is set and not empty.
  static func has(_ name: String) -> Bool {
    value(name).map { !$0.isEmpty } ?? false
  }
}
