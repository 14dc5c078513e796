internal import SlipBundle
internal import SlipBase
internal import SlipNotes
internal import Synchronization

/// The notes whose texts aren't there although the manifest lists them: a search goes on with the others, and names these.
final class MissingTexts: Sendable {
  /// The notes, with their titles.
  private let notes = Mutex<[Note.ID: String]>([:])

  /// Adds a note.
  func add(_ id: Note.ID, title: String) { notes.withLock { $0[id] = title } }

  /// What is said of the notes, by title.
  ///
  /// - Parameter path: The path of the bundle.
  func diagnostics(in path: String) -> [Diagnostic] {
    notes.withLock { $0 }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { id, title in
      var finding = Diagnostic(
        code: ValidationRule.missingFile.code, severity: .error,
        message: "The text of “\(title)” is missing, so it was passed over.",
        location: SourceLocation(file: path + "/" + PayloadPath.mirror(id)))
      finding.hint = "`slipconv refresh` brings back what Git has; else restore it from a backup"
      return finding
    }
  }
}
