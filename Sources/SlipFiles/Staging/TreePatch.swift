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

/// Changes single files of a directory tree: all of them or none, whatever happens meanwhile.
///
/// The new files are prepared in a hidden directory beside the tree, with a journal that names each
/// file and its digest. When all of it is on disk, the hidden directory gets the name `.NAME.commit`:
/// from that moment on the change counts as made. Then the files are moved into place one by one, in
/// the order in which they were written. A process that dies before that moment leaves the tree as
/// it was. One that dies after it leaves the journal, and the next who takes the lock moves the rest.
///
///     let patch = try TreePatch.begin(at: "box.slipbox")
///     try patch.write("notes/6f/6f1c….rtf", body)
///     try patch.write("manifest.xml", manifest)
///     try patch.commit(last: "manifest.xml")
///
/// Unlike with `TreeStage`, the cost depends on what changes, and not on the size of the tree.
/// Whatever is replaced or deleted must still be as it was when the patch first looked at it; otherwise
/// the commit fails and nothing is changed. `write` may be called from several threads.
public final class TreePatch: LiveOutput {
  /// How far the patch is.
  private enum Phase { case open, committing, ended }

  /// A file that is to be written or deleted.
  private struct Change {
    /// What the journal says about it: path, old and new facts, and the name of the new file.
    var entry: PatchJournal.Entry
    /// The file in the tree as it was when the change was prepared; nil where there was none.
    var before: FileStatus?
  }

  /// The changes, and where each is.
  private struct Prepared {
    /// In the order in which they are made; those that are still being written have no change yet.
    var changes: [Change?] = []
    /// The index of the change of each path.
    var indices: [String: Int] = [:]
  }

  /// The hidden directory, the lock and the target.
  let place: StageDirectory
  /// The tree that is changed.
  public let root: DirectoryHandle
  /// What was prepared so far.
  private let prepared = Mutex(Prepared())
  /// What files were like when they were first read. Those that are replaced or deleted must be the same
  /// at the commit.
  private let read = Mutex<[String: FileStatus]>([:])
  /// How far the patch is; guarded, as an interrupt may come from another thread.
  private let phase = Mutex(Phase.open)

  /// The target's path, with links resolved.
  public var target: String { place.targetPath }

  /// Opens the tree beside the hidden directory.
  ///
  /// - Throws: `SlipError` where the target isn't a directory that can be opened.
  private init(_ place: StageDirectory) throws(SlipError) {
    self.place = place
    root = try place.parent.openDirectory(place.name)
  }

  /// Gives a patch up that was neither committed nor abandoned.
  deinit {
    LiveOutputs.remove(self)
    abandon()
  }

  /// Begins a change of a tree that exists.
  ///
  /// - Parameters:
  ///   - target: The directory.
  ///   - waitMilliseconds: How long to wait for another process that writes to the same target.
  /// - Throws: `SlipError` with code `FileCode.locked` after that time, `FileCode.readOnly` for a
  ///   directory that nobody may write to.
  public static func begin(at target: String, waitMilliseconds: Int = 5_000) throws(SlipError) -> TreePatch {
    LiveOutputs.beginCreating()
    defer { LiveOutputs.endCreating() }
    let place = try StageDirectory(target: target, milliseconds: waitMilliseconds)
    do throws(SlipError) {
      let patch = try TreePatch(place)
      if try patch.root.status().isReadOnly {
        throw SlipError(
          .cannotDo, code: FileCode.readOnly, "It is read-only; nothing was changed.",
          at: SourceLocation(file: place.targetPath))
      }
      LiveOutputs.add(patch)
      return patch
    } catch {
      place.finish()
      throw error
    }
  }

  /// Records what a file was like when it was first read. If the patch replaces or deletes it, it must be
  /// the same at the commit.
  ///
  /// - Parameters:
  ///   - path: Relative to the tree.
  ///   - status: The file's facts at that time. Those of a later reading don't count.
  public func noteRead(_ path: String, _ status: FileStatus) {
    read.withLock { read in if read[path] == nil { read[path] = status } }
  }

