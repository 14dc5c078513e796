import ArgumentParser
import SlipboxKit

/// `slipconv explain`: what codes mean. The texts come from `ExplanationTable`; those of
/// validation rules are the same as in `Docs/Rules.md`.
///
/// The command is where a user goes from a message such as
/// `error: A file is not listed [SBXF004]`. So it accepts what can be copied from there, in any
/// case, and for an unknown code proposes those that resemble it.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain what a code means, why it matters and how to fix it.",
    discussion: """
      Takes codes of findings and errors, and names of rules; upper and lower case are the same.

      EXAMPLE
        slipconv explain SBXF004
        slipconv explain MirrorDiffers SBXR002
      """)

  /// Codes or names of rules, in any case.
  @Argument(
    help: "Codes such as SBXF004, or names of rules such as UnlistedFile.",
    completion: .list(ExplanationTable.rows.flatMap { [$0.code, $0.name].compactMap(\.self) }))
  var codes: [String]

  /// Prints a page for each code. Unknown ones are reported with those they resemble, and the
  /// exit status is 2; the pages of known ones are printed all the same.
  func run() throws {
    var pages: [String] = []
    var unknown: [String] = []
    for code in codes {
      let entries = ExplanationTable.entries(for: code)
      if entries.isEmpty { unknown.append(code) }
      pages += entries.map { ExplanationText(explanation: $0).page }
    }
    if !pages.isEmpty { Terminal.standardOutput.write(pages.joined(separator: "\n")) }
    for code in unknown {
      let near = ExplanationTable.near(code)
      let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
      Terminal.standardError.write("slipconv: error: There is no code or rule `\(code)`.\(hint)\n")
    }
    if !unknown.isEmpty {
      Terminal.standardError.write("`slipconv rules` lists the validation rules.\n")
      throw ExitStatus.wrongUsage
    }
  }
}
