public import SlipBase

/// A note links to itself.
public enum LinkToItself: ValidationRule {
  public static let code = "SBXL002"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A note links to itself"
  public static let repair = RuleRepair.unsafe("the link is taken out")
  public static let manual = RuleManual(
    finds: """
      A `link` element names the note that it stands in.
      """,
    matters: """
      It says nothing, and shows up as a back-link.
      """,
    bad: """
      <note id="0b2a…" title="…"><link to="0b2a…"/></note>
      """,
    good: """
      <note id="0b2a…"/>
      """,
    fix: """
      Take it out, unless it is meant.
      """)
}
