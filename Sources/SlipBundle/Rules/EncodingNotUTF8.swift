public import SlipBase
internal import XMLSyntax

/// The manifest is not in UTF-8.
public enum EncodingNotUTF8: ValidationRule {
  public static let code = XMLCode.encoding
  public static let severity = Diagnostic.Severity.error
  public static let title = "The manifest is not in UTF-8"
  public static let manual = RuleManual(
    finds: """
      The manifest is in UTF-16 or UTF-32, declares another encoding, or has bytes that are not well-formed UTF-8, NUL included.
      """,
    matters: """
      One encoding leaves no doubt about what a name is.
      """,
    bad: """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      """,
    good: """
      <?xml version="1.0" encoding="UTF-8"?>
      """,
    fix: """
      Convert the file to UTF-8 and correct its first line.
      """)
}
