import SlipBase
import SlipFormats
import SlipNotes
import SlipRTF
import SlipboxKit

/// Edits of notes in the user's editor.
enum NoteEditor {
  /// Gives the text of a note to the editor, merges what comes back into the body, and saves that.
  /// No lock is held while the editor is open.
  ///
  /// - Parameters:
  ///   - name: What the note is called.
  ///   - path: The bundle.
  ///   - format: The format in which the text is edited.
  ///   - allowLoss: Whether edits are saved that the text can't say exactly.
  ///   - options: Author and date of the edit, and what is printed.
  /// - Throws: `SlipError` where the note is unknown, the editor fails, or the edit would lose something;
  ///   then nothing is saved.
  static func edit(
    _ name: String, in path: String, as format: Format, allowLoss: Bool, _ options: EditOptions
  ) throws {
    let (note, body, bundle) = try OpenBundle.body(ofNote: name, in: path)
    // What is written in the editor is somebody's work, so a bundle that can't be changed is refused before.
    try EditSession.expectFolder(path)
    guard let edit = try BodyEdit(body: body, format: format) else { return }
    let open = body.withUnsafeBytes { RTFOpenMerge.changes(in: $0) }.count + note.openConflicts.count
    if open > 0, !options.common.quiet {
      Terminal.standardError.write(
        PlainLine.text(
          "\(note.title): \(open.of("open change")); the text has what is inserted, and `slipconv resolve` decides."
        )
          + "\n")
    }
    let draft = try EditDraft(edit.text, suffix: format.suffixes.first ?? "txt")
    do {
      let result = try edit.applying(try draft.edited(), picturesIn: "")
      options.common.print(result.diagnostics)
      if !result.losses.isEmpty, !allowLoss { throw BodyEdit.lossy(result.losses) }
      let notes = bundle == nil ? [note.id] : nil
      try options.run(path, known: bundle, notes: notes, done: { (_: Void, _) in "Changed \(note.title)." }) {
        session throws(SlipError) in
        try session.setBody(of: note.id, .rtf(result.bytes), editedFrom: body)
      }
    } catch let error as SlipError {
      throw draft.kept(after: error)
    }
    draft.remove()
  }

  /// Gives the text of a note that isn't there yet to the editor as Markdown.
  ///
  /// - Parameters:
  ///   - body: The text with which it begins.
  ///   - save: Saves the text that came back; where it throws, the file with the text stays.
  /// - Throws: `SlipError` where the editor fails, and what `save` throws.
  static func write(_ body: NoteDraft.Body, save: (NoteDraft.Body, [Diagnostic]) throws -> Void) throws {
    guard let format = FormatTable.named("markdown"), let edit = try body.edit(as: format) else { return }
    let draft = try EditDraft(edit.text, suffix: format.suffixes.first ?? "txt")
    do {
      let text = try draft.edited()
      let isBlank = text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
      let result = try edit.applying(text, picturesIn: "")
      try save(isBlank ? .text("") : .rtf(result.bytes), result.diagnostics)
    } catch let error as SlipError {
      throw draft.kept(after: error)
    }
    draft.remove()
  }
}
