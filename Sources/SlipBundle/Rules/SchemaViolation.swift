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
      <note id="1" title="One"/>
      """,
    good: """
      <note id="0b2ad0c8-5d5c-5e9b-9c57-0c6b1f5b7a01" title="One"/>
      """,
    fix: """
      Correct the value. What a value may be stands in `Schemas/README.md`.
      """)
}
