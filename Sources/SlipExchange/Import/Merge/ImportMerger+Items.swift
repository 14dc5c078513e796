public import SlipBase
public import SlipDocument
internal import SlipNotes

/// Merging the notes of containers.
///
/// Call `begin` for a container, `merge` or `skip` for each of its items, and `end` once; `finish` follows when all
/// containers are through. A container that `isDone` needs no more than that.
extension ImportMerger {
  /// Looks up what the slip-box has of a container.
  ///
  /// Notes that came from it are found by their items. Notes that the user deleted are known by tombstones.
  ///
  /// - Parameter container: The state, which gets the notes and tombstones.
  public mutating func begin(_ container: inout ContainerMerge) {
    seen.insert(container.key.text)
    for id in box.notes(from: container.key.text) {
      if let item = box.note(id)?.sourceItem { container.known[item] = id }
    }
    for origin in box.origins where origin.name == container.key.sourceName {
      for tombstone in origin.tombstones where tombstone.key == container.key.text {
        if let item = tombstone.item { container.buried.insert(item) }
      }
    }
  }

  /// Whether the container was imported before with exactly these bytes. Then all its notes are recorded, and it needn't
  /// be read.
  ///
  /// - Returns: False for a container that is new or has other bytes; nothing is recorded then.
  public mutating func isDone(_ container: ContainerMerge) -> Bool {
    guard container.isUnchanged(in: box) else { return false }
    for (item, id) in container.known.sorted(by: { $0.key < $1.key }) {
      guard let note = box.note(id), !ImportMerger.isSuperseded(item: item) else { continue }
      noteUnchanged(note, path: container.path(of: item))
    }
    return true
  }

  /// The UUID of an item's note: the one that it has, or else a new one.
  ///
  /// A new UUID follows from the key and the item, so another import of the same container gives the same.
  ///
  /// - Parameters:
  ///   - item: The id of the item.
  ///   - container: The container, which notes the new UUID.
  /// - Throws: An error of looking up whether a UUID is taken.
  public func noteID(ofItem item: String, in container: inout ContainerMerge) throws(SlipError) -> UniqueID {
    if let known = container.known[item] { return known }
    let id = try UniqueID.unused(
      in: IdentityNamespace.note, for: container.key.text + "//item/" + item
    ) { id throws(SlipError) in
      guard box.note(id) == nil, !container.assigned.contains(id) else { return false }
      return try !options.isTaken(id)
    }
    container.assigned.insert(id)
    return id
  }

  /// Records something in a container that is left out.
  ///
  /// - Parameters:
  ///   - skipped: The place of the item and the reason.
  ///   - container: The container that has it.
  public mutating func skip(_ skipped: SourceSkip, in container: inout ContainerMerge) {
    // What is damaged or encrypted now may be a note that came in earlier.
    if skipped.reason.isFailure { container.isIncomplete = true }
    report.skipped.append(
      SkippedFile(path: container.path(of: skipped.place), reason: .item(skipped.reason)))
  }

  /// Records a part of a container that can't be read. Nothing of the container counts as vanished then.
  ///
  /// - Parameters:
  ///   - path: The path of the part in the container; empty for the rest of an archive.
  ///   - error: Why it can't be read.
  public mutating func skip(part path: String, _ error: SlipError, in container: inout ContainerMerge) {
    container.isIncomplete = true
    let place = path.isEmpty ? container.key.path : container.key.path + "/" + path
    report.skipped.append(SkippedFile(path: place, reason: .unreadable(error)))
  }

  /// Records a note that can't be read. One that came from it earlier stays as it is.
  public mutating func skip(
    item: String, place: String, _ error: SlipError, in container: inout ContainerMerge
  ) {
    container.seen.insert(item)
    report.skipped.append(SkippedFile(path: container.path(of: place), reason: .refused(error)))
  }

  /// Records an item that is left out on purpose, so that a note that came from it earlier doesn't count as vanished.
  public mutating func pass(item: String, in container: inout ContainerMerge) { container.seen.insert(item) }

  /// Creates a folder of a container.
  ///
  /// A folder that is there already follows what the container changed. One that the user deleted stays away.
  ///
  /// - Parameters:
  ///   - steps: The folders from the top.
  ///   - container: The container, whose own folders come before them.
  public mutating func addFolder(
    _ steps: [SourceFolder], of container: inout ContainerMerge
  ) throws(SlipError) {
    let keys = container.chain(steps).map(\.key)
    container.currentFolders.formUnion(keys)
    let wasThere = keys.last.map { container.oldFolders[$0] != nil } ?? false
    if wasThere { return try followFolders(steps, of: container) }
    _ = try folder(steps, of: container)
  }

  /// Creates a keyword of a container.
  ///
  /// Its name is cleaned first. Without any name, nothing is created.
  public mutating func addKeyword(
    _ keyword: SourceKeyword, of container: ContainerMerge
  ) throws(SlipError) {
    for keyword in ItemImporter.cleaned([keyword]) { _ = try findOrCreate(keyword, of: container) }
  }

