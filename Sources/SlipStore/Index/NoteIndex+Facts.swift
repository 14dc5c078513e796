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
  /// - Throws: `SlipError` with `StoreCode.failed`.
  package func summary(of id: UniqueID) throws(SlipError) -> IndexedSummary {
    let select = try statement("SELECT slot, title, folder FROM note WHERE uuid = ?1")
    select.bind(1, id)
    guard try select.step() else {
      return IndexedSummary(title: "", folder: [], status: .draft, isFavorite: false)
    }
    let slot = Int(select.integer(0))
    let (title, folder) = (select.text(1), select.id(2))
    guard slot < capacity else { throw Database.error("the index is damaged", database.path) }
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
  private func path(of folder: UniqueID?) -> [String] {
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
    let builder = try box()
    guard let folder = builder.folder(at: path) else { return nil }
    var pending = [folder]
    var seen: Set<UniqueID> = []
    var found = SlotSet(capacity: capacity)
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      let select = try statement("SELECT slot FROM note WHERE folder = ?1")
      select.bind(1, next)
      while try select.step() {
        let slot = Int(select.integer(0))
        if slot < capacity { found.insert(slot) }
      }
      if andBelow { pending += subfolders[next] ?? [] }
    }
    return found
  }

  /// A box with the folders alone, for finding one by its path.
  ///
  /// Folders in a circle and those below a missing folder are left out.
  ///
  /// - Throws: `SlipError` where the box refuses a folder.
  private func box() throws(SlipError) -> SlipBox {
    var box = SlipBox()
    var pending = Array(folders.values)
    var added: Set<UniqueID> = []
    while !pending.isEmpty {
      let ready = pending.filter { $0.parent.map(added.contains) ?? true }
      if ready.isEmpty { break }
      for folder in ready {
        try box.insert(folder)
        added.insert(folder.id)
      }
      pending.removeAll { added.contains($0.id) }
    }
    return box
  }
}
