#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Deletes a directory with all that it holds; links are deleted, never followed. No recursion.
enum TreeRemover {
  private struct Frame {
    var directory: DirectoryHandle
    var listing: DirectoryListing
    var next = 0
  }

  /// Deletes the entry `name` of `parent`, whatever it is.
  static func remove(_ name: String, in parent: DirectoryHandle) throws(SlipError) {
    if unlinkat(parent.descriptor, name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM || errno == EACCES else {
      throw .system("Cannot delete", parent.path(of: name), errno: errno)
    }
    var stack = [try frame(of: name.withCString { openDirectory($0, in: parent) }, parent.path(of: name))]
    while var top = stack.popLast() {
      if top.next < top.listing.names.count {
        let entry = top.listing.names[top.next]
        top.next += 1
        stack.append(top)
        if let child = try removeOrOpen(entry, in: top) { stack.append(child) }
      } else if let above = stack.last {
        let entry = above.listing.names[above.next - 1]
        let result = above.listing.withCString(entry) {
          unlinkat(above.directory.descriptor, $0, AT_REMOVEDIR)
        }
        guard result == 0 || errno == ENOENT else {
          throw .system("Cannot delete the directory", top.directory.path, errno: errno)
        }
      }
    }
    if unlinkat(parent.descriptor, name, AT_REMOVEDIR) != 0, errno != ENOENT {
      throw .system("Cannot delete the directory", parent.path(of: name), errno: errno)
    }
  }

  private static func removeOrOpen(_ name: DirectoryListing.Name, in frame: Frame) throws(SlipError) -> Frame?
  {
    let directory = frame.directory
    var result = frame.listing.withCString(name) { unlinkat(directory.descriptor, $0, 0) }
    if result != 0, errno == EACCES, fchmod(directory.descriptor, 0o700) == 0 {
      result = frame.listing.withCString(name) { unlinkat(directory.descriptor, $0, 0) }
    }
    if result == 0 || errno == ENOENT { return nil }
    let path = directory.path(of: frame.listing.shownText(name))
    // Linux says EISDIR for a directory, macOS EPERM.
    guard errno == EISDIR || errno == EPERM else {
      throw .system("Cannot delete the file", path, errno: errno)
    }
    return try self.frame(of: frame.listing.withCString(name) { openDirectory($0, in: directory) }, path)
  }

  private static func frame(of descriptor: Int32, _ path: String) throws(SlipError) -> Frame {
    guard descriptor >= 0 else { throw .system("Cannot open the directory", path, errno: errno) }
    let directory = DirectoryHandle(adopting: descriptor, path: path)
    return Frame(directory: directory, listing: try DirectoryListing(directory))
  }

  private static func openDirectory(_ name: UnsafePointer<CChar>, in parent: DirectoryHandle) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(parent.descriptor, name, flags) }
    guard descriptor < 0, errno == EACCES, fchmodat(parent.descriptor, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0
    else { return descriptor }
    return retrying { openat(parent.descriptor, name, flags) }
  }
}

extension FileSystem {
  /// Deletes a file, or a directory with all that it holds; links are deleted, never followed. Nothing there is fine.
  package static func removeTree(_ path: String) throws(SlipError) {
    let (folder, name) = DirectoryHandle.split(path)
    guard !name.isEmpty else { return }
    try TreeRemover.remove(name, in: DirectoryHandle(folder.map { $0.isEmpty ? "/" : $0 } ?? "."))
  }
}
