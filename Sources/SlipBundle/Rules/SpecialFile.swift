public import SlipBase

/// A special file in the tree.
public enum SpecialFile: ValidationRule {
  public static let code = ContainerFault.specialFile
  public static let severity = Diagnostic.Severity.error
  public static let title = "A special file in the tree"
  public static let manual = RuleManual(
    finds: """
      There is a device, socket or pipe in the bundle.
      """,
    matters: """
      Reading it could wait for ever or change something. It is never opened.
      """,
    bad: """
      a named pipe
      """,
    good: """
      a regular file
      """,
    fix: """
      Take it out.
      """)
}
