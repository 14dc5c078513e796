public import ArgumentParser
import SlipBase
import SlipNotes
public import SlipboxKit

/// The notes between which links are made or taken back.
private struct LinkEnds {
  /// The note where the links begin.
  let note: Note
  /// The notes where they lead.
  let targets: [Note]

  /// Finds the notes, before anything is changed.
  ///
  /// - Throws: `SlipError` where no note or more than one has a name.
  init(_ name: String, _ others: [String], in session: borrowing EditSession) throws(SlipError) {
    note = try session.note(named: name)
    var targets: [Note] = []
    for other in others { targets.append(try session.note(named: other)) }
    self.targets = targets
  }

  /// The titles of the targets.
  var titles: String { targets.map(\.title).joined(separator: ", ") }
}

/// `slipconv link`: links notes by hand, whatever their texts say.
struct LinkCommand: NamesNotes {
  /// The name `link` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Link a note to others.",
    discussion: """
      Such links are facts of the note: no text of its body makes them, and `slipconv refresh` leaves them.

      EXAMPLE
        slipconv link my.slipbox "Spring check" Weights
      """)

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The note where the links begin: title, folder/title, UUID or 4 or more digits of its beginning.
  @Argument(help: "The note that links.", completion: NameCompletion.notes) var note: String
  /// The notes where they lead, one or more, named in the same way.
  @Argument(help: "The notes that it links to.", completion: NameCompletion.notes) var targets: [String]
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Makes all links in one transaction. A link that the text makes, too, counts as made by hand from now on.
  ///
  /// - Throws: `SlipError` where a name means no note or several; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle,
      done: { (ends: LinkEnds, _) in "Linked \(ends.note.title) to \(ends.titles)." },
      edits: { session throws(SlipError) in
        let ends = try LinkEnds(note, targets, in: session)
        for target in ends.targets { try session.link(ends.note.id, to: target.id) }
        return ends
      })
  }
}

/// `slipconv unlink`: takes such links back.
struct UnlinkCommand: NamesNotes {
  /// The name `unlink` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Take back links that were made by `slipconv link`.",
    discussion: "EXAMPLE\n  slipconv unlink my.slipbox \"Spring check\" Weights")

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The note where the links begin: title, folder/title, UUID or 4 or more digits of its beginning.
  @Argument(help: "The note that links.", completion: NameCompletion.notes) var note: String
  /// The notes where they lead, one or more, named in the same way.
  @Argument(help: "The notes that it links to.", completion: NameCompletion.notes) var targets: [String]
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Takes all these links back in one transaction. Where the text links there, too, that link stays.
  ///
  /// - Throws: `SlipError` for unknown notes, or where no link was made by hand; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle,
      done: { (ends: LinkEnds, _) in "Unlinked \(ends.note.title) from \(ends.titles)." },
      edits: { session throws(SlipError) in
        let ends = try LinkEnds(note, targets, in: session)
        for target in ends.targets { try session.unlink(ends.note.id, from: target.id) }
        return ends
      })
  }
}

