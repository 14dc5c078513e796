public import SlipBase

/// A folder's name among its parent's children, in NFC.
struct FolderName: Hashable, Sendable {
  var parent: Folder.ID?
  var name: String

  init(_ name: String, in parent: Folder.ID?) {
    self.parent = parent
    self.name = TextFolding.nfc(name)
  }
}

extension SlipBox {
  /// What becomes of the notes of a deleted folder.
  public enum NoteRule: Sendable, Hashable { case cascade, nullify }

  /// What went with a folder, sorted.
  public struct Removal: Sendable, Equatable {
    public var folders: [Folder.ID] = []
    public var notes: [Note.ID] = []
  }

  /// Puts a folder in; its parent must be there already.
  public mutating func insert(_ folder: Folder) throws(SlipError) {
    if let parent = folder.parent, !folderTable.contains(parent) { throw .unknown(.folder(parent)) }
    guard let slot = folderTable.insert(folder) else { throw .duplicate(.folder(folder.id)) }
    connect(folder, slot)
  }

  /// Changes a folder. Moving it into itself or below is refused, and nothing changes.
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

  /// Deletes a folder with all folders below it, and its notes or only their place in it.
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
  }

  /// A folder and all below it, parents before children.
  private func subtree(of root: UInt32) -> [UInt32] {
    var found = [root]
    var next = 0
    while next < found.count {
      found += childrenByFolder[found[next]].members
      next += 1
    }
    return found
  }

  func check(parent: Folder.ID?, of id: Folder.ID) throws(SlipError) {
    var ancestor = parent
    // Where several folders change at once, those above may lie in a circle of their own.
    var steps = 0
    while let current = ancestor {
      steps += 1
      if current == id || steps > folderTable.count {
        throw SlipError(
          .badInput, code: NotesCode.folderCycle, "a folder can't lie within itself",
          at: EntityID.folder(id).location)
      }
      guard let folder = folderTable[current] else { throw .unknown(.folder(current)) }
      ancestor = folder.parent
    }
  }

  mutating func connect(_ folder: Folder, _ slot: UInt32) {
    if let parent = folder.parent.flatMap(folderTable.slot) {
      childrenByFolder.link(slot, to: parent)
    } else {
      rootFolders.insert(slot)
    }
    folderSlotsByName[FolderName(folder.name, in: folder.parent), default: .none].insert(slot)
  }

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
