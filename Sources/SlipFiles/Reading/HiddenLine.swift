package import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A line that somebody types at the terminal without seeing it, such as a passphrase.
package final class HiddenLine: LiveOutput {
  /// The terminal.
  private let descriptor: Int32
  /// How the terminal was before.
  private let before: termios

  /// The most bytes of a line.
  private static let longest = 4_096

  /// Opens the process's terminal; nil where it has none.
  private init?() {
    descriptor = retrying { open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) }
    var state = termios()
    guard descriptor >= 0, tcgetattr(descriptor, &state) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    before = state
  }

  deinit {
    LiveOutputs.remove(self)
    restore()
    close(descriptor)
  }

  /// Shows again what is typed.
  private func restore() {
    var state = before
    _ = tcsetattr(descriptor, TCSAFLUSH, &state)
  }

  /// Makes the terminal as it was when the process is interrupted.
  func interrupt() -> Bool {
    restore()
    return true
  }

  /// Asks for a line at the process's terminal.
  ///
  /// - Parameter question: What is asked, on one line.
  /// - Returns: The bytes of the line; nil where the process has no terminal.
  /// - Throws: `SlipError` where the terminal can't be read.
  package static func ask(_ question: String) throws(SlipError) -> [UInt8]? {
    LiveOutputs.beginCreating()
    guard let terminal = HiddenLine() else {
      LiveOutputs.endCreating()
      return nil
    }
    LiveOutputs.add(terminal)
    LiveOutputs.endCreating()
    var state = terminal.before
    state.c_lflag &= ~tcflag_t(ECHO)
    _ = tcsetattr(terminal.descriptor, TCSAFLUSH, &state)
    try terminal.write(question)
    let line = try terminal.line()
    try terminal.write("\n")
    return line
  }

  /// Writes to the terminal.
  private func write(_ text: String) throws(SlipError) {
    try slipErrors {
      try Array(text.utf8).withUnsafeBytes { try FileSystem.writeFully(descriptor, $0, "/dev/tty") }
    }
  }

  /// Reads up to the end of a line.
  private func line() throws(SlipError) -> [UInt8] {
    var line: [UInt8] = []
    while line.count < HiddenLine.longest {
      var byte: UInt8 = 0
      let count = retrying { read(descriptor, &byte, 1) }
      guard count >= 0 else { throw .system("Cannot read the terminal", "/dev/tty", errno: errno) }
      if count == 0 || byte == 0x0A || byte == 0x0D { return line }
      line.append(byte)
    }
    return line
  }
}
