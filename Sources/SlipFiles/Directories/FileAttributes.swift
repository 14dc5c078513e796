#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Who owns a file and who may do what with it: a new version of it has the same.
struct FileAttributes: Sendable, Hashable {
  var permissions: UInt32
  var owner: UInt32
  var group: UInt32

  init(_ status: FileStatus) {
    (permissions, owner, group) = (status.permissions, status.owner, status.group)
  }

  /// What a file in this directory gets that has no older version: nobody gets in who doesn't get into the directory.
  var ofFilesWithin: FileAttributes {
    var attributes = self
    attributes.permissions &= 0o666
    return attributes
  }

  /// Sets them as far as the system lets this user. Who can't give files away keeps them.
  func apply(to descriptor: Int32) {
    if owner != geteuid() || group != getegid() {
      // A change of owner takes the bits away that run a program as another user, so it comes first.
      if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, uid_t.max, group) }
    }
    _ = fchmod(descriptor, mode_t(permissions & 0o7777))
  }
}
