public import SlipBase

/// The codes of errors of SQLite files, whoever made them.
public enum DatabaseCode {
  /// SQLite can't open, read or write a file.
  public static let failed = "SBXG140"
  /// A file is no index of this program, or of another version.
  public static let notOurs = "SBXG141"
  /// An SQLite file of another program is beyond a limit: tables, rows, bytes of a value, or work.
  public static let tooMuch = "SBXG177"
}

extension DatabaseCode {
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      failed, "An SQLite file can't be opened, read or written",
      advice: """
        The message gives SQLite's own reason. If the file is damaged, take it from a backup, or recover it \
        with the command `.recover` of the program sqlite3.
        """),
    CodeText(
      notOurs, "An SQLite file is not what this command reads or replaces",
      advice: """
        Name a file that `slipconv export --to sqlite` wrote. To import it again, it must have been written \
        with --attachments embed.
        """),
    CodeText(
      tooMuch, "An SQLite file of another program has more tables, rows, bytes or work than the limits",
      advice: """
        The limits protect against files that are made to do harm. If you trust this one, export the notes \
        from their program as files, and import those.
        """),
  ]
}
