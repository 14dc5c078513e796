public import SlipBase
internal import CFileShims
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

/// A single output file that appears under its name all at once, or not at all.
///
/// It is written to a hidden file beside the target, flushed to disk and renamed. If the process
/// dies before that, the target is as it was, and the next output to the same target deletes the
/// hidden file. A symbolic link at the target is followed and stays a link. Devices and pipes are
/// written to directly.
///
///     let file = try AtomicFile(path)
///     try file.write(bytes)
///     try file.commit()
///
/// An object that is released without a commit is abandoned. Use it from one thread at a time.
public final class AtomicFile: LiveOutput {
  /// What to do about a file that exists already.
  public enum Existing: Sendable {
    /// The new file replaces it and gets its permissions and owner.
    case replace
    /// It is an error. Devices and pipes are written to all the same.
    case refuse
    /// A file with the same bytes stays as it is; any other is an error. Devices and pipes are
    /// written to all the same.
    case keepEqual
  }

  /// What changes while the file is written.
  private struct State {
    /// The number of bytes so far.
    var offset = 0
    /// Whether the file was neither committed nor abandoned.
    var isOpen = true
  }

  /// The target's path, with links resolved.
  public let path: String
  /// The hidden file, or the device or pipe.
  private let descriptor: Int32
  /// The directory of the target; nil for a device or pipe.
  private let parent: DirectoryHandle?
  /// The target's name in that directory.
  private let name: String
  /// The hidden file's name in that directory.
  private let temporaryName: String
  /// What to do about a file that exists.
  private let existing: Existing
  private let state = Mutex(State())

  /// Begins a file. The parent directory of `path` must exist.
  ///
  /// - Parameters:
  ///   - path: The target.
  ///   - existing: What to do about a file that exists.
  ///   - isPrivate: Whether nobody else may read a new file, whatever the process allows.
  /// - Throws: `SlipError` with code `FileCode.exists` where there is a directory, or a file that
  ///   must not be replaced; `FileCode.missing` for a symbolic link that leads nowhere.
  public init(_ path: String, existing: Existing = .replace, isPrivate: Bool = false) throws(SlipError) {
    let real = try AtomicFile.resolveTarget(path)
    let (folder, name) = DirectoryHandle.split(real)
    (self.path, self.name, self.existing) = (real, name, existing)
    let status = try FileSystem.status(real)
    if status?.kind == .special {
      descriptor = retrying { open(real, O_WRONLY | O_CLOEXEC) }
      (parent, temporaryName) = (nil, "")
      guard descriptor >= 0 else { throw .system("Cannot open the file", real, errno: errno) }
      return
    }
    guard status?.kind != .directory, !name.isEmpty else {
      throw SlipError(
        .cannotDo, code: FileCode.exists, "This is a directory, but a file is to be written.",
        at: SourceLocation(file: real))
    }
    if existing == .refuse, status != nil { throw AtomicFile.taken(real) }
    let parent = try DirectoryHandle(folder.map { $0.isEmpty ? "/" : $0 } ?? ".")
    let prefix = StageDirectory.hiddenStem(name) + ".new-"
    LiveOutputs.beginCreating()
    defer { LiveOutputs.endCreating() }
    (descriptor, temporaryName) = try AtomicFile.create(prefix, in: parent, isPrivate ? 0o600 : 0o666)
    self.parent = parent
    if let status { FileAttributes(status).apply(to: descriptor) }
    LiveOutputs.add(self)
  }

  /// The target's path with links resolved. A link that leads nowhere is an error: it belongs to
  /// someone and isn't replaced.
  private static func resolveTarget(_ path: String) throws(SlipError) -> String {
    if let real = FileSystem.realPath(path) { return real }
    guard try FileSystem.status(path, followLinks: false)?.kind == .symlink else { return path }
    throw SlipError(
      .cannotDo, code: FileCode.missing, "The target of this symbolic link does not exist.",
      at: SourceLocation(file: path))
  }

  /// Checks that a new file would replace nothing. Devices and pipes are written to, not replaced,
  /// so they are allowed.
  ///
  /// - Throws: `SlipError`, with code `FileCode.exists` where there is a file or directory.
  public static func expectNothing(at path: String) throws(SlipError) {
    guard let kind = try FileSystem.status(path)?.kind, kind != .special else { return }
    throw taken(path)
  }

