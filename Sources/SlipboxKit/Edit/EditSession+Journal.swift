public import SlipBase
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
  /// - Throws: `SlipError` for an unknown note, as `body(of:)` and `BodyEdit.markdown(of:limits:)`, and with code
  ///   `KitCode.lossyEdit` where the end of the body has something that Markdown doesn't say.
  public mutating func append(_ text: String, to id: Note.ID) throws(SlipError) {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    if text.allSatisfy(\.isWhitespace) { return }
    let edit = try BodyEdit.markdown(of: try body(of: note), limits: limits)
    var edited = edit.text
    while edited.last == UInt8(ascii: "\n") { edited.removeLast() }
    if !edited.isEmpty { edited += "\n\n".utf8 }
    edited += text.utf8
    let result = try edit.applying(edited)
    guard result.losses.isEmpty else { throw BodyEdit.lossy(result.losses, mayBeAllowed: false) }
    try setBody(of: id, .rtf(result.bytes))
  }
}
