internal import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The place where a stage works: the target's parent directory, the hidden names beside the
/// target, and the lock.
///
/// For a target `box` these names are:
///
///     .box.lock                  the lock, while a process works on the target
///     .box.stage-<process>-<n>   the new version while it is made
///     .box.keep-…                a version during the exchange (`ReservedName`)
///     .box.commit                single files that are being moved into place (`PatchJournal`)
///
/// Whoever takes the lock and finds that its file was left behind clears the other names.
struct StageDirectory: Sendable {
  /// The directory that contains the target.
  let parent: DirectoryHandle
  /// The target's name in `parent`.
  let name: String
  /// The target's path for messages; absolute where the target exists.
  let targetPath: String
  /// The new version's hidden name in `parent`.
  let stageName: String
  /// The opened directory of the new version.
  let stage: DirectoryHandle
  /// The lock that keeps other processes from writing to the same target.
  let lock: FileLock

  /// Takes the lock, clears what dead processes have left behind and creates an empty directory for
  /// the new version.
  ///
  /// - Parameters:
  ///   - target: The path that the new version is for. Its parent must exist.
  ///   - milliseconds: How long to wait for the lock.
  init(target: String, milliseconds: Int) throws(SlipError) {
    let (parentPath, name) = try StageDirectory.resolveTarget(target)
    let parent = try DirectoryHandle(parentPath)
    targetPath = parent.path(of: name)
    let stem = StageDirectory.hiddenStem(name)
    let lock = try FileLock.acquire(
      stem + ".lock", in: parent, milliseconds: milliseconds, subject: parent.path(of: name))
    var made: String?
    do throws(SlipError) {
      // A process that dies leaves the lock's file behind, too. Without one, the directory need not be
      // searched.
      if lock.wasLeftBehind {
        try PatchJournal.complete(of: name, in: parent)
        try StageDirectory.clearLitter(of: name, in: parent)
      }
      let entry = try StageDirectory.make(stem + ".stage-", in: parent)
      made = entry
      // Messages name the target, which the user knows, rather than the hidden directory.
      stage = try parent.openDirectory(entry, shown: targetPath)
      stageName = entry
    } catch {
      // Where the new directory can't be removed, the lock's file stays, so that the next stage finds both.
      let isClear = made.map { unlinkat(parent.descriptor, $0, AT_REMOVEDIR) == 0 } ?? !lock.wasLeftBehind
      lock.release(removing: isClear)
      throw error
    }
    (self.parent, self.name, self.lock) = (parent, name, lock)
  }

  /// Whether a lock's file exists: a process is working on the target, or has died there.
  static func hasLeftovers(_ target: String) -> Bool {
    guard let (parent, name) = try? resolveTarget(target) else { return false }
    let lock = (parent == "/" ? "" : parent) + "/" + hiddenStem(name) + ".lock"
    return ((try? FileSystem.status(lock, followLinks: false)) ?? nil) != nil
  }

