import ArgumentParser
import SlipboxKit

/// `slipconv refresh`: adopts bodies that were edited in the bundle. `Refresh` does the work;
/// `import` does the same before it imports.
///
///     $ slipconv refresh my.slipbox
///     Adopted Spring check.
struct RefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Adopt bodies that were edited with a word processor.",
    discussion: """
      Embedded pictures are extracted again; mirrors, links, digests and modification dates are updated. The imported \
      originals stay available.

      EXAMPLE
        slipconv refresh my.slipbox
      """)

  /// The result as JSON, `{ "adopted" : [ "Spring check" ], "diagnostics" : [ ] }`. The names
  /// of the properties are the keys.
  private struct Result: Encodable {
    /// Titles of the adopted notes.
    var adopted: [String]
    /// Findings about the edited bodies.
    var diagnostics: [DiagnosticRecord]
  }

  /// The bundle to refresh.
  @OptionGroup var bundle: BundleArgument
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Adopts edited bodies. If a body can't be read, the exit status is 1, and the others are
  /// adopted all the same.
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
