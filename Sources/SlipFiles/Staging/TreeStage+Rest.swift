public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Taking over whatever else the old tree contains.
extension TreeStage {
  /// What to do with an entry of the old tree that nothing was decided on before.
  public enum Fate: Sendable {
    /// Leave a file behind if it has these bytes. Otherwise someone changed it, and it is carried
    /// over.
    case drop(FileFact)
    /// Leave it behind, whatever it is.
    case leave
    /// Decide on each entry of the directory.
    case enter
    /// Bring it over as it is, a directory with everything in it. What the new tree has already
    /// stays as it is.
    case take
  }

  /// A directory of the old tree on the way to the current entry.
  private struct Frame {
    var old: DirectoryHandle
    var listing: DirectoryListing
    /// The directory's relative path with `/` at its end; empty for the root.
    var prefix: String
    /// The same folder in the new tree; nil as long as nothing was put into it.
    var new: DirectoryHandle?
    /// Whether everything in it is carried over without a question.
    var takesAll: Bool
    /// The old directory's permissions, which the new one gets after its contents are there.
    var permissions: UInt32?
    /// The index of the entry that is examined next.
    var next = 0
  }

  /// Goes through the old tree and brings over what is still to be taken from it. Call this last,
  /// when all new files are written.
  ///
  /// Someone may have put files into the old tree that this program knows nothing of, such as
  /// `.DS_Store`, a repository of version control, or a conflict copy. `fate` decides on each of
  /// them. Links and special files can be carried over as well, and entries whose names are not
  /// UTF-8 always are. Nothing that is carried over ever replaces a file that was written for the
  /// new tree.
  ///
  /// The walk needs memory for the directories on the way to the current entry, however deep the
  /// tree is.
  ///
  /// - Parameter fate: Decides on an entry that the new tree doesn't have, by its path and the
  ///   facts about it. It isn't called for the contents of a directory that is taken or left as a
  ///   whole.
  /// - Throws: `SlipError`, with code `FileCode.inTheWay` where the new tree has something of
  ///   another kind at the same path; and what `fate` throws.
  public func carryRest(_ fate: (String, FileStatus) throws(SlipError) -> Fate) throws(SlipError) {
    guard let old else { return }
    ledger.removeEmptyFolders()
    try beginSeal()
    ledger.beginKnown()
    var stack = [
      Frame(old: old, listing: try DirectoryListing(old), prefix: "", new: place.stage, takesAll: false)
    ]
    while var top = stack.popLast() {
      guard top.next < top.listing.names.count else {
        if let permissions = top.permissions, let new = top.new {
          _ = fchmod(new.descriptor, mode_t(permissions))
        }
        continue
      }
      let name = top.listing.names[top.next]
      top.next += 1
      let child = try visit(name, in: &top, fate)
      stack.append(top)
      if let child { stack.append(child) }
    }
  }

  /// Looks at one entry of the old tree. Returns the frame of a directory that is to be entered.
  private func visit(
    _ name: DirectoryListing.Name, in frame: inout Frame,
    _ fate: (String, FileStatus) throws(SlipError) -> Fate
  ) throws(SlipError) -> Frame? {
    guard let status = try frame.listing.status(name, in: frame.old) else { return nil }
    let text = frame.listing.text(name)
    let path = frame.prefix + (text ?? frame.listing.shownText(name))
    var decision = Fate.take
    if text != nil, !frame.takesAll, try !newTreeHasFile(name, status, in: frame) {
      decision = try fate(path, status)
    }
    switch decision {
    case .leave:
      ledger.noteKnown(status, isShared: false)
      ledger.noteSuperseded(path, status)
      return nil
    case .drop(let fact):
      if status.kind == .file, try isDropped(path, fact, status) { return nil }
      ledger.noteSpared(path)
      return try take(name, status, path, in: &frame)
    case .enter:
      guard status.kind == .directory else { return nil }
      let old = try openChild(name, in: frame)
      var child = Frame(old: old, listing: try DirectoryListing(old), prefix: path + "/", takesAll: false)
      if ledger.hasFolder(path) { child.new = try ledger.folder(path) }
      return child
    case .take: return try take(name, status, path, in: &frame)
    }
  }

  /// Whether the new tree has a file of that name already, so that nothing is to be decided.
  private func newTreeHasFile(
    _ name: DirectoryListing.Name, _ status: FileStatus, in frame: Frame
  ) throws(SlipError) -> Bool {
    guard status.kind == .file, let new = frame.new else { return false }
    return try frame.listing.status(name, in: new)?.kind == .file
  }

