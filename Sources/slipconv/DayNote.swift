import SlipBase
internal import SlipFiles
import SlipFormats
import SlipNotes
import SlipboxKit

/// The note of a day in a journal: `slipconv today`, `slipconv new --journal`.
struct DayNote {
  /// The bundle.
  let bundle: BundleArgument
  /// The folder of the journal; nil: `EditSession.journalFolder`.
  let folder: String?
  /// Author and date of the edit, and what is printed.
  let options: EditOptions

  /// The most bytes of piped text.
  private static let mostText = 1 << 26

  /// The day, by the user's time zone.
  var day: String { String(TimeZoneRules.local.rfc3339(options.date ?? EditOptions.now).prefix(10)) }

  /// Creates the note where it is missing, and adds a text to it.
  ///
  /// - Parameter isSaid: Whether it is said also where nothing changes.
  func add(_ text: String, isSaid: Bool) throws {
    let (day, folder) = (day, folder ?? EditSession.journalFolder)
    var options = options
    if !isSaid, text.isEmpty { options.common.quiet = !options.json.json }
    let isNew = try bundle.isNew()
    try options.run(
      bundle.bundle, createsBundle: isNew,
      done: { (_: Note.ID, result) in
        result.count("note", "inserted") > 0 ? "Created \(day)." : "Added to \(day)."
      },
      edits: { session throws(SlipError) in
        let id = try session.journalNote(of: day, in: folder)
        try session.append(text, to: id)
        return id
      })
  }

  /// Creates the note where it is missing, and opens it in the user's editor.
  func edit() throws {
    guard let format = FormatTable.named("markdown") else { return }
    try add("", isSaid: false)
    try NoteEditor.edit(name, in: bundle.bundle, as: format, allowLoss: false, options)
  }

  /// The name of the note in the bundle.
  var name: String { (folder ?? EditSession.journalFolder) + "/" + day }

  /// The text of standard input.
  ///
  /// - Throws: `SlipError` where it can't be read.
  static func pipedText() throws(SlipError) -> String {
    String(decoding: try FileSystem.readFile("/dev/stdin", limit: mostText), as: UTF8.self).trimmed
  }
}
