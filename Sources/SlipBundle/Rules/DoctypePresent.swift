public import SlipBase
internal import XMLSyntax

/// The manifest has a DOCTYPE.
public enum DoctypePresent: ValidationRule {
  public static let code = XMLCode.doctype
  public static let severity = Diagnostic.Severity.error
  public static let title = "The manifest has a DOCTYPE"
  public static let manual = RuleManual(
    finds: """
      There is a document type declaration.
      """,
    matters: """
      A DOCTYPE can declare entities that swell without bound or fetch files. A manifest needs none; it is refused unread.
      """,
    bad: """
      <!DOCTYPE slipbox [<!ENTITY a "…">]>
      """,
    good: """
      <?xml version="1.0" encoding="UTF-8"?>
      <slipbox xmlns="urn:slipbox:manifest" version="5">
      """,
    fix: """
      Take the DOCTYPE out, and ask yourself who put it in.
      """)
}
