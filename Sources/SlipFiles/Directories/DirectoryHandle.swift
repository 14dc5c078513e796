public import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An open directory. Names are looked up beneath it: no link is followed, nothing outside is reached, even when
/// somebody moves directories or swaps in symbolic links meanwhile.
public final class DirectoryHandle: Sendable {
  /// Tells a walk down the components from the kernel's own check; tests try both.
  enum Lookup: Sendable { case kernel, components }

  let descriptor: Int32
  /// For messages only.
  public let path: String
  let lookup: Lookup

  init(adopting descriptor: Int32, path: String, lookup: Lookup = .kernel) {
    self.descriptor = descriptor
    self.path = path
    self.lookup = lookup
  }

  /// Opens a directory; links in `path` itself are followed, since the caller chose it.
  public convenience init(_ path: String) throws(SlipError) {
    let descriptor = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("Cannot open the directory", path, errno: errno) }
    self.init(adopting: descriptor, path: path)
  }

  deinit { close(descriptor) }

  /// A path beneath this directory, for messages.
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

  /// Facts about what lies beneath, links not followed; nil where there is nothing.
  public func status(of relative: String) throws(SlipError) -> FileStatus? {
    let (folder, name) = DirectoryHandle.split(relative)
    guard let folder else { return try statusOfChild(name) }
    let descriptor = openBeneath(folder, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else {
      if FileFault.meansNothing(-descriptor), try !leadsOverLink(folder) { return nil }
      throw .system(
        "Cannot open the directory", path(of: folder), errno: -descriptor == ENOTDIR ? ELOOP : -descriptor)
    }
    return try DirectoryHandle(adopting: descriptor, path: path(of: folder), lookup: lookup)
      .statusOfChild(name)
  }

  /// Whether a component of the path is a symbolic link: what lies behind it isn't reached, but may be there.
  private func leadsOverLink(_ relative: String) throws(SlipError) -> Bool {
    for end in relative.utf8.indices + [relative.utf8.endIndex]
    where end == relative.utf8.endIndex || relative.utf8[end] == 0x2F {
      var status = stat()
      // Components before this one are no links.
      guard fstatat(descriptor, String(relative[..<end]), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        return false
      }
      if FileStatus(status).kind == .symlink { return true }
    }
    return false
  }

  func statusOfChild(_ name: String) throws(SlipError) -> FileStatus? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(status) }
    if FileFault.meansNothing(errno) { return nil }
    throw .system("Cannot examine the file", path(of: name), errno: errno)
  }

  /// The names in this directory, but those that are not UTF-8, in no order.
  public func names() throws(SlipError) -> [String] {
    let listing = try DirectoryListing(self)
    return listing.names.compactMap { listing.text($0) }
  }

  public func isEmpty() throws(SlipError) -> Bool { try DirectoryListing(self).names.isEmpty }

  /// As `status(of:)`, but in a tree of our own making, where no link can be in the way.
  func statusInOwnTree(_ relative: String) throws(SlipError) -> FileStatus? { try statusOfChild(relative) }

  /// Opens a directory beneath this one; messages call it `shown` where that is given.
  public func openDirectory(_ relative: String, shown: String? = nil) throws(SlipError) -> DirectoryHandle {
    let descriptor = openBeneath(relative, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else {
      throw .system("Cannot open the directory", path(of: relative), errno: -descriptor)
    }
    return DirectoryHandle(adopting: descriptor, path: shown ?? path(of: relative), lookup: lookup)
  }

  /// Opens a file beneath for reading. The descriptor is the caller's to close. Doesn't block on a pipe.
  func openFile(_ relative: String) throws(SlipError) -> Int32 {
    let descriptor = openBeneath(relative, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .system("Cannot open the file", path(of: relative), errno: -descriptor)
    }
    return descriptor
  }

  /// A descriptor, or the negated error number.
  private func openBeneath(_ relative: String, _ flags: Int32) -> Int32 {
    let flags = flags | O_CLOEXEC | O_NOFOLLOW
    if lookup == .kernel {
      let descriptor = retrying { slip_open_beneath(self.descriptor, relative, flags) }
      if descriptor >= 0 { return descriptor }
      // Old kernels lack the call, some sandboxes forbid it.
      if errno != ENOSYS && errno != EPERM && errno != EAGAIN { return -errno }
    }
    return openByComponents(relative, flags)
  }

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

  private static func isPlainName(_ name: String) -> Bool { !name.isEmpty && name != "." && name != ".." }

  static func split(_ path: String) -> (folder: String?, name: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return (nil, path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }
}
