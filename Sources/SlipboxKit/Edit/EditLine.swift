public import SlipBase
internal import SlipFiles
internal import SlipNotes

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One edit as a line of JSON, for `slipconv apply`. `Schemas/edit.schema.json` describes the form.
///
///     {"do": "new", "as": "swarm", "title": "Swarm", "markdown": "…", "folder": "Hives"}
///     {"do": "set", "note": "swarm", "status": "review", "keywords": ["bees/swarms"]}
///     {"do": "link", "note": "Spring check", "to": ["swarm"]}
public struct EditLine: Sendable, Decodable {
  /// What one line did.
  public struct Outcome: Sendable, Encodable {
    /// The number of the line, from 1 on.
    public var line: Int
    /// The UUID of the note that the line created or changed; nil for other edits.
    public var id: String?
  }

  /// What to do: `new`, `set`, `body`, `delete`, `link`, `unlink`, `folder`, `delete-folder`, `keyword` or
  /// `delete-keyword`.
  private var `do`: String
  /// For `new`: a name by which later lines can mean the note.
  private var `as`: String?
  /// The note to edit: a name from an earlier `as`, a title, `folder/title`, a UUID or its beginning.
  private var note: String?
  /// For `new` and `set`: what the note is called.
  private var title: String?
  /// For `new` and `body`: the text as RTF; it counts before `markdown` and `text`.
  private var rtf: String?
  /// For `new` and `body`: the text as Markdown; it counts before `text`.
  private var markdown: String?
  /// For `new` and `body`: the text as plain text.
  private var text: String?
  /// The path of a folder, such as `Work/Ideas`; for `set` an empty one takes the note out of all folders.
  private var folder: String?
  /// For `new` and `set`: `draft`, `review` or `archived`.
  private var status: String?
  /// For `new` and `set`: whether the note is marked as a favorite; nil: unchanged.
  private var favorite: Bool?
  /// For `new` and `set`: the paths of keywords that the note gets; missing ones are created.
  private var keywords: [String]?
  /// For `new` and `set`: the paths of keywords that are taken from the note.
  private var removeKeywords: [String]?
  /// For `new` and `set`: properties of kind text by name; each replaces those of the same name.
  private var properties: [String: String]?
  /// For `new` and `set`: the names of properties that are taken from the note.
  private var removeProperties: [String]?
  /// For `link` and `unlink`: the notes at the other end, each named as in `note`.
  private var to: [String]?
  /// For `keyword` and `delete-keyword`: the path, such as `bees/queens`.
  private var keyword: String?
  /// For `keyword`: a colour in one of the forms that `Keyword.Color` reads.
  private var color: String?
  /// For `delete-folder`: `refuse`, `delete` or `move-up`; without it a folder that isn't empty stays.
  private var notes: String?
  /// For `delete-keyword`: whether it is taken from the notes that have it; without it: no.
  private var force: Bool?

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
        let edit = try EditLine(json: line)
        let id = try edit.apply(to: &session, &names)
        outcomes.append(Outcome(line: index + 1, id: id?.description))
      } catch {
        throw SlipError(
          error.kind, code: error.code, "Line \(index + 1): \(error.message) Nothing was changed.",
          at: error.location ?? SourceLocation(file: path, .position(line: index + 1, column: 1, offset: 0)))
      }
    }
    return outcomes
  }

  /// Reads a line.
  ///
  /// - Throws: `SlipError` with code `KitCode.badEdit`, which says what is wrong with the line.
  private init(json: ArraySlice<UInt8>) throws(SlipError) {
    do {
      self = try JSONDecoder().decode(EditLine.self, from: Data(json))
    } catch {
      throw SlipError(.badInput, code: KitCode.badEdit, "This is not an edit: \(EditLine.reason(error)).")
    }
  }

  /// Why a line can't be read, in a few words.
  ///
  /// - Returns: A part of a sentence, without a full stop.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "`\(key.stringValue)` is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "`\(context.codingPath.map(\.stringValue).joined(separator: "."))` has the wrong type"
    default: "it is not a JSON object"
    }
  }

  /// Makes the edit.
  ///
  /// - Parameter names: The notes that earlier lines named.
  /// - Returns: The note that was created or changed.
  /// - Throws: `SlipError` with code `KitCode.badEdit` where a member is missing or wrong, and what the edit
  ///   itself throws.
  private func apply(
    to session: inout EditSession, _ names: inout [String: Note.ID]
  ) throws(SlipError) -> Note.ID? {
    switch `do` {
    case "new":
      let id = try session.create(
        NoteDraft(title: title, body: body ?? .text(""), folder: folder, keywords: keywords ?? []))
      if let name = `as` { names[name] = id }
      var edit = try facts()
      (edit.title, edit.placement, edit.addedKeywords) = (nil, nil, [])
      try edit.apply(to: [id], in: &session)
      return id
    case "set":
      let id = try target(note, &session, names)
      try facts().apply(to: [id], in: &session)
      return id
    case "body":
      let id = try target(note, &session, names)
      guard let body else { throw EditLine.missing("rtf, markdown or text") }
      try session.setBody(of: id, body)
      return id
    case "delete":
      let id = try target(note, &session, names)
      try session.delete(note: id)
      return id
    case "link", "unlink":
      let id = try target(note, &session, names)
      guard let to else { throw EditLine.missing("to") }
      for name in to {
        let other = try target(name, &session, names)
        if `do` == "link" { try session.link(id, to: other) } else { try session.unlink(id, from: other) }
      }
      return id
    case "folder":
      guard let folder else { throw EditLine.missing("folder") }
      _ = try session.addFolder(folder)
    case "delete-folder":
      guard let folder else { throw EditLine.missing("folder") }
      guard let rule = notes.map({ EditSession.FolderContents(rawValue: $0) }) ?? .refuse else {
        throw SlipError(.badInput, code: KitCode.badEdit, "`notes` is refuse, delete or move-up.")
      }
      try session.delete(folder: try session.folder(named: folder).id, notes: rule)
    case "keyword":
      guard let keyword else { throw EditLine.missing("keyword") }
      let id = try session.addKeyword(keyword)
      if let color {
        guard let color = Keyword.Color(color) else {
          throw SlipError(.badInput, code: KitCode.badEdit, "`color` is no colour.")
        }
        try session.edit { (box) throws(SlipError) in try box.update(keyword: id) { $0.color = color } }
      }
    case "delete-keyword":
      guard let keyword else { throw EditLine.missing("keyword") }
      try session.delete(keyword: try session.keyword(named: keyword).id, force: force ?? false)
    default:
      throw SlipError(.badInput, code: KitCode.badEdit, "`do` names no edit.")
    }
    return nil
  }

  /// The text that the line gives.
  ///
  /// Of several forms RTF counts before Markdown, and that before plain text; nil where there is none.
  private var body: NoteDraft.Body? {
    if let rtf { return .rtf(Array(rtf.utf8)) }
    if let markdown { return .markdown(markdown) }
    return text.map { .text($0) }
  }

  /// The facts that the line sets.
  ///
  /// - Throws: `SlipError` with code `KitCode.badEdit` for an unknown `status`.
  private func facts() throws(SlipError) -> NoteEdit {
    var edit = NoteEdit()
    (edit.title, edit.isFavorite) = (title, favorite)
    if let status {
      guard let status = Note.Status(rawValue: status) else {
        throw SlipError(.badInput, code: KitCode.badEdit, "`status` is draft, review or archived.")
      }
      edit.status = status
    }
    edit.placement = folder.map { $0.isEmpty ? .top : .folder($0) }
    (edit.addedKeywords, edit.removedKeywords) = (keywords ?? [], removeKeywords ?? [])
    edit.properties = (properties ?? [:]).sorted { $0.key < $1.key }.map { Property($0.key, .text, $0.value) }
    edit.removedProperties = removeProperties ?? []
    return edit
  }

  /// The note that a name means: one that an earlier line named, or one of the bundle.
  ///
  /// - Throws: `SlipError` where there is no name, and where no note or more than one is meant.
  private func target(
    _ name: String?, _ session: inout EditSession, _ names: [String: Note.ID]
  ) throws(SlipError) -> Note.ID {
    guard let name else { throw EditLine.missing("note") }
    if let id = names[name] { return id }
    return try session.lookUp(name).id
  }

  /// The error that the line lacks a member that its edit needs.
  ///
  /// - Parameter what: The name of the member, or several to choose from.
  private static func missing(_ what: String) -> SlipError {
    SlipError(.badInput, code: KitCode.badEdit, "`\(what)` is missing.")
  }
}
