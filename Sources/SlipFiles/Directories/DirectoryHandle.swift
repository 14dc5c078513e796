public import SlipBase
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

/// An open directory, beneath which files are looked up safely.
///
/// A look-up never leaves the directory: it follows no symbolic link and no `..`, even when someone
/// moves directories or puts links in their place meanwhile. So a bundle from anyone can be read
/// without reaching other files. Where a path contains a link, the look-up fails with the message
/// "a symbolic link is in the way".
///
/// The directory stays the same one even if it is renamed. Its descriptor is closed with the
/// object.
public final class DirectoryHandle: Sendable {
  /// How paths are looked up: by one call of the kernel (Linux: `openat2` with `RESOLVE_BENEATH`)
  /// or by opening one component after the other. Tests try both ways on the same trees.
  enum Lookup: Sendable { case kernel, components }

  /// The open directory.
  let descriptor: Int32
  /// The directory's path as the caller gave it. It is used in messages only.
  public let path: String
  /// How this handle looks up paths.
  let lookup: Lookup

  /// Takes over a descriptor, which is closed with the object.
  init(adopting descriptor: Int32, path: String, lookup: Lookup = .kernel) {
    self.descriptor = descriptor
    self.path = path
    self.lookup = lookup
  }

  /// Opens a directory. Links in `path` itself are followed, since the caller chose the path.
  ///
  /// - Throws: `SlipError` where there is no directory, or it may not be read.
  public convenience init(_ path: String) throws(SlipError) {
    let descriptor = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("Cannot open the directory", path, errno: errno) }
    self.init(adopting: descriptor, path: path)
  }

  deinit { close(descriptor) }

  /// The path of something beneath this directory, for messages.
  public func path(of relative: String) -> String {
    path.hasSuffix("/") ? path + relative : path + "/" + relative
  }

  /// Facts about the directory itself.
  public func status() throws(SlipError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system("Cannot examine the directory", path, errno: errno)
    }
    return FileStatus(status)
  }

  /// Facts about a file or directory beneath this one; nil where there is nothing. A link as the
  /// last component is not followed: the facts are about the link.
  ///
  /// - Throws: `SlipError` where the system can't say whether anything is there, or where a folder
  ///   on the way is a link. That isn't the same as absence.
  public func status(of relative: String) throws(SlipError) -> FileStatus? {
    let (folder, name) = DirectoryHandle.split(relative)
    guard let folder else { return try statusOfChild(name) }
    let descriptor = openBeneath(folder, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else {
      if FileCode.meansNothing(-descriptor), try !leadsOverLink(folder) { return nil }
      throw .system(
        "Cannot open the directory", path(of: folder), errno: -descriptor == ENOTDIR ? ELOOP : -descriptor)
    }
    return try DirectoryHandle(adopting: descriptor, path: path(of: folder), lookup: lookup)
      .statusOfChild(name)
  }

  /// Whether a component of the path is a symbolic link. The link's target isn't examined, but may
  /// exist.
  public func leadsOverLink(_ relative: String) throws(SlipError) -> Bool {
    for end in relative.utf8.indices + [relative.utf8.endIndex]
    where end == relative.utf8.endIndex || relative.utf8[end] == UInt8(ascii: "/") {
      var status = stat()
      // The components before this one were no links, or the loop would have ended.
      guard fstatat(descriptor, String(relative[..<end]), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        return false
      }
      if FileStatus(status).kind == .symlink { return true }
    }
    return false
  }

  /// Facts about an entry of this directory, links not followed; nil where there is none.
  ///
  /// - Parameter name: One component. A path with `/` would follow links in its folders.
  func statusOfChild(_ name: String) throws(SlipError) -> FileStatus? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(status) }
    if FileCode.meansNothing(errno) { return nil }
    throw .system("Cannot examine the file", path(of: name), errno: errno)
  }

  /// The names of the entries, in no particular order. Names that are not UTF-8 are left out.
  public func names() throws(SlipError) -> [String] {
    let listing = try DirectoryListing(self)
    return listing.names.compactMap { listing.text($0) }
  }

  /// Whether the directory has no entry, of whatever name.
  public func isEmpty() throws(SlipError) -> Bool { try DirectoryListing(self).names.isEmpty }

  /// Facts about something in a tree that this process has created, where no link can be in the
  /// way. One system call is enough there.
  func statusInOwnTree(_ relative: String) throws(SlipError) -> FileStatus? { try statusOfChild(relative) }

  /// Opens a directory beneath this one.
  ///
  /// - Parameters:
  ///   - relative: The path of the directory, with `/` between components.
  ///   - shown: What messages call the directory; its path by default.
  public func openDirectory(_ relative: String, shown: String? = nil) throws(SlipError) -> DirectoryHandle {
    let descriptor = openBeneath(relative, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else {
      throw .system("Cannot open the directory", path(of: relative), errno: -descriptor)
    }
    return DirectoryHandle(adopting: descriptor, path: shown ?? path(of: relative), lookup: lookup)
  }

  /// Opens a file beneath this directory for reading. Opening a pipe doesn't block.
  ///
  /// - Returns: A descriptor that the caller has to close.
  func openFile(_ relative: String) throws(SlipError) -> Int32 {
    let descriptor = openBeneath(relative, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .system("Cannot open the file", path(of: relative), errno: -descriptor)
    }
    return descriptor
  }

  /// Opens a path without following links.
  ///
  /// - Returns: A descriptor, or the negated error number.
  private func openBeneath(_ relative: String, _ flags: Int32) -> Int32 {
    let flags = flags | O_CLOEXEC | O_NOFOLLOW
    if lookup == .kernel {
      let descriptor = retrying { slip_open_beneath(self.descriptor, relative, flags) }
      if descriptor >= 0 { return descriptor }
      // Kernels before 5.6 lack the call, some sandboxes forbid it, and it asks for another try while
      // someone renames a directory.
      if errno != ENOSYS && errno != EPERM && errno != EAGAIN { return -errno }
    }
    return openByComponents(relative, flags)
  }

  /// Opens a path one component at a time. Each folder is opened relative to the one before, so
  /// none can be replaced by a link unnoticed.
  private func openByComponents(_ relative: String, _ flags: Int32) -> Int32 {
    var current = descriptor
    var rest = Substring(relative)
    defer { if current != descriptor { close(current) } }
    while let slash = rest.utf8.firstIndex(of: 0x2F) {
      let name = String(rest[..<slash])
      rest = rest[rest.utf8.index(after: slash)...]
      guard DirectoryHandle.isPlainName(name) else { return -ENOENT }
      let next = retrying { openat(current, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
      guard next >= 0 else { return -errno }
      if current != descriptor { close(current) }
      current = next
    }
    guard DirectoryHandle.isPlainName(String(rest)) else { return -ENOENT }
    let result = retrying { openat(current, String(rest), flags) }
    return result >= 0 ? result : -errno
  }

  /// Whether a component names an entry, rather than the directory itself or the one above.
  private static func isPlainName(_ name: String) -> Bool { !name.isEmpty && name != "." && name != ".." }

  /// The path of the containing folder, nil where the path has no `/`, and the last component.
  static func split(_ path: String) -> (folder: String?, name: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return (nil, path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }
}
