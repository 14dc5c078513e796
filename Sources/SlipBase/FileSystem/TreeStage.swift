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

  let place: StageDirectory
  /// The tree that is to be replaced; nil for a new one.
  public let old: DirectoryHandle?
  private let oldFolders: FolderCache?
  /// The stage's time of birth by the file system's own clock.
  private let born: Timestamp
  let ledger: StageLedger

  /// The target's path, with links resolved.
  public var target: String { place.targetPath }
  /// Files written, or copied because they couldn't be linked.
  public var newFileCount: Int { ledger.newFileCount }

  /// What names the tree may have.
  private let scope: SafePath.Scope

  private init(place: StageDirectory, old: DirectoryHandle?, born: Timestamp, scope: SafePath.Scope) {
    self.place = place
    self.scope = scope
    self.old = old
    self.born = born
    oldFolders = old.map { FolderCache($0) }
    ledger = StageLedger(root: place.stage, target: place.targetPath)
  }

  deinit { abandon() }

  /// Begins a new tree at `target`, whose parent directory must exist. Waits at most `waitMilliseconds` for another
  /// process that writes there; after that an error with code `FileFault.locked`.
  public static func begin(
    at target: String, existing: Existing = .replace, names scope: SafePath.Scope = .everySystem,
    waitMilliseconds: Int = 5_000
  ) throws(SlipError) -> TreeStage {
    let place = try StageDirectory(target: target, milliseconds: waitMilliseconds)
    do throws(SlipError) {
      let old = try openOld(place, existing)
      return TreeStage(place: place, old: old, born: try place.stage.status().modified, scope: scope)
    } catch {
      place.finish()
      throw error
    }
  }

  private static func openOld(
    _ place: StageDirectory, _ existing: Existing
  ) throws(SlipError) -> DirectoryHandle? {
    guard let status = try place.parent.status(of: place.name) else { return nil }
    guard status.kind == .directory else {
      throw SlipError(
        .cannotDo, code: FileFault.exists, "A file stands where a directory is to be made.",
        at: SourceLocation(file: place.targetPath))
    }
    let old = try place.parent.openDirectory(place.name)
    if existing == .refuseUnlessEmpty, try !old.isEmpty() {
      throw SlipError(
        .cannotDo, code: FileFault.exists, "The directory exists and is not empty; nothing was changed.",
        at: SourceLocation(file: place.targetPath))
    }
    return old
  }

  // MARK: Files

  /// Writes a new file. Writing the same bytes to the same path again is allowed, so that equal blobs need no
  /// bookkeeping; other bytes are an error.
  ///
  /// - Parameter fact: What the bytes are, where the caller knows it already; else it is computed.
  @discardableResult
  public func write(
    _ path: String, _ bytes: UnsafeRawBufferPointer, fact: FileFact? = nil
  ) throws(SlipError) -> FileFact {
    let fact = fact ?? FileFact(of: bytes)
    try working(on: path) { () throws(SlipError) in
      guard let descriptor = try create(path) else { return try expectSame(path, fact) }
      try filling(path, descriptor) { () throws(SlipError) in
        try FileSystem.writeFully(descriptor, bytes, place.stage.path(of: path))
      }
    }
    return fact
  }

  @discardableResult
  public func write(_ path: String, _ bytes: [UInt8], fact: FileFact? = nil) throws(SlipError) -> FileFact {
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try write(path, UnsafeRawBufferPointer(bytes), fact: fact)
    }
  }

  /// Writes a new file in pieces: `produce` gets a function that appends. The path must be new.
  @discardableResult
  public func write(
    _ path: String, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    try expectSafe(path)
    try ledger.begin(path)
    defer { ledger.end(path) }
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
    guard let oldFolders else { throw .system("Cannot bring the file over", target, errno: ENOENT) }
    let message = target + "/" + path
    try expectSafe(path)
    try working(on: newPath) { () throws(SlipError) in
      let (folder, name) = DirectoryHandle.split(path)
      let source = try oldFolders.folder(folder)
      let outcome = try cStrings(name, newPath) { name, newPath throws(SlipError) in
        try TreeLinker.bringFile(name, from: source, to: newPath, in: place.stage, message: message)
      }
      switch outcome {
      case .linked(let status): if status.modified > born { ledger.noteFuture(path, status.modified) }
      case .copied: ledger.noteNewFile(newPath)
      case .exists: try expectSame(newPath, MappedFile(name, beneath: source).withBytes { FileFact(of: $0) })
      }
    }
  }

  /// Whether the new tree has something at `path`.
  public func contains(_ path: String) throws(SlipError) -> Bool {
    try place.stage.statusInOwnTree(path) != nil
  }

  /// Runs one piece of work on `path` while nobody else works on it.
  private func working(on path: String, _ body: () throws(SlipError) -> Void) throws(SlipError) {
    try expectSafe(path)
    try ledger.begin(path)
    defer { ledger.end(path) }
    do throws(SlipError) {
      try body()
    } catch {
      ledger.noteFailure()
      throw error
    }
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

  /// Closes the new file in the end; half a file doesn't stay.
  private func filling<E: Error>(
    _ path: String, _ descriptor: Int32, _ body: () throws(E) -> Void
  ) throws(E) {
    defer { close(descriptor) }
    do throws(E) {
      try body()
    } catch {
      unlinkat(place.stage.descriptor, path, 0)
      ledger.noteFailure()
      throw error
    }
    ledger.noteNewFile(path)
  }

  // MARK: Checks

  func expectSafe(_ path: String) throws(SlipError) {
    guard let fault = SafePath.fault(in: path, for: scope) else { return }
    throw SlipError(
      .badInput, code: SafePath.code, "The path \(fault.explanation).", at: SourceLocation(file: path))
  }

  private func expectSame(_ path: String, _ fact: FileFact) throws(SlipError) {
    let file = try MappedFile(path, beneath: place.stage)
    guard file.withBytes({ FileFact(of: $0) }) == fact else { throw twice(path) }
  }

  private func twice(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileFault.writtenTwice, "The same path was written twice with different contents.",
      at: SourceLocation(file: path))
  }

  /// Throws where a file of the old tree was changed since the stage began: that change would be lost.
  func expectUnchanged(_ status: FileStatus, _ path: String) throws(SlipError) {
    // A time in the future, by another clock or on purpose, is no change.
    guard status.kind == .file, status.modified > born, status.changed > born,
      ledger.future(path) != status.modified
    else { return }
    throw changedMeanwhile(target + "/" + path)
  }

  func changedMeanwhile(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileFault.changedMeanwhile,
      "Another program changed this while the new version was being made; nothing was changed. Try again.",
      at: SourceLocation(file: path))
  }

  // MARK: The end

  /// Flushes the new tree and puts it in the target's place. On any error the target is as it was, and the stage is
  /// gone.
  ///
  /// - Parameter suffix: what the old tree's name gets behind it where that is to stay beside the new one; a number is
  ///   added where the name is taken.
  /// - Returns: The path of the old tree where it was kept.
  @discardableResult
  public func commit(keepingOldWith suffix: String? = nil) throws(SlipError) -> String? {
    defer { abandon() }
    try ledger.expectOpen()
    ledger.removeEmptyFolders()
    var hidden: String?
    if let old, let suffix {
      hidden = KeptName(inode: try old.status().inode, suffix: suffix).hidden(of: place.name)
    }
    try TreeCommit(stage: self, kept: hidden).run()
    guard ledger.finish(.committed) else { return nil }
    oldFolders?.close()
    // If this is cut short, the next stage here does it.
    if let hidden, let suffix {
      let path = place.keep(hidden, as: place.name + suffix)
      place.lock.release(removing: path != nil)
      return path
    }
    if old != nil { place.finish() } else { place.lock.release() }
    return nil
  }

  /// The new tree while it is made.
  package var root: DirectoryHandle { place.stage }

  /// Gives the new tree up: the target stays as it was. Nothing happens after a commit.
  public func abandon() {
    guard ledger.finish(.abandoned) else { return }
    oldFolders?.close()
    place.finish()
  }

  /// As if the process had died here; for tests.
  package func dropWithoutCleaning() {
    if ledger.finish(.abandoned) { place.lock.release(removing: false) }
  }
}

/// Two strings as C strings.
private func cStrings<R>(
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
