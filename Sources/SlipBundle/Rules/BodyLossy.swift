internal import SlipBase

extension ValidationRule {
  /// RTF was read, and something in it was lost or had to be guessed.
  ///
  /// Each diagnostic of the RTF reader with severity warning or error becomes one finding at the same place.
  public static let bodyLossy = ValidationRule(
    code: "SBXR903", name: "BodyLossy", family: .bodies, severity: .warning,
    title: "The RTF can't be read without loss",
    manual: RuleManual(
      finds: """
        Reading a note's body, or a file of RTF, shows a fault: a group that isn't closed, a byte that its code page doesn't have, a number that is no character, and so on. The message names the fault and its code.
        """,
      matters: "Text or formatting is lost, and other programs may show something else.",
      bad: "{\\rtf1\\ansi caf\\u55296 ?}",
      good: "{\\rtf1\\ansi caf\\'e9}",
      fix: """
        Open it with a word processor and save it; if it is a body, run `slipconv refresh`. If you received the file like this, ignore the finding and give a reason.
        """))
}

/// Turns what the RTF reader reports into findings.
enum BodyLossy {
  /// Adds a finding for each warning and error.
  ///
  /// - Parameters:
  ///   - diagnostics: What reading the RTF gave; each stands for `count` equal ones.
  ///   - path: The file that was read.
  ///   - findings: Takes the findings, at the places of the diagnostics.
  static func report(_ diagnostics: [Diagnostic], _ path: String, _ findings: inout FindingList) {
    for diagnostic in diagnostics where diagnostic.severity >= .warning {
      let times = diagnostic.count > 1 ? ", \(diagnostic.count) times" : ""
      findings.report(
        .bodyLossy, "\(diagnostic.message) (\(diagnostic.code)\(times))",
        at: .file(path, diagnostic.location.place))
    }
  }
}
