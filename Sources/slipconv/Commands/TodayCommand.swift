import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv today`: the note of today in the journal.
///
///     $ slipconv today 'Two frames of honey left.'
///     Created 2026-04-02.
struct TodayCommand: ParsableCommand {
  /// The name `today` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Show or write the note of today in the journal.",
    discussion: """
      The note has the day as its title, such as 2026-04-02, and is in the folder Journal, unless --folder names another. It is \
      made where it is missing. Words and piped text are added at its end; without any, the note is shown.

      EXAMPLE
        slipconv today
        slipconv today 'Two frames of honey left.'
        pbpaste | slipconv today
        slipconv today --edit
      """)

  /// The bundle with the journal.
  @OptionGroup var bundle: BundleArgument
  /// What is added.
  @Argument(help: "What is added to the note.") var words: [String] = []
  /// The folder of the journal.
  @Option(help: "The folder of the journal (default: Journal).", completion: NameCompletion.folders)
  var folder: String?
  /// Whether the note opens in the editor.
  @Flag(help: "Open the note in your editor.") var edit = false
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Adds what is given, or shows the note.
  ///
  /// - Throws: `SlipError` where the bundle can't be read or edited.
  func run() throws {
    let day = DayNote(bundle: bundle, folder: folder, options: options)
    if edit { return try day.edit() }
    var text = words.joined(separator: " ").trimmed
    if words.isEmpty, Terminal.standardInput.isPiped { text = try DayNote.pipedText() }
    try day.add(text, isSaid: !text.isEmpty || options.dryRun)
    if !text.isEmpty || options.json.json || options.dryRun { return }
    try NoteText(shown: ShownNote(day.name, of: bundle.bundle, cache: nil), zone: ZoneOption.utc)
      .print(asJSON: false, onlyText: false)
  }
}
