internal import SlipBase
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// An exclusive lock for all processes that write to one target, held by `flock` on a small file
/// beside it.
///
/// The system drops the lock when the process ends, however it ends. The file is deleted with the
/// lock, so a file without a lock says that a process has died there. It contains the process ID of
/// its holder for other processes' messages; the lock doesn't depend on that.
final class FileLock: Sendable {
  /// The directory of the lock's file.
  private let directory: DirectoryHandle
  /// The name of the lock's file.
  private let name: String
  /// The open file that holds the lock.
  private let descriptor: Int32
  /// Whether the file existed already: the process that created it has just ended, or died and left
  /// more behind.
  let wasLeftBehind: Bool
  /// Whether the file stays when the lock is released, because something is left for the next holder.
  private let isLeftBehind = Atomic<Bool>(false)

  /// Takes over a locked descriptor.
  private init(directory: DirectoryHandle, name: String, descriptor: Int32, wasLeftBehind: Bool) {
    self.wasLeftBehind = wasLeftBehind
    self.directory = directory
    self.name = name
    self.descriptor = descriptor
  }

  /// Takes the lock, or waits for it.
  ///
  /// - Parameters:
  ///   - name: The name of the lock's file.
  ///   - directory: The directory of the lock's file.
  ///   - milliseconds: How long to wait for another process.
  ///   - pause: How long to wait before each further try, in milliseconds.
  ///   - subject: The path that the lock protects, for messages.
  /// - Throws: `SlipError` with code `FileCode.locked` after that time, `FileCode.cannotLock`
  ///   where the file system has no locks.
  static func acquire(
    _ name: String, in directory: DirectoryHandle, milliseconds: Int, pause: Int = 20, subject: String
  ) throws(SlipError) -> FileLock {
    var (waited, lost) = (0, 0)
    while true {
      let (descriptor, isNew) = try open(name, in: directory, subject: subject)
      if retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 {
        let isLocked: Bool
        do throws(SlipError) {
          // The previous holder may have deleted the file after it was opened here. Then the lock protects
          // nothing.
          isLocked = try isCurrent(descriptor, name, in: directory)
        } catch {
          if isNew { unlinkat(directory.descriptor, name, 0) }
          close(descriptor)
          throw error
        }
        if isLocked {
          noteHolder(descriptor)
          return FileLock(
            directory: directory, name: name, descriptor: descriptor, wasLeftBehind: !isNew)
        }
        close(descriptor)
        lost += 1
        guard lost < mostLost else { throw cannotLock(subject, EBUSY) }
        continue
      }
      let code = errno
      let holder = holder(descriptor)
      if code != EWOULDBLOCK, isNew { unlinkat(directory.descriptor, name, 0) }
      close(descriptor)
      guard code == EWOULDBLOCK else { throw cannotLock(subject, code) }
      guard waited < milliseconds, !LiveOutputs.isEnding else {
        throw SlipError(
          .cannotDo, code: FileCode.locked,
          "Another process\(holder) is writing here; nothing was changed. Try again when it is done.",
          at: SourceLocation(file: subject))
      }
      usleep(UInt32(pause * 1_000))
      waited += pause
    }
  }

  /// How often the lock's file may vanish while the lock is taken.
  private static let mostLost = 10_000

  /// Opens the lock's file, or creates it, and checks that it is one.
  private static func open(
    _ name: String, in directory: DirectoryHandle, subject: String
  ) throws(SlipError) -> (descriptor: Int32, isNew: Bool) {
    let opened = try openAny(name, in: directory, subject: subject)
    do throws(SlipError) {
      try expectOwn(opened.descriptor, subject)
      return opened
    } catch {
      if opened.isNew { unlinkat(directory.descriptor, name, 0) }
      close(opened.descriptor)
      throw error
    }
  }

