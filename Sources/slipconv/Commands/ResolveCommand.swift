import ArgumentParser
import SlipBase
import SlipDocument
import SlipNotes
import SlipboxKit

/// `slipconv resolve`: accepts or rejects the tracked changes of notes.
///
///     $ slipconv resolve my.slipbox --find is:conflict --accept
///     Resolved the tracked changes of 2 notes.
struct ResolveCommand: NamesNotes {
  /// The name `resolve` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Accept or reject the tracked changes of notes.",
    discussion: """
      Where a merge or synchronization met the same words changed on both sides, the text has both as tracked changes, and \
      `slipconv find my.slipbox is:conflict` finds the note. This decides for all changes of a note at once; to decide for each, open \
      the note in a word processor, or change its text with `slipconv edit`. `slipconv undo` takes it back.

      EXAMPLE
        slipconv resolve my.slipbox "Spring check" --accept
        slipconv resolve my.slipbox --find is:conflict --reject --dry-run
      """)

  /// What becomes of the changes.
  enum Choice: EnumerableFlag {
    /// Insertions stay, and deletions go.
    case accept
    /// The text is as it was before the changes.
    case reject

    /// The help of each flag.
    static func help(for value: Choice) -> ArgumentHelp? {
      value == .accept
        ? "Accept: what was inserted stays, what was deleted goes."
        : "Reject: the text is as it was before the changes."
    }
  }

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The notes: named, or chosen by `--where` and `--find`.
  @OptionGroup var notes: NotesArgument
  /// Whether changes are accepted or rejected.
  @Flag var choice: Choice
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Resolves the changes in one transaction.
  ///
  /// - Throws: `SlipError` where the bundle can't be edited; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle,
      done: { (count: Int, _) in "Resolved the tracked changes of \(count.of("note"))." },
      edits: { session throws(SlipError) in
        var count = 0
        for id in try notes.notes(in: session) {
          if try session.resolve(choice == .accept ? .accept : .reject, of: id) { count += 1 }
        }
        return count
      })
  }
}