  /// Adds a finding about a container.
  ///
  /// A finding without a file gets the path of the container.
  public mutating func add(_ diagnostic: Diagnostic, of container: inout ContainerMerge) {
    var diagnostic = diagnostic
    if diagnostic.code == ExchangeCode.pieceDamaged { container.isIncomplete = true }
    if diagnostic.location.file == nil { diagnostic.location.file = container.key.path }
    diagnostics.report(diagnostic)
  }

  /// Merges one note of a container, and returns the payload to write.
  ///
  /// What happens is what happens to a file: see `ImportMerger`.
  ///
  /// - Throws: An error of the box.
  ///
  /// ```
  /// container says     note in the box     result
  /// something new      -                   the note is added
  /// the same           unchanged           nothing
  /// the same           changed             nothing, the note is reported as kept
  /// something else     unchanged           the note is updated
  /// something else     changed             a conflict, which the policy decides
  /// nothing            unchanged           the note is deleted if the user wants that
  /// -                  deleted             nothing, the tombstone counts
  /// ```
  ///
  /// - Parameters:
  ///   - new: The note. One without an item is merged as a file.
  ///   - container: The container, which notes that the item came.
  /// - Returns: The files to write; empty where nothing changed.
  public mutating func merge(
    _ new: ImportedNote, of container: inout ContainerMerge
  ) throws(SlipError) -> [ImportedPayload] {
    guard let item = new.item else { return try merge(new) }
    container.seen.insert(item.id)
    // What is damaged may have had more notes in it, such as attached ones.
    if new.diagnostics.contains(where: { $0.code == ExchangeCode.pieceDamaged }) {
      container.isIncomplete = true
    }
    if container.buried.contains(item.id) {
      report.skipped.append(SkippedFile(path: container.path(of: item.place), reason: .deletedHere))
      return []
    }
    container.currentFolders.formUnion(container.chain(item.folder).map(\.key))
    let known = container.known[item.id]
    container.places[item.id] = (known ?? item.note, item.order)
    guard let id = known, var note = box.note(id) else {
      diagnostics.report(contentsOf: new.diagnostics)
      report.added.append(ImportReport.Entry(path: container.path(of: item.place), note: item.note))
      container.arrived.insert(item.note)
      return try insert(new, item, container, id: item.note)
    }
    if note.sourceItem != item.id {
      note.sourceItem = item.id
      try box.update(note: id) { $0.sourceItem = item.id }
      report.isRecorded = true
    }
    let base = container.baseline?.notes[item.id]
    if base == SourceFacts(new) {
      noteUnchanged(note, path: container.path(of: item.place))
      return []
    }
    diagnostics.report(contentsOf: new.diagnostics)
    let payload = try follow(new, note, base: base, of: container)
    if let version = report.conflicts.last?.version, report.conflicts.last?.note == note.id {
      container.places[item.id] = (version, item.order)
      container.arrived.insert(version)
    } else if box.note(id)?.folder != note.folder {
      container.arrived.insert(id)
    }
    return payload
  }

  /// Adds the new version of an item as a note of its own, since it and its note both changed.
  ///
  /// The old note is on its own from now on; the item belongs to the new one.
  ///
  /// - Returns: The files to write, and the UUID of the new note.
  mutating func addBeside(
    _ new: ImportedNote, _ item: ImportedItem, _ note: Note, _ container: ContainerMerge
  ) throws(SlipError) -> ([ImportedPayload], UniqueID) {
    try box.update(note: note.id) {
      $0.sourceItem = ImportMerger.superseded(item: item.id, note.imported ?? item.digest)
    }
    let id = try unusedID(for: container.key.text + "//item/" + item.id + "//" + item.digest.hex)
    return (try insert(new, item, container, id: id), id)
  }

  /// The id that an item gets when a conflicting version comes in beside its note. It has two slashes and a digest at its
  /// end.
  static func superseded(item: String, _ digest: Digest) -> String { item + "//" + digest.hex }

  /// Whether this is the id of an item that a conflicting version came in beside.
  static func isSuperseded(item: String) -> Bool {
    item.utf8.count > 66 && item.dropLast(64).hasSuffix("//") && Digest(hex: item.suffix(64)) != nil
  }

