internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipNotes

/// What follows the merge: versions beside notes, links, payload.
extension SyncWork {
  /// Records what both sides changed, and adds the feed's versions beside notes where that was asked for.
  mutating func report(_ merge: BoxMerge) throws(SlipError) {
    var versions: [Note.ID: Note.ID] = [:]
    let names = BoxNames(ours, theirs)
    let sides = [(ours, "the box"), (theirs, origin.name)]
    for conflict in merge.conflicts {
      guard let entity = conflict.entity else { continue }
      let text = MergeRequest.Outcome.Conflict(conflict, of: merge, sides, names)
      var row = SyncOutcome.Conflict(
        entity: entity.kind, id: entity.text, field: conflict.field.rawValue, value: text.value,
        other: text.other, from: text.from)
      if request.policy == .both, case .note(let id) = entity, [.title, .body].contains(conflict.field) {
        if versions[id] == nil { versions[id] = try addVersion(of: id) }
        row.version = versions[id]?.description
      }
      row.title = title(of: entity)
      outcome.conflicts.append(row)
    }
  }

  /// The title or name of something that both sides changed.
  private func title(of entity: EntityID) -> String? {
    switch entity {
    case .note(let id): (ours.note(id) ?? box.note(id))?.title
    case .folder(let id): (ours.folder(id) ?? box.folder(id))?.name
    case .keyword(let id): (ours.keyword(id) ?? box.keyword(id))?.name
    default: nil
    }
  }

  /// Adds the feed's version of a note as a note of its own, which the feed's next changes concern. The old one keeps
  /// its old source under another key.
  private mutating func addVersion(of id: Note.ID) throws(SlipError) -> Note.ID? {
    guard let index = staged.firstIndex(where: { $0.noteID == id }), let new = theirs.note(id),
      let mine = ours.note(id)
    else { return nil }
    let key = staged[index].key.text
    if let source = ours.source(key) {
      let oldKey = key + "//" + source.original.digest.hex
      if !box.has(source: oldKey) {
        try box.insert(source.renamed(oldKey))
      }
      try box.update(note: id) { ($0.source, $0.imported) = (oldKey, mine.imported) }
      if !box.has(source: key), let next = theirs.source(key) { try box.insert(next) }
    } else {
      try box.update(note: id) { ($0.source, $0.imported) = (mine.source, mine.imported) }
      if !box.has(source: key) {
        let fact = staged[index].fact
        let made = Source(
          id: key, path: staged[index].key.path, format: "json", original: fact, kept: fact)
        try box.insert(theirs.source(key) ?? made)
      }
    }
    let other = UniqueID.unused(
      in: IdentityNamespace.note, for: key + "//" + staged[index].fact.digest.hex
    ) { !box.has(note: $0) }
    var version = Note(id: other, title: new.title, body: new.body, mirror: new.mirror)
    (version.status, version.isFavorite, version.order) = (new.status, new.isFavorite, new.order)
    (version.created, version.modified) = (new.created, new.modified)
    (version.properties, version.foreign) = (new.properties, new.foreign)
    version.folder = box.note(id)?.folder
    version.keywords = new.keywords.filter { box.keyword($0) != nil }
    version.links = new.links.filter { box.has(note: $0) }
    version.manualLinks = new.manualLinks
    for reference in new.attachments {
      if box.attachment(reference.attachment) == nil, let file = theirs.attachment(reference.attachment) {
        try box.insert(file)
      }
    }
    (version.attachments, version.source, version.imported) = (new.attachments, key, new.imported)
    try box.insert(version)
    held += staged[index].text(for: other)
    if staged[index].targets == nil, let old = output.old {
      held.append(ImportedPayload(.body(other), Payload(try old.read(PayloadPath.body(id)))))
      held.append(ImportedPayload(.mirror(other), Payload(try old.read(PayloadPath.mirror(id)))))
    }
    return other
  }

  /// Notes that stay although the feed deleted them are the user's own from now on.
  mutating func detach(_ gone: Set<Note.ID>, _ conflicts: [MergeConflict]) throws(SlipError) {
    for id in gone.sorted() where box.has(note: id) {
      try box.update(note: id) { note in
        note.source = nil
        note.sourceItem = nil
        note.imported = nil
      }
    }
  }

  /// Sets the links that texts have, where the feed doesn't list links and the feed's text counts.
  mutating func resolveLinks() throws(SlipError) {
    guard !changes.isWhole else { return }
    var found: [(Note.ID, [Note.ID])] = []
    do {
      let resolver = LinkResolver(box)
      for note in staged {
        guard let targets = note.targets, let merged = box.note(note.noteID),
          merged.body == theirs.note(note.noteID)?.body
        else { continue }
        let links = resolver.notes(of: targets, from: merged.source.flatMap { box.source($0) })
        if !(links.isEmpty && merged.links.isEmpty) { found.append((note.noteID, links)) }
      }
    }
    for (id, links) in found { try box.update(note: id) { $0.setTextLinks(links) } }
  }

  /// Writes the texts, objects and attachments that the merged box has and the bundle doesn't.
  mutating func writePayload() throws(SlipError) {
    guard !request.isDryRun else { return }
    for index in staged.indices where staged[index].ours != nil {
      let id = staged[index].noteID
      let merged = box.note(id)
      let isNew = merged.map { $0.body == theirs.note(id)?.body && $0.body != ours.note(id)?.body } ?? false
      if isNew { try expectUnedited(id) }
      held += staged[index].takePayload(withText: isNew)
    }
    // Of a note that came on another way, the object isn't retained.
    let objects = Set(staged.compactMap { box.source($0.key.text)?.kept.digest })
    let kept = held.filter { item in
      if case .attachment(let digest, _) = item.place {
        return box.attachment(digest) != nil && ours.attachment(digest) == nil
      }
      if case .kept(let digest, _) = item.place { return objects.contains(digest) }
      return true
    }
    held = []
    try kept.write(to: output, &thumbnails, workers: request.workers)
    for id in fetched where box.attachment(id) != nil { try writeAttachment(id) }
  }

  /// Checks that no other program has edited a body that is to be replaced.
  private func expectUnedited(_ id: Note.ID) throws(SlipError) {
    guard let old = output.old, let note = ours.note(id) else { return }
    let path = PayloadPath.body(id)
    guard try old.length(of: path) != nil, try old.fact(of: path) != note.body else { return }
    throw SlipError(
      .cannotDo, code: ValidationRule.bodyEdited.code,
      "Another program has edited this note's body; run `slipconv refresh` first.",
      at: SourceLocation(file: old.displayPath(of: path)))
  }

  /// Fetches and writes an attachment.
  private mutating func writeAttachment(_ id: Digest) throws(SlipError) {
    guard let page = changes.page(id.hex, .attachments), var attachment = box.attachment(id) else { return }
    let object = try BoxJSON.AttachmentObject(BoxJSON.Value(changes.object(id.hex, .attachments)))
    let bytes: [UInt8]
    switch object.content {
    case .inline(let inline): bytes = inline
    case .beside(let path): bytes = try connection.content(path, from: page.place)
    case .absent: return
    }
    guard FileFact(of: bytes) == attachment.blob else {
      throw SlipError(
        .badInput, code: KitCode.badFeed, "An attachment has another digest than the feed says.",
        at: SourceLocation(file: page.place.display))
    }
    attachment.describe(bytes, limits: request.limits)
    let described = attachment
    try box.update(attachment: id) { $0 = described }
    let item = ImportedPayload(
      .attachment(id, fileExtension: attachment.fileExtension), Payload(bytes))
    try [item].write(to: output, &thumbnails, workers: request.workers)
  }
}