  /// Opens the lock's file, or creates it. It may be somebody else's.
  private static func openAny(
    _ name: String, in directory: DirectoryHandle, subject: String
  ) throws(SlipError) -> (descriptor: Int32, isNew: Bool) {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let new = retrying { openat(directory.descriptor, name, flags | O_RDWR | O_CREAT | O_EXCL, 0o666) }
    if new >= 0 { return (new, true) }
    var descriptor = retrying { openat(directory.descriptor, name, flags | O_RDWR | O_CREAT, 0o666) }
    if descriptor < 0 && errno == EACCES {
      // Another user's lock file can be waited for if it can be read.
      descriptor = retrying { openat(directory.descriptor, name, flags | O_RDONLY) }
      if descriptor < 0 && errno == ENOENT { errno = EACCES }
    }
    guard descriptor >= 0 else { throw .system("Cannot write beside the target", subject, errno: errno) }
    return (descriptor, false)
  }

  /// The error where locking fails. Without a lock two writers could overwrite each other's work,
  /// so there is no going on without one.
  private static func cannotLock(_ subject: String, _ code: Int32) -> SlipError {
    let error = SlipError.system("Cannot lock the target", subject, errno: code)
    guard code == ENOLCK || code == ENOSYS || code == EOPNOTSUPP || code == EINVAL else { return error }
    return SlipError(
      .cannotDo, code: FileCode.cannotLock,
      "This file system doesn't support locks, so two programs could overwrite each other's changes; nothing was changed.",
      at: SourceLocation(file: subject))
  }

  /// Checks that the file is a lock of this program, so that someone's own file of that name is
  /// left alone.
  ///
  /// - Throws: `SlipError`, with code `FileCode.inTheWay` for any other file, or a file with a
  ///   second name.
  private static func expectOwn(_ descriptor: Int32, _ subject: String) throws(SlipError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system("Cannot lock the target", subject, errno: errno)
    }
    let facts = FileStatus(status)
    // A link count of 0 is fine: the holder may have deleted the file already.
    if facts.kind == .file, facts.linkCount <= 1, holderNumber(descriptor, facts.length) != nil { return }
    throw SlipError(
      .cannotDo, code: FileCode.inTheWay,
      "The lock beside the target can't be taken, because another file has its name; nothing was changed.",
      at: SourceLocation(file: subject))
  }

  /// Whether the name still stands for the open file.
  ///
  /// - Throws: `SlipError` where the system can't say.
  static func isCurrent(
    _ descriptor: Int32, _ name: String, in directory: DirectoryHandle
  ) throws(SlipError) -> Bool {
    guard let named = try directory.statusOfChild(name) else { return false }
    var mine = stat()
    guard fstat(descriptor, &mine) == 0 else {
      throw .system("Cannot examine the file", directory.path(of: name), errno: errno)
    }
    return FileStatus(mine).isSameFile(as: named)
  }

  /// Writes this process's ID into the file, for other processes' messages.
  private static func noteHolder(_ descriptor: Int32) {
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// The holder in words, with a space in front; empty where the file doesn't say.
  private static func holder(_ descriptor: Int32) -> String {
    guard let digits = holderNumber(descriptor, 0), !digits.isEmpty else { return "" }
    return " (pid \(digits))"
  }

  /// The digits in a lock's file: the ID of the process that holds it, or nothing yet. Nil for any
  /// other file.
  private static func holderNumber(_ descriptor: Int32, _ length: Int) -> String? {
    var buffer = [UInt8](repeating: 0, count: 20)
    let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    // A file that can't be read may be another user's lock.
    if count < 0 { return length < buffer.count ? "" : nil }
    let digits = buffer.prefix(count).prefix { $0.isASCIIDigit }
    guard length < buffer.count, count - digits.count <= 1,
      count == digits.count || buffer[count - 1] == UInt8(ascii: "\n")
    else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Leaves the file behind when the lock is released, so that the next holder clears what is still there.
  func staysBehind() { isLeftBehind.store(true, ordering: .relaxed) }

  /// Deletes the file while the lock is held, and then releases the lock.
  ///
  /// - Parameter removing: False to leave the file behind, as if the process had died.
  func release(removing: Bool = true) {
    if removing, !isLeftBehind.load(ordering: .relaxed) { unlinkat(directory.descriptor, name, 0) }
    close(descriptor)
  }
}
