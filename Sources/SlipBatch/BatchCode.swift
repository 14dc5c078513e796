/// The codes of the errors in batch work. Their area is the letter B.
public enum BatchCode {
  /// The journal exists already, and the user didn't ask to continue it.
  public static let journalExists = "SBXB001"
  /// The journal belongs to other work than this.
  public static let otherJob = "SBXB002"
  /// The file is not a journal, or a journal of an unknown form.
  public static let notJournal = "SBXB003"
  /// A line of a journal can't be read.
  public static let damagedLine = "SBXB004"
  /// A pattern for paths is malformed.
  public static let badGlob = "SBXB005"
  /// An entry of a list of paths can't be used.
  public static let badEntry = "SBXB006"
}
