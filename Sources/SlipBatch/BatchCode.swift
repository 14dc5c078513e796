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
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      journalExists, "The journal exists, and `--resume` was not given",
      advice: "Give --resume to continue the work, or name another file with --journal."),
    CodeText(
      otherJob, "The journal was started by different work",
      advice: """
        Give the same command, options, inputs and shard as when the journal was begun, or name another file \
        with --journal.
        """),
    CodeText(
      notJournal, "The file is not a journal",
      advice: "The file was left as it is. Name one that a run has written, or a new one with --journal."),
    CodeText(
      damagedLine, "A line of a journal can't be read",
      advice: """
        An item of such a line counts as not done: run the work again with --resume, which does it anew.
        """),
    CodeText(
      badGlob, "A glob for paths is malformed",
      advice: """
        Correct the pattern of --include or --exclude. It may have `*`, `**`, `?` and classes such as \
        `[a-z]`.
        """),
    CodeText(
      badEntry, "An entry of a list of paths can't be used",
      advice: """
        Correct the line of the list that the message names. A list has one path a line, paths that end with \
        NUL, or JSON objects with a member `path`.
        """),
  ]
}
