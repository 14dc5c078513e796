#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An exclusive lock on a name in a directory, held by `flock` on a small file that goes with the lock.
/// The system drops the lock when the process ends, however it ends.
final class FileLock: Sendable {
  private let directory: DirectoryHandle
  private let name: String
  private let descriptor: Int32
  /// The file was there already: its maker works still, or died.
  let wasLeftBehind: Bool

  private init(directory: DirectoryHandle, name: String, descriptor: Int32, wasLeftBehind: Bool) {
    self.wasLeftBehind = wasLeftBehind
    self.directory = directory
    self.name = name
    self.descriptor = descriptor
  }

  /// Waits at most `milliseconds`. `subject` is the path that the lock protects, for messages.
  static func acquire(
    _ name: String, in directory: DirectoryHandle, milliseconds: Int, subject: String
  ) throws(SlipError) -> FileLock {
    var waited = 0
    while true {
      let (descriptor, isNew) = try open(name, in: directory, subject: subject)
      if retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 {
        // The holder before us may have removed the file since it was opened: then this lock protects nothing.
        if isCurrent(descriptor, name, in: directory) {
          noteHolder(descriptor)
          return FileLock(
            directory: directory, name: name, descriptor: descriptor, wasLeftBehind: !isNew)
        }
        close(descriptor)
        continue
      }
      let code = errno
      let holder = holder(descriptor)
      close(descriptor)
      guard code == EWOULDBLOCK else { throw .system("Cannot lock the target", subject, errno: code) }
      guard waited < milliseconds else {
        throw SlipError(
          .cannotDo, code: FileFault.locked,
          "Another process\(holder) is writing here; nothing was changed. Try again when it is done.",
          at: SourceLocation(file: subject))
      }
      usleep(20_000)
      waited += 20
    }
  }

  private static func open(
    _ name: String, in directory: DirectoryHandle, subject: String
  ) throws(SlipError) -> (descriptor: Int32, isNew: Bool) {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let new = retrying { openat(directory.descriptor, name, flags | O_RDWR | O_CREAT | O_EXCL, 0o666) }
    if new >= 0 { return (new, true) }
    var descriptor = retrying { openat(directory.descriptor, name, flags | O_RDWR | O_CREAT, 0o666) }
    if descriptor < 0 && errno == EACCES {
      // Another user's lock file: reading is enough to wait for it.
      descriptor = retrying { openat(directory.descriptor, name, flags | O_RDONLY) }
      if descriptor < 0 && errno == ENOENT { errno = EACCES }
    }
    guard descriptor >= 0 else { throw .system("Cannot write beside the target", subject, errno: errno) }
    return (descriptor, false)
  }

  static func isCurrent(_ descriptor: Int32, _ name: String, in directory: DirectoryHandle) -> Bool {
    var mine = stat()
    var named = stat()
    return fstat(descriptor, &mine) == 0
      && fstatat(directory.descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
      && mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
  }

  /// Writes the process number for others' messages; the lock doesn't depend on it.
  private static func noteHolder(_ descriptor: Int32) {
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  private static func holder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 20)
    let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    let digits = String(
      decoding: buffer.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
    return digits.isEmpty ? "" : " (number \(digits))"
  }

  /// Removes the file while the lock is held, then lets go. Without `removing`, as if the process had died.
  func release(removing: Bool = true) {
    if removing { unlinkat(directory.descriptor, name, 0) }
    close(descriptor)
  }
}
