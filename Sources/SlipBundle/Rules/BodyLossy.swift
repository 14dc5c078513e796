public import SlipBase

/// RTF can't be read without loss.
public enum BodyLossy: ValidationRule {
  public static let code = "SBXR903"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "The RTF can't be read without loss"
  public static let manual = RuleManual(
    finds: """
      Reading a note's body, or a file of RTF, shows a fault: a group that isn't closed, a byte that its code page lacks, a number that is no character, and so on. The message names the fault and its code.
      """,
    matters: """
      Text or formatting is lost, and other programs may show something else.
      """,
    bad: """
      {\\rtf1\\ansi caf\\u55296 ?}
      """,
    good: """
      {\\rtf1\\ansi caf\\'e9}
      """,
    fix: """
      Open it with a word processor and save it; if it is a body, run `slipconv refresh`. If that is how the file came, ignore it with a reason.
      """)
}

extension BodyLossy {
  static func report(_ diagnostics: [Diagnostic], _ path: String, _ findings: inout FindingList) {
    for diagnostic in diagnostics where diagnostic.severity >= .warning {
      let times = diagnostic.count > 1 ? ", \(diagnostic.count) times" : ""
      findings.report(
        BodyLossy.self, "\(diagnostic.message) (\(diagnostic.code)\(times))",
        at: .file(path, diagnostic.location.place))
    }
  }
}
