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

/// Facts about a file, directory or link, as `stat` reports them.
///
/// Two values taken at different times tell whether it is still the same file (`isSameFile`), with
/// the same content (`hasContent`), untouched in every respect (`isUnchanged`).
public struct FileStatus: Sendable, Hashable {
  /// What a name in a directory stands for.
  public enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// A symbolic link.
    case symlink
    /// A device, socket or pipe.
    case special
  }

  /// What it is.
  public var kind: Kind
  /// The length of a regular file in bytes.
  public var length: Int
  /// The time of the last change to the contents. Programs can set it to any time.
  public var modified: Timestamp
  /// The time of the last change to the contents, names or permissions. Programs can't set it.
  public var changed: Timestamp
  /// The permission bits, such as `0o644`, with the bits for set-user-ID, set-group-ID and sticky.
  public var permissions: UInt32
  /// The number of the file system that contains the file.
  public var device: UInt64
  /// The number of the file within its file system. Names with equal `device` and `inode` are names
  /// of one file.
  public var inode: UInt64
  /// The number of names (hard links) that the file has.
  public var linkCount: Int
  /// The number of the user who owns the file.
  public var owner: UInt32
  /// The number of the group that owns the file.
  public var group: UInt32

  /// A stand-in for something that can't be examined: of kind `special`, everything else zero.
  static let unknown = FileStatus(stat())

  /// Takes over what the system has reported.
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

  /// Whether nobody, not even the owner, may write to it.
  public var isReadOnly: Bool { permissions & 0o222 == 0 }

  /// Whether this is the same file with the same content, as far as length and time of change show.
  public func hasContent(of other: FileStatus) -> Bool {
    isSameFile(as: other) && length == other.length && modified == other.modified
  }

  /// Whether this is the same file with the same content, names and permissions.
  public func isUnchanged(since other: FileStatus) -> Bool {
    hasContent(of: other) && changed == other.changed
  }

  /// Whether both are about one and the same file or directory, maybe under two names.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// Who owns a file, and who may do what with it. A new version of a file takes over those of the
/// old one.
struct FileAttributes: Sendable, Hashable {
  /// The permission bits, such as `0o644`.
  var permissions: UInt32
  /// The number of the user who owns the file.
  var owner: UInt32
  /// The number of the group that owns the file.
  var group: UInt32

  /// Takes the attributes from facts about a file.
  init(_ status: FileStatus) {
    (permissions, owner, group) = (status.permissions, status.owner, status.group)
  }

  /// The attributes for a new file in a directory that has these: the same without the right to
  /// execute. So nobody may read the file who may not enter the directory.
  var ofFilesWithin: FileAttributes {
    var attributes = self
    attributes.permissions &= 0o666
    return attributes
  }

  /// Sets the attributes of an open file as far as the system allows it. Only the superuser may
  /// give files away, so another user's new files remain that user's.
  func apply(to descriptor: Int32) {
    if owner != geteuid() || group != getegid() {
      // Changing the owner clears the set-user-ID and set-group-ID bits, so it comes before the permissions.
      if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, uid_t.max, group) }
    }
    _ = fchmod(descriptor, mode_t(permissions & 0o7777))
  }
}

/// The clock from which file systems take their times of change.
///
/// It advances only some hundred times a second. Two changes within one tick have the same time, so
/// a file that was changed just now may change again without a trace in its times. Code that relies
/// on such times waits for the next tick first.
package enum FileClock {
  /// Twice the longest tick in use.
  static let tickMicroseconds: Int64 = 20_000

  /// The time now; nil where the system doesn't say.
  package static var now: Timestamp? {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return nil }
    return Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
  }

  /// Whether a file was changed so recently that a further change might not show in its times.
  package static func isTicking(_ status: FileStatus) -> Bool {
    guard let now else { return false }
    let age = now.microseconds - status.changed.microseconds
    // A large difference, in either direction, says only that the times come from another clock, such as a
    // server's.
    return age < tickMicroseconds && age > -tickMicroseconds
  }

  /// Sleeps until a further change would show in the times of files changed so far: 20
  /// milliseconds.
  package static func waitForTick() { usleep(UInt32(tickMicroseconds)) }

  /// Sleeps.
  package static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds * 1_000)) }
}
