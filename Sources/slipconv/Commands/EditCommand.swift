import ArgumentParser
import SlipBase
import SlipFormats
import SlipboxKit

/// `slipconv edit`: a note in the user's editor.
///
///     $ EDITOR="sed -i s/May/June/" slipconv edit my.slipbox Hives
///     Changed Hives.
struct EditCommand: NamesNotes {
  /// The name `edit` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit the text of a note in your editor, as Markdown.",
    discussion: """
      The editor is $VISUAL, else $EDITOR, else vi. The text comes back into the body where it was changed: everything \
      else keeps its formatting and its bytes. If an edit concerns something that the text can't say, both versions \
      would be in the body as tracked changes; that is refused without --allow-loss. Pictures that you write, such as \
      `![Swarm](swarm.png)`, are taken from the working directory.

      EXAMPLE
        slipconv edit my.slipbox "Spring check"
        EDITOR="sed -i s/May/June/" slipconv edit my.slipbox "Spring check" --as txt
      """)

  /// The bundle with the note.
  @OptionGroup var bundle: BundleArgument

  /// The name of the note: see `NoteLookup`.
  @Argument(
    help:
      "The note: its title, the beginning or some words of it, folder/title, UUID, or the beginning of its UUID (4 digits or more).",
    completion: NameCompletion.notes)
  var note: String

  /// The format of the text.
  @Option(
    name: .customLong("as"), help: "Edit the text in this format: markdown, txt, html or rtf.",
    completion: .list(["markdown", "txt", "html", "rtf"]))
  var format = "markdown"

  /// Whether edits are saved that the text can't say exactly.
  @Flag(help: "Save the edit even where both versions become tracked changes.")
  var allowLoss = false

  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// The format, if the text can be edited in it.
  private var textFormat: Format? {
    FormatTable.named(format).flatMap { $0.isText && $0.read != nil && $0.write != nil ? $0 : nil }
  }

  /// Checks the format before an editor opens.
  func validate() throws {
    if textFormat == nil { throw ValidationError("A text is edited as markdown, txt, html or rtf.") }
  }

  /// Gives the text to the editor, merges what comes back into the body, and saves that.
  /// No lock is held while the editor is open.
  ///
  /// - Throws: `SlipError` where the note is unknown, the editor fails, or the edit would lose something;
  ///   then nothing is saved.
  func run() throws {
    guard let format = textFormat else { return }
    try NoteEditor.edit(note, in: bundle.bundle, as: format, allowLoss: allowLoss, options)
  }
}
