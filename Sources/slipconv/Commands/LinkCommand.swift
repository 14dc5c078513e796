public import ArgumentParser
import SlipBase
import SlipNotes
public import SlipboxKit

/// `slipconv link`: links notes by hand, whatever their texts say.
struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Link a note to others.",
    discussion: """
      Such links are facts of the note: no text of its body makes them, and `slipconv refresh` leaves them.

      EXAMPLE
        slipconv link my.slipbox "Spring check" Weights
      """)

  @OptionGroup var bundle: BundleArgument
  @Argument(help: "The note that links.") var note: String
  @Argument(help: "The notes that it links to.") var targets: [String]
  @OptionGroup var options: EditOptions

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
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Take back links that were made by `slipconv link`.",
    discussion: "EXAMPLE\n  slipconv unlink my.slipbox \"Spring check\" Weights")

  @OptionGroup var bundle: BundleArgument
  @Argument(help: "The note that links.") var note: String
  @Argument(help: "The notes that it links to.") var targets: [String]
  @OptionGroup var options: EditOptions

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
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "Show links and back-links of notes.",
    discussion: """
      EXAMPLE
        slipconv links my.slipbox "Spring check"
        slipconv links my.slipbox --orphans
        slipconv links my.slipbox --to dot | dot -Tsvg > links.svg
      """)

  @OptionGroup var bundle: BundleArgument
  @Argument(help: "The note; none: all links of the bundle.") var note: String?
  @Flag(help: "List notes that nothing links to and that link to nothing.") var orphans = false
  @Option(help: "The form: text, json or dot (Graphviz).") var to: LinkGraph.Form = .text
  @OptionGroup var common: CommonOptions

  func run() throws {
    let graph = try LinkGraph(try OpenBundle(bundle.bundle), of: note, orphans: orphans)
    switch to {
    case .json: try JSONOutput.print(graph)
    case .dot: try Terminal.standardOutput.writeResult(graph.dot)
    case .text: for line in graph.lines { common.say(line) }
    }
  }
}

extension LinkGraph.Form: ExpressibleByArgument {}
