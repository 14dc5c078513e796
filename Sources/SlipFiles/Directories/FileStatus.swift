public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the file system says about one file.
public struct FileStatus: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case file
    case directory
    case symlink
    /// A device, socket or pipe.
    case special
  }

  public var kind: Kind
  /// In bytes.
  public var length: Int
  /// Time of the last change to the contents.
  public var modified: Timestamp
  /// Time of the last change to contents, names or permissions; nobody can set it.
  public var changed: Timestamp
  /// Permission bits, such as `0o644`.
  public var permissions: UInt32
  /// Device and file number: equal for two names of one file.
  public var device: UInt64
  public var inode: UInt64
  /// How many names the file has.
  public var linkCount: Int
  /// The user who owns the file, by number.
  public var owner: UInt32
  /// The group that owns the file, by number.
  public var group: UInt32

  /// For what can't be examined.
  static let unknown = FileStatus(stat())

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symlink
    default: kind = .special
    }
    length = Int(status.st_size)
    #if canImport(Glibc)
      let (time, change) = (status.st_mtim, status.st_ctim)
    #else
      let (time, change) = (status.st_mtimespec, status.st_ctimespec)
    #endif
    modified = Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
    changed = Timestamp(seconds: Int64(change.tv_sec), microseconds: Int64(change.tv_nsec) / 1_000)
    permissions = UInt32(status.st_mode) & 0o7777
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    linkCount = Int(status.st_nlink)
    (owner, group) = (UInt32(status.st_uid), UInt32(status.st_gid))
  }

  /// Nobody has a right to write.
  public var isReadOnly: Bool { permissions & 0o222 == 0 }

  /// The same file, and nobody wrote to it, as far as the file system tells.
  public func hasContent(of other: FileStatus) -> Bool {
    isSameFile(as: other) && length == other.length && modified == other.modified
  }

  /// The same file with the same content, which got no other name either.
  public func isUnchanged(since other: FileStatus) -> Bool {
    hasContent(of: other) && changed == other.changed
  }

  /// Two names of one and the same file or directory.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
