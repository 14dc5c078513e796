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

/// A directory tree that appears under its name all at once, or not at all.
///
/// The new tree is built in a hidden directory beside the target, while a lock is held, and then
/// exchanged with the target in one step. After a crash, a full disk or a signal at any moment, the
/// target is either the old tree or the new one. What is left in hidden names is deleted by the
/// next stage for the same target.
///
///     let stage = try TreeStage.begin(at: "box.slipbox")
///     try stage.write("manifest.xml", manifest)
///     try stage.carry("notes/6f/6f1c….rtf")
///     try stage.commit()
///
/// Others may change the old tree meanwhile. Whatever the new tree was made from, replaces or
/// leaves behind must still be as it was at the commit, or the commit fails. What someone saves at
/// the very moment of the exchange is brought over afterwards. New files get the owner and
/// permissions of the files that they replace, or else of the old tree.
///
/// `write` and `carry` may be called from several threads. Call `commit` or `abandon` once, when
/// these calls have returned. A stage that is released without a commit is abandoned.
public final class TreeStage: LiveOutput {
  /// What to do about a target that exists already.
  public enum Existing: Sendable {
    /// The new tree takes its place.
    case replace
    /// An empty directory is replaced; anything else is an error.
    case refuseUnlessEmpty
  }

  /// The hidden directory, the lock and the target.
  let place: StageDirectory
  /// The tree that is to be replaced; nil where there is none.
  public let old: DirectoryHandle?
  /// Opened folders of the old tree.
  let oldFolders: FolderCache?
  /// The owner and permissions of the old tree's root.
  private let attributes: FileAttributes?
  /// Whether files that are carried over are second names of the old ones, which is fast and needs
  /// no space. Otherwise they are copies, so that a program that writes in place changes only one
  /// version.
  let sharesFiles: Bool
  /// Whether a file that someone changed after it was read may be carried over in place of the new
  /// version of it. For other files such a change makes the commit fail.
  let takesAlong: @Sendable (String) -> Bool
  /// What the stage has done so far.
  let ledger: StageLedger

  /// The target's path, with links resolved.
  public var target: String { place.targetPath }
  /// The number of files that were written, or copied because they could not be linked.
  public var newFileCount: Int { ledger.newFileCount }

  /// Which rules the paths in the tree have to follow.
  private let scope: SafePath.Scope

  /// Creates a stage in a place whose lock is held.
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

