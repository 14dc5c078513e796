public import SlipBase

extension SlipBox {
  /// A box with folders alone, for finding one by its path.
  ///
  /// Folders in a circle, those below a missing folder, and the second one of an id are left out.
  package init(folders: [Folder]) {
    self.init()
    var pending = Dictionary(grouping: folders, by: \.parent)
    var ready = pending.removeValue(forKey: nil) ?? []
    while let folder = ready.popLast() {
      do throws(SlipError) { try insert(folder) } catch { continue }
      ready += pending.removeValue(forKey: folder.id) ?? []
    }
  }

  /// The names from the top down to the folder, and including it; empty for nil.
  public func path(of folder: Folder.ID?) -> [String] {
    var names: [String] = []
    var next = folder
    while let id = next, let folder = folderTable[id] {
      names.append(folder.name)
      next = folder.parent
    }
    return names.reversed()
  }

  /// The folder at a path of names, which are compared in NFC. Of several siblings with one name it
  /// takes the first by order and UUID.
  public func folder(at path: [String]) -> Folder.ID? {
    var parent: Folder.ID?
    for name in path {
      guard let child = child(named: name, of: parent) else { return nil }
      parent = child
    }
    return parent
  }

  /// The folder at a path such as `Work/Ideas`, as `FolderPath` writes it.
  ///
  /// Where there is none, the only one counts whose names have slashes and that is called so without a backslash before them.
  public func folder(at path: String) -> Folder.ID? {
    if let found = folder(at: FolderPath.names(path)) { return found }
    guard path.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let wanted = TextFolding.nfc(path)
    let called = folders.filter { self.path(of: $0.id).joined(separator: "/") == wanted }
    return called.count == 1 ? called.first?.id : nil
  }

  /// The child with this name, compared in NFC; of several the first by order and UUID.
  public func child(named name: String, of parent: Folder.ID?) -> Folder.ID? {
    (folderSlotsByName[FolderName(name, in: parent)] ?? .none).members
      .compactMap { folderTable[$0] }
      .min { ($0.order, $0.id) < ($1.order, $1.id) }?.id
  }

  /// The folder at a path; missing folders are created. Nil for the empty path.
  ///
  /// A new folder has a UUID that depends on its path only, and comes after the siblings that are
  /// there.
  ///
  /// - Parameters:
  ///   - path: The names from the top.
  ///   - date: When missing folders are created; nil where that isn't known.
  public mutating func findOrCreateFolder(at path: [String], created date: Timestamp? = nil) -> Folder.ID? {
    var parent: Folder.ID?
    for name in path {
      parent = child(named: name, of: parent) ?? createFolder(named: name, in: parent, date)
    }
    return parent
  }

  /// Creates a folder behind its siblings and returns its id.
  private mutating func createFolder(
    named name: String, in parent: Folder.ID?, _ date: Timestamp?
  ) -> Folder.ID {
    let name = TextFolding.nfc(name)
    let id = UniqueID.unused(in: parent ?? IdentityNamespace.folder, for: name) { !folderTable.contains($0) }
    var folder = Folder(id: id, name: name)
    (folder.parent, folder.created) = (parent, date)
    folder.order = orderAtEnd(ofFoldersIn: parent)
    if let slot = folderTable.insert(folder) { connect(folder, slot) }
    return id
  }

  /// The slots of the folders directly in a folder, or at the top for nil.
  func childSlots(of parent: Folder.ID?) -> SlotSet {
    guard let parent else { return rootFolders }
    return folderTable.slot(of: parent).map { childrenByFolder[$0] } ?? .none
  }
}
