public import SlipBase

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

extension BatchCode {
  /// What each code means, in one line, as `slipconv explain` shows it.
  public static let texts = [
    CodeText(journalExists, "The journal exists, and `--resume` was not given"),
    CodeText(otherJob, "The journal was started by different work"),
    CodeText(notJournal, "The file is not a journal"),
    CodeText(damagedLine, "A line of a journal can't be read"),
    CodeText(badGlob, "A glob for paths is malformed"),
    CodeText(badEntry, "An entry of a list of paths can't be used"),
  ]
}
