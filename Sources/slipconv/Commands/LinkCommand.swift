public import ArgumentParser
import SlipBase
import SlipNotes
public import SlipboxKit

/// `slipconv link`: links notes by hand, whatever their texts say.
struct LinkCommand: ParsableCommand {
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
  @Argument(help: "The note that links.") var note: String
  /// The notes where they lead, one or more, named in the same way.
  @Argument(help: "The notes that it links to.") var targets: [String]
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Makes all links in one transaction. A link that the text makes, too, counts as made by hand from now on.
  ///
  /// - Throws: `SlipError` where a name means no note or several; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle, done: { (_: Void, _) in "Linked \(note) to \(targets.joined(separator: ", "))." },
      edits: { session throws(SlipError) in
        let id = try session.note(named: note).id
        for target in targets { try session.link(id, to: try session.note(named: target).id) }
      })
  }
}

/// `slipconv unlink`: takes such links back.
struct UnlinkCommand: ParsableCommand {
  /// The name `unlink` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Take back links that were made by `slipconv link`.",
    discussion: "EXAMPLE\n  slipconv unlink my.slipbox \"Spring check\" Weights")

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The note where the links begin: title, folder/title, UUID or 4 or more digits of its beginning.
  @Argument(help: "The note that links.") var note: String
  /// The notes where they lead, one or more, named in the same way.
  @Argument(help: "The notes that it links to.") var targets: [String]
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Takes all these links back in one transaction. Where the text links there, too, that link stays.
  ///
  /// - Throws: `SlipError` for unknown notes, or where no link was made by hand; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle, done: { (_: Void, _) in "Unlinked \(note) from \(targets.joined(separator: ", "))." },
      edits: { session throws(SlipError) in
        let id = try session.note(named: note).id
        for target in targets { try session.unlink(id, from: try session.note(named: target).id) }
      })
  }
}

/// `slipconv links`: what links where.
struct LinksCommand: ParsableCommand {
  /// The name `links` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "Show links and back-links of notes.",
    discussion: """
      EXAMPLE
        slipconv links my.slipbox "Spring check"
        slipconv links my.slipbox --orphans
        slipconv links my.slipbox --to dot | dot -Tsvg > links.svg
      """)

  /// The bundle that is read: a `.slipbox` folder or any path inside it, or a `.slippack` file.
  @OptionGroup var bundle: BundleArgument
  /// The note whose links and back-links are shown; nil: those of all notes.
  @Argument(help: "The note; none: all links of the bundle.") var note: String?
  /// Whether only notes without links and back-links are shown. `note` then has no effect on the list.
  @Flag(help: "List notes that nothing links to, as is:orphan finds them.") var orphans = false
  /// The form of the output; JSON and DOT are printed even with `--quiet`.
  @Option(help: "The form: text, json or dot (Graphviz).") var to: LinkGraph.Form = .text
  /// The index.
  @OptionGroup var cache: IndexOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Reads the bundle and prints its links.
  ///
  /// - Throws: `SlipError` where the bundle can't be read, or no note or more than one has the name.
  func run() throws {
    let graph = try LinkGraph(bundle.bundle, of: note, orphans: orphans, cache: cache.cache)
    switch to {
    case .json: try JSONOutput.print(graph)
    case .dot: try Terminal.standardOutput.writeResult(graph.dot)
    case .text: for line in graph.lines { common.say(line) }
    }
  }
}

/// The value of `links --to`: `text`, `json` or `dot`.
extension LinkGraph.Form: ExpressibleByArgument {}
