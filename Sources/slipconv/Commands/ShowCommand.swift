import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv show`: the facts and the text of one note.
///
///     title        Welcome
///     status       draft
///     folder       Old
///     created      2024-05-06T03:30:00-04:00
///     links to     Honey prices
///     body         notes/ae/ae6bce17-43f7-5ea6-bae2-526efe829608.rtf
///
///     A year with bees
///     …
///
/// A title that several notes have is an error, which lists them with their UUIDs.
struct ShowCommand: NamesNotes {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one note: its facts and its text.",
    discussion: """
      EXAMPLE
        slipconv show my.slipbox "Spring check"
        slipconv show my.slipbox "Spring check" --at 12
        slipconv show spring --at 'last week'
        slipconv show spring --open
        slipconv show spring --open-file hive.jpg
      """)

  /// The bundle with the note.
  @OptionGroup var bundle: BundleArgument

  /// The name of the note: see `NoteLookup`.
  @Argument(
    help:
      "The note: its title, the beginning or some words of it, folder/title, UUID, or the beginning of its UUID (4 digits or more).",
    completion: NameCompletion.notes)
  var note: String

  /// The transaction after which the note is shown.
  @Option(
    help: ArgumentHelp(
      "Show the note as it was then: after this transaction of `slipconv log`, or at a time such as 'last week'.",
      valueName: "when"))
  var at: PastPoint?

  /// Whether the note is opened as a page.
  @Flag(help: "Open the note as a page: with $BROWSER, or else the desktop's program for pages.")
  var open = false

  /// The file of the note that is opened.
  @Option(
    name: .customLong("open-file"),
    help: ArgumentHelp("Open this file of the note with the desktop's program for it.", valueName: "name"))
  var attachment: String?

  /// Whether to print only the text.
  @Flag(name: .long, help: "Print only the text.")
  var text = false

  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// The index.
  @OptionGroup var cache: IndexOption
  /// The time zone of dates.
  @OptionGroup var zone: ZoneOption
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Checks what can't be used together.
  func validate() throws {
    if open || attachment != nil, at != nil || json.json || text {
      throw ValidationError("--open and --open-file can't be used with --at, --json and --text.")
    }
  }

  /// Prints the note, or opens it. On a terminal control characters in the text are replaced; a program that
  /// reads `--text` gets the bytes as they are.
  func run() throws {
    let shown = try ShownNote(note, of: bundle.bundle, at: at, cache: cache.cache)
    if let attachment { return try ExternalProgram.open(shown.path(ofAttachment: attachment)) }
    if open {
      return try ExternalProgram.openPage(
        IndexCommand.cache().page(of: shown.summary.id, in: bundle.bundle))
    }
    try NoteText(shown: shown, zone: zone).print(asJSON: json.json, onlyText: text)
  }
}
