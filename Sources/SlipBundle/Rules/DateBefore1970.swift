public import SlipBase

/// A date lies before 1970.
public enum DateBefore1970: ValidationRule {
  public static let code = "SBXD003"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A date lies before 1970"
  public static let manual = RuleManual(
    finds: """
      A date of a note, folder or source is before 1 January 1970.
      """,
    matters: """
      Mostly it is a counter that began at 1601, 1904 or 0 and was misread. Some file systems and programs can't hold it.
      """,
    bad: """
      <note … modified="1904-01-01T00:00:00Z"/>
      """,
    good: """
      <note … modified="2024-05-06T10:00:00Z"/>
      """,
    fix: """
      Correct it, or ignore it with a reason if the note is that old.
      """)
}
