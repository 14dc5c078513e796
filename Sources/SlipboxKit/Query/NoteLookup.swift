internal import SlipBase
internal import SlipNotes

/// Finds the note that a user means by a UUID, a title, `folder/title`, or the beginning of a
/// UUID.
///
/// The forms are tried in this order, and the first that matches anything decides: a note
/// titled `beef` is found by its title, although `beef` may also begin a UUID. Titles match
/// exactly, or, if none does, without regard to case and marks (`TitleIndex`).
///
/// A name that is less than that is an error, which has the notes that may be meant as its choices: see `NoteGuess`.
struct NoteLookup {
  /// The fewest hexadecimal digits that count as the beginning of a UUID.
  static let shortestBeginning = 4
  /// The most candidates that an error lists.
  private static let mostListed = 20

  /// The facts of the bundle.
  private let box: SlipBox
  /// The path of the bundle, for messages.
  private let path: String
  /// The notes by title, where many names are looked up; nil where each look-up goes through all titles.
  private let titles: TitleIndex?

  /// Prepares the lookup.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle, for messages.
  ///   - titles: The titles of all notes, where they are known.
  init(_ box: SlipBox, path: String, titles: TitleIndex? = nil) {
    (self.box, self.path, self.titles) = (box, path, titles)
  }

  /// The note that `name` means.
  ///
  /// - Throws: `SlipError` with `KitCode.noSuchNote` where no note is meant, or with
  ///   `KitCode.ambiguousTitle` where several are. `candidates` lists title, folder, date, source and UUID of each note that may
  ///   be meant, and `choices` their UUIDs, so that the user can choose.
  func note(named name: String) throws(SlipError) -> Note {
    let found = try notes(named: name)
    guard let id = found.first, let note = box.note(id) else { throw missing(name) }
    guard found.count == 1 else { throw ambiguous(name, found) }
    return note
  }

  /// The error that no note has a name, with the notes that may be meant by it.
  private func missing(_ name: String) -> SlipError {
    let guess = NoteGuess(name, in: box)
    if guess.notes.count > 1 { return ambiguous(name, guess.notes) }
    var error = SlipError(
      .usage, code: KitCode.noSuchNote,
      "No note has this title, folder/title or UUID: '\(PrintableText.of(name))'.",
      at: SourceLocation(file: path))
    error.subject = name
    offer(guess.notes, in: &error)
    if guess.notes.isEmpty { error.candidates = guess.similar.compactMap { box.note($0) }.map(line) }
    return error
  }

  /// The error that several notes are meant.
  private func ambiguous(_ name: String, _ notes: [Note.ID]) -> SlipError {
    var error = SlipError(
      .usage, code: KitCode.ambiguousTitle,
      "\(notes.count) notes match; name one by more of its title, by folder/title, or by its UUID:",
      at: SourceLocation(file: path))
    error.subject = name
    offer(notes, in: &error)
    return error
  }

  /// Lists the notes that may be meant.
  private func offer(_ notes: [Note.ID], in error: inout SlipError) {
    let listed = notes.prefix(NoteLookup.mostListed).compactMap { box.note($0) }
    error.choices = listed.map(\.id.description)
    error.candidates = listed.map(line)
    if notes.count > NoteLookup.mostListed {
      error.candidates.append("… and \(notes.count - NoteLookup.mostListed) more")
    }
  }

  /// One candidate of the error: title, folder, date, source and UUID.
  private func line(_ note: Note) -> String {
    let folder = FolderPath.text(box.path(of: note.folder))
    var parts = [note.title.isEmpty ? "(no title)" : note.title, folder.isEmpty ? "(no folder)" : folder]
    if let date = note.modified ?? note.created { parts.append(String(date.rfc3339.prefix(10))) }
    if let source = note.source.flatMap({ box.source($0) }) { parts.append("from " + source.path) }
    return (parts + [note.id.description]).joined(separator: "  ")
  }
}

extension NoteLookup: NoteNames {
  func has(_ id: Note.ID) throws(SlipError) -> Bool { box.has(note: id) }
  func notes(titled title: String) throws(SlipError) -> [Note.ID] {
    titles?.notes(titled: title) ?? box.notes(titled: title)
  }
  func folderPath(of id: Note.ID) throws(SlipError) -> [String] { box.path(of: box.note(id)?.folder) }
  func notes(from first: Note.ID, through last: Note.ID) throws(SlipError) -> [Note.ID] {
    box.noteIDs.filter { first <= $0 && $0 <= last }
  }
}
