internal import SlipDocument
public import SlipBase

/// The manifest's digest is missing.
public enum ManifestDigestMissing: ValidationRule {
  public static let code = "SBXF002"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "The manifest's digest is missing"
  public static let repair = RuleRepair.safe("it is made of the manifest as it is")
  public static let manual = RuleManual(
    finds: """
      There is no file `manifest.sha256`.
      """,
    matters: """
      Nothing tells whether the manifest is still what was saved.
      """,
    bad: """
      manifest.xml without manifest.sha256
      """,
    good: """
      Notes.slipbox/manifest.sha256
      Notes.slipbox/manifest.xml
      """,
    fix: """
      Run `sha256sum manifest.xml > manifest.sha256` in the bundle.
      """)
}
