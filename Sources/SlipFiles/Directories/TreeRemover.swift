internal import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Deletes a directory with all that it holds; links are deleted, never followed. No recursion.
struct TreeRemover {
  private struct Frame {
    var directory: DirectoryHandle
    var listing: DirectoryListing
    /// Of the directory, relative to the root; with a slash at its end, empty for the root itself.
    var prefix: String
    var next = 0
    /// How often the directory was found to have got something while it was emptied.
    var rounds = 0
  }

  /// What must not go, where an old version is deleted that others may still be writing to.
  private let late: LateChanges?

  /// What a file's name begins with while it is looked at: nobody else reaches it under that.
  private static let aside = ".aside-"
  private static let mostRounds = 100

  /// Deletes the entry `name` of `parent`, whatever it is. With `late` what somebody saves there meanwhile is brought over.
  static func remove(
    _ name: String, in parent: DirectoryHandle, _ late: LateChanges? = nil
  ) throws(SlipError) {
    if unlinkat(parent.descriptor, name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM || errno == EACCES else {
      throw .system("Cannot delete", parent.path(of: name), errno: errno)
    }
    try TreeRemover(late: late).empty(
      frame(of: name.withCString { openDirectory($0, in: parent) }, parent.path(of: name), ""))
    if unlinkat(parent.descriptor, name, AT_REMOVEDIR) != 0, errno != ENOENT {
      throw .system("Cannot delete the directory", parent.path(of: name), errno: errno)
    }
  }

  private init(late: LateChanges?) { self.late = late }

  private func empty(_ root: Frame) throws(SlipError) {
    var stack = [root]
    while var top = stack.popLast() {
      if top.next < top.listing.names.count {
        let entry = top.listing.names[top.next]
        top.next += 1
        stack.append(top)
        if let child = try removeOrOpen(entry, in: top) { stack.append(child) }
        continue
      }
      guard let above = stack.last else { return }
      if try !removeDirectory(above) { stack.append(try TreeRemover.again(top)) }
    }
  }

  /// Removes the directory that was just emptied, the last one looked at in `above`. False where it got something meanwhile.
  private func removeDirectory(_ above: Frame) throws(SlipError) -> Bool {
    let entry = above.listing.names[above.next - 1]
    let result = above.listing.withCString(entry) {
      unlinkat(above.directory.descriptor, $0, AT_REMOVEDIR)
    }
    if result == 0 || errno == ENOENT { return true }
    if errno == ENOTEMPTY || errno == EEXIST { return false }
    throw .system(
      "Cannot delete the directory", above.directory.path(of: above.listing.shownText(entry)), errno: errno)
  }

  private static func again(_ frame: Frame) throws(SlipError) -> Frame {
    guard frame.rounds < mostRounds else {
      throw .system("Cannot delete the directory", frame.directory.path, errno: ENOTEMPTY)
    }
    return Frame(
      directory: frame.directory, listing: try DirectoryListing(frame.directory), prefix: frame.prefix,
      rounds: frame.rounds + 1)
  }

  private func removeOrOpen(_ name: DirectoryListing.Name, in frame: Frame) throws(SlipError) -> Frame? {
    let directory = frame.directory
    if let late, let text = frame.listing.text(name), try remove(text, in: frame, late) { return nil }
    var result = frame.listing.withCString(name) { unlinkat(directory.descriptor, $0, 0) }
    if result != 0, errno == EACCES, fchmod(directory.descriptor, 0o700) == 0 {
      result = frame.listing.withCString(name) { unlinkat(directory.descriptor, $0, 0) }
    }
    if result == 0 || errno == ENOENT { return nil }
    let shown = frame.listing.shownText(name)
    // Linux says EISDIR for a directory, macOS EPERM.
    guard errno == EISDIR || errno == EPERM else {
      throw .system("Cannot delete the file", directory.path(of: shown), errno: errno)
    }
    return try TreeRemover.frame(
      of: frame.listing.withCString(name) { TreeRemover.openDirectory($0, in: directory) },
      directory.path(of: shown), frame.prefix + shown + "/")
  }

  /// Takes a file away from its name before it is looked at: so what goes is what was seen, though somebody gives another file
  /// that name at this moment. False for what is no file.
  private func remove(_ name: String, in frame: Frame, _ late: LateChanges) throws(SlipError) -> Bool {
    let directory = frame.directory
    guard let before = try directory.statusOfChild(name) else { return true }
    guard before.kind == .file else { return false }
    // Left by a process that died here.
    let isAside = name.hasPrefix(TreeRemover.aside)
    let path = frame.prefix + (isAside ? String(name.dropFirst(TreeRemover.aside.count)) : name)
    let aside = isAside ? name : TreeRemover.aside + name
    if !isAside, renameat(directory.descriptor, name, directory.descriptor, aside) != 0 {
      // A folder that nobody may write to gets no late changes either; nor can a name be longer than the longest.
      if errno == ENOENT || errno == EACCES || errno == ENAMETOOLONG { return errno == ENOENT }
      throw .system("Cannot delete the file", directory.path(of: name), errno: errno)
    }
    do throws(SlipError) {
      guard let taken = try directory.statusOfChild(aside) else { return true }
      // The new name changed the file's time.
      var isLate = !taken.isSameFile(as: before)
      if !isLate { isLate = try late.isLate(path, before) }
      if isLate { try late.bringOver(path, from: directory, aside) }
    } catch {
      _ = slip_rename_new(directory.descriptor, aside, name)
      throw error
    }
    unlinkat(directory.descriptor, aside, 0)
    return true
  }

  private static func frame(
    of descriptor: Int32, _ path: String, _ prefix: String
  ) throws(SlipError) -> Frame {
    guard descriptor >= 0 else { throw .system("Cannot open the directory", path, errno: errno) }
    let directory = DirectoryHandle(adopting: descriptor, path: path)
    return Frame(directory: directory, listing: try DirectoryListing(directory), prefix: prefix)
  }

  private static func openDirectory(_ name: UnsafePointer<CChar>, in parent: DirectoryHandle) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(parent.descriptor, name, flags) }
    guard descriptor < 0, errno == EACCES, fchmodat(parent.descriptor, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0
    else { return descriptor }
    return retrying { openat(parent.descriptor, name, flags) }
  }
}
