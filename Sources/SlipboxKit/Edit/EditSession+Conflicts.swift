public import SlipBase
internal import SlipBundle
internal import SlipDocument
public import SlipNotes

/// Conflicts of notes that aren't in their texts: see `OpenConflict`.
extension EditSession {
  /// Decides about conflicts of facts and versions.
  ///
  /// Of two versions one note stays, with its UUID and what links to it: the one that was there first. It belongs to the source from
  /// then on.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - takesOther: Whether the note gets the other value, or the text of the other note. Otherwise it stays as it is.
  ///   - fields: The fields; nil: all.
  /// - Returns: How many were decided.
  /// - Throws: `SlipError` for an unknown note, a value that can't be read, and as `body(of:)`.
  @discardableResult
  public mutating func decideConflicts(
    of id: Note.ID, takesOther: Bool, fields: Set<OpenConflict.Field>? = nil
  ) throws(SlipError) -> Int {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    let conflicts = note.openConflicts.filter { fields?.contains($0.field) ?? true }
    for conflict in conflicts where conflict.field != .version {
      if takesOther { try take(conflict, for: note) }
      try edit { (box) throws(SlipError) in
        try box.update(note: id) { $0.remove(conflictOf: conflict.field) }
      }
    }
    for conflict in conflicts where conflict.field == .version {
      try decide(conflict, of: note, takesOther: takesOther)
    }
    return conflicts.count
  }

  /// Takes the marks of a pair of versions away, so that both notes stay.
  ///
  /// - Throws: `SlipError` for an unknown note.
  public mutating func separateVersions(of id: Note.ID) throws(SlipError) {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    let other = note.openConflicts.first { $0.field == .version }.flatMap { UniqueID($0.other) }
    try edit { (box) throws(SlipError) in
      for id in [id, other].compactMap({ $0 }) where box.has(note: id) {
        try box.update(note: id) { $0.remove(conflictOf: .version) }
      }
    }
  }

  /// Gives a note the value that it doesn't have.
  private mutating func take(_ conflict: OpenConflict, for note: Note) throws(SlipError) {
    var facts = NoteEdit()
    switch conflict.field {
    case .title: facts.title = conflict.other
    case .status: facts.status = Note.Status(rawValue: conflict.other)
    case .favorite: facts.isFavorite = conflict.other == "true"
    case .folder: facts.placement = conflict.other.isEmpty ? .top : .folder(conflict.other)
    case .created: facts.created = Timestamp(rfc3339: conflict.other)
    case .version: return
    }
    try facts.apply(to: [note.id], in: &self)
  }

  /// Makes one note of two versions.
  private mutating func decide(
    _ conflict: OpenConflict, of note: Note, takesOther: Bool
  ) throws(SlipError) {
    guard let other = UniqueID(conflict.other).flatMap({ box.note($0) }) else {
      // The other one was deleted, which is a decision, too.
      return try separateVersions(of: note.id)
    }
    try expectWhole()
    // The mark of the one that an import brought names the side that was here.
    let isFirst = conflict.side != OpenConflict.ownSide
    let (first, second) = isFirst ? (note, other) : (other, note)
    let taken = takesOther ? other : note
    let bytes = try body(of: taken)
    let (source, item, imported) = (second.source, second.sourceItem, second.imported)
    try edit { (box) throws(SlipError) in
      try box.update(note: second.id) { ($0.source, $0.sourceItem) = (nil, nil) }
      try box.update(note: first.id) {
        ($0.source, $0.sourceItem, $0.imported) = (source, item, imported)
        $0.title = taken.title
        $0.remove(conflictOf: .version)
      }
    }
    if taken.id != first.id { try setBody(of: first.id, .rtf(bytes)) }
    try delete(note: second.id)
  }
}
