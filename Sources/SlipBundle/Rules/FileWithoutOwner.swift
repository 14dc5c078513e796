public import SlipBase

/// A listed file belongs to nothing.
public enum FileWithoutOwner: ValidationRule {
  public static let code = "SBXF009"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A listed file belongs to nothing"
  public static let manual = RuleManual(
    finds: """
      A `file` element's path names a note or attachment that the manifest does not have, or another extension than the attachment has.
      """,
    matters: """
      The file can be reached by nobody, and saving drops it.
      """,
    bad: """
      <file path="notes/0b/0b2a….txt" …/> without <note id="0b2a…" …>
      """,
    good: """
      both
      """,
    fix: """
      Put the note or attachment back, or take the `file` element and its file out.
      """)
}
