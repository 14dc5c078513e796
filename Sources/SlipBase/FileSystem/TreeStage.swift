internal import CFileShims
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A directory tree that appears under its name all at once, or not at all.
///
/// The new tree is made in a hidden directory beside the target while a lock is held, and takes the target's place in
/// one step. A crash, a full disk or a signal at any moment leaves the old tree or the new one; what is left over in
/// hidden names is cleared by the next stage at the same target.
///
/// `write` and `carry` may be called from several threads; `commit` and `abandon` once, by one.
public final class TreeStage: Sendable {
  /// What to do about a target that exists.
  public enum Existing: Sendable {
    /// The new tree takes its place.
    case replace
    /// An empty directory is replaced, anything else is an error.
    case refuseUnlessEmpty
  }

  private enum Phase { case open, committed, abandoned }
  private enum Claim { case taken, busy, failed(SlipError) }

  private struct State {
    var phase = Phase.open
    var folders: Set<PathKey> = []
    var inFlight: Set<PathKey> = []
    /// Files to flush one by one; no more than `flushEachBelow` are remembered.
    var newFiles: [String] = []
    var newFileCount = 0
    var mayHaveEmptyFolders = false
    var oldFolders: [PathKey: DirectoryHandle] = [:]
  }

  /// From here on one flush of the whole volume is faster than one a file.
  static let flushEachBelow = 64
  private static let oldFoldersKept = 64

  let place: StageDirectory
  /// The tree that is to be replaced; nil for a new one.
  public let old: DirectoryHandle?
  /// The stage's time of birth by the file system's own clock.
  let born: Timestamp
  private let state = Mutex(State())

  /// The target's path, with links resolved.
  public var target: String { place.targetPath }
  /// Files written, or copied because they couldn't be linked.
  public var newFileCount: Int { state.withLock { $0.newFileCount } }

  private init(place: StageDirectory, old: DirectoryHandle?, born: Timestamp) {
    self.place = place
    self.old = old
    self.born = born
  }

  deinit { abandon() }

  /// Begins a new tree at `target`, whose parent directory must exist. Waits at most `waitMilliseconds` for another
  /// process that writes there.
  public static func begin(
    at target: String, existing: Existing = .replace, waitMilliseconds: Int = 5_000
  ) throws(SlipError) -> TreeStage {
    let place = try StageDirectory(target: target, milliseconds: waitMilliseconds)
    do throws(SlipError) {
      let old = try openOld(place, existing)
      return TreeStage(place: place, old: old, born: try place.stage.status().modified)
    } catch {
      place.removeStage()
      place.lock.release()
      throw error
    }
  }

  private static func openOld(_ place: StageDirectory, _ existing: Existing) throws(SlipError)
    -> DirectoryHandle?
  {
    guard let status = try place.parent.status(of: place.name) else { return nil }
    guard status.kind == .directory else {
      throw SlipError(
        .cannotDo, code: FileFault.exists, "A file stands where a directory is to be made.",
        at: SourceLocation(file: place.targetPath))
    }
    let old = try place.parent.openDirectory(place.name)
    if existing == .refuseUnlessEmpty, try !DirectoryListing(old).names.isEmpty {
      throw SlipError(
        .cannotDo, code: FileFault.exists, "The directory exists and is not empty; nothing was changed.",
        at: SourceLocation(file: place.targetPath))
    }
    return old
  }

  /// Writes a new file. Writing the same bytes to the same path again is allowed, so that equal blobs need no
  /// bookkeeping; other bytes are an error.
  @discardableResult
  public func write(_ path: String, _ bytes: UnsafeRawBufferPointer) throws(SlipError) -> FileFact {
    let fact = FileFact(of: bytes)
    try writing(path) { () throws(SlipError) in
      guard let descriptor = try create(path) else {
        try expectSame(path, fact)
        return
      }
      try filling(path, descriptor) { () throws(SlipError) in
        try FileSystem.writeFully(descriptor, bytes, place.stage.path(of: path))
      }
    }
    return fact
  }

