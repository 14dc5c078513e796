import SlipBase

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One of the process's standard streams.
struct Terminal: Sendable {
  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  static let standardError = Terminal(descriptor: STDERR_FILENO)

  let descriptor: Int32

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Colour is used on terminals only, and not under `NO_COLOR` (no-color.org) or `TERM=dumb`.
  var usesColor: Bool {
    isTerminal && !Environment.has("NO_COLOR") && Environment.value("TERM") != "dumb"
  }

  /// Columns; 80 when unknown.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  func writeResult(_ text: String) throws(SlipError) {
    var failure: SlipError?
    var text = text
    text.withUTF8 { bytes in
      do throws(SlipError) { try writeResult(UnsafeRawBufferPointer(bytes)) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes all bytes; trouble is passed over: there is nowhere left to tell of it.
  func write(_ bytes: UnsafeRawBufferPointer) { try? writeResult(bytes) }

  /// Writes all bytes. A full disk is an error; a reader that has gone away (`| head`) ends the writing quietly.
  func writeResult(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, part.baseAddress, part.count)
      #else
        let count = Darwin.write(descriptor, part.baseAddress, part.count)
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { return }
        throw .system("Cannot write the result", "<stdout>", errno: errno)
      }
      rest = rest.dropFirst(count)
    }
  }
}

enum Environment {
  /// Absolute; nil where it was removed.
  static var workingDirectory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static func has(_ name: String) -> Bool {
    value(name).map { !$0.isEmpty } ?? false
  }
}
