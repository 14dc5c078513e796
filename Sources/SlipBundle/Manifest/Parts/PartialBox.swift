package import SlipBase
package import SlipNotes

/// A part of a large box: folders, keywords, history and origins, and all entities of some parts of the manifest.
///
/// In the box, something stands for each note, attachment and source of other parts that those entities refer to, so
/// that no reference is lost. So only some changes may be done to the box, which `holds(_:)` knows: of the facts of notes
/// that were read, of folders and keywords; notes that come without attachments; and notes that go, where all that
/// refers to them was read (`deletable`).
package struct PartialBox: Sendable {
  /// What was read, with what stands for the rest.
  package let box: SlipBox
  /// The keys of the parts that were read.
  package let keys: Set<UInt8>
  /// The notes that may go: all that refers to them was read, and all that uses what only they may use.
  package let deletable: Set<Note.ID>
  /// The manifest without its parts.
  private let root: ManifestReader.Root
  /// What is in the parts that were read.
  private let entities: [PartEntities]

  /// All parts, as the manifest lists them.
  package var parts: [ManifestPart] { root.parts ?? [] }

  /// Reads some parts of a bundle.
  ///
  /// - Parameters:
  ///   - notes: The notes whose parts are wanted.
  ///   - storage: The bundle.
  ///   - limits: Bounds for its XML.
  /// - Returns: Nil where the bundle has no parts, where one of the notes isn't in it, where most parts would be read, or
  ///   where what was read contradicts itself, which reading all of it says better.
  /// - Throws: As `ManifestReader.read(storage:limits:)`.
  package static func read(
    notes: [Note.ID], of storage: some BundleStorage, limits: Limits
  ) throws(SlipError) -> PartialBox? {
    let root = try ManifestReader.root(of: storage, limits: limits, mustBeCurrent: true)
    guard let parts = root.parts else { return nil }
    var read = ReadParts(listed: parts, storage: storage, limits: limits)
    try read.add(Set(notes.map(ManifestPart.key(ofNote:))))
    return PartialBox(root, read, notes, deletable: [])
  }

  /// Reads more parts of the same bundle.
  ///
  /// - Parameters:
  ///   - notes: Other notes whose parts are wanted.
  ///   - more: The keys of other parts that are wanted.
  ///   - deleting: Which of the notes may go besides those that may already. What refers to them is looked for in the bytes
  ///     of all parts.
  ///   - linking: The notes that link to these, where somebody knows them: then they aren't looked for.
  ///   - storage: The bundle, as it was when this was read.
  ///   - limits: Bounds for its XML.
  /// - Returns: This and what was read; nil as `read` gives it.
  /// - Throws: As `ManifestReader.read(storage:limits:)`.
  package func widened(
    notes: [Note.ID], more: Set<UInt8>, deleting: Set<Note.ID>, linking: Set<Note.ID>? = nil,
    of storage: some BundleStorage, limits: Limits
  ) throws(SlipError) -> PartialBox? {
    var read = ReadParts(listed: parts, storage: storage, limits: limits, keys, entities)
    try read.add(more.union(notes.map(ManifestPart.key(ofNote:))))
    if !deleting.isEmpty, try !read.addAll(referringTo: deleting, linking: linking) { return nil }
    return PartialBox(root, read, notes, deletable: deleting.union(deletable))
  }

  /// The box of the parts that were read; nil where one of the notes isn't there, or the box contradicts itself.
  private init?(
    _ root: ManifestReader.Root, _ read: ReadParts<some BundleStorage>, _ notes: [Note.ID],
    deletable: Set<Note.ID>
  ) {
    guard notes.allSatisfy(read.noteIDs.contains) else { return nil }
    var builder = root.builder
    for part in read.entities { builder.add(part) }
    builder.addStandIns(for: read.entities, except: read.keys)
    let (box, faults) = builder.finish()
    guard faults.comeFromParts(except: read.keys) else { return nil }
    (self.box, self.deletable, self.root) = (box, deletable, root)
    (keys, entities) = (read.keys, read.entities)
  }

  /// Whether a note was read, rather than that something stands for it.
  package func has(note id: Note.ID) -> Bool {
    keys.contains(ManifestPart.key(ofNote: id)) && box.has(note: id)
  }

  /// Whether a box that was made of this one differs only in what the part is enough for, and is still large.
  package func holds(_ changed: SlipBox) -> Bool {
    let ids = box.changedIDs(to: changed)
    let gone = ids.notes.filter { changed.note($0) == nil }
    let count = parts.reduce(0) { $0 + $1.notes + $1.attachments + $1.sources }
    guard deletable.isSuperset(of: gone) else { return false }
    // With these notes goes what only they used; nothing else comes or goes, or changes.
    guard ids.attachments.allSatisfy({ changed.attachment($0) == nil && !gone.isEmpty }),
      ids.sources.allSatisfy({ changed.source($0) == nil && !gone.isEmpty }),
      gone.isEmpty
        || count - gone.count - ids.attachments.count - ids.sources.count > ManifestPart.mostWithout
    else { return false }
    let lost = Set(gone)
    return ids.notes.allSatisfy { id in
      guard keys.contains(ManifestPart.key(ofNote: id)) else { return false }
      guard let after = changed.note(id) else { return true }
      guard let before = box.note(id) else { return after.attachments.isEmpty && after.source == nil }
      return before.links.filter { !lost.contains($0) } == after.links
        && before.attachments == after.attachments && before.source == after.source
    }
  }
}

