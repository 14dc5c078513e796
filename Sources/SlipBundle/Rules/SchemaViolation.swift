public import SlipBase
internal import XMLSyntax

/// The manifest breaks its schema.
public enum SchemaViolation: ValidationRule {
  public static let code = XMLCode.schema
  public static let severity = Diagnostic.Severity.error
  public static let title = "The manifest breaks its schema"
  public static let manual = RuleManual(
    finds: """
      An element or attribute is missing, unknown, in the wrong place, or has a value of the wrong form. The message says what was expected.
      """,
    matters: """
      Other programs rely on the schema (`Schemas/slipbox-5.xsd`). References and payload are judged only when it is kept.
      """,
    bad: """
      <folder id="0b2a…" name="Work" order="first"/>
      """,
    good: """
      <folder id="0b2a…" name="Work" order="1"/>
      """,
    fix: """
      Correct the value. What a value may be stands in `Schemas/README.md`.
      """)
}
