package import SlipBase
package import SlipNotes

/// What happens to a single note.
///
/// Attachments are inserted first and sources next, so that nothing is deleted that is still used.
extension ImportMerger {
  /// Adds a note for a file that is new.
  ///
  /// - Parameter new: The note. Its folders are created where they are missing.
  /// - Returns: The files to write.
  /// - Throws: An error of the box.
  package mutating func add(_ new: ImportedNote) throws(SlipError) -> [ImportedPayload] {
    let id = try unusedID(for: new.key.text)
    let folder = try folder(new.folder.map { SourceFolder($0) }, of: nil)
    let payload = try insert(new, id: id, folder: folder)
    report.added.append(ImportReport.Entry(path: new.key.path, note: id))
    return payload
  }

  /// Adds the file's new version as a note of its own. The old note keeps its old source, under
  /// another key.
  ///
  /// The new note is in the folder of the old one, and gets the file's key. From now on, the next
  /// version of the file belongs to the new note, and the old one is on its own.
  ///
  /// - Parameters:
  ///   - new: The new version.
  ///   - note: The note of the old version.
  ///   - source: Its source.
  /// - Returns: The files to write, and the UUID of the new note.
  /// - Throws: An error of the box.
  mutating func addBeside(
    _ new: ImportedNote, _ note: Note, _ source: Source
  ) throws(SlipError) -> ([ImportedPayload], UniqueID) {
    let oldKey = new.key.superseded(source.original.digest)
    if box.source(oldKey) == nil { try box.insert(source.renamed(oldKey)) }
    for id in box.notes(from: source.id) { try box.update(note: id) { $0.source = oldKey } }
    let name = new.key.superseded(new.original.digest)
    let id = try unusedID(for: name)
    return (try insert(new, id: id, folder: note.folder), id)
  }

  /// The UUID for a new note, one that neither the box nor anything else uses.
  ///
  /// - Parameter name: What the UUID is made of, so that the same name gives the same UUID.
  func unusedID(for name: String) throws(SlipError) -> UniqueID {
    try UniqueID.unused(in: IdentityNamespace.note, for: name) { id throws(SlipError) in
      guard box.note(id) == nil else { return false }
      return try !options.isTaken(id)
    }
  }

  /// Inserts a note together with its attachments, source and keywords.
  ///
  /// A source that is there already gets the facts of the new file.
  ///
  /// - Returns: The files to write: attachments, body, mirror and what is kept of the file.
  private mutating func insert(
    _ new: ImportedNote, id: UniqueID, folder: UniqueID?
  ) throws(SlipError) -> [ImportedPayload] {
    var payload = try insertAttachments(of: new)
    if box.source(new.key.text) == nil {
      try box.insert(Source(new))
    } else {
      try box.update(source: new.key.text) { $0.take(new) }
    }
    var note = Note(id: id, title: new.title, body: new.body.fact, mirror: new.mirror.fact)
    note.take(new)
    note.folder = folder
    note.keywords = new.keywords.map { box.findOrCreateKeyword(named: $0) }
    try box.insert(note)
    addedNotes.insert(id)
    newNotes.append(id)
    pendingLinks.append((id, new.linkTargets))
    payload += [ImportedPayload(.body(id), new.body), ImportedPayload(.mirror(id), new.mirror)]
    payload.append(.kept(of: new))
    return payload
  }

  /// Updates only the source of a file.
  ///
  /// - Returns: The files to write: what is kept, and the attachments that the original needs.
  /// - Throws: An error of the box.
  mutating func acknowledge(_ new: ImportedNote) throws(SlipError) -> [ImportedPayload] {
    let payload = try insertAttachments(of: new, only: Set(new.lifted.map(\.attachment)))
    try box.update(source: new.key.text) { $0.take(new) }
    return payload + [.kept(of: new)]
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

extension ImportedPayload {
  /// The payload of the file that is kept.
  ///
  /// The name of the format is its file extension.
  package static func kept(of new: ImportedNote) -> ImportedPayload {
    ImportedPayload(.kept(new.kept.fact.digest, fileExtension: new.format), new.kept)
  }
}

extension Note {
  /// Takes over the imported fields, except keywords, folder and links.
  package mutating func take(_ new: ImportedNote) {
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
  /// Creates the source of an imported note.
  fileprivate init(_ new: ImportedNote) {
    self.init(
      id: new.key.text, path: new.key.path, format: new.format, original: new.original, kept: new.kept.fact)
    take(new)
  }

  /// Takes over the facts of a new version of the file.
  package mutating func take(_ new: ImportedNote) {
    path = new.key.path
    format = new.format
    original = new.original
    kept = new.kept.fact
    lifted = new.lifted
    modified = new.fileModified
  }

  /// The same source under another id.
  fileprivate func renamed(_ id: String) -> Source {
    var source = Source(id: id, path: path, format: format, original: original, kept: kept)
    source.lifted = lifted
    source.modified = modified
    source.foreign = foreign
    return source
  }
}