/// Some parts of a manifest while they are read, one after the other as they turn out to be needed.
private struct ReadParts<Storage: BundleStorage> {
  /// All parts, as the manifest lists them.
  let listed: [ManifestPart]
  /// The bundle.
  let storage: Storage
  /// Bounds for its XML.
  let limits: Limits
  /// The keys of those that were read, or aren't there.
  private(set) var keys: Set<UInt8> = []
  /// What is in them.
  private(set) var entities: [PartEntities] = []
  /// The notes in them.
  private(set) var noteIDs: Set<Note.ID> = []

  /// How many parts are read for notes that go: more cost as much as all.
  private static var most: Int { 96 }
  /// How many texts are looked for.
  private static var mostTexts: Int { 24 }

  /// Begins with parts that were read before.
  init(
    listed: [ManifestPart], storage: Storage, limits: Limits, _ keys: Set<UInt8> = [],
    _ entities: [PartEntities] = []
  ) {
    (self.listed, self.storage, self.limits) = (listed, storage, limits)
    (self.keys, self.entities) = (keys, entities)
    for part in entities { noteIDs.formUnion(part.notes.lazy.map(\.id)) }
  }

  /// Reads parts that weren't read yet.
  mutating func add(_ wanted: Set<UInt8>) throws(SlipError) {
    let new = wanted.subtracting(keys)
    var found: [PartEntities] = []
    try ManifestReader.forEachPart(listed.filter { new.contains($0.key) }, of: storage, limits: limits) {
      found.append($1.entities)
    }
    keys.formUnion(new)
    entities += found
    for part in found { noteIDs.formUnion(part.notes.lazy.map(\.id)) }
  }

  /// Reads all parts in which something refers to notes, or to what may go with them.
  ///
  /// - Parameters:
  ///   - notes: The notes, which were read.
  ///   - linking: The notes that link to these; nil: that is looked for.
  /// - Returns: Whether that is everything; false where it would be too much.
  mutating func addAll(referringTo notes: Set<Note.ID>, linking: Set<Note.ID>?) throws(SlipError) -> Bool {
    let linkingKeys = Set((linking ?? []).map(ManifestPart.key(ofNote:)))
    guard keys.union(linkingKeys).count <= Self.most else { return false }
    try add(linkingKeys)
    let links = linking == nil ? [] : Set(notes.map(\.description))
    var sought: Set<String> = []
    while true {
      guard let (owners, texts) = references(of: notes) else { return false }
      let new = texts.subtracting(sought).subtracting(links)
      if new.isEmpty, owners.isSubset(of: keys) { return true }
      guard sought.count + new.count <= Self.mostTexts else { return false }
      let unread = listed.filter { !keys.contains($0.key) }
      let mentioning =
        new.isEmpty
        ? []
        : try ManifestReader.parts(
          mentioning: new.sorted(), references: sought.isEmpty, among: unread, of: storage)
      let wanted = owners.union(mentioning.map(\.key))
      guard keys.union(wanted).count <= Self.most else { return false }
      try add(wanted)
      sought.formUnion(new)
    }
  }

  /// Where the attachments and sources of notes are, and the texts by which others refer to these and to the notes themselves.
  ///
  /// - Returns: Nil where a text may be written in several ways.
  private func references(of notes: Set<Note.ID>) -> (owners: Set<UInt8>, texts: Set<String>)? {
    var texts = Set(notes.map(\.description))
    var attachments: Set<Attachment.ID> = []
    var sources: Set<Source.ID> = []
    for note in entities.lazy.flatMap(\.notes) where notes.contains(note.id) {
      attachments.formUnion(note.attachments.lazy.map(\.attachment))
      if let source = note.source { sources.insert(source) }
    }
    for source in entities.lazy.flatMap(\.sources) where sources.contains(source.id) {
      attachments.formUnion(source.lifted.lazy.map(\.attachment))
      // Sources may share what was retained of them.
      texts.insert(source.kept.digest.hex)
    }
    for key in sources {
      guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"&<>\"'_".utf8.contains($0) }) else {
        return nil
      }
      texts.insert("\"\(key)\"")
    }
    texts.formUnion(attachments.lazy.map(\.hex))
    let owners = Set(attachments.map(ManifestPart.key(ofAttachment:)))
      .union(sources.map(ManifestPart.key(ofSource:)))
    return (owners, texts)
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
