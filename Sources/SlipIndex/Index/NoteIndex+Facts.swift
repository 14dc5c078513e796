package import SlipBase
package import SlipNotes
package import SlipQuery

/// Facts for showing a note.
package struct IndexedSummary: Sendable {
  /// The title.
  package var title: String
  /// The names of the folder and all above it, the topmost first.
  package var folder: [String]
  /// The status.
  package var status: Note.Status
  /// Whether it is a favorite.
  package var isFavorite: Bool
  /// When it was last modified.
  package var modified: Timestamp?
}

extension NoteIndex {
  /// What is shown of a note that was found.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func summary(of id: UniqueID) throws(SlipError) -> IndexedSummary {
    let select = try statement("SELECT slot, title, folder FROM note WHERE uuid = ?1")
    select.bind(1, id)
    guard try select.step() else { throw database.damage }
    let slot = Int(select.integer(0))
    let (title, folder) = (select.text(1), select.id(2))
    guard (0..<capacity).contains(slot) else { throw database.damage }
    let state = state(slot)
    return IndexedSummary(
      title: title, folder: path(of: folder), status: state.status, isFavorite: state.isFavorite,
      modified: facts(slot).modified)
  }

  /// The names from the top to a folder.
  ///
  /// Of folders that contain each other in a circle, each is named once.
  ///
  /// - Parameter folder: The UUID; nil and an unknown one have no names.
  func path(of folder: UniqueID?) -> [String] {
    var names: [String] = []
    var seen: Set<UniqueID> = []
    var next = folder.flatMap { folders[$0] }
    while let folder = next, seen.insert(folder.id).inserted {
      names.append(folder.name)
      next = folder.parent.flatMap { folders[$0] }
    }
    return names.reversed()
  }

  /// The notes in a folder; nil where there is no such folder.
  ///
  /// - Parameters:
  ///   - path: The path, as `SlipBox.folder(at:)` takes it.
  ///   - andBelow: Whether those in folders below count, too.
  package func slots(inFolderAt path: String, andBelow: Bool) throws(SlipError) -> SlotSet? {
    guard let folder = SlipBox(folders: Array(folders.values)).folder(at: path) else { return nil }
    var pending = [folder]
    var seen: Set<UniqueID> = []
    var found = SlotSet(capacity: capacity)
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      let select = try statement("SELECT slot FROM note WHERE folder = ?1")
      select.bind(1, next)
      try insert(select, into: &found)
      if andBelow { pending += subfolders[next] ?? [] }
    }
    return found
  }
}