  /// Inserts a note with its attachments, folders and keywords, and the container with its first note.
  ///
  /// - Parameter id: The UUID of the note. It may differ from that of the item after a conflict.
  /// - Returns: The files to write, those of attachments first.
  /// - Throws: An error of the box.
  package mutating func insert(
    _ new: ImportedNote, _ item: ImportedItem, _ container: ContainerMerge, id: UniqueID
  ) throws(SlipError) -> [ImportedPayload] {
    let payload = try insertAttachments(of: new)
    if box.source(container.key.text) == nil { try box.insert(container.source) }
    var note = Note(id: id, title: new.title, body: new.body.fact, mirror: new.mirror.fact)
    note.take(new)
    note.sourceItem = item.id
    note.properties = item.properties
    (note.status, note.isFavorite, note.order) = (item.status, item.isFavorite, item.order)
    note.folder = try folder(item.folder, of: container)
    for keyword in item.keywords { note.keywords.append(try findOrCreate(keyword, of: container)) }
    try box.insert(note)
    addedNotes.insert(id)
    pendingLinks.append((id, new.linkTargets))
    pendingRelations.append((id, item.relations, []))
    noteUnresolved(new, item, id)
    return payload + [ImportedPayload(.body(id), new.body), ImportedPayload(.mirror(id), new.mirror)]
  }

  /// Reports links of an item that lead to no note, or to several.
  mutating func noteUnresolved(_ new: ImportedNote, _ item: ImportedItem, _ id: UniqueID) {
    for link in item.unresolved {
      noteUnresolved(
        ImportReport.UnresolvedLink(
          path: new.key.path + "#" + item.place, note: id, target: .title(link.target),
          candidates: link.candidates))
    }
  }

  /// Ends a container: treats notes whose items vanished, and records what is kept of it.
  ///
  /// - Parameters:
  ///   - kept: Length and digest of what is kept.
  ///   - lifted: How the original is restored from it.
  ///
  /// A note is deleted only if the user wants that, and nobody changed it since its import. All others are reported as
  /// vanished. Then notes get their order, and folders that were emptied go.
  ///
  /// - Throws: `SlipError` with `ExchangeCode.wouldPruneMuch` before anything is deleted, and errors of the
  ///   box.
  public mutating func end(
    _ container: ContainerMerge, kept: FileFact, lifted: [ExtractedData]
  ) throws(SlipError) {
    var gone: [ImportReport.Entry] = []
    for (item, id) in container.known.sorted(by: { $0.key < $1.key })
    where !container.isIncomplete && !container.seen.contains(item)
      && !ImportMerger.isSuperseded(item: item)
    {
      let entry = ImportReport.Entry(path: container.path(of: item), note: id)
      if options.prune, let note = box.note(id),
        isUntouched(note, base: container.baseline?.notes[item], steps: nil, of: container)
      {
        gone.append(entry)
      } else {
        report.vanished.append(entry)
      }
    }
    try refuseLargePruning(gone, of: container.known.count, isEmpty: container.seen.isEmpty)
    for entry in gone { box.remove(note: entry.note) }
    report.pruned += gone
    try order(container)
    try removeEmptied(container)
    guard box.source(container.key.text) != nil else { return }
    try box.update(source: container.key.text) {
      $0.original = container.original
      $0.format = container.format
      $0.path = container.key.path
      $0.modified = container.modified
      $0.kept = kept
      $0.lifted = lifted
    }
  }

  /// Refuses to delete a large part of a container's notes, as for files.
  ///
  /// Large means more than ten notes and more than a tenth of all, or whatever there was where nothing is left.
  ///
  /// - Throws: `SlipError` with `ExchangeCode.wouldPruneMuch`.
  private func refuseLargePruning(
    _ gone: [ImportReport.Entry], of all: Int, isEmpty: Bool
  ) throws(SlipError) {
    guard !options.prunesAll, !gone.isEmpty else { return }
    guard isEmpty || gone.count > 10 && gone.count * 10 > all else { return }
    throw SlipError(
      .cannotDo, code: ExchangeCode.wouldPruneMuch,
      "\(gone.count) of \(all) notes of this source would be deleted, because they are gone from it; nothing was changed. `--dry-run` lists them, `--prune-all` deletes them."
    )
  }

  /// Adds the relations of new and changed notes, now that all notes are there, and takes away those that the source has no
  /// longer.
  ///
  /// They are manual links: they stay when the links of the text are read again. Those that the user made stay as well. A
  /// relation to a note that isn't there, because it was left out or deleted, is none.
  ///
  /// - Throws: An error of the box.
  mutating func relate() throws(SlipError) {
    for (id, targets, gone) in pendingRelations {
      guard let note = box.note(id) else { continue }
      let there = targets.filter { box.note($0) != nil }
      let manual = Set(there).subtracting(Set(note.links).subtracting(note.manualLinks))
      let lost = note.manualLinks.intersection(gone)
      guard !there.isEmpty || !lost.isEmpty else { continue }
      let known = Set(note.links)
      report.newLinks += manual.subtracting(known).count
      try box.update(note: id) { note in
        note.links += there.filter { !known.contains($0) }
        note.links.removeAll { lost.contains($0) }
        note.manualLinks.formUnion(manual)
        note.manualLinks.subtract(lost)
      }
    }
    pendingRelations = []
  }
}