  @discardableResult
  public func write(_ path: String, _ bytes: [UInt8]) throws(SlipError) -> FileFact {
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try write(path, UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes a new file in pieces: `produce` gets a function that appends. The path must be new.
  @discardableResult
  public func write(
    _ path: String, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    try begin(path)
    defer { end(path) }
    guard let descriptor = try create(path) else { throw twice(path) }
    var digester = Digester()
    try filling(path, descriptor) {
      try produce { bytes in
        digester.update(bytes)
        try FileSystem.writeFully(descriptor, bytes, place.stage.path(of: path))
      }
    }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length)
  }

  /// Takes a file of the old tree over as it is. Doing so twice is allowed.
  public func carry(_ path: String) throws(SlipError) { try carry(path, as: path) }

  /// Takes a file of the old tree over under another name.
  public func carry(_ path: String, as newPath: String) throws(SlipError) {
    guard let old else { throw .system("Cannot bring the file over", place.targetPath, errno: ENOENT) }
    let message = old.path(of: path)
    try checked(path)
    try writing(newPath) { () throws(SlipError) in
      if try place.stage.statusInOwnTree(newPath) != nil { return }
      let (folder, name) = DirectoryHandle.split(path)
      let source = try oldFolder(folder, of: old)
      let stage = place.stage
      let linked = try cStrings(name, newPath) { name, newPath throws(SlipError) in
        try TreeLinker.bringFile(name, from: source, to: newPath, in: stage, message: message)
      }
      if !linked { remember(newPath) }
    }
  }

  // MARK: Names within the stage

  /// Runs one piece of work on `path` while nobody else works on it.
  private func writing(_ path: String, _ body: () throws(SlipError) -> Void) throws(SlipError) {
    try begin(path)
    defer { end(path) }
    do throws(SlipError) {
      try body()
    } catch {
      state.withLock { $0.mayHaveEmptyFolders = true }
      throw error
    }
  }

  /// Folders made for files that then couldn't be had don't stay.
  private func removeEmptyFolders() {
    state.withLock { state in
      guard state.mayHaveEmptyFolders else { return }
      // The deepest first.
      for folder in state.folders.sorted(by: { $0.path.utf8.count > $1.path.utf8.count })
      where unlinkat(place.stage.descriptor, folder.path, AT_REMOVEDIR) == 0 {
        state.folders.remove(folder)
      }
    }
  }

  private func begin(_ path: String) throws(SlipError) {
    try checked(path)
    let (folder, _) = DirectoryHandle.split(path)
    while true {
      switch state.withLock({ claim(path, folder, &$0) }) {
      case .taken: return
      // Another thread writes the same blob at this moment.
      case .busy: usleep(200)
      case .failed(let error): throw error
      }
    }
  }

  private func claim(_ path: String, _ folder: String?, _ state: inout State) -> Claim {
    guard state.phase == .open else { return .failed(closed()) }
    guard state.inFlight.insert(PathKey(path: path)).inserted else { return .busy }
    guard let folder, !state.folders.contains(PathKey(path: folder)) else { return .taken }
    do throws(SlipError) {
      try makeFolder(folder, &state.folders)
      return .taken
    } catch {
      state.inFlight.remove(PathKey(path: path))
      return .failed(error)
    }
  }

  private func end(_ path: String) { state.withLock { _ = $0.inFlight.remove(PathKey(path: path)) } }

  private func makeFolder(_ folder: String, _ known: inout Set<PathKey>) throws(SlipError) {
    var end = folder.utf8.startIndex
    while true {
      end = folder.utf8[end...].firstIndex(of: 0x2F) ?? folder.utf8.endIndex
      let path = String(folder[..<end])
      if known.insert(PathKey(path: path)).inserted, mkdirat(place.stage.descriptor, path, 0o777) != 0,
        errno != EEXIST
      {
        let code = errno
        known.remove(PathKey(path: path))
        throw .system("Cannot make the directory", place.stage.path(of: path), errno: code)
      }
      if end == folder.utf8.endIndex { return }
      end = folder.utf8.index(after: end)
    }
  }

  /// Closes the new file in the end; half a file doesn't stay.
  private func filling<E: Error>(
    _ path: String, _ descriptor: Int32, _ body: () throws(E) -> Void
  ) throws(E) {
    defer { close(descriptor) }
    do throws(E) {
      try body()
    } catch {
      unlinkat(place.stage.descriptor, path, 0)
      state.withLock { $0.mayHaveEmptyFolders = true }
      throw error
    }
    remember(path)
  }

  /// A descriptor to write to; nil where the file exists.
  private func create(_ path: String) throws(SlipError) -> Int32? {
    // O_EXCL: never writes through a second name of an old file.
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(place.stage.descriptor, path, flags, 0o666) }
    if descriptor >= 0 { return descriptor }
    if errno == EEXIST { return nil }
    throw .system("Cannot create the file", place.stage.path(of: path), errno: errno)
  }

