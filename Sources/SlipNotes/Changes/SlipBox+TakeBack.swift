public import SlipBase

extension SlipBox {
  /// Takes back what changes did to some notes, and leaves everything else.
  ///
  /// A note that was inserted is deleted; one that was deleted or updated is as it was. Folders, keywords, attachments and sources
  /// that it needs and that are gone come back with it. Links to notes that aren't there are left out. What was last imported stays
  /// recorded, so that a note whose import is taken back counts as changed here, also one that the import deleted.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - notes: The notes; others are left alone.
  /// - Throws: `NotesCode.changedMeanwhile` where a note isn't as the changes left it. The box is as it was then.
  public mutating func takeBack(_ changes: BoxChanges, of notes: Set<Note.ID>) throws(SlipError) {
    let old = self
    do throws(SlipError) {
      let lost = changes.notes.filter { notes.contains($0.id) }
      for change in lost where note(change.id) != change.after { throw .changed(.note(change.id)) }
      // Notes come back first without links, since they may link to each other.
      for change in lost {
        guard var before = change.before else {
          remove(note: change.id)
          continue
        }
        try restore(what: before, from: changes)
        if let after = change.after {
          before.imported = after.imported
          (before.source, before.sourceItem) = (after.source, after.sourceItem)
        } else if before.imported != nil {
          // So no import deletes it again.
          before.imported = Note.changedHere
        }
        let result = before.withLinks { note($0) != nil }
        if change.after == nil { try insert(result) } else { try update(note: change.id) { $0 = result } }
      }
      for change in lost {
        guard let before = change.before else { continue }
        let result = before.withLinks { note($0) != nil }
        try update(note: change.id) { ($0.links, $0.manualLinks) = (result.links, result.manualLinks) }
      }
    } catch {
      self = old
      throw error
    }
  }

  /// Takes an import back, so that the next import of the same sources leaves it so.
  ///
  /// Notes are as they were, and so are folders and keywords, but for new ones that something lies in or has by now. What the sources
  /// say stays recorded: a note that was updated counts as changed here, so it stays until its source changes again, and a note that
  /// the import added is buried as one that was deleted here.
  ///
  /// - Parameter changes: What the import changed.
  /// - Throws: `NotesCode.changedMeanwhile` where a note isn't as the import left it, or a folder or keyword that it changed. The box
  ///   is as it was then.
  public mutating func takeBack(import changes: BoxChanges) throws(SlipError) {
    let old = self
    do throws(SlipError) {
      for change in changes.notes where change.before == nil {
        guard let note = change.after, let key = note.source else { continue }
        bury([Tombstone(key: key, item: note.sourceItem)])
      }
      try takeBack(changes, of: Set(changes.notes.map(\.id)))
      for change in changes.keywords {
        guard let after = change.after, keyword(change.id) == after else { continue }
        if let before = change.before {
          try update(keyword: change.id) { $0 = before }
        } else if notes(with: change.id).isEmpty, children(ofKeyword: change.id).isEmpty {
          try remove(keyword: change.id)
        }
      }
      for change in changes.folders {
        guard let before = change.before else { continue }
        if folder(change.id) == nil {
          try insert(before)
        } else {
          try update(folder: change.id) { $0 = before }
        }
      }
      try removeEmpty(Set(changes.folders.filter { $0.before == nil }.map(\.id)))
    } catch {
      self = old
      throw error
    }
  }

  /// Removes folders in which nothing lies, and those that are empty then.
  private mutating func removeEmpty(_ folders: Set<Folder.ID>) throws(SlipError) {
    var rest = folders.sorted()
    while let index = rest.firstIndex(where: { children(of: $0).isEmpty && notes(in: $0).isEmpty }) {
      _ = try remove(folder: rest.remove(at: index), notes: .nullify)
    }
  }

  /// Brings back what a note refers to and the changes deleted.
  private mutating func restore(what note: Note, from changes: BoxChanges) throws(SlipError) {
    var folders: [Folder] = []
    var next = note.folder
    while let id = next, folder(id) == nil, let before = changes.folders.first(where: { $0.id == id })?.before
    {
      folders.append(before)
      next = before.parent
    }
    for folder in folders.reversed() { try insert(folder) }
    for id in note.keywords { try restore(keyword: id, from: changes) }
    let lifted = changes.sources.first { $0.id == note.source }?.before?.lifted.map(\.attachment) ?? []
    for id in note.attachments.map(\.attachment) + lifted where attachment(id) == nil {
      if let before = changes.attachments.first(where: { $0.id == id })?.before { try insert(before) }
    }
    if let id = note.source, source(id) == nil,
      let before = changes.sources.first(where: { $0.id == id })?.before
    {
      try insert(before)
    }
  }

  /// Brings a keyword back that the changes deleted, and those above it.
  private mutating func restore(keyword id: Keyword.ID, from changes: BoxChanges) throws(SlipError) {
    var lost: [Keyword] = []
    var next: Keyword.ID? = id
    while let id = next, keyword(id) == nil,
      let before = changes.keywords.first(where: { $0.id == id })?.before
    {
      lost.append(before)
      next = before.parent
    }
    for keyword in lost.reversed() { try insert(keyword) }
  }
}

extension Note {
  /// The note with those of its links whose targets meet a condition.
  fileprivate func withLinks(_ isThere: (Note.ID) -> Bool) -> Note {
    var note = self
    note.links.removeAll { !isThere($0) }
    note.manualLinks.formIntersection(note.links)
    return note
  }
}
