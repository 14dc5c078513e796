import ArgumentParser
import SlipNotes
import SlipboxKit

/// `slipconv set`: changes of one note's facts. `NoteEdit` makes them in one atomic change.
///
///     $ slipconv set my.slipbox Weights --status review --keyword physics --folder Work/Ideas
///     Changed Weights.
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a note's status, title, keywords or folder.",
    discussion: """
      EXAMPLE
        slipconv set my.slipbox "Spring check" --status review --keyword physics --folder Work/Ideas
      """)

  /// The bundle with the note.
  @OptionGroup var bundle: BundleArgument

  /// The name of the note: see `NoteLookup`.
  @Argument(help: "The note: its title, folder/title, UUID, or the beginning of its UUID (4 digits or more).")
  var note: String

  /// The new status.
  @Option(help: "Set the status: draft, review or archived.")
  var status: Note.Status?

  /// The new title.
  @Option(help: "Set the title.")
  var title: String?

  /// Keywords to add; missing ones are created.
  @Option(name: .customLong("keyword"), help: "Add this keyword; may be repeated.")
  var keywords: [String] = []

  /// Keywords to remove; a keyword that no note has any longer is deleted.
  @Option(name: .customLong("remove-keyword"), help: "Remove this keyword; may be repeated.")
  var removedKeywords: [String] = []

  /// The path of the new folder, such as `Work/Ideas`; missing folders are created. The note
  /// becomes the last one in it.
  @Option(help: "Move the note into this folder; missing folders are created.")
  var folder: String?

  /// Whether to move the note out of all folders.
  @Flag(name: .customLong("no-folder"), help: "Move the note out of all folders.")
  var noFolder = false

  /// Whether the note is a favorite: `--favorite` or `--no-favorite`; nil: unchanged.
  @Flag(inversion: .prefixedNo, help: "Mark the note as a favorite, or unmark it.")
  var favorite: Bool?

  /// Prints the changed note as JSON (`NoteSummary`).
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Checks that something is to be changed.
  func validate() throws {
    if folder != nil && noFolder { throw ValidationError("--folder and --no-folder can't be used together.") }
    let asksNothing =
      status == nil && title == nil && keywords.isEmpty && removedKeywords.isEmpty && folder == nil
      && !noFolder
      && favorite == nil
    if asksNothing { throw ValidationError("Name what to change, such as --status review.") }
  }

  /// Changes the note. If it already is as wanted, nothing is written.
  func run() throws {
    var edit = NoteEdit()
    edit.title = title
    edit.status = status
    edit.isFavorite = favorite
    edit.placement = noFolder ? .top : folder.map { .folder($0) }
    edit.addedKeywords = keywords
    edit.removedKeywords = removedKeywords
    let (summary, isChanged, diagnostics) = try edit.apply(to: note, in: bundle.bundle)
    common.print(diagnostics)
    if json.json { return try JSONOutput.print(summary, isDone: isChanged) }
    common.say(isChanged ? "Changed \(summary.title)." : "Nothing to change in \(summary.title).")
  }
}
