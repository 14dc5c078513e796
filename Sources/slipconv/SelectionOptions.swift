import ArgumentParser
import SlipBase
import SlipQuery
import SlipboxKit

/// Notes chosen by a predicate or a search, the same in all commands that take several notes.
struct SelectionOptions: ParsableArguments {
  /// The predicate that notes must meet.
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only notes for which this predicate holds, such as 'title CONTAINS[cd] \"bee\" AND created > \"-30d\"'.",
      valueName: "predicate"))
  var predicate: String?

  /// The search that must find the notes.
  @Option(
    help: ArgumentHelp("Only notes that this search finds: see `slipconv find --help`.", valueName: "words"))
  var find: String?

  /// The folder with a saved search that must find the notes.
  @Option(
    help: ArgumentHelp(
      "Only notes that the saved search of this folder finds: see `slipconv folder add --help`.",
      valueName: "folder"), completion: NameCompletion.searches)
  var saved: String?

  /// Values for `%@` and `%K` in the predicate.
  @Option(
    name: .customLong("arg"),
    help: ArgumentHelp(
      "A value for the next %@ or %K of the predicate: JSON, or else text; may be repeated.",
      valueName: "value"))
  var arguments: [String] = []

  /// Whether notes are chosen at all.
  var isGiven: Bool { predicate != nil || find != nil || saved != nil }

  /// Checks that values have a predicate to go into.
  ///
  /// - Throws: `ValidationError` for `--arg` without `--where`.
  func validate() throws {
    if !arguments.isEmpty && predicate == nil { throw ValidationError("--arg goes with --where.") }
  }

  /// The same as a query.
  ///
  /// - Parameter zone: The zone of days; nil for UTC.
  func query(zone: TimeZoneRules?) -> NoteQuery {
    var query = NoteQuery(clock: QueryClock(now: .systemClock, zone: zone ?? .utc))
    query.predicate = predicate
    query.search = find
    query.saved = saved
    query.arguments = arguments.map(NoteQuery.argument)
    return query
  }
}
