import ArgumentParser
import SlipBase
import SlipboxKit

/// `slipconv new`: creates a note from a file, standard input or nothing.
///
///     $ slipconv new my.slipbox --title Swarm --folder Hives
///     Created Swarm.
struct NewCommand: ParsableCommand {
  /// The name `new` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a note from a file or standard input.",
    discussion: """
      The file may have any format that `slipconv convert` reads. Pictures beside a page or Markdown file come with it. \
      Without --title, the first heading or line becomes the title. \
      A bundle that isn't there is made, if its name ends in .slipbox.

      EXAMPLE
        slipconv new my.slipbox swarm.md --folder Hives --keyword bees
        slipconv new ideas.slipbox --title "First idea"
        echo 'Prime swarm, 4 m up' | slipconv new my.slipbox - --title Swarm
      """)

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument

  /// The file; `-` is standard input.
  @Argument(help: "The file with the text; - is standard input; none: an empty note.")
  var file: String?

  /// The title.
  @Option(parsing: .unconditional, help: "The title.")
  var title: String?

  /// The folder.
  @Option(
    help: "Put the note into this folder; missing folders are created.", completion: NameCompletion.folders)
  var folder: String?

  /// Keywords.
  @Option(
    name: .customLong("keyword"), help: "Add this keyword, such as bees/queens; may be repeated.",
    completion: NameCompletion.keywords)
  var keywords: [String] = []

  /// The format of the file.
  @Option(help: "The format of the file; by default by its content and suffix.")
  var from: String?

  /// The encoding of the file.
  @OptionGroup var encoding: EncodingOption

  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Checks that there is something to make a note of.
  func validate() throws {
    if file == nil && title == nil { throw ValidationError("Name a file, or give the note a --title.") }
  }

  /// Reads the file before the bundle is locked, then creates the note in one transaction.
  ///
  /// - Throws: `SlipError` where the file can't be read or the bundle can't be edited; nothing is saved then.
  func run() throws {
    var draft = NoteDraft(title: title, folder: folder, keywords: keywords)
    if let file {
      let text = try NoteDraft.Body.file(at: file, from: from, encoding: encoding.encoding?.encoding)
      draft.body = text.body
      options.common.print(text.diagnostics)
    }
    let ready = draft
    try options.run(
      bundle.bundle, createsBundle: try bundle.isNew(), notes: [],
      done: { id, result in
        let title = result.changes.first { $0.id == id.description }?.name ?? ""
        return "Created \(title) (\(id))."
      },
      edits: { session throws(SlipError) in try session.create(ready) })
  }
}
