import SlipboxKit

/// The page about a code, as `slipconv explain` prints it:
///
///     SBXF004 UnlistedFile (error)
///     A file is not listed.
///
///       There is a file in the tree that the manifest does not list. …
///
///     Why it matters
///       It belongs to no note, and no export has it. …
///
///     Wrong
///         notes/00/copy.rtf
///     …
///
/// Only rules of validation have such a page. Of other codes the title, a remark, advice and the
/// work that reports them are printed.
struct ExplanationText {
  /// The code and what it means.
  var explanation: Explanation

  /// The whole page. Rules of validation have a page with examples; other codes have a title,
  /// perhaps a remark, and advice.
  var page: String {
    var heading = explanation.code
    if let name = explanation.name { heading += " " + name }
    if let severity = explanation.severity { heading += " (\(severity))" }
    var text = "\(heading)\n\(explanation.title).\n"
    guard let manual = explanation.manual else {
      if let remark = explanation.remark { text += "\n\(filled(remark))\n" }
      text += "\nWhat to do\n\(filled(explanation.advice))\n"
      return text + "\nReported by: \(explanation.reportedBy).\n"
    }
    text += "\n\(filled(manual.finds))\n\nWhy it matters\n\(filled(manual.matters))\n"
    text +=
      "\nWrong\n\(indented(manual.bad))\nRight\n\(indented(manual.good))\nHow to put it right\n\(filled(explanation.advice))\n"
    if let safe = explanation.repair.safe { text += "\n--fix\n\(filled(safe + "."))\n" }
    if let unsafe = explanation.repair.unsafe { text += "\n--fix-unsafe\n\(filled(unsafe + "."))\n" }
    return text
  }

  /// Code with an indentation of four spaces, line by line.
  private func indented(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined()
  }

  /// A paragraph, wrapped to lines of at most 78 characters and indented by two spaces.
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