  private func expectSame(_ path: String, _ fact: FileFact) throws(SlipError) {
    let file = try MappedFile(path, beneath: place.stage)
    let existing = file.withBytes { FileFact(of: $0) }
    guard existing == fact else { throw twice(path) }
  }

  private func oldFolder(_ folder: String?, of old: DirectoryHandle) throws(SlipError) -> DirectoryHandle {
    guard let folder else { return old }
    if let known = state.withLock({ $0.oldFolders[PathKey(path: folder)] }) { return known }
    let opened = try old.openDirectory(folder)
    state.withLock { state in
      if state.oldFolders.count >= TreeStage.oldFoldersKept { state.oldFolders.removeAll() }
      state.oldFolders[PathKey(path: folder)] = opened
    }
    return opened
  }

  /// Makes a folder of the new tree and opens it.
  func stageFolder(_ folder: String) throws(SlipError) -> DirectoryHandle {
    if folder.isEmpty { return place.stage }
    let failure: SlipError? = state.withLock { state in
      guard !state.folders.contains(PathKey(path: folder)) else { return nil }
      do throws(SlipError) {
        try makeFolder(folder, &state.folders)
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
    return try place.stage.openDirectory(folder)
  }

  /// Whether the new tree has something at `path`.
  public func contains(_ path: String) throws(SlipError) -> Bool {
    try place.stage.statusInOwnTree(path) != nil
  }

  func remember(_ path: String) {
    state.withLock { state in
      state.newFileCount += 1
      if state.newFiles.count < TreeStage.flushEachBelow { state.newFiles.append(path) }
    }
  }

  /// Makes the commit flush the whole volume.
  func rememberMany() { state.withLock { $0.newFileCount += TreeStage.flushEachBelow } }

  private func checked(_ path: String) throws(SlipError) {
    guard let fault = SafePath.fault(in: path) else { return }
    throw SlipError(
      .badInput, code: SafePath.code, "The path \(fault.explanation).", at: SourceLocation(file: path))
  }

  private func twice(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileFault.writtenTwice, "The same path was written twice with different contents.",
      at: SourceLocation(file: path))
  }

  private func closed() -> SlipError {
    SlipError(
      .cannotDo, "The new version was committed or abandoned already.", at: SourceLocation(file: target))
  }

  // MARK: The end

  /// Flushes the new tree and puts it in the target's place. On any error the target is as it was.
  public func commit() throws(SlipError) {
    defer { abandon() }
    guard state.withLock({ $0.phase == .open }) else { throw closed() }
    removeEmptyFolders()
    try TreeCommit(stage: self).run(
      newFiles: state.withLock { $0.newFiles }, newFileCount: newFileCount,
      folders: state.withLock { $0.folders.map(\.path) })
    guard finish(.committed) else { return }
    // The old tree after an exchange. If this is cut short, the next stage does it.
    if old != nil { place.removeStage() }
    place.lock.release()
  }

  /// Gives the new tree up: the target stays as it was. Nothing happens after a commit.
  public func abandon() {
    guard finish(.abandoned) else { return }
    place.removeStage()
    place.lock.release()
  }

  /// As if the process had died here; for tests.
  package func dropWithoutCleaning() {
    if finish(.abandoned) { place.lock.release(removing: false) }
  }

  private func finish(_ phase: Phase) -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = phase
      state.oldFolders.removeAll()
      return true
    }
  }
}

/// Two strings as C strings.
func cStrings<R>(
  _ a: String, _ b: String, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) throws(SlipError) -> R
) throws(SlipError) -> R {
  let a = a.utf8CString
  let b = b.utf8CString
  return try a.withUnsafeBufferPointer { a throws(SlipError) in
    try b.withUnsafeBufferPointer { b throws(SlipError) in
      guard let a = a.baseAddress, let b = b.baseAddress else {
        throw SlipError(.cannotDo, "No name is given.")
      }
      return try body(a, b)
    }
  }
}
