public import SlipBase

/// Two keywords have the same name.
public enum DuplicateKeywordName: ValidationRule {
  public static let code = "SBXK001"
  public static let severity = Diagnostic.Severity.error
  public static let title = "Two keywords have the same name"
  public static let repair = RuleRepair.unsafe("all notes refer to the first, the other is taken out")
  public static let manual = RuleManual(
    finds: """
      The names of two keywords are equal under Unicode normalisation (NFC) and case folding.
      """,
    matters: """
      Keywords are found by name; of the two only one would be found.
      """,
    bad: """
      <keyword id="0b2a…" name="Größe" …/> and <keyword id="77c1…" name="GRÖSSE" …/>
      """,
    good: """
      <keyword id="0b2a…" name="Größe" …/>
      """,
    fix: """
      Let all notes refer to one of them and take the other out.
      """)
}
