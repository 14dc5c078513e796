internal import SlipDocument
public import SlipBase

/// The bundle is of an older schema version.
public enum VersionOlder: ValidationRule {
  public static let code = VersionTable.other
  public static let severity = Diagnostic.Severity.info
  public static let title = "The bundle is of an older schema version"
  public static let manual = RuleManual(
    finds: """
      The attribute `version` names a version that this program knows, but not the current one.
      """,
    matters: """
      It is checked by its own version's schema, and may be as sound as any. Most commands read only the current version.
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
