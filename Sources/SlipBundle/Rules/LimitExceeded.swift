public import SlipBase
internal import XMLSyntax

/// The manifest exceeds a limit.
public enum LimitExceeded: ValidationRule {
  public static let code = XMLCode.limit
  public static let severity = Diagnostic.Severity.error
  public static let title = "The manifest exceeds a limit"
  public static let manual = RuleManual(
    finds: """
      More elements are open at once, an element has more attributes, or a value is longer than the reader allows.
      """,
    matters: """
      The limits are far beyond real manifests. Something that exceeds them wants to use up memory or time.
      """,
    bad: """
      a title of 20 MB
      """,
    good: """
      a title of a line
      """,
    fix: """
      Look at the place that is named.
      """)
}
