public import SlipBase

/// The manifest declares no schema version.
public enum VersionUndeclared: ValidationRule {
  public static let code = VersionTable.undeclared
  public static let severity = Diagnostic.Severity.error
  public static let title = "The manifest declares no schema version"
  public static let manual = RuleManual(
    finds: """
      The root element isn't `slipbox` in the namespace `urn:slipbox:manifest`, or its attribute `version` is missing or not a number.
      """,
    matters: """
      Without a version nobody knows by which rules to read it.
      """,
    bad: """
      <slipbox xmlns="urn:slipbox:manifest">
      """,
    good: """
      <slipbox xmlns="urn:slipbox:manifest" version="5">
      """,
    fix: """
      Put the version in, if you know which one it is.
      """)
}