/// `slipconv links`: what links where.
struct LinksCommand: NamesNotes {
  /// The name `links` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "Show links and back-links of notes.",
    discussion: """
      EXAMPLE
        slipconv links my.slipbox "Spring check"
        slipconv links my.slipbox --orphans
        slipconv links --broken
        slipconv links --path spring honey
        slipconv links --suggest spring
        slipconv links --sequence 1a2
        slipconv links my.slipbox --to dot | dot -Tsvg > links.svg
      """)

  /// The bundle that is read: a `.slipbox` folder or any path inside it, or a `.slippack` file.
  @OptionGroup var bundle: BundleArgument
  /// The note whose links and back-links are shown; nil: those of all notes.
  @Argument(help: "The note; none: all links of the bundle.", completion: NameCompletion.notes)
  var note: String?
  /// The note where the way ends.
  @Argument(help: "With --path: the note where the way ends.", completion: NameCompletion.notes)
  var other: String?
  /// Whether links that lead nowhere are shown.
  @Flag(help: "List links that lead to no note, of one note or of all; this reads every text.") var broken =
    false
  /// Whether a way between two notes is shown.
  @Flag(help: "Show a shortest way from one note to another, along links in either direction.") var path =
    false
  /// Whether notes are shown that may be linked.
  @Flag(help: "Suggest links: notes that share rare words with the note, or any two such notes.")
  var suggest = false
  /// Whether the order of numbers in titles is shown.
  @Flag(
    help:
      "Show which notes follow which by the numbers in their titles, such as 1a2 (Folgezettel): around the note, or all."
  )
  var sequence = false
  /// Whether only notes without links and back-links are shown. `note` then has no effect on the list.
  @Flag(help: "List notes that nothing links to, as is:orphan finds them.") var orphans = false
  /// The form of the output; JSON and DOT are printed even with `--quiet`.
  @Option(help: "The form: text, json or dot (Graphviz).") var to: LinkGraph.Form = .text
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// The index.
  @OptionGroup var cache: IndexOption
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Checks what can't be used together.
  func validate() throws {
    if [orphans, broken, path, suggest, sequence].count(where: { $0 }) > 1 {
      throw ValidationError(
        "Of --orphans, --broken, --path, --suggest and --sequence, only one can be given.")
    }
    if path != (other != nil) || path && note == nil { throw ValidationError("--path takes two notes.") }
    if broken || path || suggest || sequence, to == .dot {
      throw ValidationError("--broken, --path, --suggest and --sequence go with text and json.")
    }
  }

  /// Whether JSON is printed.
  private var isJSON: Bool { json.json || to == .json }

  /// Prints the links that lead nowhere, each with its note.
  private func printBroken() throws {
    let found = try BrokenLinks(in: bundle.bundle, of: note)
    if isJSON { return try JSONOutput.print(found.links) }
    if found.links.isEmpty { return common.say("No broken links.") }
    for link in found.links {
      let why = link.candidates.isEmpty ? "" : " (several notes match)"
      common.say("\(link.title.isEmpty ? "(no title)" : link.title) -> \(link.target)\(why)")
    }
  }

  /// Prints pairs of notes that may belong together, each with the words that both have.
  private func printSuggestions() throws {
    let found = try LinkSuggestions(in: bundle.bundle, of: note, cache: cache.cache)
    if isJSON { return try JSONOutput.print(found.suggestions) }
    if found.suggestions.isEmpty { return common.say("No notes share rare words without being linked.") }
    for line in found.lines { common.say(line) }
  }

  /// Prints notes in the order of their numbers.
  private func printSequence() throws {
    let found = try NoteSequence(in: bundle.bundle, of: note)
    if isJSON { return try JSONOutput.print(found.notes) }
    if found.notes.isEmpty { return common.say("No titles have numbers that follow one another.") }
    for line in found.lines { common.say(line) }
  }

  /// Prints the notes between two, one a line.
  private func printPath(_ first: String, _ last: String) throws {
    let way = try LinkGraph.Path(in: bundle.bundle, from: first, to: last)
    if isJSON { return try JSONOutput.print(way) }
    if way.steps.isEmpty { return common.say("No links lead from one to the other.") }
    for step in way.steps {
      common.say((step.isForward.map { $0 ? "-> " : "<- " } ?? "") + step.title)
    }
  }

  /// Reads the bundle and prints its links.
  ///
  /// - Throws: `SlipError` where the bundle can't be read, or no note or more than one has the name.
  func run() throws {
    if broken { return try printBroken() }
    if suggest { return try printSuggestions() }
    if sequence { return try printSequence() }
    if path, let note, let other { return try printPath(note, other) }
    let graph = try LinkGraph(bundle.bundle, of: note, orphans: orphans, cache: cache.cache)
    switch json.json ? .json : to {
    case .json: try JSONOutput.print(graph)
    case .dot: try Terminal.standardOutput.writeResult(graph.dot)
    case .text: for line in graph.lines { common.say(line) }
    }
  }
}

/// The value of `links --to`: `text`, `json` or `dot`.
extension LinkGraph.Form: ExpressibleByArgument {}