  /// Begins a new tree.
  ///
  /// - Parameters:
  ///   - target: The directory to be created or replaced. Its parent must exist.
  ///   - existing: What to do where the target exists.
  ///   - scope: Which names the tree may contain.
  ///   - sharesFiles: Whether files that are carried over are second names of the old ones;
  ///     otherwise they are copied.
  ///   - waitMilliseconds: How long to wait for another process that writes to the same target.
  ///   - takesAlong: Whether the file at a path may be carried over where someone changed it after
  ///     it was read. By default such a change makes the commit fail.
  /// - Throws: `SlipError` with code `FileCode.locked` after that time, `FileCode.exists` where
  ///   the target must not be replaced, `FileCode.readOnly` for a directory that nobody may write
  ///   to.
  public static func begin(
    at target: String, existing: Existing = .replace, names scope: SafePath.Scope = .everySystem,
    sharesFiles: Bool = true, waitMilliseconds: Int = 5_000,
    takesAlong: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(SlipError) -> TreeStage {
    LiveOutputs.beginCreating()
    defer { LiveOutputs.endCreating() }
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

  /// Opens the tree that is to be replaced, if there is one and it may be replaced.
  private static func openOld(
    _ place: StageDirectory, _ existing: Existing
  ) throws(SlipError) -> DirectoryHandle? {
    guard let status = try place.parent.status(of: place.name) else { return nil }
    guard status.kind == .directory else {
      throw SlipError(
        .cannotDo, code: FileCode.exists, "This is a file, but a directory is to be written.",
        at: SourceLocation(file: place.targetPath))
    }
    guard !status.isReadOnly else {
      throw SlipError(
        .cannotDo, code: FileCode.readOnly,
        "It is read-only; nothing was changed.",
        at: SourceLocation(file: place.targetPath))
    }
    let old = try place.parent.openDirectory(place.name)
    if existing == .refuseUnlessEmpty, try !old.isEmpty() {
      throw SlipError(
        .cannotDo, code: FileCode.exists, "The directory exists and is not empty; nothing was changed.",
        at: SourceLocation(file: place.targetPath))
    }
    return old
  }

  // MARK: Files

  /// Writes a new file. Missing folders are created.
  ///
  /// Writing the same bytes to the same path again does nothing, so that callers need not keep
  /// track of equal blobs.
  ///
  /// - Parameters:
  ///   - path: The path in the tree, with `/` between components.
  ///   - bytes: The file's contents.
  ///   - fact: Length and digest of the bytes where the caller knows them already; otherwise they
  ///     are computed.
  /// - Returns: Length and digest of the bytes.
  /// - Throws: `SlipError` with code `SafePath.code` for an unsafe path, `FileCode.writtenTwice`
  ///   where the file exists with other bytes.
  @discardableResult
  public func write(
    _ path: String, _ bytes: UnsafeRawBufferPointer, fact: FileFact? = nil
  ) throws(SlipError) -> FileFact {
    let fact = fact ?? FileFact(of: bytes)
    try reserving(path) { () throws(SlipError) in
      guard let descriptor = try create(path) else { return try expectSame(path, fact) }
      try filling(path, descriptor) { () throws(SlipError) in
        try FileSystem.writeFully(descriptor, bytes, place.stage.path(of: path))
      }
    }
    return fact
  }

  /// Writes a new file from an array.
  @discardableResult
  public func write(_ path: String, _ bytes: [UInt8], fact: FileFact? = nil) throws(SlipError) -> FileFact {
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try write(path, UnsafeRawBufferPointer(bytes), fact: fact)
    }
  }

  /// Writes a new file in pieces, without having it in memory.
  ///
  /// - Parameters:
  ///   - path: The path in the tree. Unlike the other functions, this one doesn't allow a file that
  ///     exists.
  ///   - produce: Called once with a function that appends bytes.
  /// - Returns: Length and digest of the bytes.
  /// - Throws: `SlipError`, and whatever `produce` throws. Half a file never stays.
  @discardableResult
  public func write(
    _ path: String, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    try expectSafe(path)
    try ledger.begin(path)
    defer { ledger.end(path) }
    guard let descriptor = try create(path) else { throw writtenTwice(path) }
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

  /// Takes over a file of the old tree as it is. Doing so again does nothing.
  ///
  /// - Throws: `SlipError` where the old tree has no such file, or another file was written to the
  ///   path.
  public func carry(_ path: String) throws(SlipError) {
    guard let oldFolders else {
      throw .system("Cannot copy the file to the new version", target, errno: ENOENT)
    }
    let message = target + "/" + path
    try reserving(path) { () throws(SlipError) in
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

  /// Does one piece of work on a path while no other thread works on it.
  private func reserving(_ path: String, _ body: () throws(SlipError) -> Void) throws(SlipError) {
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

  /// Creates a file in the new tree.
  ///
  /// - Returns: A descriptor to write to; nil where the file exists.
  private func create(_ path: String) throws(SlipError) -> Int32? {
    // O_EXCL, so that nothing is ever written through a second name of an old file.
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(place.stage.descriptor, path, flags, 0o666) }
    guard descriptor >= 0 else {
      if errno == EEXIST { return nil }
      throw .system("Cannot create the file", place.stage.path(of: path), errno: errno)
    }
    do throws(SlipError) {
      try inheritFromOld(path, descriptor)
      return descriptor
    } catch {
      close(descriptor)
      unlinkat(place.stage.descriptor, path, 0)
      throw error
    }
  }

  /// Gives a new file the attributes of the old tree's file at the same path, and records that
  /// file, which must stay as it is until the commit. Where there is none, there must be none at
  /// the commit either.
  private func inheritFromOld(_ path: String, _ descriptor: Int32) throws(SlipError) {
    guard let old, let attributes else { return }
    let status = try old.status(of: path)
    ledger.noteSuperseded(path, status)
    let isFile = status?.kind == .file
    (isFile ? status.map { FileAttributes($0) } ?? attributes : attributes.ofFilesWithin).apply(
      to: descriptor)
  }

  /// Records what a file of the old tree was like when it was opened for reading. If the new tree
  /// replaces or drops that file, it must be the same at the commit.
  public func noteRead(_ path: String, _ status: FileStatus) { ledger.noteRead(path, status) }

  /// Writes a new file's contents and closes it. Where that fails, the file is deleted.
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

  /// Checks a path before it is used.
  ///
  /// - Throws: `SlipError` for a path that could lead outside the tree, or that the tree's scope
  ///   forbids.
  func expectSafe(_ path: String) throws(SlipError) {
    guard let fault = SafePath.fault(in: path, for: scope) else { return }
    throw SlipError(
      .badInput, code: SafePath.code, "The path \(fault.explanation).", at: SourceLocation(file: path))
  }

  /// Checks that a file of the new tree has the expected bytes.
  ///
  /// - Throws: `SlipError`, with code `FileCode.writtenTwice` where it has others.
  private func expectSame(_ path: String, _ fact: FileFact) throws(SlipError) {
    let file = try MappedFile(path, beneath: place.stage)
    guard file.withBytes({ FileFact(of: $0) }) == fact else { throw writtenTwice(path) }
  }

  /// The error for a path that was written twice with different contents.
  private func writtenTwice(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.writtenTwice, "The same path was written twice with different contents.",
      at: SourceLocation(file: path))
  }

  /// The error for a file that someone changed before the commit.
  func changedMeanwhile(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.changedMeanwhile,
      "Another program changed this while the new version was being made; nothing was changed. Try again.",
      at: SourceLocation(file: path))
  }
}

/// Calls `body` with two strings as C strings.
private func cStrings<R>(
  _ a: String, _ b: String, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) throws(SlipError) -> R
) throws(SlipError) -> R {
  let a = a.utf8CString
  let b = b.utf8CString
  return try a.withUnsafeBufferPointer { a throws(SlipError) in
    try b.withUnsafeBufferPointer { b throws(SlipError) in
      guard let a = a.baseAddress, let b = b.baseAddress else {
        throw SlipError(.cannotDo, "The name is empty.")
      }
      return try body(a, b)
    }
  }
}
