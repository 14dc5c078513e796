public import SlipBase
public import SlipDocument
public import SlipNotes

/// A container on its way into a slip-box.
///
/// ```swift
/// var container = ContainerMerge(key: key, format: "enex", original: fact, folder: ["Recipes"])
/// merger.begin(&container)
/// for note in notes { payload += try merger.merge(note, of: &container) }
/// try merger.end(container, kept: kept, lifted: [])
/// ```
public struct ContainerMerge: Sendable {
  /// The key of the container.
  public let key: ImportKey
  /// Its format in the manifest.
  public let format: String
  /// Length and digest of what is imported: of the file, or of the stream of the folder's files.
  public let original: FileFact
  /// When it was last modified; nil when unknown.
  public var modified: Timestamp?
  /// The folders that all its notes are in.
  public var folder: [String]
  /// What it said when it was last imported, by item; nil where that isn't known.
  public var baseline: [String: ItemBaseline]?
  /// Whether something in it could not be read. Then no item counts as vanished.
  public internal(set) var isIncomplete = false
  /// The notes that came from it, by item.
  fileprivate var known: [String: Note.ID] = [:]
  /// Items whose notes the user deleted.
  fileprivate var buried: Set<String> = []
  /// The items that came so far.
  fileprivate var seen: Set<String> = []
  /// UUIDs that its new notes will have.
  fileprivate var assigned: Set<UniqueID> = []

