public import SlipBase

/// A file is not listed.
public enum UnlistedFile: ValidationRule {
  public static let code = "SBXF004"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A file is not listed"
  public static let repair = RuleRepair.unsafe(
    "a body becomes a note of its own; a mirror or thumbnail that belongs to nothing is deleted")
  public static let manual = RuleManual(
    finds: """
      There is a file in the tree that the manifest does not list. `.DS_Store`, names that begin with `._` or `.git`, and the lock files of word processors (`.~lock.NAME#`, `~$NAME`) don't count.
      """,
    matters: """
      It belongs to no note, and no export has it. It may be the newer version of a note that a merge left out of the manifest: so it stays where it is whatever slipconv changes in the bundle.
      """,
    bad: """
      notes/00/copy.rtf
      """,
    good: """
      notes/0b/0b2a….rtf and <file path="notes/0b/0b2a….rtf" …/>
      """,
    fix: """
      Move it out of the bundle; import it, if it is a note.
      """)
}
