public import SlipBase

extension SlipBox {
  /// Makes the changes, all of them or none.
  ///
  /// The box must have the values that the changes begin with, but for `reading` and `isIncomplete` of sources, which
  /// transactions don't have: these stay as they are unless the change is about them. The box must be sound afterwards: nothing that is deleted may
  /// still be referred to, nothing may refer to what is missing, folders may not lie within themselves, and names of
  /// keywords may not collide. History stays as it is.
  ///
  /// Unlike the single operations this neither deletes what is no longer used nor takes links away: the changes say
  /// all of it.
  ///
  /// - Throws: `NotesCode.changedMeanwhile` where the box has another value than the changes begin with, else the error
  ///   of the operation that the box refuses. The box is as it was then.
  public mutating func apply(_ changes: BoxChanges) throws(SlipError) {
    try expectBefore(changes)
    let old = self
    do throws(SlipError) {
      try replace(changes)
    } catch {
      self = old
      throw error
    }
  }

  /// Checks that the box has the values with which the changes begin.
  ///
  /// - Throws: `NotesCode.changedMeanwhile` for the first entity that has another value, or that is missing
  ///   or there against expectation.
  private func expectBefore(_ changes: BoxChanges) throws(SlipError) {
    for change in changes.notes where noteTable[change.id] != change.before {
      throw .changed(.note(change.id))
    }
    for change in changes.folders where folderTable[change.id] != change.before {
      throw .changed(.folder(change.id))
    }
    for change in changes.keywords where keywordTable[change.id] != change.before {
      throw .changed(.keyword(change.id))
    }
    for change in changes.attachments where attachmentTable[change.id] != change.before {
      throw .changed(.attachment(change.id))
    }
    for change in changes.sources where sourceTable[change.id]?.recorded != change.before?.recorded {
      throw .changed(.source(change.id))
    }
    guard changes.origins.map({ $0.before == origins }) ?? true,
      changes.foreign.map({ $0.before == foreign }) ?? true
    else {
      throw SlipError(.cannotDo, code: NotesCode.changedMeanwhile, "the slip-box was changed meanwhile")
    }
  }

  /// First all old relationships go, then all values are exchanged, then the new relationships come: so the order of
  /// changes makes no difference.
  ///
  /// - Throws: `SlipError` for what the box refuses; it is half changed then.
  private mutating func replace(_ changes: BoxChanges) throws(SlipError) {
    disconnect(changes)
    try removeDeleted(changes)
    try putEntities(changes)
    try connect(changes)
    if let change = changes.origins { origins = change.after }
    if let change = changes.foreign { foreign = change.after }
  }

  /// Takes all old values out of the inverses and out of the indexes of names.
  ///
  /// The entities themselves stay in their tables.
  private mutating func disconnect(_ changes: BoxChanges) {
    for change in changes.notes {
      if let note = change.before, let slot = noteTable.slot(of: change.id) { disconnect(note, slot) }
    }
    for change in changes.folders {
      if let folder = change.before, let slot = folderTable.slot(of: change.id) { disconnect(folder, slot) }
    }
    for change in changes.keywords {
      if let keyword = change.before { keywordSlotByName[keyword.key] = nil }
    }
    for change in changes.sources {
      if let source = change.before, let slot = sourceTable.slot(of: change.id) { disconnect(source, slot) }
    }
  }

