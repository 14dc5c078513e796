import SlipboxKit

/// A code's page for the terminal.
struct ExplanationText {
  var explanation: Explanation

  /// Lines end in LF.
  var page: String {
    var heading = explanation.code
    if let name = explanation.name { heading += " " + name }
    if let severity = explanation.severity { heading += " (\(severity))" }
    var text = "\(heading)\n\(explanation.title).\n"
    guard let manual = explanation.manual else {
      if let remark = explanation.remark { text += "\n\(filled(remark))\n\n" }
      return text + "Reported by: \(explanation.reportedBy).\n"
    }
    text += "\n\(filled(manual.finds))\n\nWhy it matters\n\(filled(manual.matters))\n"
    text +=
      "\nWrong\n\(indented(manual.bad))\nRight\n\(indented(manual.good))\nHow to put it right\n\(filled(manual.fix))\n"
    if let safe = explanation.repair.safe { text += "\n--fix\n\(filled(safe + "."))\n" }
    if let unsafe = explanation.repair.unsafe { text += "\n--fix-unsafe\n\(filled(unsafe + "."))\n" }
    return text
  }

  private func indented(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined()
  }

  /// Paragraphs in lines of at most 78 characters, two columns in.
  private func filled(_ text: String) -> String {
    var lines: [String] = []
    var line = " "
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if line.count > 1, line.count + word.count + 1 > 78 {
        lines.append(line)
        line = " "
      }
      line += " " + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
