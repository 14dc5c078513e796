import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv random`: a note that nobody looked for.
struct RandomCommand: ParsableCommand {
  /// The name `random` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "random", abstract: "Show a note by chance.",
    discussion: """
      EXAMPLE
        slipconv random
        slipconv random --find 'is:orphan -status:archived'
      """)

  /// The bundle with the notes.
  @OptionGroup var bundle: BundleArgument
  /// Which notes may be shown.
  @OptionGroup var selection: SelectionOptions
  /// The time zone of dates.
  @OptionGroup var zone: ZoneOption
  /// Prints the note as JSON.
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Shows one of the notes.
  ///
  /// - Throws: `SlipError` where the bundle or the search can't be read.
  func run() throws {
    let opened = try OpenBundle(bundle.bundle)
    let notes = try selection.query(zone: zone.timezone?.rules).notes(
      of: opened, among: Array(opened.box.notes))
    guard let note = notes.randomElement() else { return common.say("No notes.") }
    try NoteText(shown: ShownNote(note.id.description, of: bundle.bundle, cache: nil), zone: zone)
      .print(asJSON: json.json, onlyText: false)
  }
}
