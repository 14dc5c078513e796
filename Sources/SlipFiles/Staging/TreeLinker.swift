internal import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Brings files from an old tree into a new one: as second names of the same file, as copies where that can't be.
enum TreeLinker {
  enum Outcome: Sendable, Equatable {
    /// The facts are those of the file that has two names now.
    case linked(FileStatus)
    /// The facts are the old file's, when it was opened.
    case copied(FileStatus)
    case exists
  }

  /// Brings one regular file over, unless the new name is taken.
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
    // Without AT_SYMLINK_FOLLOW a link itself would get a second name: looked at afterwards, it can't be swapped.
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
    default: throw .system("Cannot bring the file over", message, errno: errno)
    }
  }

  /// Facts about the old file when it was opened; nil where the new name is taken.
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
      // Half a file doesn't stay.
      unlinkat(new.descriptor, path, 0)
      throw error
    }
    FileAttributes(status).apply(to: target)
    keepTimes(of: source, on: target)
    return status
  }

  private static func copyBytes(
    from source: Int32, to target: Int32, _ message: String
  ) throws(SlipError) {
    // Where the file system can, both share the room until one of them is written to.
    if slip_clone_file(source, target) == 0 { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var count = buffer.count
    while count == buffer.count {
      count = try FileSystem.readFully(source, into: buffer, message)
      try FileSystem.writeFully(target, UnsafeRawBufferPointer(rebasing: buffer[..<count]), message)
    }
  }

  /// Version control tells changed files by their time.
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

  /// Gives a symbolic link a second name, or makes an equal one.
  static func bringLink(
    _ name: UnsafePointer<CChar>, from old: DirectoryHandle, in new: DirectoryHandle, message: String
  ) throws(SlipError) {
    if linkat(old.descriptor, name, new.descriptor, name, 0) == 0 { return }
    var target = [CChar](repeating: 0, count: 4097)
    let length = readlinkat(old.descriptor, name, &target, 4096)
    guard length >= 0, symlinkat(target, new.descriptor, name) == 0 else {
      throw .system("Cannot bring the symbolic link over", message, errno: errno)
    }
  }

  static func notRegular(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: FileFault.notRegularFile, "This is not a regular file.", at: SourceLocation(file: path)
    )
  }
}
