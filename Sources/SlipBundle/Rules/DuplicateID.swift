public import SlipBase

/// An id is given twice.
public enum DuplicateID: ValidationRule {
  public static let code = "SBXI001"
  public static let severity = Diagnostic.Severity.error
  public static let title = "An id is given twice"
  public static let repair = RuleRepair.unsafe("the first one is kept")
  public static let manual = RuleManual(
    finds: """
      Two folders, keywords, notes, attachments or sources have the same id or key.
      """,
    matters: """
      A reference to it is ambiguous, and saving would drop one of the two.
      """,
    bad: """
      <folder id="0b2a…" name="Work"/> and <folder id="0b2a…" name="Other"/>
      """,
    good: """
      <folder id="0b2a…" name="Work"/> and <folder id="77c1…" name="Other"/>
      """,
    fix: """
      Give one of them a new id, and correct the references that mean it.
      """)
}
