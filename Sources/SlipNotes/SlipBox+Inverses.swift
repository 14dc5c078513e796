extension SlipBox {
  /// The notes directly in a folder, or at the top for nil, by order and UUID.
  public func notes(in folder: Folder.ID?) -> [Note] {
    noteSlots(in: folder).members.compactMap { noteTable[$0] }.sorted {
      ($0.order, $0.id) < ($1.order, $1.id)
    }
  }

  /// The highest order among the notes of a folder; nil when none counts. No note is copied.
  ///
  /// - Parameter isCounted: Whether a note counts; by default all do.
  public func highestOrder(in folder: Folder.ID?, where isCounted: (Note.ID) -> Bool = { _ in true }) -> Int?
  {
    var highest: Int?
    for slot in noteSlots(in: folder).members {
      if let note = noteTable[slot], isCounted(note.id) { highest = max(highest ?? note.order, note.order) }
    }
    return highest
  }

  /// The order that comes after those of all notes of a folder. Unlike `highestOrder`, it looks at them only the first time.
  public mutating func nextOrder(in folder: Folder.ID?) -> Int {
    let key = folder.flatMap(folderTable.slot)
    guard let highest = highestOrders[key] ?? highestOrder(in: folder) else { return 0 }
    highestOrders[key] = highest
    return highest == .max ? .max : highest + 1
  }

  /// The number of notes directly in a folder, or at the top for nil. O(1).
  public func noteCount(in folder: Folder.ID?) -> Int { noteSlots(in: folder).count }

  /// Keeps what is known of a folder's highest order when a note comes into it, or goes.
  mutating func noteOrder(of note: Note, comes: Bool) {
    let key = note.folder.flatMap(folderTable.slot)
    guard let highest = highestOrders[key] else { return }
    if comes {
      highestOrders[key] = max(highest, note.order)
    } else if note.order >= highest {
      highestOrders[key] = nil
    }
  }

  /// The slots of the notes directly in a folder, or at the top for nil.
  private func noteSlots(in folder: Folder.ID?) -> SlotSet {
    guard let folder else { return notesWithoutFolder }
    return folderTable.slot(of: folder).map { notesByFolder[$0] } ?? .none
  }

  /// The folders directly in a folder, or at the top for nil, by order and UUID.
  public func children(of folder: Folder.ID?) -> [Folder] {
    childSlots(of: folder).members.compactMap { folderTable[$0] }.sorted {
      ($0.order, $0.id) < ($1.order, $1.id)
    }
  }

  /// The notes that have a keyword, sorted.
  public func notes(with keyword: Keyword.ID) -> [Note.ID] {
    noteIDs(keywordTable.slot(of: keyword).map { notesByKeyword[$0] })
  }

  /// The notes that link to a note, sorted.
  public func backlinks(of note: Note.ID) -> [Note.ID] {
    noteIDs(noteTable.slot(of: note).map { backlinks[$0] })
  }

  /// The notes that use an attachment, sorted.
  public func notes(using attachment: Attachment.ID) -> [Note.ID] {
    noteIDs(attachmentTable.slot(of: attachment).map { notesByAttachment[$0] })
  }

  /// The sources with pictures that were extracted into an attachment, sorted.
  public func sources(using attachment: Attachment.ID) -> [Source.ID] {
    let slots = attachmentTable.slot(of: attachment).map { sourcesByAttachment[$0] } ?? .none
    return slots.members.compactMap { sourceTable[$0]?.id }.sorted()
  }

  /// The notes that were imported from a source, sorted.
  public func notes(from source: Source.ID) -> [Note.ID] {
    noteIDs(sourceTable.slot(of: source).map { notesBySource[$0] })
  }

  /// The ids of the notes at these slots, sorted.
  private func noteIDs(_ slots: SlotSet?) -> [Note.ID] {
    (slots ?? .none).members.compactMap { noteTable[$0]?.id }.sorted()
  }
}
