public import SlipBase

extension SlipBox {
  /// Inserts a note. Whatever it refers to must be there already, except that it may link to
  /// itself.
  ///
  /// A keyword or link that is given twice is taken once.
  ///
  /// - Throws: `NotesCode.duplicateID` or `NotesCode.unknownEntity`.
  public mutating func insert(_ note: Note) throws(SlipError) {
    guard !noteTable.contains(note.id) else { throw .duplicate(.note(note.id)) }
    var note = note
    note.removeRepetitions()
    try check(note, knowing: note.id)
    adoptSourceKey(&note)
    guard let slot = noteTable.insert(note) else { throw .duplicate(.note(note.id)) }
    connect(note, slot)
    noteOrder(of: note, comes: true)
    titleChanges?.append(TitleChange(note: note.id, old: nil, new: note.title))
  }

  /// Changes a note, and the inverses of its relationships. Attachments and sources that thereby
  /// lose their last use are deleted.
  ///
  /// - Throws: `NotesCode.unknownEntity` when the note, or something that the change refers to, is
  ///   missing; `NotesCode.identityChanged`. In both cases nothing changes.
  public mutating func update(note id: Note.ID, _ change: (inout Note) -> Void) throws(SlipError) {
    guard let slot = noteTable.slot(of: id), let old = noteTable[slot] else { throw .unknown(.note(id)) }
    var new = old
    change(&new)
    guard new.id == id else { throw .identityChanged(.note(id)) }
    if new.hasSameRelationships(as: old) {
      noteTable.replace(slot, with: new)
      return note(old, became: new)
    }
    new.removeRepetitions()
    try check(new)
    adoptSourceKey(&new)
    disconnect(old, slot)
    noteTable.replace(slot, with: new)
    connect(new, slot)
    note(old, became: new)
    collect(attachments: old.attachments, source: old.source)
  }

  /// Takes properties away from a note; nothing happens where the box has no such note.
  ///
  /// - Parameter isUnwanted: Whether a property goes.
  package mutating func removeProperties(of id: Note.ID, where isUnwanted: (Property) -> Bool) {
    guard let slot = noteTable.slot(of: id) else { return }
    noteTable.modify(slot) { $0.properties.removeAll(where: isUnwanted) }
  }

  /// Keeps what is known of orders and titles when a note has changed.
  private mutating func note(_ old: Note, became new: Note) {
    if new.order != old.order || new.folder != old.folder {
      noteOrder(of: old, comes: false)
      noteOrder(of: new, comes: true)
    }
    if new.title != old.title {
      titleChanges?.append(TitleChange(note: new.id, old: old.title, new: new.title))
    }
  }

  /// Deletes a note and returns it; nil when there is none.
  ///
  /// Links to it are removed from other notes. Attachments and the source are deleted when this was
  /// their last use.
  @discardableResult
  public mutating func remove(note id: Note.ID) -> Note? {
    guard let slot = noteTable.slot(of: id), let note = noteTable[slot] else { return nil }
    for pointing in backlinks[slot].members {
      noteTable.modify(pointing) { note in
        note.links.removeAll { $0 == id }
        note.manualLinks.remove(id)
      }
    }
    backlinks.removeAll(of: slot)
    disconnect(note, slot)
    noteTable.remove(slot)
    noteOrder(of: note, comes: false)
    titleChanges?.append(TitleChange(note: note.id, old: note.title, new: nil))
    collect(attachments: note.attachments, source: note.source)
    return note
  }

  /// Throws `NotesCode.unknownEntity` unless the box has everything that the note refers to.
  ///
  /// - Parameter known: The id of a note that counts as present.
  func check(_ note: Note, knowing known: Note.ID? = nil) throws(SlipError) {
    if let folder = note.folder, !folderTable.contains(folder) { throw .unknown(.folder(folder)) }
    if let source = note.source, !sourceTable.contains(source) { throw .unknown(.source(source)) }
    for keyword in note.keywords where !keywordTable.contains(keyword) { throw .unknown(.keyword(keyword)) }
    for link in note.links where link != known && !noteTable.contains(link) { throw .unknown(.note(link)) }
    for reference in note.attachments where !attachmentTable.contains(reference.attachment) {
      throw .unknown(.attachment(reference.attachment))
    }
  }

