public import SlipBase

/// A file has another content than is listed.
public enum WrongDigest: ValidationRule {
  public static let code = "SBXF006"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A file has another content than is listed"
  public static let repair = RuleRepair.safe("a derived file (mirror, thumbnail) is made anew")
  public static let manual = RuleManual(
    finds: """
      A payload file's SHA-256 is not the one in the manifest, though its length is.
      """,
    matters: """
      It was changed or damaged after the bundle was saved.
      """,
    bad: """
      <file path="notes/0b/0b2a….txt" length="5" sha256="9f86…" …/> and notes/0b/0b2a….txt: Plane
      """,
    good: """
      <file path="notes/0b/0b2a….txt" length="5" sha256="9f86…" …/> and notes/0b/0b2a….txt: Plain
      """,
    fix: """
      Get the file back from a backup.
      """)
}
