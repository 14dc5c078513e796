public import SlipBase

/// A listed file is missing.
public enum MissingFile: ValidationRule {
  public static let code = "SBXF003"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A listed file is missing"
  public static let repair = RuleRepair.safe("a derived file (mirror, thumbnail) is made anew")
  public static let manual = RuleManual(
    finds: """
      The manifest lists a payload file that is not in the tree.
      """,
    matters: """
      A body, an attachment or an original is lost.
      """,
    bad: """
      <file path="notes/0b/0b2a….rtf" …/> without notes/0b/0b2a….rtf
      """,
    good: """
      notes/0b/0b2a….rtf
      """,
    fix: """
      Get it back from a backup or from version control.
      """)
}
