import ArgumentParser
import SlipboxKit
import SlipSync

/// `slipconv feed`: writes a feed of a bundle as static files.
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Write a feed of a bundle as static files.",
    discussion: """
      The directory gets feed.json with everything, a file for each of the last version tokens with what changed since, \
      and the attachments. Any web server can serve it, and `slipconv sync` reads it. Run it again after changes: only \
      files that changed are written, each in one step.

      EXAMPLE
        slipconv feed my.slipbox -o /srv/www/notes
        slipconv sync other.slipbox https://example.org/notes/feed.json
      """)

  /// The bundle.
  @OptionGroup var bundle: BundleArgument

  /// The directory.
  @Option(name: [.short, .customLong("output")], help: "The directory of the feed.", completion: .directory)
  var output: String

  /// For how many tokens there are deltas.
  @Option(help: "For how many earlier tokens the feed says what changed since.")
  var deltas = 50

  /// The format of texts.
  @Option(help: "The format of the notes' texts.")
  var body = JSONBody.rtf

  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Checks the number.
  func validate() throws {
    if !(0...10_000).contains(deltas) { throw ValidationError("--deltas must be from 0 to 10000.") }
  }

  /// Writes the feed.
  func run() throws {
    var request = FeedRequest(bundle: bundle.bundle, output: output)
    (request.deltas, request.body) = (deltas, body.rawValue)
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let outcome = try request.run(progress: bar.progress)
    bar.finish()
    common.print(outcome.diagnostics)
    if json.json { return try JSONOutput.print(outcome, isDone: true) }
    common.say(
      "\(output): \(counted(outcome.notes, "note")); \(counted(outcome.written, "file")) written, \(outcome.deleted) deleted."
    )
  }
}

/// The format of texts in JSON.
enum JSONBody: String, CaseIterable, ExpressibleByArgument {
  /// Rich Text Format: nothing is lost.
  case rtf
  /// GitHub Flavored Markdown.
  case markdown
  /// HTML.
  case html
  /// Plain text.
  case text
}
