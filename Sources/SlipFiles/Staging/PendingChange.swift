package import SlipBase

/// The files of a change that counts as made, for readers who can't complete it, as on a medium that is read-only.
///
/// Some of the files may be in their places already, so each is looked for in the hidden directory first.
package struct PendingChange: Sendable {
  /// Where a file is.
  package enum Place {
    /// In the tree, under its path.
    case tree
    /// In the hidden directory, under this name.
    case hidden(DirectoryHandle, String)
    /// The change deletes it.
    case nowhere
  }

  /// The hidden directory.
  private let stage: DirectoryHandle
  /// The name of each new file in the hidden directory; nil for a file that is deleted.
  private let names: [String: String?]

  /// Reads what is left of a change; nil where there is none.
  ///
  /// - Throws: `SlipError` where it can't be read.
  package init?(of target: String) throws(SlipError) {
    guard try TreePatch.isUnfinished(target) else { return nil }
    let (folder, name) = DirectoryHandle.split(FileSystem.realPath(target) ?? target)
    let parent = try DirectoryHandle(folder.map { $0.isEmpty ? "/" : $0 } ?? ".")
    stage = try parent.openDirectory(PatchJournal.hiddenName(of: name))
    var names: [String: String?] = [:]
    for entry in try PatchJournal(in: stage).entries {
      names[entry.path] = .some(entry.number == 0 ? nil : String(entry.number))
    }
    self.names = names
  }

  /// Where the file at a path is.
  package func place(of path: String) throws(SlipError) -> Place {
    guard let name = names[path] else { return .tree }
    guard let name else { return .nowhere }
    return try stage.statusOfChild(name) == nil ? .tree : .hidden(stage, name)
  }

  /// The paths of all files that the change writes or deletes, in no particular order.
  package var paths: some Sequence<String> { names.keys }
}
