public import SlipBase
internal import SlipBundle
public import SlipNotes

/// Folders, keywords and links by the names that users give.
extension EditSession {
  /// The folder at a path such as `Work/Ideas`, or with this UUID.
  ///
  /// - Throws: `SlipError` with code `KitCode.noSuchFolder`.
  public func folder(named path: String) throws(SlipError) -> Folder {
    if let id = box.folder(at: path) ?? UniqueID(path), let folder = box.folder(id) { return folder }
    throw SlipError(
      .usage, code: KitCode.noSuchFolder, "No folder has this path.", at: SourceLocation(file: self.path))
  }

  /// The keyword at a path such as `bees/queens`, or with this UUID.
  ///
  /// - Throws: `SlipError` with code `KitCode.noSuchKeyword`.
  public func keyword(named path: String) throws(SlipError) -> Keyword {
    if let keyword = box.keyword(atPath: path) ?? UniqueID(path).flatMap(box.keyword) { return keyword }
    throw SlipError(
      .usage, code: KitCode.noSuchKeyword, "No keyword has this path.", at: SourceLocation(file: self.path))
  }

  /// Creates a folder, with those above it that are missing.
  ///
  /// - Parameter path: The names from the top with `/` between them; white space around names doesn't count.
  /// - Returns: The folder; the existing one where it exists.
  /// - Throws: `SlipError` for an empty path, or one of too many folders.
  public mutating func addFolder(_ path: String) throws(SlipError) -> Folder.ID? {
    let date = date
    return try edit { (box) throws(SlipError) in try box.findOrCreateFolder(named: path, created: date) }
  }

  /// Gives a folder another name. Saved searches that name it, or what lies below it, follow.
  ///
  /// - Parameters:
  ///   - id: The folder.
  ///   - name: The new name; it is saved in Unicode's form NFC, without white space at its ends. A slash in it stands behind a
  ///     backslash, as in paths.
  /// - Throws: `SlipError` for an empty name, one with a slash alone, and one that a folder beside it has: paths must
  ///   name one folder each.
  public mutating func rename(folder id: Folder.ID, to name: String) throws(SlipError) {
    let names = FolderPath.names(TextFolding.nfc(name.trimmed))
    guard let name = names.first else { throw EditSession.empty("folder") }
    if names.count > 1 { try EditSession.expectNoSlash(TextFolding.nfc(name.trimmed) + "/") }
    let siblings = box.children(of: box.folder(id)?.parent)
    let key = TextFolding.caseFolded(name)
    guard !siblings.contains(where: { $0.id != id && TextFolding.caseFolded($0.name) == key }) else {
      throw SlipError(
        .usage, code: KitCode.nameTaken, "Another folder beside it has this name.",
        at: EntityID.folder(id).location)
    }
    try editNames { (box) throws(SlipError) in try box.update(folder: id) { $0.name = name } }
  }

  /// Gives a keyword another name.
  ///
  /// - Parameters:
  ///   - id: The keyword.
  ///   - name: The new name, saved as that of a folder.
  /// - Throws: `SlipError` for an empty name, one with a slash, and one that a keyword beside it has.
  public mutating func rename(keyword id: Keyword.ID, to name: String) throws(SlipError) {
    let name = TextFolding.nfc(name.trimmed)
    guard !name.isEmpty else { throw EditSession.empty("keyword") }
    try EditSession.expectNoSlash(name)
    try editNames { (box) throws(SlipError) in
      try box.update(keyword: id) { $0.name = name }
      try EditSession.expectOnlyPath(of: id, in: box)
    }
  }

  /// Moves a keyword below another one, or to the top.
  ///
  /// - Throws: `SlipError` where it would lie below itself, or another keyword has the path.
  public mutating func move(keyword id: Keyword.ID, below parent: Keyword.ID?) throws(SlipError) {
    try editNames { (box) throws(SlipError) in
      try box.update(keyword: id) { $0.parent = parent }
      try EditSession.expectOnlyPath(of: id, in: box)
    }
  }

  /// Checks that no other keyword has the path of one, or of one below it. Names of keywords that older imports made have slashes.
  ///
  /// - Throws: `SlipError` where one has.
  private static func expectOnlyPath(of id: Keyword.ID, in box: SlipBox) throws(SlipError) {
    let own = TextFolding.caseFolded(box.path(ofKeyword: id))
    for keyword in box.keywords where keyword.name.contains("/") {
      let path = TextFolding.caseFolded(box.path(ofKeyword: keyword.id))
      guard path == own || path.hasPrefix(own + "/") else { continue }
      let twins = box.keywords.filter { TextFolding.caseFolded(box.path(ofKeyword: $0.id)) == path }
      guard twins.count < 2 else {
        throw SlipError(
          .usage, code: KitCode.nameTaken,
          "Another keyword has the path '\(PrintableText.of(box.path(ofKeyword: keyword.id)))'; `merge` makes one of both.",
          at: EntityID.keyword(id).location)
      }
    }
  }

