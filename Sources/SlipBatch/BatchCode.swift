/// Codes of faults in batch work (B).
public enum BatchCode {
  /// A journal is there already, and it wasn't said to go on with it.
  public static let journalExists = "SBXB001"
  /// A journal was begun by other work than this.
  public static let otherJob = "SBXB002"
  /// A file is no journal, or of a form that isn't known.
  public static let notJournal = "SBXB003"
  /// A line of a journal can't be read.
  public static let damagedLine = "SBXB004"
  /// A pattern for paths is badly formed.
  public static let badGlob = "SBXB005"
  /// An entry of a list of paths can't be used.
  public static let badEntry = "SBXB006"
}
