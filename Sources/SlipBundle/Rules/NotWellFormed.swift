public import SlipBase
internal import XMLSyntax

/// The manifest is not well-formed XML.
public enum NotWellFormed: ValidationRule {
  public static let code = XMLCode.notWellFormed
  public static let severity = Diagnostic.Severity.error
  public static let title = "The manifest is not well-formed XML"
  public static let manual = RuleManual(
    finds: """
      The manifest breaks a rule of XML 1.0 or of Namespaces in XML.
      """,
    matters: """
      No program can read it past that place, and what stands behind it is unknown.
      """,
    bad: """
      <note id="…" title="A & B"/>
      """,
    good: """
      <note id="…" title="A &amp; B"/>
      """,
    fix: """
      Correct the place that is named, or get the manifest back from a backup.
      """)
}
