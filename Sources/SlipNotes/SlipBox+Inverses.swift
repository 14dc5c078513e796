extension SlipBox {
  /// The notes directly in a folder, or at the top for nil, by order and UUID.
  public func notes(in folder: Folder.ID?) -> [Note] {
    var notes: [Note] = []
    append(notesIn: folder, to: &notes) { _ in true }
    return notes
  }

  /// Appends the notes of a folder that pass a test, in their order. Others aren't copied.
  ///
  /// - Parameters:
  ///   - folder: The folder; nil: notes outside of folders.
  ///   - notes: Gets them.
  ///   - isWanted: The test.
  package func append(
    notesIn folder: Folder.ID?, to notes: inout [Note], where isWanted: (Note) -> Bool
  ) {
    // Notes are large, so their keys are sorted.
    var keys = noteSlots(in: folder).members.compactMap { slot in
      noteTable.read(slot) { isWanted($0) ? (order: $0.order, id: $0.id, slot: slot) : nil } ?? nil
    }
    keys.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    for key in keys { if let note = noteTable[key.slot] { notes.append(note) } }
  }

  /// The highest order among the notes of a folder; nil when none counts. No note is copied.
  private func highestOrder(in folder: Folder.ID?, where isCounted: (Note.ID) -> Bool) -> Int? {
    var highest: Int?
    for slot in noteSlots(in: folder).members {
      guard let note = noteTable.read(slot, { (id: $0.id, order: $0.order) }), isCounted(note.id) else {
        continue
      }
      highest = max(highest ?? note.order, note.order)
    }
    return highest
  }

  /// The order that puts a note after all others of a folder, or at the top for nil.
  ///
  /// Where the last note has so great an order that others might not fit after it, the notes are numbered anew
  /// first.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isCounted: Whether a note counts.
  public mutating func orderAtEnd(
    ofNotesIn folder: Folder.ID?, where isCounted: (Note.ID) -> Bool
  ) -> Int {
    guard let highest = highestOrder(in: folder, where: isCounted) else { return 0 }
    return orderAfter(highest, in: folder, isCounted)
  }

  /// The order that puts a note after all others of a folder, or at the top for nil.
  ///
  /// As with a condition, but it looks at all notes only the first time.
  public mutating func orderAtEnd(ofNotesIn folder: Folder.ID?) -> Int {
    let key = folder.flatMap(folderTable.slot)
    guard let highest = highestOrders[key] ?? highestOrder(in: folder, where: { _ in true }) else { return 0 }
    highestOrders[key] = highest
    return orderAfter(highest, in: folder) { _ in true }
  }

  /// The order after the highest one; notes are numbered anew where there is no room.
  private mutating func orderAfter(
    _ highest: Int, in folder: Folder.ID?, _ isCounted: (Note.ID) -> Bool
  ) -> Int {
    if highest < Self.highestUsualOrder { return highest + 1 }
    highestOrders[folder.flatMap(folderTable.slot)] = nil
    let notes = notes(in: folder).filter { isCounted($0.id) }
    for (order, note) in notes.enumerated() {
      guard let slot = noteTable.slot(of: note.id) else { continue }
      var note = note
      note.order = order
      noteTable.replace(slot, with: note)
    }
    return notes.count
  }

  /// The order that puts a folder after all others in a folder, or at the top for nil.
  ///
  /// Where the last folder has so great an order that others might not fit after it, the folders are numbered
  /// anew first.
  ///
  /// - Parameters:
  ///   - parent: The folder.
  ///   - isCounted: Whether a folder counts; by default all do.
  public mutating func orderAtEnd(
    ofFoldersIn parent: Folder.ID?, where isCounted: (Folder.ID) -> Bool = { _ in true }
  ) -> Int {
    let folders = children(of: parent).filter { isCounted($0.id) }
    guard let highest = folders.last?.order else { return 0 }
    if highest < Self.highestUsualOrder { return highest + 1 }
    for (order, folder) in folders.enumerated() {
      guard let slot = folderTable.slot(of: folder.id) else { continue }
      var folder = folder
      folder.order = order
      folderTable.replace(slot, with: folder)
    }
    return folders.count
  }

  /// From this order on, entities are numbered anew before others come after them.
  package static let highestUsualOrder = Int.max / 2

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
    (slots ?? .none).members.compactMap { noteTable.read($0) { $0.id } }.sorted()
  }
}
