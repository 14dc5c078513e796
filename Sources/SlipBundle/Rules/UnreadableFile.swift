public import SlipBase

/// A listed file can't be read.
public enum UnreadableFile: ValidationRule {
  public static let code = "SBXF012"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A listed file can't be read"
  public static let manual = RuleManual(
    finds: """
      Opening or reading a listed file fails: permissions, a damaged disk, a damaged ZIP entry.
      """,
    matters: """
      Its content can't be judged, and may be lost.
      """,
    bad: """
      a file without read permission
      """,
    good: """
      a file that the user may read
      """,
    fix: """
      Look at the file's permissions and at the disk.
      """)
}
