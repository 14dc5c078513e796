internal import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Deletes a directory with everything in it. Links are deleted, never followed.
///
/// Nothing is recursive, so a deep tree needs memory but no stack. Folders without rights are given
/// them first, and a folder in which something new appears is emptied again. With `LateChanges`,
/// files that someone saved after the old version was sealed are brought over to the new one before
/// they are deleted.
struct TreeRemover {
  /// A directory that is being emptied.
  private struct Frame {
    var directory: DirectoryHandle
    var listing: DirectoryListing
    /// The directory's path relative to the root, with a slash at its end; empty for the root
    /// itself.
    var prefix: String
    /// The index of the entry that is deleted next.
    var next = 0
    /// How often something new was found in the directory after it had been emptied.
    var rounds = 0
  }

  /// Brings over what was saved late; nil where everything may be deleted.
  private let late: LateChanges?

  /// The prefix of a file's name while it is examined. Nobody else reaches the file under that
  /// name.
  private static let aside = ".aside-"
  /// How often a directory is emptied before the removal fails.
  private static let maxRounds = 100

  /// Deletes an entry of a directory, whatever it is. It is no error when there is none.
  ///
  /// - Parameters:
  ///   - name: The entry's name, one component.
  ///   - parent: The directory that contains the entry.
  ///   - late: Brings over files that someone saves in the tree meanwhile; nil to delete
  ///     everything.
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

  /// Creates a remover; nil deletes everything.
  private init(late: LateChanges?) { self.late = late }

  /// Deletes everything in a directory, but not the directory itself.
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
      if try !removeDirectory(above) { stack.append(try TreeRemover.relisted(top)) }
    }
  }

  /// Removes the directory that was emptied last. False where something new has appeared in it.
  ///
  /// - Parameter above: Its parent, whose current entry it is.
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

  /// The directory listed again, to be emptied once more.
  ///
  /// - Throws: `SlipError` where that has happened too often.
  private static func relisted(_ frame: Frame) throws(SlipError) -> Frame {
    guard frame.rounds < maxRounds else {
      throw .system("Cannot delete the directory", frame.directory.path, errno: ENOTEMPTY)
    }
    return Frame(
      directory: frame.directory, listing: try DirectoryListing(frame.directory), prefix: frame.prefix,
      rounds: frame.rounds + 1)
  }

  /// Deletes an entry that isn't a directory. For a directory, returns the frame that is to be
  /// emptied.
  private func removeOrOpen(_ name: DirectoryListing.Name, in frame: Frame) throws(SlipError) -> Frame? {
    let directory = frame.directory
    if let late, let text = frame.listing.text(name), try remove(text, in: frame, late) { return nil }
    var result = frame.listing.withCString(name) { unlinkat(directory.descriptor, $0, 0) }
    if result != 0, errno == EACCES, fchmod(directory.descriptor, 0o700) == 0 {
      result = frame.listing.withCString(name) { unlinkat(directory.descriptor, $0, 0) }
    }
    if result == 0 || errno == ENOENT { return nil }
    let shown = frame.listing.shownText(name)
    // For a directory, `unlinkat` fails with EISDIR on Linux and with EPERM on macOS.
    guard errno == EISDIR || errno == EPERM else {
      throw .system("Cannot delete the file", directory.path(of: shown), errno: errno)
    }
    return try TreeRemover.frame(
      of: frame.listing.withCString(name) { TreeRemover.openDirectory($0, in: directory) },
      directory.path(of: shown), frame.prefix + shown + "/")
  }

  /// Deletes a file after it was brought over, if that is needed.
  ///
  /// The file is renamed before it is examined. So what is deleted is what was examined, even if
  /// someone puts another file under the old name at this moment.
  ///
  /// - Returns: False where the entry isn't a regular file.
  private func remove(_ name: String, in frame: Frame, _ late: LateChanges) throws(SlipError) -> Bool {
    let directory = frame.directory
    guard let before = try directory.statusOfChild(name) else { return true }
    guard before.kind == .file else { return false }
    // The name may have been given by a process that died before it deleted the file.
    let isAside = name.hasPrefix(TreeRemover.aside)
    let path = frame.prefix + (isAside ? String(name.dropFirst(TreeRemover.aside.count)) : name)
    let aside = isAside ? name : TreeRemover.aside + name
    if !isAside, renameat(directory.descriptor, name, directory.descriptor, aside) != 0 {
      // In a folder that nobody may write to, nobody saves late changes either. A name of the greatest length
      // can't get the prefix; such a file is deleted as it is.
      if errno == ENOENT || errno == EACCES || errno == ENAMETOOLONG { return errno == ENOENT }
      throw .system("Cannot delete the file", directory.path(of: name), errno: errno)
    }
    do throws(SlipError) {
      guard let taken = try directory.statusOfChild(aside) else { return true }
      // The renaming itself changed the file's time, so the facts from before are compared.
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

  /// The frame for an opened directory. A negative descriptor means that opening failed.
  private static func frame(
    of descriptor: Int32, _ path: String, _ prefix: String
  ) throws(SlipError) -> Frame {
    guard descriptor >= 0 else { throw .system("Cannot open the directory", path, errno: errno) }
    let directory = DirectoryHandle(adopting: descriptor, path: path)
    return Frame(directory: directory, listing: try DirectoryListing(directory), prefix: prefix)
  }

  /// Opens a directory for emptying it; one without rights is given them first. Returns a negative
  /// number where that fails.
  private static func openDirectory(_ name: UnsafePointer<CChar>, in parent: DirectoryHandle) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(parent.descriptor, name, flags) }
    guard descriptor < 0, errno == EACCES, fchmodat(parent.descriptor, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0
    else { return descriptor }
    return retrying { openat(parent.descriptor, name, flags) }
  }
}
