import ArgumentParser
import SlipBase
import SlipNotes
import SlipQuery
import SlipboxKit

/// `slipconv watch`: tells what happens to a bundle, as it happens.
///
///     $ slipconv watch my.slipbox
///     {"changes":[…],"counts":[…],"date":"2026-01-02T03:04:05Z","kind":"edit","number":2,"tool":"slipconv 0.1.0"}
struct WatchCommand: ParsableCommand {
  /// The name `watch` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Tell what happens to a bundle, one JSON object a line.",
    discussion: """
      Without a search each line is a transaction, as `slipconv log --json` describes it. With --find, --where or \
      --saved each line says what became of the result: a note was inserted, updated, moved or deleted, and where it \
      stands in the list. Each change is told once, also where many are made between two looks.

      The command runs until it is stopped, unless --limit or --for ends it.

      EXAMPLE
        slipconv watch my.slipbox
        slipconv watch my.slipbox --find '#bees' --sort -modified
        slipconv watch my.slipbox --exec 'jq -r .kind >> changes.txt'

      EXIT STATUS
        0  it ended by itself
        1  a command of --exec failed
        3  the bundle could not be read
      """)

  /// The bundle.
  @OptionGroup var bundle: BundleArgument
  /// The search whose result is followed.
  @OptionGroup var selection: SelectionOptions
  /// The order of the result.
  @Option(
    help: ArgumentHelp(
      "The order of the result, such as -modified,title: a minus sorts in descending order.",
      valueName: "keys"))
  var sort: String?
  /// The last transaction that is known already.
  @Option(
    help: ArgumentHelp(
      "First tell what was done after this transaction; 0 tells all.", valueName: "transaction"))
  var since: Int?
  /// The command that is run for each line.
  @Option(
    help: ArgumentHelp(
      "Run this command of the shell for each line, which it gets on standard input; nothing is printed.",
      valueName: "command"))
  var exec: String?
  /// How many lines are told.
  @Option(help: "End after this many lines.") var limit: Int?
  /// How long the bundle is watched.
  @Option(name: .customLong("for"), help: ArgumentHelp("End after this many seconds.", valueName: "seconds"))
  var seconds: Double?
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Checks the numbers, and that an order has something to sort.
  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit needs a number from 1 on.") }
    if let seconds, !(seconds >= 0 && seconds < 1e9) {
      throw ValidationError("--for needs a number of seconds.")
    }
    if let since, since < 0 { throw ValidationError("--since needs the number of a transaction, or 0.") }
    if sort != nil, !selection.isGiven {
      throw ValidationError("--sort goes with --find, --where or --saved.")
    }
  }

  /// A change of the result, as a line of JSON.
  private struct Line: Encodable {
    /// `deleted`, `inserted`, `moved` or `updated`.
    var change: String
    /// The UUID of the note.
    var id: String
    /// Its title.
    var title: String
    /// Its place in the list; of a deleted note the one that it had.
    var at: Int
    /// The place that a moved note had before.
    var from: Int?
    /// The newest transaction that had been made.
    var transaction: Int

    /// Describes a change.
    init(_ change: ResultChange, transaction: Int) {
      (id, title, self.transaction) = (change.note.id.description, change.note.title, transaction)
      switch change {
      case .deleted(_, let at): (self.change, self.at) = ("deleted", at)
      case .inserted(_, let at): (self.change, self.at) = ("inserted", at)
      case .updated(_, let at): (self.change, self.at) = ("updated", at)
      case .moved(_, let from, let to): (self.change, at, self.from) = ("moved", to, from)
      }
    }
  }

  /// Watches the bundle, and prints or hands over a line for each change.
  ///
  /// - Throws: `SlipError` where the bundle can't be read; `ExitStatus.problemsFound` where a command failed.
  func run() throws {
    var query: NoteQuery?
    if selection.isGiven {
      query = selection.query(zone: nil)
      query?.sort = sort.map(SortKey.list) ?? []
    }
    var watch = try BundleWatch(bundle.bundle, query: query, since: since)
    let clock = ContinuousClock()
    let end = seconds.map { clock.now + .seconds($0) }
    var (left, hasFailed) = (limit ?? .max, false)
    while left > 0 {
      let rest = end.map { $0 - clock.now }
      if let rest, rest < .zero { break }
      guard let event = try watch.next(within: rest) else { break }
      for line in try lines(event, hasQuery: query != nil) {
        guard left > 0 else { break }
        left -= 1
        if let exec {
          if try !ExternalProgram.run(exec, input: line) { hasFailed = true }
        } else {
          try Terminal.standardOutput.writeResult(line)
        }
      }
    }
    if hasFailed { throw ExitStatus.problemsFound }
  }

  /// The lines that tell an event.
  private func lines(_ event: BundleEvent, hasQuery: Bool) throws -> [String] {
    if hasQuery {
      let last = event.bundle.box.history.transactions.count
      return try event.results.map { try JSONText.line(Line($0, transaction: last)) }
    }
    return try event.transactions.map {
      try JSONText.line(LogRow($0.file, number: $0.number, event.bundle.box))
    }
  }
}
