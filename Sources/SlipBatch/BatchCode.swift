/// Codes of faults in batch work (G).
public enum BatchCode {
  /// A journal is there already, and it wasn't said to go on with it.
  public static let journalExists = "SBXG201"
  /// A journal was begun by other work than this.
  public static let otherJob = "SBXG202"
  /// A file is no journal, or of a form that isn't known.
  public static let notJournal = "SBXG203"
  /// A line of a journal can't be read.
  public static let damagedLine = "SBXG204"
  /// A pattern for paths is badly formed.
  public static let badGlob = "SBXG205"
  /// An entry of a list of paths can't be used.
  public static let badEntry = "SBXG206"
}