  /// Checks that a name can be the part of a path.
  ///
  /// - Throws: `SlipError` where it has a slash.
  private static func expectNoSlash(_ name: String) throws(SlipError) {
    guard name.contains("/") else { return }
    throw SlipError(
      .usage, code: KitCode.slashInName,
      "A name can't have a slash, which separates the names of a path; `move` puts a folder or keyword elsewhere."
    )
  }

  /// Moves a folder into another one, or to the top; it comes last there.
  ///
  /// - Parameters:
  ///   - id: The folder; what is in it moves along.
  ///   - parent: The folder that gets it; nil: to the top.
  /// - Throws: `SlipError` with code `NotesCode.folderCycle` where it would contain itself.
  public mutating func move(folder id: Folder.ID, into parent: Folder.ID?) throws(SlipError) {
    try editNames { (box) throws(SlipError) in
      let order = box.orderAtEnd(ofFoldersIn: parent) { $0 != id }
      try box.update(folder: id) { ($0.parent, $0.order) = (parent, order) }
    }
  }

  /// Where a folder comes among those of its parent.
  public enum FolderPosition: Sendable, Hashable {
    /// Before all others, or behind them.
    case first, last
    /// Before this folder, or behind it, in its parent.
    case before(Folder.ID), after(Folder.ID)
  }

  /// Puts a folder at a place among others. Beside another folder it gets that one's parent.
  ///
  /// - Throws: As `move(folder:into:)`, and `KitCode.badEdit` where a folder would come before or behind itself.
  public mutating func place(folder id: Folder.ID, _ position: FolderPosition) throws(SlipError) {
    switch position {
    case .before(let anchor), .after(let anchor):
      guard anchor != id else {
        throw SlipError(.usage, code: KitCode.badEdit, "A folder can't come before or after itself.")
      }
      let parent = box.folder(anchor)?.parent
      if box.folder(id)?.parent != parent { try move(folder: id, into: parent) }
    case .first, .last: break
    }
    try edit { (box) throws(SlipError) in
      var order = box.children(of: box.folder(id)?.parent).map(\.id).filter { $0 != id }
      let index =
        switch position {
        case .first: 0
        case .last: order.count
        case .before(let anchor): order.firstIndex(of: anchor) ?? order.count
        case .after(let anchor): order.firstIndex(of: anchor).map { $0 + 1 } ?? order.count
        }
      order.insert(id, at: index)
      for (index, id) in order.enumerated() where box.folder(id)?.order != index {
        try box.update(folder: id) { $0.order = index }
      }
    }
  }

  /// Creates a keyword, with those above it that are missing.
  ///
  /// - Returns: The keyword; the existing one where it exists.
  /// - Throws: `SlipError` for an empty path.
  public mutating func addKeyword(_ path: String) throws(SlipError) -> Keyword.ID {
    try edit { (box) throws(SlipError) in try box.findOrCreateKeyword(at: path) }
  }

  /// Links a note to another one, whatever its text says.
  ///
  /// - Throws: `SlipError` for unknown notes, and for a note that would link to itself.
  public mutating func link(_ note: Note.ID, to target: Note.ID) throws(SlipError) {
    guard note != target else {
      throw SlipError(.usage, code: KitCode.badEdit, "A note can't link to itself.")
    }
    try edit { (box) throws(SlipError) in
      try box.update(note: note) { note in
        if !note.links.contains(target) { note.links.append(target) }
        note.manualLinks.insert(target)
      }
    }
  }

  /// Takes a manual link back. A link that the text makes, too, stays.
  ///
  /// - Throws: `SlipError` with code `KitCode.notThere` where there is no manual link.
  public mutating func unlink(_ note: Note.ID, from target: Note.ID) throws(SlipError) {
    guard let found = box.note(note), found.manualLinks.contains(target) else {
      throw SlipError(
        .usage, code: KitCode.notThere,
        "The note has no manual link to that note; a link in its text is removed by editing the text.")
    }
    let text = try textLinks(of: found)
    try edit { (box) throws(SlipError) in
      try box.update(note: note) { note in
        note.manualLinks.remove(target)
        if !text.contains(target) { note.links.removeAll { $0 == target } }
      }
    }
  }
}
