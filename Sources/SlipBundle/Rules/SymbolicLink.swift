public import SlipBase

/// A symbolic link in the tree.
public enum SymbolicLink: ValidationRule {
  public static let code = ContainerFault.symbolicLink
  public static let severity = Diagnostic.Severity.error
  public static let title = "A symbolic link in the tree"
  public static let manual = RuleManual(
    finds: """
      There is a symbolic link in the bundle.
      """,
    matters: """
      It can lead out of the bundle. It is never followed, and what it points to is not part of the bundle.
      """,
    bad: """
      notes/link -> ../mimetype
      """,
    good: """
      a file in its place
      """,
    fix: """
      Put the file itself in its place.
      """)
}
