public import ArgumentParser
public import SlipNotes
import SlipQuery
import SlipboxKit

/// `slipconv list`: the notes of a bundle as a table. `NoteFilter` selects them.
///
///     STATUS  MODIFIED    FOLDER   TITLE         KEYWORDS
///     draft   2024-05-06           Honey prices  money, bees
///     draft   2024-05-06  Hives    Spring check  bees
///
/// Favorites have `* ` before the title. Dates are days; `--json` has the whole time.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List notes as a table.",
    discussion: """
      EXAMPLE
        slipconv list my.slipbox --folder Work --status draft
        slipconv list my.slipbox --where 'ANY keywords.name = "bees"' --sort -modified
      """)

  /// The bundle to list.
  @OptionGroup var bundle: BundleArgument

  /// The path of the folder, such as `Work/Ideas`. A folder that the bundle lacks is an error
  /// rather than an empty list.
  @Option(help: "List only notes in this folder and its subfolders, such as Work/Ideas.")
  var folder: String?

  /// The name of the keyword, which must exist.
  @Option(help: "List only notes with this keyword.")
  var keyword: String?

  /// The status.
  @Option(help: "List only notes with this status: draft, review or archived.")
  var status: Note.Status?

  /// Whether to list favorites only.
  @Flag(help: "List only favorites.")
  var favorites = false

  /// The predicate that notes must meet.
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "List only notes for which this predicate holds, such as 'title CONTAINS[cd] \"bee\" AND created > -30d'.",
      valueName: "predicate"))
  var predicate: String?

  /// The keys by which notes are sorted.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sort by these keys, such as -modified,title: a minus sorts in descending order.", valueName: "keys"))
  var sort: String?

  /// How many notes to skip.
  @Option(parsing: .unconditional, help: "Skip this many notes.")
  var offset = 0

  /// How many notes to list at most.
  @Option(parsing: .unconditional, help: "List at most this many notes.")
  var limit: Int?

  /// The time zone of dates.
  @OptionGroup var zone: ZoneOption
  /// Prints the notes as a JSON array of `NoteSummary`.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Checks numbers that can't be negative.
  func validate() throws {
    guard offset >= 0, limit.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--offset and --limit can't be negative.")
    }
  }

  /// Prints the table, cut to the width of a terminal. In a file or pipe nothing is cut.
  /// Without any note there is a remark instead of an empty table; with `--json` there is an
  /// empty array.
  func run() throws {
    let bundle = try OpenBundle(bundle.bundle)
    var filter = NoteFilter()
    filter.folder = folder
    filter.keyword = keyword
    filter.status = status
    filter.favoritesOnly = favorites
    var query = NoteQuery(
      clock: QueryClock(now: .systemClock, zone: zone.timezone?.rules ?? .utc))
    query.predicate = predicate
    query.sort = sort.map(SortKey.list) ?? []
    (query.offset, query.limit) = (offset, limit)
    let found = try query.notes(of: bundle, among: filter.notes(of: bundle))
    let notes = found.map { NoteSummary($0, in: bundle.box) }
    if json.json { return try JSONOutput.print(notes) }
    if notes.isEmpty { return common.say("No notes.") }
    var table = TextTable(header: ["STATUS", "MODIFIED", "FOLDER", "TITLE", "KEYWORDS"])
    for note in notes {
      let modified = note.modified.map { zone.text($0, zoneIsUnknown: note.zoneIsUnknown) }
      table.append([
        note.status, String((modified ?? "-").prefix(10)), note.folder.joined(separator: "/"),
        (note.favorite ? "* " : "") + note.title, note.keywords.joined(separator: ", "),
      ])
    }
    let output = Terminal.standardOutput
    try output.writeResult(table.text(width: output.isTerminal ? output.width : nil))
  }
}

/// The value of `--status`.
extension Note.Status: ExpressibleByArgument {}
