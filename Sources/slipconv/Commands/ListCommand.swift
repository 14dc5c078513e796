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
  /// The name `list` and the help that the parser of arguments prints for it.
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
  @Option(
    help: "List only notes in this folder and its subfolders, such as Work/Ideas.",
    completion: NameCompletion.folders)
  var folder: String?

  /// The name of the keyword, which must exist.
  @Option(help: "List only notes with this keyword.", completion: NameCompletion.keywords)
  var keyword: String?

  /// The status.
  @Option(help: "List only notes with this status: draft, review or archived.")
  var status: Note.Status?

  /// Whether to list favorites only.
  @Flag(help: "List only favorites.")
  var favorites = false

  /// The predicate or search that notes must meet.
  @OptionGroup var selection: SelectionOptions

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

  /// The form of the list.
  @Option(help: "The form of the list: table, json, ndjson, csv or paths.")
  var format: ListFormat?

  /// The columns of a table or of CSV.
  @Option(
    help: ArgumentHelp(
      "The columns of a table or of CSV: \(NoteColumn.all.map(\.name).joined(separator: ", ")).",
      valueName: "names"))
  var columns: String?

  /// Whether values of CSV stay as they are.
  @Flag(help: "Write values of CSV as they are, also those that a spreadsheet takes for formulas.")
  var raw = false

  /// By what notes are put into sections.
  @Option(
    name: .customLong("section-by"), parsing: .unconditional, help: SectionOption.help,
    completion: SectionOption.completion, transform: SectionOption.order)
  var section: NoteSections.Order?

  /// Whether to print only the number of notes.
  @Flag(help: "Print only the number of notes.")
  var count = false

  /// The index.
  @OptionGroup var cache: IndexOption
  /// The time zone of dates.
  @OptionGroup var zone: ZoneOption
  /// Prints the notes as a JSON array of `NoteSummary`.
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// The form that is printed.
  private var form: ListFormat { format ?? (json.json ? .json : .table) }

  /// Checks numbers that can't be negative, and options that don't go together.
  ///
  /// - Throws: `ValidationError` for these, and for columns that don't exist.
  func validate() throws {
    guard offset >= 0, limit.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--offset and --limit can't be negative.")
    }
    if json.json, let format, format != .json {
      throw ValidationError("--json is the same as --format json.")
    }
    if let columns {
      guard [.table, .csv].contains(form) else { throw ValidationError("--columns goes with table and csv.") }
      if try NoteColumn.named(columns).contains(where: \.isText), form != .csv {
        throw ValidationError("The column text goes with --format csv.")
      }
    }
    if raw, form != .csv { throw ValidationError("--raw goes with --format csv.") }
    if section != nil, ![.table, .json].contains(form) {
      throw ValidationError("--section-by goes with table and json.")
    }
  }

  /// Prints the list. Without any note there is a remark instead of an empty table.
  ///
  /// - Throws: `SlipError` where the bundle can't be read, or has no such folder or keyword.
  func run() throws {
    var request = ListRequest(clock: QueryClock(now: .systemClock, zone: zone.timezone?.rules ?? .utc))
    request.query = selection.query(zone: zone.timezone?.rules)
    request.query.sort = sort.map(SortKey.list) ?? []
    (request.query.offset, request.query.limit) = (offset, limit)
    request.filter.folder = folder
    request.filter.keyword = keyword
    request.filter.status = status
    request.filter.favoritesOnly = favorites
    request.countsOnly = count
    request.passesOverMissing = true
    request.hasRelations = try needsRelations()
    let chosen = try columns.map(NoteColumn.named)
    let needsTexts = form == .csv && chosen?.contains(where: \.isText) ?? false
    let found = try request.run(bundle.bundle, cache: cache.cache, needsNotes: section != nil || needsTexts)
    try print(found, request, chosen, texts: needsTexts)
    let missing = found.missingTexts
    if missing.isEmpty { return }
    common.print(missing)
    throw ExitStatus.problemsFound
  }

  /// Prints the list in the form that is wanted.
  private func print(
    _ found: NoteList, _ request: ListRequest, _ chosen: [NoteColumn]?, texts needsTexts: Bool
  ) throws {
    if count { return try Terminal.standardOutput.writeResult("\(found.count)\n") }
    var sections: NoteSections?
    if let section { sections = try found.sections(by: section, clock: request.query.clock) }
    switch form {
    case .json:
      if let sections { return try JSONOutput.print(sections) }
      try JSONOutput.printArray { add in try found.forEach { note, _ in try add(note) } }
    case .ndjson: try found.forEach { note, _ in try JSONOutput.printLine(note) }
    case .csv: try printCommaSeparated(found, chosen ?? NoteColumn.facts, texts: needsTexts)
    case .paths:
      let prefix = found.path.hasSuffix(".slippack") ? "" : found.path + "/"
      var lines = TextPieces()
      try found.forEach { note, _ in try lines.add(prefix + note.body + "\n") }
      try lines.finish()
    case .table:
      if found.count == 0 { return common.say("No notes.") }
      try print(found, sections)
    }
  }

  /// Whether links, back-links or attachments are printed.
  private func needsRelations() throws -> Bool {
    switch form {
    case .json, .ndjson: true
    case .paths: false
    case .table: try columns.map(NoteColumn.named)?.contains(where: \.isRelation) ?? false
    case .csv: try columns.map(NoteColumn.named)?.contains(where: \.isRelation) ?? true
    }
  }

  /// Prints the notes as CSV.
  private func printCommaSeparated(_ notes: NoteList, _ columns: [NoteColumn], texts: Bool) throws {
    var lines = TextPieces()
    try lines.add(CommaSeparated.line(columns.map(\.name), isRaw: raw))
    try notes.forEach(texts: texts) { note, text in
      try lines.add(
        CommaSeparated.line(columns.map { $0.isText ? text : $0.text(note, zone) }, isRaw: raw))
    }
    try lines.finish()
  }

  /// Prints the table, cut to the width of a terminal, or one for each section. In a file or pipe
  /// nothing is cut.
  private func print(_ notes: NoteList, _ sections: NoteSections?) throws {
    let output = Terminal.standardOutput
    let width = output.isTerminal ? output.width : nil
    let columns = try columns.map(NoteColumn.named)
    guard let sections else {
      var table = emptyTable(columns)
      try notes.forEach { note, _ in table.append(row(note, columns)) }
      return try output.writeResult(table.text(width: width, keeping: titleColumn(columns)))
    }
    var rows: [String: [String]] = [:]
    try notes.forEach { note, _ in rows[note.id] = row(note, columns) }
    var parts: [String] = []
    for section in sections.sections {
      var table = emptyTable(columns)
      for id in section.ids { if let row = rows[id] { table.append(row) } }
      parts.append(
        "\(PlainLine.text(section.title)) (\(section.count))\n"
          + table.text(width: width, keeping: titleColumn(columns)))
    }
    try output.writeResult(parts.joined(separator: "\n"))
  }

  /// The place of the titles, which keep their room on a narrow terminal; nil where there are none.
  private func titleColumn(_ columns: [NoteColumn]?) -> Int? {
    columns.map { $0.firstIndex { $0.name == "title" } } ?? 3
  }

  /// A table without rows.
  private func emptyTable(_ columns: [NoteColumn]?) -> TextTable {
    TextTable(
      header: columns?.map { $0.name.uppercased() } ?? ["STATUS", "MODIFIED", "FOLDER", "TITLE", "KEYWORDS"])
  }

  /// The row of a note.
  private func row(_ note: NoteSummary, _ columns: [NoteColumn]?) -> [String] {
    if let columns { return columns.map { $0.text(note, zone) } }
    let modified = note.modified.map { zone.text($0, zoneIsUnknown: note.zoneIsUnknown) }
    return [
      note.status, String((modified ?? "-").prefix(10)), FolderPath.text(note.folder),
      (note.isFavorite ? "* " : "") + note.title, note.keywords.joined(separator: ", "),
    ]
  }
}

/// The value of `--status`.
extension Note.Status: ExpressibleByArgument {
  /// Parses a status, in any case.
  public init?(argument: String) { self.init(typed: argument) }
}
