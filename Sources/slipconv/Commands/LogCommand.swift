import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv log`: the history of a bundle.
///
///     $ slipconv log my.slipbox
///     2  2026-01-02T03:04:05Z  edit    Ada  1 note updated
///     1                        import       5 notes inserted, 2 folders inserted
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what was done to a bundle.",
    discussion: """
      EXAMPLE
        slipconv log my.slipbox
        slipconv log my.slipbox --changes --limit 1
      """)

  @OptionGroup var bundle: BundleArgument
  @Option(help: "Show at most this many transactions, the newest first.") var limit: Int?
  @Flag(help: "Also show what each transaction changed.") var changes = false
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  func run() throws {
    let rows = try OpenBundle(bundle.bundle).log(limit: limit)
    if json.json { return try JSONOutput.print(rows) }
    for row in rows {
      common.say(row.text)
      if changes {
        for change in row.changes {
          common.say("     \(change.change) \(change.entity) \(change.name)\(change.details)")
        }
      }
    }
  }
}

/// `slipconv undo`: takes transactions back.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take edits back.",
    discussion: """
      Without a number it takes the last transaction back. Taking back is an edit of its own: undoing it does it again. \
      What has been changed again since can't be taken back before that.

      EXAMPLE
        slipconv undo my.slipbox
        slipconv undo my.slipbox 12 11
      """)

  @OptionGroup var bundle: BundleArgument
  @Argument(help: "The numbers of transactions, as `slipconv log` shows them.") var numbers: [Int] = []
  @OptionGroup var options: EditOptions

  func run() throws {
    let wanted = numbers.isEmpty ? [try OpenBundle(bundle.bundle).box.history.transactions.count] : numbers
    let text = Set(wanted).sorted(by: >).map(String.init).joined(separator: " ")
    try options.run(
      bundle.bundle, .undo, from: text,
      done: { (_: Void, _) in "Took back \(wanted.count == 1 ? "transaction" : "transactions") \(text)." },
      edits: { session throws(SlipError) in try session.undo(wanted) })
  }
}