  /// The error for a file that exists and must not be replaced.
  package static func taken(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.exists, "The file exists; nothing was changed. --force replaces it.",
      at: SourceLocation(file: path))
  }

  deinit {
    LiveOutputs.remove(self)
    abandon()
  }

  /// Deletes the hidden file because the process is interrupted. The descriptor stays open, since
  /// another thread may be writing to it.
  func interrupt() -> Bool {
    if endOnce(), let parent { unlinkat(parent.descriptor, temporaryName, 0) }
    return true
  }

  /// The path of the hidden file, for code that opens files by their paths; that of the device or pipe where there
  /// is none.
  package var temporaryPath: String { parent.map { $0.path(of: temporaryName) } ?? path }

  /// The number of bytes written so far, or the end of the furthest write.
  public var length: Int { state.withLock { $0.offset } }

  /// Appends bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    try FileSystem.writeFully(descriptor, bytes, path)
    state.withLock { $0.offset += bytes.count }
  }

  /// Writes bytes at any offset. Not for devices and pipes.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SlipError) {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = retrying { pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done)) }
      guard count > 0 else { throw .system("Cannot write the file", path, errno: count < 0 ? errno : EIO) }
      done += count
    }
    state.withLock { $0.offset = max($0.offset, offset + bytes.count) }
  }

  /// Opens what was written so far for reading.
  public func reader() throws(SlipError) -> InputFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .system("Cannot read the file", path, errno: errno) }
    return try InputFile(adopting: copy, path: path)
  }

  /// Flushes the file to disk and gives it its name.
  ///
  /// - Throws: `SlipError` where that fails; the target is then as it was. With code
  ///   `FileCode.exists` where another file has appeared meanwhile and must not be replaced.
  public func commit() throws(SlipError) {
    defer { abandon() }
    guard let parent else { return }
    if existing == .keepEqual, try FileSystem.status(path) != nil {
      guard try targetHasSameBytes() else { throw AtomicFile.taken(path) }
      return
    }
    let code = AtomicFile.flush(descriptor)
    guard code == 0 else { throw .system("Cannot flush the file to disk", path, errno: code) }
    try giveName(in: parent)
    // The file is in place. Some file systems can't flush directories; nothing more can be done for the
    // name there.
    _ = AtomicFile.flush(parent.descriptor)
    finish(removing: false)
  }

  /// Whether the target has the same bytes as the new file.
  private func targetHasSameBytes() throws(SlipError) -> Bool {
    guard try FileSystem.status(path)?.length == length else { return false }
    return try AtomicFile.digest(reader()) == AtomicFile.digest(InputFile(path))
  }

  /// The digest of a file's contents.
  private static func digest(_ file: InputFile) throws(SlipError) -> Digest {
    var digester = Digester()
    try slipErrors { try file.forEachChunk { digester.update($0) } }
    return digester.finish()
  }

  /// Renames the hidden file to the target, replacing a file there only where that is allowed.
  private func giveName(in parent: DirectoryHandle) throws(SlipError) {
    if existing != .replace {
      if slip_rename_new(parent.descriptor, temporaryName, name) == 0 { return }
      if errno == EEXIST { throw AtomicFile.taken(path) }
      // Some file systems lack that call. Creating a hard link fails on all of them where the name is taken.
      if linkat(parent.descriptor, temporaryName, parent.descriptor, name, 0) == 0 {
        unlinkat(parent.descriptor, temporaryName, 0)
        return
      }
      if errno == EEXIST { throw AtomicFile.taken(path) }
      if try parent.statusOfChild(name) != nil { throw AtomicFile.taken(path) }
    }
    guard renameat(parent.descriptor, temporaryName, parent.descriptor, name) == 0 else {
      throw .system("Cannot put the file in place", path, errno: errno)
    }
  }

  /// Flushes an open file or directory, alone or with its group; 0, or an error number.
  private static func flush(_ descriptor: Int32) -> Int32 {
    if let group = FlushGroup.current { return group.flush(volumeOf: descriptor) }
    return slip_sync_file(descriptor) == 0 ? 0 : errno
  }

  /// Gives the file up and deletes what was written. Does nothing after a commit.
  public func abandon() { finish(removing: true) }

  /// Marks the file as ended. True the first time only.
  private func endOnce() -> Bool {
    state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
  }

  /// Closes the file, and deletes the hidden file if wanted.
  private func finish(removing: Bool) {
    guard endOnce() else { return }
    if removing, let parent { unlinkat(parent.descriptor, temporaryName, 0) }
    close(descriptor)
  }

  /// Closes the hidden file without deleting it, as if the process had died. For tests.
  package func dropWithoutCleaning() { finish(removing: false) }

  /// Creates a hidden file beside the target and locks it, which shows that its writer is alive.
  ///
  /// The names are tried in order: `.NAME.new-1`, `.NAME.new-2`, and so on. So a file that a dead
  /// process has left behind is met and deleted, without a search through the directory.
  private static func create(
    _ prefix: String, in parent: DirectoryHandle, _ mode: mode_t
  ) throws(SlipError) -> (Int32, String) {
    var (counter, attempts) = (1, 0)
    while true {
      attempts += 1
      let name = "\(prefix)\(counter)"
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = retrying { openat(parent.descriptor, name, flags, mode) }
      if descriptor >= 0 {
        let isLocked = retrying { flock(descriptor, LOCK_EX | LOCK_NB) } == 0
        // Where the file system has no locks, nobody deletes the file as left behind either.
        let isOurs = isLocked || errno != EWOULDBLOCK
        do throws(SlipError) {
          if isOurs, try FileLock.isCurrent(descriptor, name, in: parent) { return (descriptor, name) }
        } catch {
          unlinkat(parent.descriptor, name, 0)
          close(descriptor)
          throw error
        }
        // Another process took the file for one left behind, before it was locked, and may have deleted it.
        if isOurs { unlinkat(parent.descriptor, name, 0) }
        close(descriptor)
      } else if errno != EEXIST {
        throw .system("Cannot create a file beside the target", parent.path(of: name), errno: errno)
      } else if !removesLitter(name, in: parent) {
        counter += 1
      }
      guard counter <= 10_000, attempts <= 20_000 else {
        throw .system("Cannot create a file beside the target", parent.path(of: name), errno: EEXIST)
      }
    }
  }

  /// Deletes the hidden files that dead processes have left beside a target; what another process is writing
  /// stays. A new output to the same target does so by itself: call this where there turns out to be none.
  ///
  /// - Throws: `SlipError` where the directory of the target can't be opened; a missing one is no error.
  package static func clearLeftovers(at path: String) throws(SlipError) {
    let (folder, name) = DirectoryHandle.split(path)
    let directory = folder.map { $0.isEmpty ? "/" : $0 } ?? "."
    guard try FileSystem.status(directory) != nil else { return }
    let parent = try DirectoryHandle(directory)
    let prefix = StageDirectory.hiddenStem(name) + ".new-"
    for counter in 1...10_000 {
      guard try parent.statusOfChild("\(prefix)\(counter)") != nil else { return }
      _ = removesLitter("\(prefix)\(counter)", in: parent)
    }
  }

  /// Whether a name is that of a hidden file for the target `target`.
  package static func isHidden(_ name: String, of target: String) -> Bool {
    let prefix = StageDirectory.hiddenStem(target) + ".new-"
    return name.hasPrefix(prefix) && Int(name.dropFirst(prefix.count)) != nil
  }

  /// Deletes a hidden file whose writer is dead. False where someone is writing to it.
  private static func removesLitter(_ name: String, in parent: DirectoryHandle) -> Bool {
    let descriptor = openat(parent.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    // What can't be examined is left alone.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      (try? FileLock.isCurrent(descriptor, name, in: parent)) == true
    else { return false }
    return unlinkat(parent.descriptor, name, 0) == 0
  }
}

extension FileSystem {
  /// Writes a whole file so that it appears all at once or not at all.
  ///
  /// - Parameters:
  ///   - path: The target. Its parent directory must exist.
  ///   - bytes: The file's contents.
  ///   - existing: What to do about a file that exists.
  /// - Throws: `SlipError` as `AtomicFile.init` and `AtomicFile.commit()`. What was there is then
  ///   as it was.
  public static func writeFileAtomically(
    _ path: String, _ bytes: UnsafeRawBufferPointer, existing: AtomicFile.Existing = .replace
  ) throws(SlipError) {
    let file = try AtomicFile(path, existing: existing)
    try file.write(bytes)
    try file.commit()
  }

  /// Writes a whole file from an array so that it appears all at once or not at all.
  public static func writeFileAtomically(
    _ path: String, _ bytes: [UInt8], existing: AtomicFile.Existing = .replace
  ) throws(SlipError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try writeFileAtomically(path, UnsafeRawBufferPointer(bytes), existing: existing)
    }
  }
}
