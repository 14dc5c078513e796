public import SlipBase

/// A date lies in the future.
public enum DateInFuture: ValidationRule {
  public static let code = "SBXD002"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A date lies in the future"
  public static let manual = RuleManual(
    finds: """
      A date of a note, folder or source is more than a day later than now: than the clock, or than `--date`. The day is for dates that came without a time zone.
      """,
    matters: """
      Lists by date begin with the wrong notes, and nothing that is changed later seems newer.
      """,
    bad: """
      <note … created="2999-01-01T00:00:00Z"/>
      """,
    good: """
      <note … created="2024-05-06T10:00:00Z"/>
      """,
    fix: """
      Correct it; look at the clock of the computer that it came from.
      """)
}
