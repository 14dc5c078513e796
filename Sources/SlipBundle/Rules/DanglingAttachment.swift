public import SlipBase

/// An attachment that is referred to does not exist.
public enum DanglingAttachment: ValidationRule {
  public static let code = "SBXI004"
  public static let severity = Diagnostic.Severity.error
  public static let title = "An attachment that is referred to does not exist"
  public static let repair = RuleRepair.unsafe(
    "a note's reference is taken out; what was lifted from a source stays")
  public static let manual = RuleManual(
    finds: """
      An `attachment` element of a note, or a `lifted` element of a source, names a digest that no attachment has.
      """,
    matters: """
      The note has lost a picture or file; an original can't be given back without what was lifted out of it.
      """,
    bad: """
      <attachment ref="9f86…" name="x"/> without <attachment sha256="9f86…" …/>
      """,
    good: """
      <attachment sha256="9f86…" type="image/png" extension="png"/> … <attachment ref="9f86…" name="a.png"/>
      """,
    fix: """
      Put the attachment and its blob back, or take the reference out.
      """)
}