  /// Whether a file of the old tree still has the given bytes, and is therefore left behind.
  ///
  /// The file is then recorded with the facts from its opening. So the commit notices when someone
  /// changes it after this check.
  private func isDropped(_ path: String, _ fact: FileFact, _ status: FileStatus) throws(SlipError) -> Bool {
    guard let old, status.length == fact.length else { return false }
    if FileClock.isTicking(status) { FileClock.waitForTick() }
    let file = try InputFile(path, beneath: old)
    var digester = Digester()
    try slipErrors { try file.forEachChunk { digester.update($0) } }
    guard digester.finish() == fact.digest else { return false }
    ledger.noteKnown(file.status, isShared: false)
    ledger.noteSuperseded(path, file.status, isRead: true)
    return true
  }

  /// Brings an entry over. Returns the frame of a directory, whose contents are still to be brought
  /// over.
  ///
  /// What the new tree has already stays: a directory is merged, a file is not touched, and the two
  /// being of different kinds is an error.
  private func take(
    _ name: DirectoryListing.Name, _ status: FileStatus, _ path: String, in frame: inout Frame
  ) throws(SlipError) -> Frame? {
    let new: DirectoryHandle
    if let known = frame.new { new = known } else { new = try ledger.folder(String(frame.prefix.dropLast())) }
    frame.new = new
    // What exists there was made for the new tree, and takes precedence.
    let exists = try frame.listing.status(name, in: new)
    if let exists, exists.kind != status.kind { throw inTheWay(path) }
    if status.kind == .directory {
      if exists == nil {
        let result = frame.listing.withCString(name) { mkdirat(new.descriptor, $0, 0o700) }
        guard result == 0 else {
          throw .system("Cannot create the directory", new.path(of: path), errno: errno)
        }
        ledger.noteUnnamedNewFile()
      }
      let old = try openChild(name, in: frame)
      var child = Frame(old: old, listing: try DirectoryListing(old), prefix: path + "/", takesAll: true)
      child.new = try openChild(name, listing: frame.listing, of: new)
      child.permissions = exists == nil ? status.permissions : nil
      return child
    }
    if let exists {
      guard status.kind == .file else { return nil }
      let isShared = exists.isSameFile(as: status)
      // A file that is neither the same nor newly written was brought over before someone replaced it in
      // the old tree. The old tree's present file is taken instead.
      guard !isShared, !ledger.isSuperseded(path) else {
        ledger.noteKnown(status, isShared: isShared)
        return nil
      }
      _ = frame.listing.withCString(name) { unlinkat(new.descriptor, $0, 0) }
    }
    try bring(name, status.kind, path, from: frame, to: new)
    return nil
  }

  /// The error for entries of different kinds at one path.
  private func inTheWay(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.inTheWay,
      "Another file or folder is in the way of one that the new version contains; nothing was changed.",
      at: SourceLocation(file: target + "/" + path))
  }

  /// Brings over an entry that isn't a directory, and records what was done for the checks at the
  /// commit.
  private func bring(
    _ name: DirectoryListing.Name, _ kind: FileStatus.Kind, _ path: String, from frame: Frame,
    to new: DirectoryHandle
  ) throws(SlipError) {
    let message = place.targetPath + "/" + path
    var failure: SlipError?
    var outcome = TreeLinker.Outcome.exists
    frame.listing.withCString(name) { name in
      do throws(SlipError) {
        switch kind {
        case .file:
          outcome = try TreeLinker.bringFile(
            name, from: frame.old, to: name, in: new, copying: !sharesFiles, message: message)
        case .symlink: try TreeLinker.bringLink(name, from: frame.old, in: new, message: message)
        // Sockets, pipes and devices have no contents to copy. Where linking fails they are left behind.
        case .special, .directory: linkat(frame.old.descriptor, name, new.descriptor, name, 0)
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    // Names need not be UTF-8 here, so the copy is counted without its name; the commit flushes the volume.
    if case .linked(let status) = outcome { ledger.noteKnown(status, isShared: true) }
    if case .copied(let status) = outcome {
      ledger.noteKnown(status, isShared: false)
      ledger.noteUnnamedNewFile()
      if frame.listing.text(name) != nil { ledger.noteSuperseded(path, status, isRead: true) }
    }
  }

  /// Opens a folder of the old tree.
  private func openChild(_ name: DirectoryListing.Name, in frame: Frame) throws(SlipError) -> DirectoryHandle
  {
    try openChild(name, listing: frame.listing, of: frame.old)
  }

  /// Opens a folder by its name in a listing.
  private func openChild(
    _ name: DirectoryListing.Name, listing: DirectoryListing, of parent: DirectoryHandle
  ) throws(SlipError) -> DirectoryHandle {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = listing.withCString(name) { name in
      retrying { openat(parent.descriptor, name, flags) }
    }
    let path = parent.path(of: listing.shownText(name))
    guard descriptor >= 0 else { throw .system("Cannot open the directory", path, errno: errno) }
    return DirectoryHandle(adopting: descriptor, path: path)
  }
}
