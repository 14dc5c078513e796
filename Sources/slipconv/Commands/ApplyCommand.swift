import ArgumentParser
import SlipBase
import SlipboxKit

/// `slipconv apply`: many edits as one transaction, for programs.
///
///     $ echo '{"do":"new","title":"Swarm","markdown":"…"}' | slipconv apply my.slipbox
///     {"id":"…","line":1}
struct ApplyCommand: ParsableCommand {
  /// The name `apply` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Make many edits, one JSON object a line, all or none of them.",
    discussion: """
      Each line of standard input is one edit: {"do": VERB, …} with VERB one of new, set, body, delete, link, unlink, \
      folder, delete-folder, keyword, delete-keyword. Notes are named by "note": a title, a UUID or its beginning. A note \
      that an earlier line created can be named by its "as". A result is printed for each line. `Schemas/edit.schema.json` \
      describes both. A bundle that isn't there is made, if its name ends in .slipbox.

      EXAMPLE
        slipconv apply my.slipbox < edits.ndjson
      """)

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// Author and date of the transaction, and `--dry-run`. `--json` changes nothing: results are JSON anyway.
  @OptionGroup var options: EditOptions

  /// Reads all edits from standard input, makes them, and prints a result for each line that isn't empty.
  /// Results come after the edits have been saved.
  ///
  /// - Throws: `SlipError` with the number of the first line that can't be done; nothing is saved then.
  func run() throws {
    var request = EditRequest(
      bundle: bundle.bundle, date: options.date ?? EditOptions.now, author: options.author)
    (request.isTrial, request.createsBundle) = (options.dryRun, try bundle.isNew())
    let (results, result) = try request.run { session throws(SlipError) in
      try SlipboxKit.EditCommand.applyAll(fromFile: "/dev/stdin", in: &session)
    }
    options.common.print(result.diagnostics)
    try JSONOutput.printLines(results, isDone: result.transaction != nil)
  }
}
