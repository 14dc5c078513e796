public import SlipBase
internal import SlipBundle
internal import SlipExchange
public import SlipNotes
internal import SlipRTF

/// What deleting does, beyond what the box does by itself.
extension EditSession {
  /// What happens to the notes and folders in a folder that is deleted.
  public enum FolderContents: String, Sendable, Hashable, CaseIterable {
    /// A folder that isn't empty can't be deleted.
    case refuse
    /// They are deleted, too.
    case delete
    /// They move to the parent of the folder.
    case moveUp = "move-up"
  }

  /// Deletes a note; see `delete(notes:keepingLinks:)`.
  ///
  /// - Returns: The notes that linked to it.
  /// - Throws: `SlipError` for an unknown note.
  @discardableResult
  public mutating func delete(note id: Note.ID, keepingLinks: Bool = false) throws(SlipError) -> [Note.ID] {
    try delete(notes: [id], keepingLinks: keepingLinks)
  }

  /// Deletes notes. If one came from a source, the source gets a tombstone, so that no import brings it
  /// back.
  ///
  /// Hyperlinks to them become plain text in the bodies of other notes. Text such as `[[Title]]` is plain
  /// already and stays.
  ///
  /// - Parameters:
  ///   - ids: The notes.
  ///   - keepingLinks: Whether hyperlinks stay in the bodies although they lead nowhere now.
  /// - Returns: The notes that linked to them and stay, by UUID.
  /// - Throws: `SlipError` for an unknown note, and as `body(of:)` for the notes that link to them.
  @discardableResult
  public mutating func delete(
    notes ids: [Note.ID], keepingLinks: Bool = false
  ) throws(SlipError) -> [Note.ID] {
    try reach(deleting: ids)
    let deleted = Set(ids)
    var linking: Set<Note.ID> = []
    let (now, path, resolver) = (date, path, LinkResolver(box))
    try edit { (box) throws(SlipError) in
      var tombstones: [Tombstone] = []
      for id in ids {
        guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
        linking.formUnion(box.backlinks(of: id).filter { !deleted.contains($0) })
        if let key = note.source { tombstones.append(Tombstone(key: key, item: note.sourceItem, date: now)) }
        box.remove(note: id)
      }
      box.bury(tombstones)
    }
    let sorted = linking.sorted()
    if !keepingLinks { for id in sorted { try unlinkText(of: id, to: deleted, resolver) } }
    return sorted
  }

  /// Makes plain text of a note's hyperlinks to notes that are deleted.
  ///
  /// - Parameter resolver: Knows the deleted notes.
  private mutating func unlinkText(
    of id: Note.ID, to deleted: Set<Note.ID>, _ resolver: LinkResolver
  ) throws(SlipError) {
    guard let note = box.note(id) else { return }
    let source = note.source.flatMap { box.source($0) }
    let body = try body(of: note)
    var namesOthers = false
    let unlinked = body.withUnsafeBytes { bytes in
      RTFHyperlinks.unlink(bytes) { text in
        guard let target = LinkTarget(hyperlink: text) else { return false }
        if case .note = target {} else { namesOthers = true }
        guard case .note(let other) = resolver.resolve(target, from: source) else { return false }
        return deleted.contains(other)
      }
    }
    // Other notes may have the same title or file name.
    if namesOthers { try expectWhole() }
    if unlinked == body { return }
    try setBody(of: id, .rtf(unlinked))
    // What the user said of another note is no change of this one: its source goes on to count.
    guard note.imported != nil, !note.isChangedSinceImport, let now = box.note(id) else { return }
    try edit { (box) throws(SlipError) in
      try box.update(note: id) {
        $0.imported = Note.importedFields(title: now.title, body: now.body.digest)
      }
    }
  }

  /// Deletes a folder.
  ///
  /// - Parameters:
  ///   - id: The folder.
  ///   - contents: What happens to the notes and folders in it.
  ///   - keepingLinks: Whether hyperlinks to deleted notes stay in the bodies of others.
  /// - Returns: The notes that were deleted.
  /// - Throws: `SlipError` for an unknown folder, with `KitCode.folderNotEmpty` for one that isn't empty
  ///   and shall be.
  @discardableResult
  public mutating func delete(
    folder id: Folder.ID, notes contents: FolderContents = .refuse, keepingLinks: Bool = false
  ) throws(SlipError) -> [Note.ID] {
    guard let folder = box.folder(id) else {
      throw SlipError(.usage, code: KitCode.noSuchFolder, "There is no such folder.")
    }
    let (notes, folders) = (box.notes(in: id), box.children(of: id))
    switch contents {
    case .refuse:
      guard notes.isEmpty, folders.isEmpty else {
        throw SlipError(
          .usage, code: KitCode.folderNotEmpty,
          "The folder has \(count(notes.count, "note")) and \(count(folders.count, "folder")); --recursive deletes them, too, --notes move-up keeps them."
        )
      }
    case .moveUp:
      try edit { (box) throws(SlipError) in
        for note in notes { try box.update(note: note.id) { $0.folder = folder.parent } }
        for child in folders { try box.update(folder: child.id) { $0.parent = folder.parent } }
      }
    case .delete: break
    }
    let deleted = notesBelow(id)
    try delete(notes: deleted, keepingLinks: keepingLinks)
    try edit { (box) throws(SlipError) in _ = try box.remove(folder: id, notes: .cascade) }
    return deleted
  }

