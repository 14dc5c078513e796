internal import SlipBase
internal import SlipNotes

extension ImportMerger {
  /// The folder for files from this path below the source.
  ///
  /// 1. A folder that this source created is found by its UUID, even when the user has renamed or
  ///    moved it.
  /// 2. Otherwise it is the folder at the same path.
  /// 3. Otherwise it is created.
  mutating func folder(at path: [String]) throws(SlipError) -> Folder.ID? {
    var parent: Folder.ID?
    var key = sourceName
    for name in path {
      key += "/" + name
      if let known = folders[key] {
        parent = known
        continue
      }
      let folder = try findOrCreateFolder(named: name, in: parent, key: key)
      folders[key] = folder
      parent = folder
    }
    return parent
  }

  /// The folder of this name in a parent.
  ///
  /// - Parameters:
  ///   - key: The source name and the path, from which the UUID is made.
  ///   - isShared: Whether a folder that is there already will do, if it has this name.
  mutating func findOrCreateFolder(
    named name: String, in parent: Folder.ID?, key: String, isShared: Bool = true
  ) throws(SlipError) -> Folder.ID {
    let id = UniqueID(namespace: IdentityNamespace.folder, name: key)
    if box.folder(id) != nil { return id }
    if isShared, let child = box.child(named: name, of: parent) { return child }
    // The user may have moved the parent down. A folder that would lie too deep is not created.
    if let parent, box.path(of: parent).count >= Limits().folderDepth { return parent }
    var folder = Folder(id: id, name: name)
    folder.parent = parent
    try box.insert(folder)
    newFolders.append(id)
    createdFolders.insert(id)
    return id
  }

  /// Puts new notes and folders behind those that were there, in the natural order of their titles
  /// and names.
  mutating func giveOrder() throws(SlipError) {
    let isNewFolder = Set(newFolders)
    for parent in Set(newFolders.map { box.folder($0)?.parent }).sorted(by: Self.precedes) {
      let children = box.children(of: parent)
      var order = box.orderAtEnd(ofFoldersIn: parent) { !isNewFolder.contains($0) }
      for folder in Self.natural(children.filter { isNewFolder.contains($0.id) }, \.name) {
        try box.update(folder: folder) { $0.order = order }
        order += 1
      }
    }
    let isNewNote = Set(newNotes)
    let byFolder = Dictionary(grouping: newNotes.compactMap { box.note($0) }, by: \.folder)
    for folder in byFolder.keys.sorted(by: Self.precedes) {
      var order = box.orderAtEnd(ofNotesIn: folder) { !isNewNote.contains($0) }
      for note in Self.natural(byFolder[folder] ?? [], \.title) {
        try box.update(note: note) { $0.order = order }
        order += 1
      }
    }
  }

  /// The ids of the entities in the natural order of their names.
  private static func natural<Entity: Identifiable>(
    _ entities: [Entity], _ name: KeyPath<Entity, String>
  ) -> [UniqueID] where Entity.ID == UniqueID {
    let keyed = entities.map { (key: NaturalKey($0[keyPath: name]), id: $0.id) }
    return keyed.sorted { ($0.key, $0.id) < ($1.key, $1.id) }.map(\.id)
  }

  /// Whether one parent comes before another; the top comes first.
  private static func precedes(_ a: UniqueID?, _ b: UniqueID?) -> Bool {
    guard let a, let b else { return a == nil && b != nil }
    return a < b
  }
}
