package import SlipBase
package import SlipNotes

/// A part of a large box: folders, keywords, history and origins, and all entities of some parts of the manifest.
///
/// In the box, something stands for each note, attachment and source of other parts that those entities refer to, so
/// that no reference is lost. So only what changes nothing but these entities' own facts, and folders and keywords,
/// may be done to the box; `changesOnlyFacts(_:)` says afterwards whether it was only that.
package struct PartialBox: Sendable {
  /// What was read, with what stands for the rest.
  package let box: SlipBox
  /// The keys of the parts that were read.
  package let keys: Set<UInt8>

  /// Reads some parts of a bundle.
  ///
  /// - Parameters:
  ///   - notes: The notes whose parts are wanted.
  ///   - storage: The bundle.
  ///   - limits: Bounds for its XML.
  /// - Returns: Nil where the bundle has no parts, where one of the notes isn't in it, or where what was read
  ///   contradicts itself, which reading all of it says better.
  /// - Throws: As `ManifestReader.read(storage:limits:)`.
  package static func read(
    notes: [Note.ID], of storage: some BundleStorage, limits: Limits
  ) throws(SlipError) -> PartialBox? {
    var root = try ManifestReader.root(of: storage, limits: limits)
    guard let parts = root.parts else { return nil }
    let keys = Set(notes.map(ManifestPart.key(ofNote:)))
    var read: [PartEntities] = []
    try ManifestReader.forEachPart(parts.filter { keys.contains($0.key) }, of: storage, limits: limits) {
      read.append($1.entities)
    }
    let known = Set(read.lazy.flatMap(\.notes).map(\.id))
    guard notes.allSatisfy(known.contains) else { return nil }
    for part in read { root.builder.add(part) }
    root.builder.addStandIns(for: read, except: keys)
    let (box, faults) = root.builder.finish()
    return faults.comeFromParts(except: keys) ? PartialBox(box: box, keys: keys) : nil
  }

  /// Whether a note was read, rather than that something stands for it.
  package func has(note id: Note.ID) -> Bool {
    keys.contains(ManifestPart.key(ofNote: id)) && box.note(id) != nil
  }

  /// Whether nothing differs in a box that was made of this one but facts about notes that were read, and folders
  /// and keywords: no note, attachment or source came, went, or stands for one that wasn't read; no note
  /// refers to others than before.
  package func changesOnlyFacts(_ changed: SlipBox) -> Bool {
    let ids = box.changedIDs(to: changed)
    guard ids.attachments.isEmpty, ids.sources.isEmpty else { return false }
    return ids.notes.allSatisfy { id in
      guard keys.contains(ManifestPart.key(ofNote: id)), let before = box.note(id),
        let after = changed.note(id)
      else { return false }
      return before.links == after.links && before.attachments == after.attachments
        && before.source == after.source
    }
  }
}

extension SlipBoxBuilder {
  /// Adds what stands for the notes, attachments and sources of other parts that entities refer to.
  ///
  /// - Parameter hasAttachments: Whether attachments are there themselves.
  mutating func addStandIns(for parts: [PartEntities], except keys: Set<UInt8>, hasAttachments: Bool = false)
  {
    let notes = parts.lazy.flatMap(\.notes)
    var links: Set<Note.ID> = []
    var attachments: Set<Attachment.ID> = []
    var sources: Set<Source.ID> = []
    for note in notes {
      for id in note.links where !keys.contains(ManifestPart.key(ofNote: id)) { links.insert(id) }
      for use in note.attachments
      where !hasAttachments && !keys.contains(ManifestPart.key(ofAttachment: use.attachment)) {
        attachments.insert(use.attachment)
      }
      if let source = note.source, !keys.contains(ManifestPart.key(ofSource: source)) {
        sources.insert(source)
      }
    }
    addStandIns(notes: links, attachments: attachments, sources: sources)
  }

  /// Adds what stands for entities of other documents, so that references to them aren't dropped.
  mutating func addStandIns(
    notes: Set<Note.ID>, attachments: Set<Attachment.ID>, sources: Set<Source.ID>
  ) {
    let nothing = FileFact(of: [])
    for id in notes.sorted() { add(Note(id: id, title: "", body: nothing, mirror: nothing)) }
    for id in attachments.sorted() {
      add(
        Attachment(
          blob: FileFact(digest: id, length: 0), mediaType: "application/octet-stream", fileExtension: "bin"))
    }
    for id in sources.sorted() {
      add(Source(id: id, path: id, format: "text", original: nothing, kept: nothing))
    }
  }
}

extension [BoxFault] {
  /// Whether these faults of a box of some parts only come from what is in others: what is used there seems to be unused, and
  /// pictures of sources that are there seem to be missing.
  func comeFromParts(except keys: Set<UInt8>) -> Bool {
    allSatisfy { fault in
      guard fault.kind != .unused else { return true }
      guard fault.kind == .dangling, case .source = fault.entity, case .attachment(let id)? = fault.other
      else { return false }
      return !keys.contains(ManifestPart.key(ofAttachment: id))
    }
  }
}
