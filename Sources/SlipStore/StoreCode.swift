public import SlipBase

/// The codes of errors of SQLite files.
public enum StoreCode {
  /// SQLite can't open, read or write a file.
  public static let failed = "SBXG140"
  /// A file is no index of this program, or of another version.
  public static let notOurs = "SBXG141"
}

extension StoreCode {
  /// What each code means, in one line, as `slipconv explain` shows it.
  public static let texts = [
    CodeText(failed, "An SQLite file can't be opened, read or written"),
    CodeText(notOurs, "An SQLite file is not what this command reads or replaces"),
  ]
}