  /// What is deleted may have no inverse left.
  ///
  /// Notes and sources go first, attachments last, so that what goes together can go.
  ///
  /// - Throws: `NotesCode.stillReferredTo` where something that stays refers to what is deleted.
  private mutating func removeDeleted(_ changes: BoxChanges) throws(SlipError) {
    highestOrders = [:]
    titleChanges = nil
    for change in changes.notes where change.after == nil {
      guard let slot = noteTable.slot(of: change.id) else { continue }
      guard backlinks[slot].isEmpty else { throw .inUse(.note(change.id)) }
      noteTable.remove(slot)
    }
    for change in changes.sources where change.after == nil {
      guard let slot = sourceTable.slot(of: change.id) else { continue }
      guard notesBySource[slot].isEmpty else { throw .inUse(.source(change.id)) }
      sourceTable.remove(slot)
    }
    for change in changes.folders where change.after == nil {
      guard let slot = folderTable.slot(of: change.id) else { continue }
      guard notesByFolder[slot].isEmpty, childrenByFolder[slot].isEmpty else {
        throw .inUse(.folder(change.id))
      }
      folderTable.remove(slot)
    }
    for change in changes.keywords where change.after == nil {
      guard let slot = keywordTable.slot(of: change.id) else { continue }
      guard notesByKeyword[slot].isEmpty else { throw .inUse(.keyword(change.id)) }
      keywordTable.remove(slot)
    }
    let removed = Set(changes.keywords.filter { $0.after == nil }.map(\.id))
    let moved = Set(changes.keywords.map(\.id))
    if !removed.isEmpty,
      let child = keywords.first(where: {
        !moved.contains($0.id) && $0.parent.map(removed.contains) == true
      })
    {
      throw .inUse(.keyword(child.id))
    }
    for change in changes.attachments where change.after == nil {
      guard let slot = attachmentTable.slot(of: change.id) else { continue }
      guard !isUsed(attachment: change.id) else { throw .inUse(.attachment(change.id)) }
      attachmentTable.remove(slot)
    }
  }

  /// Puts all new values into the tables, and keywords into the index of names.
  ///
  /// - Throws: `NotesCode.keywordNameTaken` where two keywords side by side would have one name.
  private mutating func putEntities(_ changes: BoxChanges) throws(SlipError) {
    for change in changes.keywords {
      guard let keyword = change.after else { continue }
      let slot = keywordTable.put(keyword)
      guard keywordSlotByName[keyword.key] == nil else { throw .keywordNameTaken(keyword.id) }
      keywordSlotByName[keyword.key] = slot
    }
    for change in changes.attachments { if let attachment = change.after { attachmentTable.put(attachment) } }
    for change in changes.folders { if let folder = change.after { folderTable.put(folder) } }
    for change in changes.sources {
      if let source = Source.after(change, of: sourceTable[change.id]) { sourceTable.put(source) }
    }
    for change in changes.notes { if let note = change.after { noteTable.put(note) } }
  }

  /// Checks what the new values refer to, and enters them into the inverses.
  ///
  /// - Throws: `NotesCode.unknownEntity` for a reference to what is missing, `NotesCode.folderCycle` and
  ///   `NotesCode.keywordCycle` for parents in a circle.
  private mutating func connect(_ changes: BoxChanges) throws(SlipError) {
    for change in changes.keywords {
      if let keyword = change.after { try check(parent: keyword.parent, ofKeyword: keyword.id) }
    }
    for change in changes.folders {
      guard let folder = change.after, let slot = folderTable.slot(of: folder.id) else { continue }
      try check(parent: folder.parent, of: folder.id)
      connect(folder, slot)
    }
    for change in changes.sources {
      guard let source = change.after, let slot = sourceTable.slot(of: source.id) else { continue }
      try check(source)
      connect(source, slot)
    }
    for change in changes.notes {
      guard var note = change.after, let slot = noteTable.slot(of: note.id) else { continue }
      try check(note)
      adoptSourceKey(&note)
      noteTable.replace(slot, with: note)
      connect(note, slot)
    }
  }
}

extension EntityTable {
  /// Puts an entity in, or in the place of the one that has its id.
  ///
  /// - Returns: The entity's slot.
  @discardableResult
  mutating func put(_ entity: Entity) -> Slot? {
    guard let slot = slot(of: entity.id) else { return insert(entity) }
    replace(slot, with: entity)
    return slot
  }
}

extension SlipError {
  /// An entity has another value than the changes begin with.
  static func changed(_ entity: EntityID) -> SlipError {
    SlipError(
      .cannotDo, code: NotesCode.changedMeanwhile, "a \(entity.kind) was changed meanwhile",
      at: entity.location)
  }

  /// An entity that is to be deleted still has something that refers to it.
  fileprivate static func inUse(_ entity: EntityID) -> SlipError {
    SlipError(
      .usage, code: NotesCode.stillReferredTo, "something still refers to a \(entity.kind) that is deleted",
      at: entity.location)
  }
}
