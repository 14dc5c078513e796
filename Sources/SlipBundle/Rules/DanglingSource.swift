public import SlipBase

/// A source that is referred to does not exist.
public enum DanglingSource: ValidationRule {
  public static let code = "SBXI005"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A source that is referred to does not exist"
  public static let repair = RuleRepair.unsafe("the reference is taken out")
  public static let manual = RuleManual(
    finds: """
      A note's `source` names a key that no source has.
      """,
    matters: """
      The file that the note came from can't be given back, and importing again makes a second note.
      """,
    bad: """
      <note … source="x"/> without <source key="x" …/>
      """,
    good: """
      <source key="x" …/> and <note … source="x"/>
      """,
    fix: """
      Put the source back, or take the attribute out.
      """)
}
