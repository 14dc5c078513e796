import ArgumentParser
import SlipboxKit

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain what a code means, why it matters and how to put it right.",
    discussion: """
      Takes codes of findings and errors, and names of rules, in any case of letters.

      EXAMPLE
        slipconv explain SBXF004
        slipconv explain MirrorDiffers SBXR002
      """)

  @Argument(
    help: "Codes such as SBXF004, or rules' names such as UnlistedFile.",
    completion: .list(ExplanationTable.rows.flatMap { [$0.code, $0.name].compactMap(\.self) }))
  var codes: [String]

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
      let hint = near.isEmpty ? "" : " Is one of these meant: \(near.joined(separator: ", "))?"
      Terminal.standardError.write("slipconv: error: Nothing is written about `\(code)`.\(hint)\n")
    }
    if !unknown.isEmpty {
      Terminal.standardError.write("`slipconv rules` lists the rules of validation.\n")
      throw ExitStatus.wrongUsage
    }
  }
}
