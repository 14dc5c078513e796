public import SlipBase

/// The bundle is of an older schema version.
public enum VersionOlder: ValidationRule {
  public static let code = VersionTable.other
  public static let severity = Diagnostic.Severity.error
  public static let title = "The bundle is of an older schema version"
  public static let manual = RuleManual(
    finds: """
      The attribute `version` names a version that this program knows, but not the current one.
      """,
    matters: """
      Only bundles of the current version are validated as a whole.
      """,
    bad: """
      <slipbox xmlns="urn:slipbox:manifest" version="4">
      """,
    good: """
      <slipbox xmlns="urn:slipbox:manifest" version="5">
      """,
    fix: """
      Run `slipconv migrate`.
      """)
}
