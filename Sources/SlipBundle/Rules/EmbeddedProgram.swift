public import SlipBase

/// RTF holds a program or a packed file.
public enum EmbeddedProgram: ValidationRule {
  public static let code = "SBXR902"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "The RTF holds a program or a packed file"
  public static let manual = RuleManual(
    finds: """
      An embedded object is of the class `Package`, which can be any file and opens by a double click, or its data hold a Windows program.
      """,
    matters: """
      Documents spread malware so. slipconv never runs or unpacks it.
      """,
    bad: """
      {\\object\\objemb{\\*\\objclass Package}{\\*\\objdata 0105}…}
      """,
    good: """
      {\\object\\objemb{\\*\\objclass Equation.3}{\\*\\objdata 0105}…}
      """,
    fix: """
      Take the object out with a word processor; of a body, run `slipconv refresh` then.
      """)
}
