internal import SlipBase
internal import SlipFiles

/// File names that git passes behind the words of a configured command.
///
/// Anyone can name a file of a repository `--output=x`. Such a name must not be read as an option, so `--` is put before the
/// arguments of git.
enum GitArguments {
  /// The arguments with `--` before what git has added.
  static func separated(_ arguments: [String]) -> [String] {
    guard !arguments.contains("--") else { return arguments }
    switch arguments.first {
    case "diff":
      guard let flag = arguments.firstIndex(of: "--git") else { return arguments }
      let count = count(ofDriver: arguments[(flag + 1)...])
      return separated(arguments, last: count)
    case "convert":
      // A filter for text (`textconv`) gets the name of a file as its last argument.
      guard let last = arguments.last, last.hasPrefix("-"), last != "-", isFile(last) else {
        return arguments
      }
      return separated(arguments, last: 1)
    default: return arguments
    }
  }

  /// How many arguments a diff driver gets: 7, 9 for a renamed file, 1 for a conflict.
  private static func count(ofDriver arguments: ArraySlice<String>) -> Int {
    for count in [9, 7] where arguments.count >= count {
      let git = Array(arguments.suffix(count))
      // Path, file, digest and mode, file, digest and mode.
      if [3, 6].allSatisfy({ isMode(git[$0]) }), [2, 5].allSatisfy({ isDigest(git[$0]) }) { return count }
    }
    return min(1, arguments.count)
  }

  /// Whether this is the mode of a file, or a dot for none.
  private static func isMode(_ text: String) -> Bool {
    text == "."
      || text.utf8.count == 6 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
  }

  /// Whether this is the digest of a file, or a dot for none.
  private static func isDigest(_ text: String) -> Bool {
    text == "." || text.utf8.count >= 4 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Whether a file has this name. What can't be seen is none: the parser then says what is wrong with the option.
  private static func isFile(_ name: String) -> Bool {
    do throws(SlipError) { return try FileSystem.status(name)?.kind == .file } catch { return false }
  }

  /// The arguments with `--` before the last ones.
  private static func separated(_ arguments: [String], last count: Int) -> [String] {
    arguments.dropLast(count) + ["--"] + arguments.suffix(count)
  }
}
