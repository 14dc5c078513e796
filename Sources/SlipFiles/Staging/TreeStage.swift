public import SlipBase

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
/// The old tree is other people's, too. What this stage read of it, writes anew or leaves behind must be as it was when the
/// new tree takes its place, or the commit fails; what somebody saves at that very moment comes over. New files have the
/// permissions and the owner of those whose place they take, else those of the old tree.
///
/// `write` and `carry` may be called from several threads; `commit` and `abandon` once, by one.
public final class TreeStage: LiveOutput {
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
  private let attributes: FileAttributes?
  /// Whether files that come over are second names of the old ones, which is quick and takes no room. Without it they are
  /// copies, so that programs that write in place change one version only.
  let sharesFiles: Bool
  /// Whether a file that was changed since it was read may come over in the place of what was made of it; else such a change
  /// ends the commit.
  let takesAlong: @Sendable (String) -> Bool
  let ledger: StageLedger

  /// The target's path, with links resolved.
  public var target: String { place.targetPath }
  /// Files written, or copied because they couldn't be linked.
  public var newFileCount: Int { ledger.newFileCount }

  /// What names the tree may have.
  private let scope: SafePath.Scope

  private init(
    place: StageDirectory, old: DirectoryHandle?, scope: SafePath.Scope, sharesFiles: Bool,
    takesAlong: @escaping @Sendable (String) -> Bool
  ) throws(SlipError) {
    self.takesAlong = takesAlong
    self.place = place
    self.scope = scope
    self.old = old
    self.sharesFiles = sharesFiles
    attributes = try old.map { old throws(SlipError) in FileAttributes(try old.status()) }
    oldFolders = old.map { FolderCache($0) }
    ledger = StageLedger(root: place.stage, target: place.targetPath, old: old, attributes: attributes)
  }

  deinit {
    LiveOutputs.remove(self)
    abandon()
  }

  /// Begins a new tree at `target`, whose parent directory must exist. Waits at most `waitMilliseconds` for another
  /// process that writes there; after that an error with code `FileFault.locked`.
  public static func begin(
    at target: String, existing: Existing = .replace, names scope: SafePath.Scope = .everySystem,
    sharesFiles: Bool = true, waitMilliseconds: Int = 5_000,
    takesAlong: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(SlipError) -> TreeStage {
    let place = try StageDirectory(target: target, milliseconds: waitMilliseconds)
    do throws(SlipError) {
      let old = try openOld(place, existing)
      let stage = try TreeStage(
        place: place, old: old, scope: scope, sharesFiles: sharesFiles, takesAlong: takesAlong)
      LiveOutputs.add(stage)
      return stage
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
    guard !status.isReadOnly else {
      throw SlipError(
        .cannotDo, code: FileFault.readOnly,
        "Its permissions say that nobody may change it; nothing was changed.",
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
  public func carry(_ path: String) throws(SlipError) {
    guard let oldFolders else { throw .system("Cannot bring the file over", target, errno: ENOENT) }
    let message = target + "/" + path
    try working(on: path) { () throws(SlipError) in
      let (folder, name) = DirectoryHandle.split(path)
      let source = try oldFolders.folder(folder)
      let outcome = try cStrings(name, path) { name, path throws(SlipError) in
        try TreeLinker.bringFile(
          name, from: source, to: path, in: place.stage, copying: !sharesFiles, message: message)
      }
      switch outcome {
      case .linked: break
      case .copied(let status):
        ledger.noteSuperseded(path, status, isRead: true)
        ledger.noteNewFile(path)
      case .exists: try expectSame(path, MappedFile(name, beneath: source).withBytes { FileFact(of: $0) })
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
    guard descriptor >= 0 else {
      if errno == EEXIST { return nil }
      throw .system("Cannot create the file", place.stage.path(of: path), errno: errno)
    }
    do throws(SlipError) {
      try takePlace(of: path, descriptor)
      return descriptor
    } catch {
      close(descriptor)
      unlinkat(place.stage.descriptor, path, 0)
      throw error
    }
  }

  /// The old tree's file of that path must stay as it is until the end, or there must be none; the new one belongs to the
  /// same people.
  private func takePlace(of path: String, _ descriptor: Int32) throws(SlipError) {
    guard let old, let attributes else { return }
    let status = try old.status(of: path)
    ledger.noteSuperseded(path, status)
    let isFile = status?.kind == .file
    (isFile ? status.map { FileAttributes($0) } ?? attributes : attributes.ofFilesWithin).apply(
      to: descriptor)
  }

  /// Notes what of the old tree was read, when it was opened: it must be the same in the end if something else takes its
  /// place.
  public func noteRead(_ path: String, _ status: FileStatus) { ledger.noteRead(path, status) }

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
    try ledger.beginCommit()
    ledger.removeEmptyFolders()
    let seal = try seal()
    let kept = try old.map { old throws(SlipError) in
      ReservedName(inode: try old.status().inode, seal: seal, suffix: suffix)
    }
    let hidden = kept?.hidden(of: place.name)
    try TreeCommit(stage: self, hidden: hidden).run()
    guard ledger.finish(.committed) else { return nil }
    oldFolders?.close()
    guard let old, let hidden else {
      place.lock.release()
      return nil
    }
    // If this is cut short, the next stage here does it.
    let late = LateChanges(old: old, new: place.stage, since: seal, known: ledger.known)
    guard let suffix else {
      place.finish(deleting: hidden, late)
      return nil
    }
    do throws(SlipError) {
      try late.bringOver()
    } catch {
      // The new version is in place, and the old one stays until it can be looked through.
      place.lock.release(removing: false)
      return nil
    }
    let path = place.keep(hidden, as: place.name + suffix)
    place.lock.release(removing: path != nil)
    return path
  }

  /// The moment from which on changes of the old tree are looked for at the end, by the file system's own clock.
  private func seal() throws(SlipError) -> Timestamp {
    if let seal = ledger.seal { return seal }
    let first = try fileSystemTime()
    var seal = first
    // Behind the tick in which the last file was written; a clock that stands still isn't waited for.
    for _ in 0..<100 where seal == first {
      usleep(500)
      seal = try fileSystemTime()
    }
    ledger.noteSeal(seal)
    return seal
  }

  private func fileSystemTime() throws(SlipError) -> Timestamp {
    guard futimens(place.stage.descriptor, nil) == 0 else {
      throw .system("Cannot set the time of the directory", place.stage.path, errno: errno)
    }
    return try place.stage.status().modified
  }

  /// Files that were to be left behind and came over all the same, because somebody had changed them.
  public var spared: [String] { ledger.spared }

  /// Called before the old tree is looked through: what comes to it later is found at the end.
  func beginSeal() throws(SlipError) { _ = try seal() }

  /// The new tree while it is made.
  package var root: DirectoryHandle { place.stage }

  /// Gives the new tree up: the target stays as it was. Nothing happens after a commit.
  public func abandon() {
    guard ledger.finish(.abandoned) else { return }
    oldFolders?.close()
    place.finish()
  }

  func interrupt() -> Bool {
    guard let mayEnd = ledger.interrupt() else { return true }
    if mayEnd { place.finish() }
    return mayEnd
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
