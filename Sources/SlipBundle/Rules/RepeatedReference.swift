internal import SlipDocument
public import SlipBase

/// A note has a keyword or link twice.
public enum RepeatedReference: ValidationRule {
  public static let code = "SBXI010"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A note has a keyword or link twice"
  public static let repair = RuleRepair.safe("the second one is left out")
  public static let manual = RuleManual(
    finds: """
      Two `keyword` elements, or two `link` elements, of one note lead to the same thing.
      """,
    matters: """
      It means nothing, and is lost when the bundle is saved.
      """,
    bad: """
      <keyword ref="77c1…"/> <keyword ref="77c1…"/>
      """,
    good: """
      <keyword ref="77c1…"/>
      """,
    fix: """
      Run `slipconv validate --fix`, or take the second one out.
      """)
}
