public import SlipBase
internal import SlipFiles
public import SlipNotes

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One edit, as a line of `slipconv apply` says it. `Schemas/edit.schema.json` describes the lines.
///
///     {"do": "new", "as": "swarm", "title": "Swarm", "markdown": "…", "folder": "Hives"}
///     {"do": "set", "note": "swarm", "status": "review", "keywords": ["bees/swarms"]}
///     {"do": "link", "note": "Spring check", "to": ["swarm"]}
///
/// Notes are named by an earlier `as`, a title, `folder/title`, a UUID or its beginning.
public enum EditCommand: Sendable {
  /// Creates a note, by which name later edits can mean it, and gives it more facts than a draft has.
  case new(NoteDraft, name: String?, facts: NoteEdit)
  /// Changes facts of a note.
  case set(note: String, NoteEdit)
  /// Replaces the text of a note.
  case body(note: String, NoteDraft.Body)
  /// Deletes a note.
  case delete(note: String)
  /// Links a note to others.
  case link(note: String, to: [String])
  /// Takes back links that no text makes.
  case unlink(note: String, from: [String])
  /// Creates a folder.
  case folder(String)
  /// Deletes a folder; the rule says what becomes of what is in it.
  case deleteFolder(String, EditSession.FolderContents)
  /// Creates a keyword, or gives it a color.
  case keyword(String, Keyword.Color?)
  /// Deletes a keyword; with `force` it is taken from the notes that have it.
  case deleteKeyword(String, force: Bool)

  /// What one line did.
  public struct Outcome: Sendable, Encodable {
    /// The number of the line, from 1 on.
    public var line: Int
    /// The UUID of the note that the line created or changed; nil for other edits.
    public var id: String?
  }

  /// Makes all edits of a file, one a line.
  ///
  /// - Parameters:
  ///   - path: The file: a JSON object on each line. Blank lines are skipped, but counted.
  ///   - session: Where the edits are made; the caller saves them.
  /// - Returns: An outcome for each line that isn't empty.
  /// - Throws: `SlipError` with the number of the line; nothing is saved then.
  public static func applyAll(
    fromFile path: String, in session: inout EditSession
  ) throws(SlipError) -> [Outcome] {
    let bytes = try FileSystem.readFile(path, limit: session.limits.fileBytes)
    session.isAllOrNothing = true
    var names: [String: Note.ID] = [:]
    var outcomes: [Outcome] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy({ $0 <= 0x20 }) {
      do throws(SlipError) {
        guard line.count <= session.limits.jsonTextBytes else {
          throw SlipError(
            .badInput, code: KitCode.textTooLong,
            "The line has more than \(session.limits.jsonTextBytes) bytes.")
        }
        let id = try EditCommand(json: Array(line)).apply(to: &session, &names)
        outcomes.append(Outcome(line: index + 1, id: id?.description))
      } catch {
        let place = SourceLocation(file: path, .position(line: index + 1, column: 1, offset: 0))
        throw SlipError(
          error.kind, code: error.code, "Line \(index + 1): \(error.message) Nothing was changed.",
          at: error.location?.file == nil ? place : error.location)
      }
    }
    return outcomes
  }

  /// Makes the edit.
  ///
  /// - Parameters:
  ///   - session: Where the edit is made.
  ///   - names: The notes that earlier edits named.
  /// - Returns: The note that was created or changed; nil for other edits.
  /// - Throws: `SlipError`: what the edit itself throws, and unknown notes.
  public func apply(
    to session: inout EditSession, _ names: inout [String: Note.ID]
  ) throws(SlipError) -> Note.ID? {
    switch self {
    case .new(let draft, let name, let facts):
      let id = try session.create(draft)
      if let name { names[name] = id }
      try facts.apply(to: [id], in: &session)
      return id
    case .set(let note, let facts):
      let id = try EditCommand.target(note, &session, names)
      try facts.apply(to: [id], in: &session)
      return id
    case .body(let note, let body):
      let id = try EditCommand.target(note, &session, names)
      try session.setBody(of: id, body)
      return id
    case .delete(let note):
      let id = try EditCommand.target(note, &session, names)
      try session.delete(note: id)
      return id
    case .link(let note, let others):
      let id = try EditCommand.target(note, &session, names)
      for name in others {
        let other = try EditCommand.target(name, &session, names)
        try session.link(id, to: other)
      }
      return id
    case .unlink(let note, let others):
      let id = try EditCommand.target(note, &session, names)
      for name in others {
        let other = try EditCommand.target(name, &session, names)
        try session.unlink(id, from: other)
      }
      return id
    case .folder(let path): _ = try session.addFolder(path)
    case .deleteFolder(let path, let rule):
      try session.delete(folder: try session.folder(named: path).id, notes: rule)
    case .keyword(let path, let color):
      let id = try session.addKeyword(path)
      if let color {
        try session.edit { (box) throws(SlipError) in try box.update(keyword: id) { $0.color = color } }
      }
    case .deleteKeyword(let path, let force):
      try session.delete(keyword: try session.keyword(named: path).id, force: force)
    }
    return nil
  }

  /// The note that a name means: one that an earlier edit named, or one of the bundle.
  ///
  /// - Throws: `SlipError` where no note or more than one is meant.
  private static func target(
    _ name: String, _ session: inout EditSession, _ names: [String: Note.ID]
  ) throws(SlipError) -> Note.ID {
    if let id = names[name] { return id }
    return try session.lookUp(name).id
  }
}
