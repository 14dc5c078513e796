public import SlipBase

/// A keyword that is referred to does not exist.
public enum DanglingKeyword: ValidationRule {
  public static let code = "SBXI003"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A keyword that is referred to does not exist"
  public static let repair = RuleRepair.unsafe("the reference is taken out")
  public static let manual = RuleManual(
    finds: """
      A `keyword` element of a note names an id that no keyword has.
      """,
    matters: """
      The note has lost a keyword.
      """,
    bad: """
      <keyword ref="0b2a…"/> without <keyword id="0b2a…" …/>
      """,
    good: """
      <keyword id="0b2a…" name="idea" …/> … <keyword ref="0b2a…"/>
      """,
    fix: """
      Put the keyword back, or take the reference out.
      """)
}
