public import SlipBase

/// The key under which folders are found by name: the parent, and the name in NFC.
struct FolderName: Hashable, Sendable {
  /// The folder that contains it; nil at the top.
  var parent: Folder.ID?
  /// The name in NFC.
  var name: String

  /// Creates the key of a name in any normalization form.
  init(_ name: String, in parent: Folder.ID?) {
    self.parent = parent
    self.name = TextFolding.nfc(name)
  }
}

extension SlipBox {
  /// What happens to the notes of a folder that is deleted: `cascade` deletes them, too; `nullify`
  /// moves them to the top.
  public enum NoteRule: Sendable, Hashable { case cascade, nullify }

  /// What was deleted together with a folder.
  public struct Removal: Sendable, Equatable {
    /// The folder itself and those below it, sorted.
    public var folders: [Folder.ID] = []
    /// The deleted notes, sorted; empty under `NoteRule.nullify`.
    public var notes: [Note.ID] = []
  }

  /// Inserts a folder. Its parent must be there already.
  ///
  /// - Throws: `NotesCode.unknownEntity` for a missing parent, `NotesCode.duplicateID`.
  public mutating func insert(_ folder: Folder) throws(SlipError) {
    if let parent = folder.parent, !folderTable.contains(parent) { throw .unknown(.folder(parent)) }
    guard let slot = folderTable.insert(folder) else { throw .duplicate(.folder(folder.id)) }
    connect(folder, slot)
  }

  /// Changes a folder, which may move it.
  ///
  /// - Throws: `NotesCode.folderCycle` when the new parent is the folder itself or lies below it;
  ///   `NotesCode.unknownEntity` or `NotesCode.identityChanged`. In all cases nothing changes.
  public mutating func update(folder id: Folder.ID, _ change: (inout Folder) -> Void) throws(SlipError) {
    guard let slot = folderTable.slot(of: id), let old = folderTable[slot] else {
      throw .unknown(.folder(id))
    }
    var new = old
    change(&new)
    guard new.id == id else { throw .identityChanged(.folder(id)) }
    if new.parent != old.parent { try check(parent: new.parent, of: id) }
    disconnect(old, slot)
    folderTable.replace(slot, with: new)
    connect(new, slot)
  }

  /// Deletes a folder and all folders below it.
  ///
  /// - Parameters:
  ///   - id: A folder of the box.
  ///   - rule: Whether the notes in these folders are deleted, too.
  ///
  /// - Throws: `NotesCode.unknownEntity`.
  @discardableResult
  public mutating func remove(folder id: Folder.ID, notes rule: NoteRule) throws(SlipError) -> Removal {
    guard let root = folderTable.slot(of: id) else { throw .unknown(.folder(id)) }
    var removal = Removal()
    for slot in subtree(of: root).reversed() {
      guard let folder = folderTable[slot] else { continue }
      empty(slot, rule, &removal)
      disconnect(folder, slot)
      folderTable.remove(slot)
      removal.folders.append(folder.id)
    }
    removal.folders.sort()
    removal.notes.sort()
    return removal
  }

  /// Applies the delete rule to the notes of one folder.
  private mutating func empty(_ slot: UInt32, _ rule: NoteRule, _ removal: inout Removal) {
    for noteSlot in notesByFolder[slot].members {
      guard let note = noteTable[noteSlot] else { continue }
      switch rule {
      case .cascade:
        remove(note: note.id)
        removal.notes.append(note.id)
      case .nullify:
        noteTable.modify(noteSlot) { $0.folder = nil }
        notesWithoutFolder.insert(noteSlot)
      }
    }
    notesByFolder.removeAll(of: slot)
    highestOrders = [:]
  }

  /// A folder and all folders below it, parents before children.
  private func subtree(of root: UInt32) -> [UInt32] {
    var found = [root]
    var next = 0
    while next < found.count {
      found += childrenByFolder[found[next]].members
      next += 1
    }
    return found
  }

  /// Throws unless `parent` exists and is neither the folder itself nor below it.
  func check(parent: Folder.ID?, of id: Folder.ID) throws(SlipError) {
    var ancestor = parent
    // Where several folders change at once, those above may lie in a circle of their own.
    var steps = 0
    while let current = ancestor {
      steps += 1
      if current == id || steps > folderTable.count {
        throw SlipError(
          .badInput, code: NotesCode.folderCycle, "A folder can't contain itself.",
          at: EntityID.folder(id).location)
      }
      guard let folder = folderTable[current] else { throw .unknown(.folder(current)) }
      ancestor = folder.parent
    }
  }

  /// Enters a folder into the inverses and the index of names.
  mutating func connect(_ folder: Folder, _ slot: UInt32) {
    if let parent = folder.parent.flatMap(folderTable.slot) {
      childrenByFolder.link(slot, to: parent)
    } else {
      rootFolders.insert(slot)
    }
    folderSlotsByName[FolderName(folder.name, in: folder.parent), default: .none].insert(slot)
  }

  /// Removes a folder from the inverses and the index of names.
  mutating func disconnect(_ folder: Folder, _ slot: UInt32) {
    if let parent = folder.parent.flatMap(folderTable.slot) {
      childrenByFolder.unlink(slot, from: parent)
    } else {
      rootFolders.remove(slot)
    }
    let name = FolderName(folder.name, in: folder.parent)
    folderSlotsByName[name]?.remove(slot)
    if folderSlotsByName[name]?.isEmpty == true { folderSlotsByName[name] = nil }
  }
}
