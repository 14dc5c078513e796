public import SlipBase

/// A file has another length than is listed.
public enum WrongLength: ValidationRule {
  public static let code = "SBXF005"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A file has another length than is listed"
  public static let repair = RuleRepair.safe("a derived file (mirror, thumbnail) is made anew")
  public static let manual = RuleManual(
    finds: """
      A payload file's length in bytes is not the one in the manifest.
      """,
    matters: """
      It was changed, cut off or replaced after the bundle was saved.
      """,
    bad: """
      <file path="notes/0b/0b2a….txt" length="5" …/> and notes/0b/0b2a….txt: 14 bytes
      """,
    good: """
      <file path="notes/0b/0b2a….txt" length="14" …/> and notes/0b/0b2a….txt: 14 bytes
      """,
    fix: """
      Get the file back from a backup. Bodies that were edited are another matter: see `BodyEdited`.
      """)
}
