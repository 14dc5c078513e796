public import SlipBase

extension SlipBox {
  /// Names from the root down to the folder; empty for none.
  public func path(of folder: Folder.ID?) -> [String] {
    var names: [String] = []
    var next = folder
    while let id = next, let folder = folderTable[id] {
      names.append(folder.name)
      next = folder.parent
    }
    return names.reversed()
  }

  /// The folder at a path of names, compared in NFC; of several with one name the first by order and UUID.
  public func folder(at path: [String]) -> Folder.ID? {
    var parent: Folder.ID?
    for name in path {
      guard let child = child(named: name, of: parent) else { return nil }
      parent = child
    }
    return parent
  }

  /// The folder at a path such as `Work/Ideas`. A name that has a slash itself can't be found so.
  public func folder(at path: String) -> Folder.ID? {
    folder(at: path.split(separator: "/").map(String.init))
  }

  /// The child of that name, compared in NFC; of several the first by order and UUID.
  public func child(named name: String, of parent: Folder.ID?) -> Folder.ID? {
    (folderSlotsByName[FolderName(name, in: parent)] ?? .none).members
      .compactMap { folderTable[$0] }
      .min { ($0.order, $0.id) < ($1.order, $1.id) }?.id
  }

  /// The folder at a path, made with those above it where they lack; nil for the empty path.
  ///
  /// A new folder has a UUID from its path; its order is the number of siblings that it found.
  public mutating func findOrCreateFolder(at path: [String]) -> Folder.ID? {
    var parent: Folder.ID?
    for name in path {
      parent = child(named: name, of: parent) ?? createFolder(named: name, in: parent)
    }
    return parent
  }

  private mutating func createFolder(named name: String, in parent: Folder.ID?) -> Folder.ID {
    let name = TextFolding.nfc(name)
    let id = UniqueID.unused(in: parent ?? IdentityNamespace.folder, for: name) { !folderTable.contains($0) }
    var folder = Folder(id: id, name: name)
    folder.parent = parent
    folder.order = childSlots(of: parent).count
    if let slot = folderTable.insert(folder) { connect(folder, slot) }
    return id
  }

  func childSlots(of parent: Folder.ID?) -> SlotSet {
    guard let parent else { return rootFolders }
    return folderTable.slot(of: parent).map { childrenByFolder[$0] } ?? .none
  }
}
