public import SlipBase

extension SlipBox {
  /// Puts a note in; what it points to must be there already.
  ///
  /// A keyword or link that stands twice is taken once. Links may point to the note itself.
  public mutating func insert(_ note: Note) throws(SlipError) {
    guard !noteTable.contains(note.id) else { throw .duplicate(.note(note.id)) }
    var note = note
    note.removeRepetitions()
    try check(note, knowing: note.id)
    adoptSourceKey(&note)
    guard let slot = noteTable.insert(note) else { throw .duplicate(.note(note.id)) }
    connect(note, slot)
  }

  /// Changes a note; inverses follow. An attachment or source that loses its last use by this is deleted.
  ///
  /// When the change names something that the box lacks, an error is thrown and nothing changes.
  public mutating func update(note id: Note.ID, _ change: (inout Note) -> Void) throws(SlipError) {
    guard let slot = noteTable.slot(of: id), let old = noteTable[slot] else { throw .unknown(.note(id)) }
    var new = old
    change(&new)
    guard new.id == id else { throw .identityChanged(.note(id)) }
    if new.hasSameRelationships(as: old) {
      noteTable.replace(slot, with: new)
      return
    }
    new.removeRepetitions()
    try check(new)
    adoptSourceKey(&new)
    disconnect(old, slot)
    noteTable.replace(slot, with: new)
    connect(new, slot)
    collect(attachments: old.attachments, source: old.source)
  }

  /// Deletes a note. Links to it go; so do its attachments and its source when this was their last use.
  @discardableResult
  public mutating func remove(note id: Note.ID) -> Note? {
    guard let slot = noteTable.slot(of: id), let note = noteTable[slot] else { return nil }
    for pointing in backlinks[slot].members {
      noteTable.modify(pointing) { $0.links.removeAll { $0 == id } }
    }
    backlinks.removeAll(of: slot)
    disconnect(note, slot)
    noteTable.remove(slot)
    collect(attachments: note.attachments, source: note.source)
    return note
  }

  /// `knowing`: an id that counts as present.
  func check(_ note: Note, knowing known: Note.ID? = nil) throws(SlipError) {
    if let folder = note.folder, !folderTable.contains(folder) { throw .unknown(.folder(folder)) }
    if let source = note.source, !sourceTable.contains(source) { throw .unknown(.source(source)) }
    for keyword in note.keywords where !keywordTable.contains(keyword) { throw .unknown(.keyword(keyword)) }
    for link in note.links where link != known && !noteTable.contains(link) { throw .unknown(.note(link)) }
    for reference in note.attachments where !attachmentTable.contains(reference.attachment) {
      throw .unknown(.attachment(reference.attachment))
    }
  }

  /// Lets equal keys share their bytes: a million notes have a million of them.
  func adoptSourceKey(_ note: inout Note) {
    if let key = note.source, let source = sourceTable[key] { note.source = source.id }
  }

  mutating func connect(_ note: Note, _ slot: UInt32) {
    if let folder = note.folder.flatMap(folderTable.slot) {
      notesByFolder.link(slot, to: folder)
    } else {
      notesWithoutFolder.insert(slot)
    }
    for target in keywordTable.slots(of: note.keywords) {
      notesByKeyword.link(slot, to: target)
    }
    for target in noteTable.slots(of: note.links) { backlinks.link(slot, to: target) }
    for target in attachmentTable.slots(of: note.attachments.map(\.attachment)) {
      notesByAttachment.link(slot, to: target)
    }
    if let source = note.source.flatMap(sourceTable.slot) { notesBySource.link(slot, to: source) }
  }

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

  /// Deletes those that are no longer used, after a note let go of them.
  private mutating func collect(attachments: [AttachmentReference], source: Source.ID?) {
    if let source, let slot = sourceTable.slot(of: source), notesBySource[slot].isEmpty {
      remove(sourceAt: slot)
    }
    for reference in attachments { collect(attachment: reference.attachment) }
  }
}

extension Note {
  func hasSameRelationships(as other: Note) -> Bool {
    folder == other.folder && source == other.source && keywords == other.keywords && links == other.links
      && attachments == other.attachments
  }

  mutating func removeRepetitions() {
    keywords.removeRepetitions()
    links.removeRepetitions()
  }
}

extension Array where Element: Hashable {
  /// Each element stays where it stood first.
  mutating func removeRepetitions() {
    guard count > 1 else { return }
    var seen = Set<Element>(minimumCapacity: count)
    removeAll { !seen.insert($0).inserted }
  }
}
