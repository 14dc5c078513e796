import ArgumentParser
import SlipBase
import SlipNotes
import SlipQuery
import SlipboxKit

/// `slipconv find`: searches notes by words, phrases and fields, the best first. `FindRequest`
/// searches.
///
///     $ slipconv find my.slipbox honey keyword:bees
///     Honey prices  2024-05-06
///         A jar of honey costs eight …
struct FindCommand: ImpliesBox {
  /// The name `find` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "Search notes by words, phrases and fields.",
    discussion: """
      A note is found when it has all words: in its title, keywords, text or names of attachments, without \
      regard to case and accents.

        two words                both, anywhere        "two words"      in a row
        hon*                     words that begin so   wax OR honey     one of them
        -wax                     not this word         (a OR b) c       a group
        title:x  text:x          only there            keyword:bees     or #bees
        folder:Work/Ideas        and below             status:draft,review
        is:favorite  is:orphan   has:image             links-to:"A title"
        created:2024-03          modified:-7d          words:>500
        due:<today  pages:>5     author:x              properties of notes
        is:conflict              tracked changes of a merge to look at
        saved:Smart/Week         what the search of this folder finds

      EXAMPLE
        slipconv find my.slipbox '"spring check" -wax created:2024'
        slipconv find a.slipbox b.slipbox honey
        slipconv find my.slipbox honey --open
      """)

  /// Bundles, then the words of the search.
  @Argument(
    parsing: .remaining,
    help: ArgumentHelp(
      "One or more bundles, then the search. Quote a search with blanks, or use -- before words that begin with a minus.",
      valueName: "bundle> … <words"))
  var arguments: [String] = []

  /// The folder that is searched.
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Search this folder and those below; =FOLDER for the folder alone.", valueName: "folder"),
    completion: NameCompletion.folders)
  var scope: String?

  /// The keys by which notes are sorted.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Sort by these keys, such as -modified,title, and not by rank.", valueName: "keys"))
  var sort: String?

  /// By what notes are put into sections.
  @Option(
    name: .customLong("section-by"), parsing: .unconditional, help: SectionOption.help,
    completion: SectionOption.completion, transform: SectionOption.order)
  var section: NoteSections.Order?

  /// How many notes to print at most.
  @Option(help: "Print at most this many notes (default: 20; with --json all).")
  var limit: Int?

  /// Whether to print only the number of notes.
  @Flag(help: "Print only the number of notes that were found.")
  var count = false

  /// Whether to list all matches.
  @Flag(help: "List all matches in each text with line and column.")
  var matches = false

  /// Whether to print only the paths of bodies.
  @Flag(name: .customLong("paths"), help: "Print only the paths of the notes' RTF files.")
  var onlyPaths = false

  /// Whether to open the best note.
  @Flag(help: "Open the best note's RTF file with the desktop's program for it.")
  var open = false

  /// Whether to print the predicate.
  @Flag(help: "Print the predicate that the search means, for `list --where`.")
  var explain = false

  /// The index.
  @OptionGroup var cache: IndexOption
  /// The time zone of dates.
  @OptionGroup var zone: ZoneOption
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// The number of notes printed as text unless `--limit` says another.
  private static let usualLimit = 20

  /// The result as JSON (`Schemas/find.schema.json`).
  private struct Result: Encodable {
    /// The number of notes that were found.
    var count: Int
    /// The notes, best first.
    var notes: [FoundNote]
    /// The same in sections.
    var sections: [NoteSections.Section]?
    /// A search that may have been meant.
    var suggestion: String?
  }

  /// A note with the bundle that it is in.
  private struct Found {
    /// What was found in that bundle, by which the note is described.
    var search: FoundNotes
    /// The note's UUID with its rank.
    var hit: SearchHit
  }

  /// Checks what can't be used together.
  ///
  /// - Throws: `ValidationError` for a negative limit, no bundle, or sections of several bundles.
  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit can't be negative.") }
    if arguments.isEmpty { throw ValidationError(ImpliedBox.hint.withLock { $0.take() } ?? "Name a bundle.") }
    if section != nil, FindCommand.split(arguments).bundles.count > 1 {
      throw ValidationError("--section-by goes with one bundle.")
    }
  }

  static func leavesOutBox(_ line: CommandLineParts) -> Bool { line.leavesOutFirst }

  /// Searches all bundles, and prints what was found.
  /// Hits of several bundles are ranked together, unless `--sort` is given: then they come bundle by bundle.
  ///
  /// - Throws: `SlipError` where a bundle or the search can't be read.
  func run() throws {
    var searches: [FoundNotes] = []
    try find(&searches)
    let missing = searches.flatMap(\.missingTexts)
    if missing.isEmpty { return }
    common.print(missing)
    throw ExitStatus.problemsFound
  }

  /// Searches all bundles, and prints what was found.
  ///
  /// - Parameter searches: Gets what was found.
  private func find(_ searches: inout [FoundNotes]) throws {
    let (paths, words) = FindCommand.split(arguments)
    let clock = QueryClock(now: .systemClock, zone: zone.timezone?.rules ?? .utc)
    var request = try FindRequest(words, clock: clock)
    request.scope = scope.map { FindRequest.Scope(argument: $0) } ?? .all
    request.sort = sort.map(SortKey.list) ?? []
    request.countsOnly = count
    request.describes = !onlyPaths && !open
    request.passesOverMissing = true
    if explain {
      let search = try request.meaning(in: paths.first ?? "")
      if !common.quiet { remark([search]) }
      return try Terminal.standardOutput.writeResult(search.predicate.description + "\n")
    }
    let wanted = open ? 1 : limit ?? (json.json || onlyPaths || section != nil ? nil : FindCommand.usualLimit)
    searches = try request.search(
      paths, cache: cache.cache, limit: wanted, needsNotes: section != nil)
    if !common.quiet {
      remark(searches.map(\.search))
      for search in searches where search.madeIndex {
        Terminal.standardError.write(
          "slipconv: note: made an index of \(PlainLine.text(search.path)), which makes searches fast; `slipconv index drop` removes it, --no-index does without\n"
        )
      }
    }
    let total = searches.reduce(0) { $0 + $1.count }
    if count { return try Terminal.standardOutput.writeResult("\(total)\n") }
    var found = searches.flatMap { search in search.hits.map { Found(search: search, hit: $0) } }
    if paths.count > 1, request.sort.isEmpty { found.sort { SearchRanking.isBetter($0.hit, $1.hit) } }
    if let wanted { found = Array(found.prefix(wanted)) }
    let suggestion =
      try total == 0
      ? searches.lazy.compactMap { try request.suggestion(for: $0, cache: cache.cache) }.first : nil
    if json.json { return try printJSON(found, total, suggestion) }
    let files = found.map { "\($0.search.path)/\(PayloadPath.body($0.hit.note))" }
    if onlyPaths {
      return try Terminal.standardOutput.writeResult(files.map { $0 + "\n" }.joined())
    }
    if open, let file = files.first { return try ExternalProgram.open(file) }
    if found.isEmpty {
      if total == 0 { common.say("No notes." + (suggestion.map { " Did you mean: \($0)" } ?? "")) }
      return
    }
    try print(found, total)
  }

  /// Tells bundles and words apart: the first argument is a bundle, and so are those behind it
  /// that have the suffix of one.
  ///
  /// - Parameter arguments: All arguments that aren't options. A slash at the end of a bundle doesn't matter.
  /// - Returns: The paths of bundles, and the rest with blanks between, without `--`.
  static func split(_ arguments: [String]) -> (bundles: [String], words: String) {
    var bundles = Array(arguments.prefix(1))
    for argument in arguments.dropFirst() {
      let name = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
      guard name.hasSuffix(".slipbox") || name.hasSuffix(".slippack") else { break }
      bundles.append(argument)
    }
    return (bundles, arguments.dropFirst(bundles.count).filter { $0 != "--" }.joined(separator: " "))
  }

  /// Prints what the search had to take as text, in all bundles.
  private func remark(_ searches: [SearchQuery]) {
    guard let search = searches.first else { return }
    for remark in search.remarks where searches.allSatisfy({ $0.remarks.contains(remark) }) {
      let place = search.text.utf8.prefix(remark.place)
      let column = String(decoding: place, as: UTF8.self).unicodeScalars.count + 1
      let end = remark.message.hasSuffix("?") ? "" : "."
      Terminal.standardError.write("slipconv: note: column \(column): \(remark.message)\(end)\n")
    }
  }

  /// Prints the result as JSON.
  private func printJSON(_ found: [Found], _ total: Int, _ suggestion: String?) throws {
    var notes: [FoundNote] = []
    for item in found { notes.append(try item.search.note(item.hit, listsAll: matches)) }
    var result = Result(count: total, notes: notes, suggestion: suggestion)
    result.sections = try sections(found)
    try JSONOutput.print(result)
  }

  /// The sections of what was found; nil where none are asked for. Sections are those of one bundle.
  private func sections(_ found: [Found]) throws -> [NoteSections.Section]? {
    guard let section else { return nil }
    return try found.first?.search.sections(of: found.map(\.hit), by: section)?.sections
  }

  /// Prints the notes, or sections of them.
  private func print(_ found: [Found], _ total: Int) throws {
    var text = ""
    if let sections = try sections(found) {
      let byID = Dictionary(found.map { ($0.hit.note.description, $0) }) { first, _ in first }
      for part in sections {
        text += "\(PlainLine.text(part.title)) (\(part.count))\n"
        for id in part.ids { if let item = byID[id] { text += try lines(item, isSeveral: false) } }
      }
      return try Terminal.standardOutput.writeResult(text)
    }
    let isSeveral = Set(found.map(\.search.path)).count > 1
    for item in found { text += try lines(item, isSeveral: isSeveral) }
    try Terminal.standardOutput.writeResult(text)
    if found.count < total { common.say("\(found.count) of \(total) notes; --limit prints more.") }
  }

  /// The lines of one note: title, place and date, then the snippet or all matches.
  private func lines(_ item: Found, isSeveral: Bool) throws -> String {
    let note = try item.search.note(item.hit, listsAll: matches)
    let style = MatchStyle(terminal: .standardOutput)
    var parts = [style.title(note.title.isEmpty ? "(no title)" : PlainLine.text(note.title))]
    if isSeveral { parts.append(PlainLine.text(note.bundle)) }
    if !note.folder.isEmpty { parts.append(PlainLine.text(FolderPath.text(note.folder))) }
    if let date = note.modified { parts.append(String(zone.text(date, zoneIsUnknown: false).prefix(10))) }
    var text = parts.joined(separator: "  ") + "\n"
    if !note.snippet.text.isEmpty { text += "    " + style.marked(note.snippet) + "\n" }
    if matches {
      for match in note.matches { text += "    \(note.body):\(match.line):\(match.column)\n" }
    }
    return text
  }
}
