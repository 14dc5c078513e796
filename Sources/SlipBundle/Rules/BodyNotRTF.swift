public import SlipBase

/// A body is not RTF.
public enum BodyNotRTF: ValidationRule {
  public static let code = "SBXR901"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A body is not RTF"
  public static let manual = RuleManual(
    finds: """
      A note's body does not begin with `{\\rtf`.
      """,
    matters: """
      Word processors won't open it, and it has no text.
      """,
    bad: """
      Dear diary
      """,
    good: """
      {\\rtf1\\ansi Dear diary}
      """,
    fix: """
      Import the file anew as what it is.
      """)
}
