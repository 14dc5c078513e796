import SlipBase
internal import SlipFiles
import SlipboxKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Programs of the user that this one starts.
enum ExternalProgram {
  /// The command that opens a file with the program that the desktop has for it.
  #if os(macOS)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  /// Runs a command of the shell with a file as its last argument, and waits for its end.
  ///
  /// - Returns: Whether it succeeded.
  static func run(_ command: String, _ file: String) -> Bool {
    let quoted = "'" + file.replacing("'", with: "'\\''") + "'"
    return system("\(command) \(quoted)") == 0
  }

  /// Runs a command of the shell with a text as its standard input, and waits for its end.
  ///
  /// - Returns: Whether it succeeded. A command that doesn't read all of the text isn't blamed for that.
  /// - Throws: `SlipError` where it can't be started.
  static func run(_ command: String, input: String) throws(SlipError) -> Bool {
    guard let pipe = popen(command, "w") else {
      throw SlipError(.cannotDo, code: FileCode.systemCall, "The shell can't be started.")
    }
    // A command that has ended already would end this process with its broken pipe.
    let before = signal(SIGPIPE, SIG_IGN)
    fputs(input, pipe)
    fflush(pipe)
    let status = pclose(pipe)
    signal(SIGPIPE, before)
    return status == 0
  }

  /// Opens a page in the browser: with `$BROWSER`, where that is set, else as the desktop does.
  ///
  /// - Throws: `SlipError` where nothing opens the page.
  static func openPage(_ path: String) throws(SlipError) {
    guard Environment.has("BROWSER"), let browser = Environment.value("BROWSER") else {
      return try open(path)
    }
    // The variable may list several, of which the first that works is meant.
    if browser.split(separator: ":").contains(where: { run(String($0), path) }) { return }
    throw SlipError(
      .cannotDo, code: FileCode.systemCall, "`$BROWSER` can't open this page.", at: SourceLocation(file: path)
    )
  }

  /// Opens a file of a bundle as the desktop does.
  ///
  /// - Throws: `SlipError` where the bundle is packed, or nothing opens the file.
  static func open(_ path: String) throws(SlipError) {
    guard try FileSystem.status(path)?.kind == .file else {
      throw SlipError(
        .cannotDo, code: FileCode.missing, "There is no such file; a packed bundle must be unpacked first.",
        at: SourceLocation(file: path))
    }
    guard run(opener, path) else {
      throw SlipError(
        .cannotDo, code: FileCode.systemCall, "`\(opener)` can't open this file.",
        at: SourceLocation(file: path))
    }
  }
}
