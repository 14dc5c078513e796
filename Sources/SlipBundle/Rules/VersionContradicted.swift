public import SlipBase

/// The declared version isn't the one that the bundle has.
public enum VersionContradicted: ValidationRule {
  public static let code = VersionTable.contradicted
  public static let severity = Diagnostic.Severity.error
  public static let title = "The declared schema version isn't the one that the bundle has"
  public static let manual = RuleManual(
    finds: """
      The attribute `version` names one version, and the elements below it, or the container, are those of another.
      """,
    matters: """
      Read by the wrong version's rules, a bundle would lose what that version doesn't know.
      """,
    bad: """
      version="3" in a manifest with `attachments` and `files`
      """,
    good: """
      version="4"
      """,
    fix: """
      Put the right version in, or take the bundle from a backup.
      """)
}
