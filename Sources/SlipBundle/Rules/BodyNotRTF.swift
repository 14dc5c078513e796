public import SlipBase

/// A body, or a file that is called RTF, is none.
public enum BodyNotRTF: ValidationRule {
  public static let code = "SBXR901"
  public static let severity = Diagnostic.Severity.error
  public static let title = "This is not RTF"
  public static let manual = RuleManual(
    finds: """
      A note's body, or a file outside of bundles whose name says RTF, does not begin with `{\\rtf`.
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
