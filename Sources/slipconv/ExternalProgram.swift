import SlipBase
internal import SlipFiles
import SlipboxKit

#if canImport(Glibc)
  import Glibc
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
