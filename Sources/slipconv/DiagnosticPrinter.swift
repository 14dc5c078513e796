import SlipBase
internal import SlipFiles
import SlipboxKit

/// Prints diagnostics as compilers do, so that editors can jump to the place:
///
///     notes/b.rtf:1:27: warning: half a surrogate pair becomes U+FFFD [SBXR009]
///
/// Equal findings are one line with a count, `(12 times)`. A hint follows on a line of its own.
struct DiagnosticPrinter {
  /// Where the diagnostics go.
  var terminal: Terminal
  /// Diagnostics below this severity are not printed.
  var floor: Diagnostic.Severity = .warning

  /// Prints the diagnostics that reach `floor`, in one piece.
  ///
  /// A change that isn't complete also decides on the exit status.
  func print(_ diagnostics: some Sequence<Diagnostic>) {
    DiagnosticPrinter.noteUnfinished(diagnostics)
    let text = text(diagnostics)
    if !text.isEmpty { terminal.write(text) }
  }

  /// Makes the process end with status 1 where one of the diagnostics, which are printed elsewhere, says that a change
  /// was made and isn't complete.
  static func noteUnfinished(_ diagnostics: some Sequence<Diagnostic>) {
    guard diagnostics.contains(where: { $0.code == FileCode.unfinished }) else { return }
    Terminal.hasUnfinishedChange.store(true, ordering: .relaxed)
  }

  /// The diagnostics that reach `floor` as text; empty where there are none.
  func text(_ diagnostics: some Sequence<Diagnostic>) -> String {
    var text = ""
    for diagnostic in diagnostics where diagnostic.severity >= floor { text += line(diagnostic) }
    return text
  }

  /// One diagnostic with its hint, whatever its severity.
  func line(_ diagnostic: Diagnostic) -> String {
    let times = diagnostic.count > 1 ? " (\(diagnostic.count) times)" : ""
    var text = "\(PlainLine.text("\(diagnostic.location)")): \(painted(diagnostic.severity)): "
    text += "\(diagnostic.message)\(times) [\(diagnostic.code)]\n"
    if let hint = diagnostic.hint { text += "  hint: \(hint)\n" }
    return text
  }

  /// The name of a severity, in color on a terminal.
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
