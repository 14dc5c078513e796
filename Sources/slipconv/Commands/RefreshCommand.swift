import ArgumentParser
import SlipBase
import SlipboxKit

struct RefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Adopt bodies that were edited with a word processor.",
    discussion: """
      Embedded pictures are extracted again; mirrors, links, digests and modification dates are updated. The imported \
      originals stay available.

      EXAMPLE
        slipconv refresh my.slipbox
      """)

  private struct Result: Encodable {
    var adopted: [String]
    var diagnostics: [DiagnosticRecord]
  }

  @OptionGroup var bundle: BundleArgument
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  func run() throws {
    let outcome = try Refresh.run(bundle.bundle)
    if json.json {
      try JSONOutput.print(
        Result(adopted: outcome.titles, diagnostics: outcome.diagnostics.map(DiagnosticRecord.init)),
        isDone: !outcome.titles.isEmpty)
    } else {
      common.print(outcome.diagnostics)
      for title in outcome.titles { common.say("Adopted \(title).") }
      if outcome.titles.isEmpty { common.say("No body was edited.") }
    }
    if outcome.diagnostics.contains(where: { $0.severity == .error }) { throw ExitStatus.problemsFound }
  }
}
