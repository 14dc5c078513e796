internal import SlipBase
internal import SlipNotes

/// What happens to a single note.
///
/// Attachments are inserted first and sources next, so that nothing is deleted that is still used.
extension ImportMerger {
  /// The UUID for a new note, one that neither the box nor anything else uses.
  ///
  /// - Parameters:
  ///   - name: What the UUID is made of, so that the same name gives the same UUID.
  ///   - assigned: UUIDs that other new notes will have.
  func unusedID(for name: String, besides assigned: Set<UniqueID> = []) throws(SlipError) -> UniqueID {
    try UniqueID.unused(in: IdentityNamespace.note, for: name) { id throws(SlipError) in
      guard !box.has(note: id), !assigned.contains(id) else { return false }
      return try !options.isTaken(id)
    }
  }

  /// Inserts a note with its attachments, folders and keywords, and the source with its first note.
  ///
  /// - Parameters:
  ///   - id: The UUID of the note. It may differ from that of the item after a conflict.
  ///   - folder: The folder; nil for the one that the source says.
  /// - Returns: The files to write: attachments, body, mirror and what is kept of a file.
  /// - Throws: An error of the box.
  mutating func insert(
    _ new: ImportedNote, _ item: ImportedItem, _ source: SourceMerge, id: UniqueID,
    in folder: Folder.ID?? = nil
  ) throws(SlipError) -> [ImportedPayload] {
    let payload = try insertAttachments(of: new)
    if !box.has(source: source.key.text) { try box.insert(source.source(new.format)) }
    let kept = try record(new, of: source)
    var note = Note(id: id, title: new.title, body: new.body.fact, mirror: new.mirror.fact)
    note.take(new)
    note.sourceItem = source.isOneNote ? nil : item.id
    note.properties = item.properties
    (note.status, note.isFavorite, note.order) = (item.status, item.isFavorite, item.order)
    if let folder { note.folder = folder } else { note.folder = try self.folder(item.folder, of: source) }
    for keyword in item.keywords { note.keywords.append(try findOrCreate(keyword, of: source)) }
    try box.insert(note)
    addedNotes.insert(id)
    if source.isOneNote { newNotes.append(id) }
    pendingLinks.append((id, new.linkTargets))
    if !item.relations.isEmpty { pendingRelations.append((id, item.relations, [])) }
    noteUnresolved(new, item, id)
    return payload + [ImportedPayload(.body(id), new.body), ImportedPayload(.mirror(id), new.mirror)] + kept
  }

  /// Records what a file says now, and returns what is kept of it. A container is recorded at its end.
  mutating func record(
    _ new: ImportedNote, of source: SourceMerge
  ) throws(SlipError) -> [ImportedPayload] {
    guard source.isOneNote else { return [] }
    try box.update(source: new.key.text) {
      $0.take(new)
      ($0.reading, $0.isIncomplete) = (source.reading, source.hasGaps)
    }
    return [ImportedPayload(.kept(new.kept.fact.digest, fileExtension: new.format), new.kept)]
  }

  /// Inserts the blobs that the box doesn't have, and returns them.
  ///
  /// - Parameter wanted: Those to insert; nil for all.
  mutating func insertAttachments(
    of new: ImportedNote, only wanted: Set<Digest>? = nil
  ) throws(SlipError) -> [ImportedPayload] {
    var payload: [ImportedPayload] = []
    for imported in new.attachments {
      let digest = imported.payload.fact.digest
      guard box.attachment(digest) == nil, wanted?.contains(digest) ?? true else { continue }
      var attachment = Attachment(
        blob: imported.payload.fact, mediaType: imported.mediaType, fileExtension: imported.fileExtension)
      attachment.width = imported.width
      attachment.height = imported.height
      try box.insert(attachment)
      payload.append(
        ImportedPayload(.attachment(digest, fileExtension: imported.fileExtension), imported.payload))
    }
    return payload
  }
}

extension Note {
  /// Takes over the imported fields, except keywords, folder and links.
  mutating func take(_ new: ImportedNote) {
    title = new.title
    created = new.created
    modified = new.modified
    zoneIsUnknown = new.zoneIsUnknown
    body = new.body.fact
    mirror = new.mirror.fact
    attachments = new.attachments.filter(\.isShown).map(AttachmentReference.init)
    source = new.key.text
    imported = Note.importedFields(title: new.title, body: new.body.fact.digest)
  }
}

extension Source {
  /// Takes over the facts of a new version of the file.
  mutating func take(_ new: ImportedNote) {
    path = new.key.path
    format = new.format
    original = new.original
    kept = new.kept.fact
    lifted = new.lifted
    modified = new.fileModified
  }
}
