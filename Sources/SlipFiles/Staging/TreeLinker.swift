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

/// Brings files from an old tree into a new one: as second names (hard links) of the same files, or
/// as copies where that is impossible or unwanted.
///
/// A second name takes no space and hardly any time, whatever the file's length. Copies are made
/// where the trees are on different file systems, where the file system has no hard links or
/// forbids another one, and where the caller wants them.
enum TreeLinker {
  /// What was done with a file.
  enum Outcome: Sendable, Equatable {
    /// The file has two names now. The facts are about that file.
    case linked(FileStatus)
    /// The file was copied. The facts are about the original when it was opened.
    case copied(FileStatus)
    /// The new name is taken, and nothing was done.
    case exists
  }

  /// Brings one regular file over, unless the new name is taken.
  ///
  /// - Parameters:
  ///   - name: The file's name in `old`.
  ///   - old: The folder of the old tree.
  ///   - path: The path in `new`. Its folder must exist.
  ///   - new: The new tree, or a folder in it.
  ///   - copying: Whether the file is always copied.
  ///   - message: The file's path for messages.
  /// - Throws: `SlipError`, with code `FileCode.notRegularFile` for anything but a regular file.
  static func bringFile(
    _ name: UnsafePointer<CChar>, from old: DirectoryHandle, to path: UnsafePointer<CChar>,
    in new: DirectoryHandle, copying: Bool = false, message: String
  ) throws(SlipError) -> Outcome {
    if copying {
      guard let status = try copyFile(name, from: old, to: path, in: new, message: message) else {
        return .exists
      }
      return .copied(status)
    }
    // Without AT_SYMLINK_FOLLOW a symbolic link itself gets the second name. The kind is checked on that new
    // name afterwards, where nobody can replace it.
    if linkat(old.descriptor, name, new.descriptor, path, 0) == 0 {
      var status = stat()
      guard fstatat(new.descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw .system("Cannot examine the file", message, errno: errno)
      }
      if status.st_mode & S_IFMT == S_IFREG { return .linked(FileStatus(status)) }
      unlinkat(new.descriptor, path, 0)
      throw notRegular(message)
    }
    switch errno {
    case EEXIST: return .exists
    case EXDEV, EMLINK, EPERM, EOPNOTSUPP, ENOSYS, EACCES:
      guard let status = try copyFile(name, from: old, to: path, in: new, message: message) else {
        return .exists
      }
      return .copied(status)
    default: throw .system("Cannot copy the file to the new version", message, errno: errno)
    }
  }

  /// Copies one regular file with its attributes and times.
  ///
  /// - Returns: The facts about the old file when it was opened; nil where the new name is taken.
  private static func copyFile(
    _ name: UnsafePointer<CChar>, from old: DirectoryHandle, to path: UnsafePointer<CChar>,
    in new: DirectoryHandle, message: String
  ) throws(SlipError) -> FileStatus? {
    let source = retrying { openat(old.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard source >= 0 else { throw .system("Cannot open the file", message, errno: errno) }
    defer { close(source) }
    let status = try FileSystem.regularStatus(source, message)
    let mode = mode_t(status.permissions & 0o777)
    let target = retrying {
      openat(new.descriptor, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    guard target >= 0 else {
      if errno == EEXIST { return nil }
      throw .system("Cannot create the file", message, errno: errno)
    }
    defer { close(target) }
    do throws(SlipError) {
      try copyBytes(from: source, to: target, message)
    } catch {
      // Never leave half a file behind.
      unlinkat(new.descriptor, path, 0)
      throw error
    }
    FileAttributes(status).apply(to: target)
    keepTimes(of: source, on: target)
    return status
  }

  /// Copies the contents of an open file, in pieces of 256 KiB where the file system can't clone
  /// it.
  static func copyBytes(
    from source: Int32, to target: Int32, _ message: String
  ) throws(SlipError) {
    // Some file systems let both files share their space until one of them is changed.
    if slip_clone_file(source, target) == 0 { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var count = buffer.count
    while count == buffer.count {
      count = try FileSystem.readFully(source, into: buffer, message)
      try FileSystem.writeFully(target, UnsafeRawBufferPointer(rebasing: buffer[..<count]), message)
    }
  }

  /// Gives a copy the times of the original, because version control notices changed files by their
  /// times.
  private static func keepTimes(of source: Int32, on target: Int32) {
    var status = stat()
    guard fstat(source, &status) == 0 else { return }
    #if canImport(Glibc)
      let times = [status.st_atim, status.st_mtim]
    #else
      let times = [status.st_atimespec, status.st_mtimespec]
    #endif
    _ = futimens(target, times)
  }

  /// Gives a symbolic link a second name, or creates an equal one where that fails. The link's
  /// target is neither followed nor checked.
  static func bringLink(
    _ name: UnsafePointer<CChar>, from old: DirectoryHandle, in new: DirectoryHandle, message: String
  ) throws(SlipError) {
    if linkat(old.descriptor, name, new.descriptor, name, 0) == 0 { return }
    var target = [CChar](repeating: 0, count: 4097)
    let length = readlinkat(old.descriptor, name, &target, 4096)
    guard length >= 0, symlinkat(target, new.descriptor, name) == 0 else {
      throw .system("Cannot copy the symbolic link to the new version", message, errno: errno)
    }
  }

  /// The error for something that isn't a regular file.
  static func notRegular(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: FileCode.notRegularFile, "This is not a regular file.", at: SourceLocation(file: path)
    )
  }
}