  /// The notes in a folder and in those below it, sorted.
  private borrowing func notesBelow(_ id: Folder.ID) -> [Note.ID] {
    var found: [Note.ID] = []
    var folders = [id]
    while let next = folders.popLast() {
      found += box.notes(in: next).map(\.id)
      folders += box.children(of: next).map(\.id)
    }
    return found.sorted()
  }

  /// A number with its noun, which gets an `s` unless the number is 1.
  private borrowing func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Deletes a keyword; those below it move up.
  ///
  /// - Parameters:
  ///   - id: The keyword.
  ///   - force: Whether it is taken from the notes that have it; otherwise these deny it.
  /// - Throws: `SlipError`, with `NotesCode.keywordInUse` where notes have it.
  public mutating func delete(keyword id: Keyword.ID, force: Bool = false) throws(SlipError) {
    try edit { (box) throws(SlipError) in
      if force {
        for note in box.notes(with: id) { try box.update(note: note) { $0.keywords.removeAll { $0 == id } } }
      }
      try box.remove(keyword: id)
    }
  }

  /// Gives the notes and the children of one keyword to another, and deletes it.
  ///
  /// - Parameters:
  ///   - id: The keyword that goes.
  ///   - other: The keyword that stays; where both are the same, others of the same path are merged into it, as older bundles have.
  /// - Throws: `SlipError` for unknown keywords, or one below the other.
  public mutating func merge(keyword id: Keyword.ID, into other: Keyword.ID) throws(SlipError) {
    guard id != other else {
      let path = box.path(ofKeyword: other)
      for twin in box.keywords(called: path) where twin.id != other && box.path(ofKeyword: twin.id) == path {
        try merge(keyword: twin.id, into: other)
      }
      return
    }
    try edit { (box) throws(SlipError) in
      for note in box.notes(with: id) {
        try box.update(note: note) { note in note.keywords = note.keywords.map { $0 == id ? other : $0 } }
      }
      for child in box.children(ofKeyword: id) {
        try box.update(keyword: child.id) { $0.parent = other }
      }
      try box.remove(keyword: id)
    }
  }

  /// Takes tombstones back: the next import brings these notes again. A feed is asked for all its objects then,
  /// because what changed since its token doesn't have them.
  ///
  /// - Parameter matches: Whether a tombstone is meant.
  /// - Returns: The tombstones that were removed.
  public mutating func restore(_ matches: (Tombstone) -> Bool) -> [Tombstone] {
    var removed: [Tombstone] = []
    for index in box.origins.indices {
      let found = box.origins[index].tombstones.filter(matches)
      guard !found.isEmpty else { continue }
      box.origins[index].tombstones.removeAll { found.contains($0) }
      FeedState.forgetToken(of: &box.origins[index])
      removed += found
    }
    return removed
  }

  /// Takes the tombstones back that keys name.
  ///
  /// - Parameter keys: Keys of tombstones, or their last parts, such as `old.rtf` for `Notes/old.rtf`.
  /// - Returns: The tombstones that were removed.
  /// - Throws: `SlipError` for a key that no tombstone has.
  public mutating func restore(named keys: [String]) throws(SlipError) -> [Tombstone] {
    func isMeant(_ tombstone: Tombstone, _ key: String) -> Bool {
      tombstone.key == key || tombstone.key.hasSuffix("/" + key)
    }
    let removed = restore { tombstone in keys.contains { isMeant(tombstone, $0) } }
    for key in keys where !removed.contains(where: { isMeant($0, key) }) {
      throw SlipError(
        .usage, code: KitCode.noTombstone, "No tombstone has the key `\(PrintableText.of(key))`.")
    }
    return removed
  }
}

extension SlipBox {
  /// The folder at a path as users write it; missing folders are created.
  ///
  /// - Parameters:
  ///   - path: Names with `/` between them, as `FolderPath` reads them; white space around names doesn't count.
  ///   - date: When missing folders are created; nil where that isn't known.
  /// - Throws: `SlipError` for an empty path, or one of too many folders.
  mutating func findOrCreateFolder(
    named path: String, created date: Timestamp?
  ) throws(SlipError) -> Folder.ID? {
    let names = FolderPath.names(path).map(\.trimmed).filter { !$0.isEmpty }
    guard !names.isEmpty else { throw EditSession.empty("folder") }
    if let known = folder(at: path) { return known }
    guard names.count <= Limits().folderDepth else {
      throw SlipError(
        .usage, code: ValidationRule.folderTooDeep.code, "The folder would be nested too deeply.")
    }
    return findOrCreateFolder(at: names, created: date)
  }

  /// The keyword at a path as users write it, such as `bees/queens`; missing keywords are created.
  ///
  /// - Throws: `SlipError` for an empty path, or one of too many keywords.
  package mutating func findOrCreateKeyword(at path: String) throws(SlipError) -> Keyword.ID {
    if let known = keyword(atPath: path.trimmed) { return known.id }
    let names = path.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
    guard let first = names.first else { throw EditSession.empty("keyword") }
    guard names.count <= Limits().folderDepth else {
      throw SlipError(.usage, code: KitCode.emptyName, "The keyword would be nested too deeply.")
    }
    var id = findOrCreateKeyword(named: first)
    for name in names.dropFirst() { id = findOrCreateKeyword(named: name, in: id) }
    return id
  }
}
