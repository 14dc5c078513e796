import SlipBase
import SlipboxKit

/// Diagnostics as compilers print them: `file:line:column: severity: message [code]`.
struct DiagnosticPrinter {
  var terminal: Terminal
  /// Findings below are not printed.
  var floor: Diagnostic.Severity = .warning

  func print(_ diagnostics: some Sequence<Diagnostic>) {
    let text = text(diagnostics)
    if !text.isEmpty { terminal.write(text) }
  }

  func text(_ diagnostics: some Sequence<Diagnostic>) -> String {
    var text = ""
    for diagnostic in diagnostics where diagnostic.severity >= floor { text += line(diagnostic) }
    return text
  }

  func line(_ diagnostic: Diagnostic) -> String {
    let times = diagnostic.count > 1 ? " (\(diagnostic.count) times)" : ""
    var text = "\(PlainLine.text("\(diagnostic.location)")): \(painted(diagnostic.severity)): "
    text += "\(diagnostic.message)\(times) [\(diagnostic.code)]\n"
    if let hint = diagnostic.hint { text += "  hint: \(hint)\n" }
    return text
  }

  private func painted(_ severity: Diagnostic.Severity) -> String {
    guard terminal.usesColor else { return severity.description }
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .info: "36"
      }
    return "\u{1B}[1;\(color)m\(severity)\u{1B}[0m"
  }
}