  /// What was prepared so far, in the order in which it will be made.
  private var changes: [Change] { prepared.withLock { $0.changes.compactMap(\.self) } }

  /// The number of files that were written so far.
  public var newFileCount: Int { prepared.withLock { $0.changes.count } }

  /// Whether a file is written or deleted by this patch.
  public func contains(_ path: String) -> Bool { prepared.withLock { $0.indices[path] != nil } }

  /// Reserves the next place in the order of the changes.
  ///
  /// - Returns: The index of the change; nil where the path has been written already.
  private func reserve(_ path: String) -> Int? {
    prepared.withLock { prepared in
      guard prepared.indices[path] == nil else { return nil }
      prepared.indices[path] = prepared.changes.count
      prepared.changes.append(nil)
      return prepared.changes.count - 1
    }
  }

  /// Prepares a file that takes the place of the one at `path`, or is new there.
  ///
  /// - Parameters:
  ///   - path: Relative to the tree, with `/` between components. Each path once.
  ///   - old: Length and digest of the file that is replaced; nil for a new one.
  ///   - produce: Called once with a function that appends bytes.
  /// - Returns: Length and digest of the new file.
  /// - Throws: `SlipError` with code `FileCode.writtenTwice` for a path that was written, and whatever
  ///   `produce` throws.
  @discardableResult
  public func write(
    _ path: String, replacing old: FileFact? = nil,
    pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    if let fault = SafePath.fault(in: path, for: .everySystem) {
      throw SlipError(
        .badInput, code: SafePath.code, "The path \(fault.explanation).", at: SourceLocation(file: path))
    }
    guard let index = reserve(path) else {
      throw SlipError(
        .cannotDo, code: FileCode.writtenTwice, "The same path was written twice.",
        at: SourceLocation(file: path))
    }
    let before = try read.withLock { $0[path] } ?? root.status(of: path)
    let shown = place.targetPath + "/" + path
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(place.stage.descriptor, String(index + 1), flags, 0o666) }
    guard descriptor >= 0 else { throw SlipError.system("Cannot create the file", shown, errno: errno) }
    defer { close(descriptor) }
    let attributes = try before.map { FileAttributes($0) } ?? FileAttributes(root.status()).ofFilesWithin
    attributes.apply(to: descriptor)
    var digester = Digester()
    try produce { bytes in
      digester.update(bytes)
      try FileSystem.writeFully(descriptor, bytes, shown)
    }
    let length = digester.length
    let fact = FileFact(digest: digester.finish(), length: length)
    let change = Change(
      entry: PatchJournal.Entry(path: path, old: old, new: fact, number: index + 1), before: before)
    prepared.withLock { $0.changes[index] = change }
    return fact
  }

  /// Prepares a file in memory; see `write(_:replacing:pieces:)`.
  @discardableResult
  public func write(
    _ path: String, _ bytes: [UInt8], replacing old: FileFact? = nil
  ) throws(SlipError) -> FileFact {
    try slipErrors {
      try write(path, replacing: old) { append in try bytes.withUnsafeBytes { try append($0) } }
    }
  }

  /// Deletes a file, provided that it has these bytes. Folders that become empty go with it.
  ///
  /// - Returns: False where the file has other bytes or isn't there; then it is left alone.
  public func delete(_ path: String, _ fact: FileFact) throws(SlipError) -> Bool {
    guard let before = try root.status(of: path), before.kind == .file,
      try TreePatch.fact(of: path, in: root) == fact
    else { return false }
    let change = Change(
      entry: PatchJournal.Entry(path: path, old: fact, new: nil, number: 0), before: before)
    guard let index = reserve(path) else { return false }
    prepared.withLock { $0.changes[index] = change }
    return true
  }

  /// Makes all changes, in the order in which they were prepared.
  ///
  /// - Parameter last: The path of a file that is moved into place after all others; nil: none.
  /// - Returns: What went wrong after the change counted as made. Whoever comes next does the rest.
  /// - Throws: `SlipError` with code `FileCode.changedMeanwhile` where somebody changed what is
  ///   replaced, deleted or was read; other errors of the file system. Nothing is changed then.
  public func commit(last: String? = nil) throws(SlipError) -> Committed {
    defer { abandon() }
    phase.withLock { $0 = .committing }
    var ordered = changes
    if let index = ordered.firstIndex(where: { $0.entry.path == last }) {
      ordered.append(ordered.remove(at: index))
    }
    let changes = ordered
    try PatchJournal(entries: changes.map(\.entry)).write(to: place.stage)
    try TreeCommit.flush(
      changes.filter { $0.entry.new != nil }.map { String($0.entry.number) } + ["."], in: place.stage)
    try expectUnchanged(changes)
    let hidden = PatchJournal.hiddenName(of: place.name)
    guard slip_rename_new(place.parent.descriptor, place.stageName, hidden) == 0 else {
      throw .system("Cannot begin the change", place.targetPath, errno: errno)
    }
    var done = Committed()
    do throws(SlipError) {
      try TreeCommit.flush(".", in: place.parent)
    } catch {
      // Not durable: as if nothing had happened, unless that can't be brought about either.
      guard slip_rename_new(place.parent.descriptor, hidden, place.stageName) != 0 else { throw error }
      done.note("it may not survive a power failure", error, place.targetPath)
    }
    complete(changes.map(\.entry), in: hidden, &done)
    // Until now an interrupt waits.
    phase.withLock { $0 = .ended }
    return done
  }

  /// Moves the files into place, when the change counts as made. Whoever comes next moves what can't be
  /// moved now.
  private func complete(_ entries: [PatchJournal.Entry], in hidden: String, _ done: inout Committed) {
    let isComplete = done.finish("it could not be completed; the next command completes it", target) {
      () throws(SlipError) in
      try PatchJournal.move(entries, from: place.stage, to: root, comparing: false)
    }
    // What can't be deleted holds nothing that is needed.
    if isComplete { _ = place.finish(deleting: hidden) } else { place.lock.release(removing: false) }
  }

  /// Gives the change up. The tree stays as it was. Does nothing after a commit.
  public func abandon() {
    let mayEnd = phase.withLock { phase in
      defer { phase = .ended }
      return phase != .ended
    }
    if mayEnd { place.finish() }
  }

  /// Gives the change up because the process is interrupted; false while it is being made.
  func interrupt() -> Bool {
    let before = phase.withLock { phase in
      defer { if phase == .open { phase = .ended } }
      return phase
    }
    if before == .open { place.finish() }
    return before != .committing
  }

  /// Checks that nobody changed what is replaced or deleted since it was first looked at.
  private func expectUnchanged(_ changes: [Change]) throws(SlipError) {
    guard try !place.isReplaced(root) else { throw changedMeanwhile(nil) }
    let read = read.withLock { $0 }
    for change in changes {
      let path = change.entry.path
      switch (read[path] ?? change.before, try root.status(of: path)) {
      case (nil, nil): continue
      case (let before?, let now?) where now.isUnchanged(since: before): continue
      default: throw changedMeanwhile(path)
      }
    }
  }

  /// The error for a file that somebody changed; nil for the tree itself.
  private func changedMeanwhile(_ path: String?) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.changedMeanwhile,
      "Another program changed this meanwhile; nothing was changed. Try again.",
      at: SourceLocation(file: path.map { place.targetPath + "/" + $0 } ?? place.targetPath))
  }

  /// Length and digest of a file in a tree.
  static func fact(of path: String, in root: DirectoryHandle) throws(SlipError) -> FileFact {
    try MappedFile(path, beneath: root).withBytes { FileFact(of: $0) }
  }
}