  /// Replaces the note's source key by the equal one of the source, so that both share their bytes.
  /// A million notes have a million keys.
  func adoptSourceKey(_ note: inout Note) {
    guard let slot = note.source.flatMap(sourceTable.slot), let key = sourceTable.read(slot, \.id) else {
      return
    }
    note.source = key
  }

  /// Enters a note into the inverses of its relationships.
  mutating func connect(_ note: Note, _ slot: UInt32) {
    if let folder = note.folder.flatMap(folderTable.slot) {
      notesByFolder.link(slot, to: folder)
    } else {
      notesWithoutFolder.insert(slot)
    }
    for keyword in note.keywords {
      if let target = keywordTable.slot(of: keyword) { notesByKeyword.link(slot, to: target) }
    }
    for link in note.links { if let target = noteTable.slot(of: link) { backlinks.link(slot, to: target) } }
    for use in note.attachments {
      if let target = attachmentTable.slot(of: use.attachment) { notesByAttachment.link(slot, to: target) }
    }
    if let source = note.source.flatMap(sourceTable.slot) { notesBySource.link(slot, to: source) }
  }

  /// Removes a note from the inverses of its relationships.
  mutating func disconnect(_ note: Note, _ slot: UInt32) {
    if let folder = note.folder.flatMap(folderTable.slot) {
      notesByFolder.unlink(slot, from: folder)
    } else {
      notesWithoutFolder.remove(slot)
    }
    for target in keywordTable.slots(of: note.keywords) {
      notesByKeyword.unlink(slot, from: target)
    }
    for target in noteTable.slots(of: note.links) { backlinks.unlink(slot, from: target) }
    for target in attachmentTable.slots(of: note.attachments.map(\.attachment)) {
      notesByAttachment.unlink(slot, from: target)
    }
    if let source = note.source.flatMap(sourceTable.slot) { notesBySource.unlink(slot, from: source) }
  }

  /// Deletes a source that no note has, and the attachments that only it used. Nothing happens where there is no such source.
  public mutating func removeUnused(source: Source.ID) { collect(attachments: [], source: source) }

  /// Deletes the attachments and the source that nothing uses, after a note stopped using them.
  mutating func collect(attachments: [AttachmentReference], source: Source.ID?) {
    if let source, let slot = sourceTable.slot(of: source), notesBySource[slot].isEmpty {
      remove(sourceAt: slot)
    }
    for reference in attachments { collect(attachment: reference.attachment) }
  }
}

extension Note {
  /// Whether both notes refer to the same entities in the same order, so that no inverse changes.
  func hasSameRelationships(as other: Note) -> Bool {
    folder == other.folder && source == other.source && keywords == other.keywords && links == other.links
      && attachments == other.attachments
  }

  /// Removes keywords and links that are given twice, and manual links that aren't links.
  mutating func removeRepetitions() {
    keywords.removeRepetitions()
    links.removeRepetitions()
    if !manualLinks.isEmpty { manualLinks.formIntersection(links) }
  }

  /// Takes the links of the text over, in its order. Links that were made by hand or by a source stay.
  public mutating func setTextLinks(_ targets: [Note.ID]) {
    let known = Set(targets)
    links = targets + links.filter { manualLinks.contains($0) && !known.contains($0) }
    links.removeRepetitions()
  }
}

extension Array where Element: Hashable {
  /// Removes elements that equal an earlier one.
  mutating func removeRepetitions() {
    guard count > 1 else { return }
    var seen = Set<Element>(minimumCapacity: count)
    removeAll { !seen.insert($0).inserted }
  }
}
