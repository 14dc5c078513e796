public import SlipBase
internal import CFileShims
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A single output file that appears under its name all at once, or not at all.
///
/// It is written to a hidden sibling, flushed and renamed. A link at the target is followed, so that it stays a link;
/// a device or a pipe is written to straight away. One thread at a time.
public final class AtomicFile: LiveOutput {
  /// What to do about a file that is there already.
  public enum Existing: Sendable {
    /// The new file takes its place, its permissions and its owner.
    case replace
    /// It is an error; devices and pipes are written to all the same.
    case refuse
    /// A file with the same bytes stays as it is, any other is an error; devices and pipes are written to all the same.
    case keepEqual
  }

  private struct State {
    var offset = 0
    var isOpen = true
  }

  /// The target's path, with links resolved.
  public let path: String
  private let descriptor: Int32
  private let parent: DirectoryHandle?
  private let name: String
  private let temporaryName: String
  private let existing: Existing
  private let state = Mutex(State())

  /// Begins the file; `path`'s parent directory must exist.
  ///
  /// - Throws: `FileFault.exists` where there is a directory, or a file that may not be replaced;
  ///   `FileFault.missing` for a symbolic link that leads nowhere.
  public init(_ path: String, existing: Existing = .replace) throws(SlipError) {
    let real = try AtomicFile.place(path)
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
        .cannotDo, code: FileFault.exists, "A directory stands where a file is to be made.",
        at: SourceLocation(file: real))
    }
    if existing == .refuse, status != nil { throw AtomicFile.taken(real) }
    let parent = try DirectoryHandle(folder.map { $0.isEmpty ? "/" : $0 } ?? ".")
    let prefix = StageDirectory.hiddenStem(name) + ".new-"
    (descriptor, temporaryName) = try AtomicFile.create(prefix, in: parent)
    self.parent = parent
    if let status { FileAttributes(status).apply(to: descriptor) }
    LiveOutputs.add(self)
  }

  /// Links are resolved; one that leads nowhere is somebody's, and isn't replaced.
  private static func place(_ path: String) throws(SlipError) -> String {
    if let real = FileSystem.realPath(path) { return real }
    guard try FileSystem.status(path, followLinks: false)?.kind == .symlink else { return path }
    throw SlipError(
      .cannotDo, code: FileFault.missing, "This symbolic link leads nowhere.", at: SourceLocation(file: path))
  }

  /// - Throws: Where there is something at `path` that a new file would replace; devices and pipes are none.
  public static func expectNothing(at path: String) throws(SlipError) {
    guard let kind = try FileSystem.status(path)?.kind, kind != .special else { return }
    throw taken(path)
  }

  package static func taken(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileFault.exists, "The file exists; nothing was changed. --force replaces it.",
      at: SourceLocation(file: path))
  }

  deinit {
    LiveOutputs.remove(self)
    abandon()
  }

  /// The descriptor stays open: others may be writing to it.
  func interrupt() -> Bool {
    if endsNow(), let parent { unlinkat(parent.descriptor, temporaryName, 0) }
    return true
  }

  /// Bytes written so far.
  public var length: Int { state.withLock { $0.offset } }

  /// Appends.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    try FileSystem.writeFully(descriptor, bytes, path)
    state.withLock { $0.offset += bytes.count }
  }

  /// Writes at any offset; not for devices and pipes.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SlipError) {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = retrying { pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done)) }
      if count < 0 { throw .system("Cannot write the file", path, errno: errno) }
      done += count
    }
    state.withLock { $0.offset = max($0.offset, offset + bytes.count) }
  }

  /// What was written so far, for reading.
  public func reader() throws(SlipError) -> InputFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .system("Cannot read the file", path, errno: errno) }
    return try InputFile(adopting: copy, path: path)
  }

  /// Flushes the file and gives it its name.
  public func commit() throws(SlipError) {
    defer { abandon() }
    guard let parent else { return }
    if existing == .keepEqual, try FileSystem.status(path) != nil {
      guard try isThere() else { throw AtomicFile.taken(path) }
      return
    }
    let code = AtomicFile.flush(descriptor)
    guard code == 0 else { throw .system("Cannot write the file out", path, errno: code) }
    try giveName(in: parent)
    // The file is in place; where directories can't be flushed, its name is as lasting as it gets.
    _ = AtomicFile.flush(parent.descriptor)
    finish(removing: false)
  }

  /// Whether the target holds what was written.
  private func isThere() throws(SlipError) -> Bool {
    guard try FileSystem.status(path)?.length == length else { return false }
    return try AtomicFile.digest(reader()) == AtomicFile.digest(InputFile(path))
  }

  private static func digest(_ file: InputFile) throws(SlipError) -> Digest {
    var digester = Digester()
    try slipErrors { try file.forEachChunk { digester.update($0) } }
    return digester.finish()
  }

  private func giveName(in parent: DirectoryHandle) throws(SlipError) {
    if existing != .replace {
      if slip_rename_new(parent.descriptor, temporaryName, name) == 0 { return }
      if errno == EEXIST { throw AtomicFile.taken(path) }
      // Old file systems lack that call; a second name is refused by each where there is a first.
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

  private static func flush(_ descriptor: Int32) -> Int32 {
    if let group = FlushGroup.current { return group.flush(volumeOf: descriptor) }
    return slip_sync_file(descriptor) == 0 ? 0 : errno
  }

  /// Gives the file up. Nothing happens after a commit.
  public func abandon() { finish(removing: true) }

  /// True once.
  private func endsNow() -> Bool {
    state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
  }

  private func finish(removing: Bool) {
    guard endsNow() else { return }
    if removing, let parent { unlinkat(parent.descriptor, temporaryName, 0) }
    close(descriptor)
  }

  /// As if the process had died here; for tests.
  package func dropWithoutCleaning() { finish(removing: false) }

  /// A temporary file is locked as long as its maker lives. The names are tried in their order, so that what somebody
  /// left behind who died is met and taken away, and no directory is searched for it.
  private static func create(_ prefix: String, in parent: DirectoryHandle) throws(SlipError) -> (
    Int32, String
  ) {
    var (counter, attempts) = (1, 0)
    while true {
      attempts += 1
      let name = "\(prefix)\(counter)"
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = retrying { openat(parent.descriptor, name, flags, 0o666) }
      if descriptor >= 0 {
        let isLocked = retrying { flock(descriptor, LOCK_EX | LOCK_NB) } == 0
        // Where there are no locks nobody takes it for litter.
        let isOurs = isLocked || errno != EWOULDBLOCK
        if isOurs, FileLock.isCurrent(descriptor, name, in: parent) { return (descriptor, name) }
        // Another process took it for litter before it was locked, or nobody can tell. The name is this process's.
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

  /// Takes a temporary file away whose maker is gone; false where somebody writes to it.
  private static func removesLitter(_ name: String, in parent: DirectoryHandle) -> Bool {
    let descriptor = openat(parent.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, FileLock.isCurrent(descriptor, name, in: parent) else {
      return false
    }
    return unlinkat(parent.descriptor, name, 0) == 0
  }
}

extension FileSystem {
  /// Writes a whole file so that it appears all at once or not at all.
  ///
  /// - Throws: As `AtomicFile.init` and its `commit`; then what was there is as it was.
  public static func writeFileAtomically(
    _ path: String, _ bytes: UnsafeRawBufferPointer, existing: AtomicFile.Existing = .replace
  ) throws(SlipError) {
    let file = try AtomicFile(path, existing: existing)
    try file.write(bytes)
    try file.commit()
  }

  /// The same for an array.
  public static func writeFileAtomically(
    _ path: String, _ bytes: [UInt8], existing: AtomicFile.Existing = .replace
  ) throws(SlipError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try writeFileAtomically(path, UnsafeRawBufferPointer(bytes), existing: existing)
    }
  }
}