  /// The parent directory and the name of a target. Links are resolved, so that the stage is beside
  /// the real directory.
  ///
  /// - Throws: `SlipError` for a link that leads nowhere, and for paths such as `..` that name no
  ///   entry.
  private static func resolveTarget(_ target: String) throws(SlipError) -> (parent: String, name: String) {
    var path = target
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    if let real = FileSystem.realPath(path) {
      path = real
    } else if try FileSystem.status(path, followLinks: false) != nil {
      throw SlipError(
        .cannotDo, code: FileCode.missing, "The target of this symbolic link does not exist.",
        at: SourceLocation(file: target))
    }
    let (folder, name) = DirectoryHandle.split(path)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw SlipError(.usage, "This path can't be used for an output.", at: SourceLocation(file: target))
    }
    return (folder.map { $0.isEmpty ? "/" : $0 } ?? ".", name)
  }

  /// The beginning of all hidden names that belong to a target: a dot and its name, or a digest in
  /// the place of a long name.
  static func hiddenStem(_ name: String) -> String {
    // Most file systems allow 255 bytes, of which the rest of the hidden name needs some.
    name.utf8.count <= 200 ? "." + name : "." + Digest(of: Array(name.utf8)).hex
  }

  /// Deletes what dead processes have left behind. The caller holds the lock, so nobody writes
  /// there any more.
  ///
  /// Where a process died after the exchange, its last steps are done now: an old version that was
  /// to be kept gets its name.
  private static func clearLitter(of target: String, in parent: DirectoryHandle) throws(SlipError) {
    let stem = hiddenStem(target)
    let listing = try DirectoryListing(parent)
    for entry in listing.names {
      guard let name = listing.text(entry) else { continue }
      if let kept = ReservedName(hidden: name, of: target) {
        if let status = try parent.statusOfChild(name), status.inode == kept.inode {
          try finishExchange(name, kept, of: target, in: parent)
          continue
        }
      } else if !isStage(name, stem + ".stage-") {
        continue
      }
      // What can't be deleted does no harm; the new stage gets another name.
      try? TreeRemover.remove(name, in: parent)
    }
  }

  /// Does the last steps for a process that died after the exchange: brings late changes over, and
  /// deletes or renames the old version.
  private static func finishExchange(
    _ hidden: String, _ kept: ReservedName, of target: String, in parent: DirectoryHandle
  ) throws(SlipError) {
    let late =
      try parent.status(of: target)?.kind == .directory
      ? LateChanges(
        old: try parent.openDirectory(hidden), new: try parent.openDirectory(target), since: kept.seal)
      : nil
    if let suffix = kept.suffix {
      try late?.bringOver()
      _ = keep(hidden, as: target + suffix, in: parent)
    } else {
      try? TreeRemover.remove(hidden, in: parent, late)
    }
  }

  /// Renames an entry. Where the name is taken, a number is added.
  ///
  /// - Returns: The new path; nil where renaming fails.
  private static func keep(_ entry: String, as name: String, in parent: DirectoryHandle) -> String? {
    for number in 1..<10_000 {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      if slip_rename_new(parent.descriptor, entry, candidate) == 0 { return parent.path(of: candidate) }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }

  /// Whether a name is a prefix followed by two numbers: a process and a counter.
  static func isStage(_ name: String, _ prefix: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let numbers = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Creates a directory with an unused name.
  private static func make(_ prefix: String, in parent: DirectoryHandle) throws(SlipError) -> String {
    var counter = 1
    while true {
      let name = "\(prefix)\(getpid())-\(counter)"
      if mkdirat(parent.descriptor, name, 0o777) == 0 { return name }
      guard errno == EEXIST, counter < 10_000 else {
        throw .system("Cannot create a directory beside the target", parent.path(of: name), errno: errno)
      }
      counter += 1
    }
  }

  /// Puts the new version in the target's place in one step. The old version then has the name
  /// `hidden`.
  ///
  /// - Throws: `SlipError`; nothing has changed then.
  func exchange(leavingOldAs hidden: String) throws(SlipError) {
    guard slip_rename_new(parent.descriptor, stageName, hidden) == 0 else { throw failure(errno) }
    guard slip_exchange(parent.descriptor, hidden, name) != 0 else { return }
    let code = errno
    _ = slip_rename_new(parent.descriptor, hidden, stageName)
    throw failure(code)
  }

  /// Undoes an exchange.
  func exchangeBack(from hidden: String) throws(SlipError) {
    guard slip_exchange(parent.descriptor, hidden, name) == 0 else { throw failure(errno) }
    _ = slip_rename_new(parent.descriptor, hidden, stageName)
  }

  /// Whether the target's name now stands for another directory than the one that is to be
  /// replaced.
  func isReplaced(_ old: DirectoryHandle) throws(SlipError) -> Bool {
    guard let now = try parent.status(of: name) else { return true }
    return !now.isSameFile(as: try old.status())
  }

  /// Gives the old version, after an exchange, the name under which it stays.
  ///
  /// - Returns: The new path; nil where renaming fails.
  func keep(_ hidden: String, as name: String) -> String? {
    StageDirectory.keep(hidden, as: name, in: parent)
  }

  /// Gives the new version the target's name, where there is no old version.
  ///
  /// - Throws: `SlipError`, with code `FileCode.changedMeanwhile` where someone else has created
  ///   the target meanwhile.
  func renameIntoPlace() throws(SlipError) {
    guard slip_rename_new(parent.descriptor, stageName, name) != 0 else { return }
    throw failure(errno)
  }

  /// The error for a failed exchange or renaming.
  private func failure(_ code: Int32) -> SlipError {
    switch code {
    case EINVAL, ENOSYS, EOPNOTSUPP:
      SlipError(
        .cannotDo, code: FileCode.cannotExchange,
        "This file system can't replace a directory in one step; nothing was changed.",
        at: SourceLocation(file: targetPath))
    case EEXIST:
      SlipError(
        .cannotDo, code: FileCode.changedMeanwhile,
        "Another program created this while it was being written; nothing was changed.",
        at: SourceLocation(file: targetPath))
    default: .system("Cannot put the new version in place", targetPath, errno: code)
    }
  }

  /// Deletes the unfinished new version, or another hidden entry, and releases the lock. Where
  /// something can't be deleted, the lock's file stays, by which the next stage notices and tries
  /// again.
  ///
  /// - Parameters:
  ///   - entry: The hidden name to delete; the new version's by default.
  ///   - late: Brings over what someone saved in it, where the old version is deleted.
  func finish(deleting entry: String? = nil, _ late: LateChanges? = nil) {
    do throws(SlipError) {
      try TreeRemover.remove(entry ?? stageName, in: parent, late)
      lock.release()
    } catch {
      lock.release(removing: false)
    }
  }
}

/// What dead processes have left beside a target.
extension TreeStage {
  /// Deletes what dead processes have left beside a target, if there is anything and nobody is
  /// working there now.
  ///
  /// A new stage does so by itself. Call this where there turns out to be nothing to write.
  /// Failures are ignored: the next stage tries again.
  public static func clearLeftovers(at target: String) {
    guard StageDirectory.hasLeftovers(target) else { return }
    (try? StageDirectory(target: target, milliseconds: 0))?.finish()
  }
}
