public import SlipBase

/// A name that is not Unicode.
public enum NameNotUnicode: ValidationRule {
  public static let code = ContainerFault.nameNotUnicode
  public static let severity = Diagnostic.Severity.error
  public static let title = "A name that is not Unicode"
  public static let manual = RuleManual(
    finds: """
      A file or folder in the tree has a name that is not well-formed UTF-8.
      """,
    matters: """
      No manifest can list it.
      """,
    bad: """
      caf\\xE9.rtf
      """,
    good: """
      a name in UTF-8
      """,
    fix: """
      Move it out of the bundle, or give it another name.
      """)
}
