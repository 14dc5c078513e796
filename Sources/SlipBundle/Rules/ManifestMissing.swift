public import SlipBase

/// The manifest is missing.
public enum ManifestMissing: ValidationRule {
  public static let code = "SBXC101"
  public static let severity = Diagnostic.Severity.error
  public static let title = "The manifest is missing"
  public static let manual = RuleManual(
    finds: """
      There is no `manifest.xml` in the bundle.
      """,
    matters: """
      Without the manifest nothing tells which file belongs to which note: titles, folders, keywords and links are in it alone.
      """,
    bad: """
      notes/0b/0b2a….rtf without manifest.xml
      """,
    good: """
      Notes.slipbox/manifest.xml
      Notes.slipbox/notes/…
      """,
    fix: """
      Get `manifest.xml` back from a backup or from version control.
      """)
}
