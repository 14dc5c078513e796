public import SlipBase
internal import SlipFormats
public import SlipNotes

/// Notes of days, and texts that are added to notes.
extension EditSession {
  /// The folder of a journal, unless another is named.
  public static let journalFolder = "Journal"

  /// The note of a day, which is created where there is none.
  ///
  /// - Parameters:
  ///   - day: The day, which is the title: `2026-01-31`.
  ///   - folder: The path of the folder; a missing one is created.
  /// - Returns: The note.
  /// - Throws: `SlipError` with code `KitCode.ambiguousTitle` where the folder has several such notes.
  public mutating func journalNote(
    of day: String, in folder: String = EditSession.journalFolder
  ) throws(SlipError) -> Note.ID {
    try expectWhole()
    if let id = box.folder(at: folder), let note = box.notes(in: id).first(where: { $0.title == day }) {
      return note.id
    }
    return try create(NoteDraft(title: day, folder: folder))
  }

  /// Adds a text to the end of a note, as paragraphs of their own. What the note has stays as it is, byte for byte.
  ///
  /// - Parameters:
  ///   - text: The text, as Markdown. One of white space alone adds nothing.
  ///   - id: The note.
  /// - Throws: `SlipError` for an unknown note, and as `body(of:)`.
  public mutating func append(_ text: String, to id: Note.ID) throws(SlipError) {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    let text = text.trimmed
    guard !text.isEmpty, let format = FormatTable.named("markdown"),
      let edit = try BodyEdit(body: try body(of: note), format: format, limits: limits)
    else { return }
    let before = String(decoding: edit.text, as: UTF8.self).trimmed
    let after = (before.isEmpty ? "" : before + "\n\n") + text + "\n"
    try setBody(of: id, .rtf(try edit.applying(Array(after.utf8)).bytes))
  }
}
