import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv log`: the history of a bundle.
///
///     $ slipconv log my.slipbox
///     2  2026-01-02 04:04  edit    Ada  Weights: status review → archived
///     1  2026-01-01 10:00  import  -    added 5 notes, added 2 folders
struct LogCommand: NamesNotes {
  /// The name `log` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what was done to a bundle.",
    discussion: """
      EXAMPLE
        slipconv log my.slipbox
        slipconv log my.slipbox --changes --limit 1
        slipconv log my.slipbox --since 7d --author Ada
        slipconv log --since yesterday --kind import
        slipconv log my.slipbox --note "Spring check" --changes
      """)

  /// The bundle that is read: a `.slipbox` folder or any path inside it, or a `.slippack` file.
  @OptionGroup var bundle: BundleArgument
  /// How many transactions are shown, from the newest back; nil: all.
  @Option(help: "Show at most this many transactions, the newest first.") var limit: Int?
  /// From when on transactions are shown.
  @Option(help: "Show only what was done since then: yesterday, monday, 'last week', 2026-01-31, 12h, 7d.")
  var since: Moment?
  /// Of which kind the transactions are that are shown.
  @Option(help: "Show only what is of this kind.") var kind: BoxTransaction.Kind?
  /// Whose transactions are shown.
  @Option(help: "Show only what this author did.") var author: String?
  /// The note whose transactions are shown.
  @Option(
    help: "Show only what changed this note: a title that it has or had, a part of its title, or its UUID.",
    completion: NameCompletion.notes)
  var note: String?
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Whether a line follows for each entity that was inserted, updated or deleted.
  /// JSON has these in any case.
  @Flag(help: "Also show what each transaction changed.") var changes = false
  /// The index.
  @OptionGroup var cache: IndexOption
  /// Prints the rows as a JSON array instead of lines of text.
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Prints a line for each transaction, or all as JSON.
  func run() throws {
    var filter = LogFilter()
    (filter.since, filter.author, filter.note) = (since?.time, author, note)
    filter.kind = kind
    let rows = try OpenBundle.log(of: bundle.bundle, limit: limit, filter, cache: cache.cache)
    if rows.isEmpty, let note {
      // A name that no note has or had is a slip of the pen.
      var named = LogFilter()
      named.note = note
      if try OpenBundle.log(of: bundle.bundle, limit: 1, named, cache: cache.cache).isEmpty {
        _ = try OpenBundle(bundle.bundle).note(named: note)
      }
    }
    if json.json { return try JSONOutput.print(rows) }
    let lines = TextTable.aligned(rows.map { $0.cells(in: .local) })
    for (row, line) in zip(rows, lines) {
      common.say(line)
      if changes {
        for change in row.changes {
          common.say("     \(change.change) \(change.entity) \(change.name)\(change.details)")
        }
      }
    }
  }
}

/// `slipconv undo`: takes transactions back.
struct UndoCommand: NamesNotes {
  /// The name `undo` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take edits and imports back.",
    discussion: """
      Without a number it takes the last transaction back. Taking back is an edit of its own: undoing it does it again. \
      What has been changed again since can't be taken back before that. With --note only that note is as it was, and \
      the next import leaves it so unless its source changes again.

      EXAMPLE
        slipconv undo my.slipbox
        slipconv undo my.slipbox 12 11
        slipconv undo my.slipbox --note Bees
      """)

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// Transactions to take back, in any order; the first of a bundle is 1. None: the last one.
  @Argument(help: "The numbers of transactions, as `slipconv log` shows them.") var numbers: [Int] = []
  /// Notes to which taking back is limited; none: everything is taken back.
  @Option(
    help:
      "Take back only what was done to this note: its title, a part of it, or its UUID; may be given several times.",
    completion: NameCompletion.notes)
  var note: [String] = []
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Takes the transactions back as one new transaction, which refers to their numbers.
  ///
  /// - Throws: `SlipError` where one is unknown, records no changes or has been overtaken by others.
  func run() throws {
    let (wanted, notes) = try EditSession.notes(
      ofTransactions: numbers.isEmpty ? nil : numbers, in: bundle.bundle)
    let text = Set(wanted).sorted(by: >).map(String.init).joined(separator: " ")
    try options.run(
      bundle.bundle, .undo, from: text, notes: notes,
      done: { (_: Void, result) in
        "Took back \(wanted.count == 1 ? "transaction" : "transactions") \(text)"
          + (result.undone.isEmpty ? "." : ": \(result.undone).")
      },
      edits: { session throws(SlipError) in try session.undo(wanted, notes: note) })
  }
}

/// `slipconv prune`: deletes what only `undo` needs.
struct PruneCommand: ParsableCommand {
  /// The name `prune` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Delete old versions of files, which only undo needs.",
    discussion: """
      Edits keep the files that they replace or delete, so that they can be taken back. This deletes them; the log \
      stays. Edits of facts, such as keywords and folders, can be taken back all the same.

      EXAMPLE
        slipconv prune my.slipbox --dry-run
        slipconv prune my.slipbox --keep 100
      """)

  /// The bundle. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// How many of the newest transactions can still be taken back.
  @Option(help: "Keep what is needed to take back this many of the newest transactions.")
  var keep = 0
  /// Transactions from then on can still be taken back.
  @Option(
    help: "Keep what is needed to take back transactions since this date (RFC 3339).",
    transform: Timestamp.argument)
  var since: Timestamp?
  /// Shows what would be done.
  @Flag(help: "Show what would be done; change nothing.") var dryRun = false
  /// Prints the result as JSON (`PruneRequest.Result`).
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Checks the number.
  func validate() throws {
    if keep < 0 { throw ValidationError("--keep can't be negative.") }
  }

  /// Deletes the files, and prints how many.
  func run() throws {
    var request = PruneRequest(bundle: bundle.bundle)
    (request.keep, request.since, request.isTrial) = (keep, since, dryRun)
    let result = try request.run()
    common.print(result.diagnostics)
    if json.json { return try JSONOutput.print(result, isDone: !dryRun && result.files > 0) }
    guard result.files > 0 else { return common.say("Nothing to delete.") }
    let files = result.files == 1 ? "1 old file" : "\(result.files) old files"
    common.say("\(dryRun ? "Would delete" : "Deleted") \(files), \(byteCount(result.bytes)).")
  }
}