  /// Creates the state at the beginning of an import.
  ///
  /// - Parameters:
  ///   - key: The key of the container.
  ///   - format: Its format in the manifest.
  ///   - original: Length and digest of what is imported.
  ///   - folder: The folders that all its notes are in, from the top; empty for none.
  public init(key: ImportKey, format: String, original: FileFact, folder: [String]) {
    (self.key, self.format, self.original, self.folder) = (key, format, original, folder)
  }
}

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
    for origin in box.origins where origin.name == sourceName {
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
      let entry = ImportReport.Entry(path: container.path(of: item), note: id)
      if note.isChangedSinceImport { report.kept.append(entry) } else { report.unchanged.append(entry) }
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
  /// A folder that is there already stays as it is.
  ///
  /// - Parameters:
  ///   - steps: The folders from the top.
  ///   - container: The container, whose own folders come before them.
  public mutating func addFolder(_ steps: [SourceFolder], of container: ContainerMerge) throws(SlipError) {
    _ = try folder(steps, of: container)
  }

  /// Creates a keyword of a container.
  ///
  /// Its name is cleaned first. Without any name, nothing is created.
  public mutating func addKeyword(_ keyword: SourceKeyword) throws(SlipError) {
    for keyword in ItemImporter.cleaned([keyword]) { _ = try findOrCreate(keyword) }
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
    guard let id = container.known[item.id], let note = box.note(id) else {
      diagnostics.report(contentsOf: new.diagnostics)
      report.added.append(ImportReport.Entry(path: container.path(of: item.place), note: item.note))
      return try insert(new, item, container, id: item.note)
    }
    let entry = ImportReport.Entry(path: container.path(of: item.place), note: id)
    if container.baseline?[item.id]?.digest == item.digest {
      if note.isChangedSinceImport { report.kept.append(entry) } else { report.unchanged.append(entry) }
      return []
    }
    diagnostics.report(contentsOf: new.diagnostics)
    let isSame = new.body.fact == note.body && new.title == note.title
    guard note.isChangedSinceImport, !isSame else {
      report.updated.append(entry)
      return try replace(new, item, note, container)
    }
    return try resolveConflict(new, item, note, container)
  }

  /// Applies the policy to a note that changed together with its item.
  ///
  /// The conflict is reported in every case, with the policy.
  ///
  /// - Returns: The files to write; empty where the note is kept.
  /// - Throws: An error of the box.
  private mutating func resolveConflict(
    _ new: ImportedNote, _ item: ImportedItem, _ note: Note, _ container: ContainerMerge
  ) throws(SlipError) -> [ImportedPayload] {
    var conflict = ImportReport.Conflict(
      path: container.path(of: item.place), note: note.id, version: nil, resolution: options.onConflict)
    defer { report.conflicts.append(conflict) }
    switch options.onConflict {
    case .replace: return try replace(new, item, note, container)
    case .keep:
      try box.update(note: note.id) {
        $0.imported = Note.importedFields(title: new.title, body: new.body.fact.digest)
      }
      return []
    case .both:
      // The old note is on its own from now on; the item belongs to the new one.
      try box.update(note: note.id) {
        $0.sourceItem = ImportMerger.superseded(item: item.id, note.imported ?? item.digest)
      }
      let id = try unusedID(for: container.key.text + "//item/" + item.id + "//" + item.digest.hex)
      conflict.version = id
      return try insert(new, item, container, id: id)
    }
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
  private mutating func insert(
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
    for keyword in item.keywords { note.keywords.append(try findOrCreate(keyword)) }
    try box.insert(note)
    return payload + pend(new, item, id)
  }

  /// Updates a note with what the container says. The user's folder, status, favourite and order stay; keywords are
  /// merged.
  ///
  /// Without a known state of the last import, the keywords don't change.
  ///
  /// - Returns: The files to write.
  /// - Throws: An error of the box.
  private mutating func replace(
    _ new: ImportedNote, _ item: ImportedItem, _ note: Note, _ container: ContainerMerge
  ) throws(SlipError) -> [ImportedPayload] {
    let payload = try insertAttachments(of: new)
    var keywords = note.keywords
    if let before = container.baseline?[item.id]?.keywords {
      let old = Set(before.map(ImportMerger.folded))
      let now = Set(item.keywords.map { ImportMerger.folded($0.path) })
      keywords.removeAll { id in
        let path = TextFolding.caseFolded(box.path(ofKeyword: id))
        return old.contains(path) && !now.contains(path)
      }
      for keyword in item.keywords where !old.contains(ImportMerger.folded(keyword.path)) {
        keywords.append(try findOrCreate(keyword))
      }
    }
    try box.update(note: note.id) {
      $0.take(new)
      $0.properties = item.properties
      $0.keywords = keywords
    }
    return payload + pend(new, item, note.id)
  }

  /// A keyword's path as it is compared.
  private static func folded(_ path: [String]) -> String {
    TextFolding.caseFolded(path.joined(separator: "/"))
  }

  /// Remembers what is resolved at the end, and returns the payload of a note.
  ///
  /// Links that lead to no note, or to several, are reported here.
  private mutating func pend(_ new: ImportedNote, _ item: ImportedItem, _ id: UniqueID) -> [ImportedPayload] {
    pendingLinks.append((id, new.linkTargets))
    pendingRelations.append((id, item.relations))
    for link in item.unresolved {
      noteUnresolved(
        ImportReport.UnresolvedLink(
          path: new.key.path + "#" + item.place, note: id, target: .title(link.target),
          candidates: link.candidates))
    }
    return [ImportedPayload(.body(id), new.body), ImportedPayload(.mirror(id), new.mirror)]
  }

  /// Ends a container: treats notes whose items vanished, and records what is kept of it.
  ///
  /// - Parameters:
  ///   - kept: Length and digest of what is kept.
  ///   - lifted: How the original is restored from it.
  ///
  /// A note is deleted only if the user wants that, it didn't change since its import, it is a draft, and it
  /// is no favourite. All others are reported as vanished.
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
      if options.prune, let note = box.note(id), !note.isChangedSinceImport, note.status == .draft,
        !note.isFavorite
      {
        gone.append(entry)
      } else {
        report.vanished.append(entry)
      }
    }
    try refuseLargePruning(gone, of: container.known.count, isEmpty: container.seen.isEmpty)
    for entry in gone { box.remove(note: entry.note) }
    report.pruned += gone
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

  /// Adds the relations of new and changed notes, now that all notes are there.
  ///
  /// They are manual links: they stay when the links of the text are read again. Those that the user made stay as well. A
  /// relation to a note that isn't there, because it was left out or deleted, is none.
  ///
  /// - Throws: An error of the box.
  mutating func relate() throws(SlipError) {
    for (id, targets) in pendingRelations {
      guard let note = box.note(id) else { continue }
      let there = targets.filter { box.note($0) != nil }
      let manual = Set(there).subtracting(Set(note.links).subtracting(note.manualLinks))
      guard !there.isEmpty else { continue }
      let known = Set(note.links)
      report.newLinks += manual.subtracting(known).count
      try box.update(note: id) { note in
        note.links += there.filter { !known.contains($0) }
        note.manualLinks.formUnion(manual)
      }
    }
    pendingRelations = []
  }

  /// The keyword of a container; its colour counts if this import creates it.
  ///
  /// A colour needs three channels from 0 to 1; a fourth is its opacity. It is rounded to six places.
  ///
  /// - Returns: The innermost keyword of the path.
  private mutating func findOrCreate(_ keyword: SourceKeyword) throws(SlipError) -> Keyword.ID {
    var id = box.findOrCreateNew(keyword.path[0], in: nil, &newKeywords)
    for name in keyword.path.dropFirst() { id = box.findOrCreateNew(name, in: id, &newKeywords) }
    if let color = keyword.color, color.count == 3 || color.count == 4, newKeywords.contains(id),
      color.allSatisfy({ (0...1).contains($0) })
    {
      let rounded = color.map { ($0 * 1_000_000).rounded() / 1_000_000 }
      try box.update(keyword: id) {
        $0.color = Keyword.Color(
          red: rounded[0], green: rounded[1], blue: rounded[2], opacity: rounded.count == 4 ? rounded[3] : 1)
      }
    }
    return id
  }

  /// The folder that steps lead to.
  ///
  /// A folder that has an id in the container is found by that, even when it was renamed or moved in the box; two of one name stay
  /// two. One without an id is found by its path, like the folders of files.
  ///
  /// The order, the date and the properties in the container count only for a folder that this import creates.
  ///
  /// - Returns: The innermost folder; nil for no steps and a container without folders.
  private mutating func folder(
    _ steps: [SourceFolder], of container: ContainerMerge
  ) throws(SlipError) -> Folder.ID? {
    var parent = try folder(at: container.folder)
    var key = ([sourceName] + container.folder).joined(separator: "/")
    for step in steps {
      let name = ImportKey.path(of: step.name)
      key = step.id.map { container.key.text + "//folder/" + $0 } ?? key + "/" + name
      if let known = folders[key] {
        // A note in the folder may have come before what is known of the folder.
        if createdFolders.contains(known) { try give(step, to: known) }
        parent = known
        continue
      }
      let before = newFolders.count
      let folder = try findOrCreateFolder(named: name, in: parent, key: key, isShared: step.id == nil)
      if let order = step.order, newFolders.count > before {
        newFolders.removeLast()
        try box.update(folder: folder) { $0.order = order }
      }
      if createdFolders.contains(folder) { try give(step, to: folder) }
      folders[key] = folder
      parent = folder
    }
    return parent
  }

  /// Gives a folder the date and the properties that it has in the container.
  private mutating func give(_ step: SourceFolder, to folder: Folder.ID) throws(SlipError) {
    guard step.created != nil || !step.properties.isEmpty else { return }
    try box.update(folder: folder) {
      $0.created = step.created ?? $0.created
      if !step.properties.isEmpty { $0.properties = step.properties }
    }
  }
}

extension SlipBox {
  /// The keyword with a name; a new one is noted.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - parent: The keyword above it; nil for the top.
  ///   - new: The keywords that this import created.
  fileprivate mutating func findOrCreateNew(
    _ name: String, in parent: Keyword.ID?, _ new: inout Set<Keyword.ID>
  ) -> Keyword.ID {
    if let keyword = keyword(named: name, in: parent) { return keyword.id }
    let id = findOrCreateKeyword(named: name, in: parent)
    new.insert(id)
    return id
  }
}

extension ContainerMerge {
  /// Whether the container was imported before with exactly these bytes.
  public func isUnchanged(in box: SlipBox) -> Bool { box.source(key.text)?.original == original }

  /// How many of the notes in the slip-box came from it.
  public var knownCount: Int { known.count }

  /// How the report names an item.
  fileprivate func path(of item: String) -> String { key.path + "#" + item }

  /// The source, before its notes are there.
  fileprivate var source: Source {
    var source = Source(
      id: key.text, path: key.path, format: format, original: original, kept: original)
    source.modified = modified
    return source
  }
}
