package import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
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
///     .box.known-…               what the old version was like (`OldFiles`)
///     .box.commit                single files that are being moved into place (`PatchJournal`)
///
/// Whoever takes the lock completes a change that counts as made. Whoever finds that the lock's file was left
/// behind also clears the other names.
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
    let (parent, name, lock) = try StageDirectory.lock(target, milliseconds: milliseconds)
    targetPath = parent.path(of: name)
    var made: String?
    do throws(SlipError) {
      let entry = try StageDirectory.make(StageDirectory.hiddenStem(name) + ".stage-", in: parent)
      made = entry
      // Messages name the target, which the user knows, rather than the hidden directory.
      stage = try parent.openDirectory(entry, shown: targetPath)
      stageName = entry
    } catch {
      // Where the new directory can't be removed, the lock's file stays, so that the next stage finds both.
      lock.release(removing: made.map { unlinkat(parent.descriptor, $0, AT_REMOVEDIR) == 0 } ?? true)
      throw error
    }
    (self.parent, self.name, self.lock) = (parent, name, lock)
  }

  /// Takes the lock of a target, completes a change that counts as made, and clears what dead processes have
  /// left behind.
  ///
  /// - Parameters:
  ///   - target: The path of the target. Its parent must exist.
  ///   - milliseconds: How long to wait for the lock.
  ///   - pause: How long to wait before each further try, in milliseconds.
  static func lock(
    _ target: String, milliseconds: Int, pause: Int = 20
  ) throws(SlipError) -> (parent: DirectoryHandle, name: String, lock: FileLock) {
    let (parentPath, name) = try resolveTarget(target)
    let parent = try DirectoryHandle(parentPath)
    let lock = try FileLock.acquire(
      hiddenStem(name) + ".lock", in: parent, milliseconds: milliseconds, pause: pause,
      subject: parent.path(of: name))
    do throws(SlipError) {
      // Somebody may have removed the file of a dead process's lock, but its change was made all the same.
      try PatchJournal.complete(of: name, in: parent)
      // A process that dies leaves the lock's file behind, too. Without one, the directory need not be
      // searched.
      if lock.wasLeftBehind, try !clearLitter(of: name, in: parent) { lock.staysBehind() }
    } catch {
      lock.release(removing: !lock.wasLeftBehind)
      throw error
    }
    return (parent, name, lock)
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
  static func resolveTarget(_ target: String) throws(SlipError) -> (parent: String, name: String) {
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
  ///
  /// - Returns: Whether all of it is gone. What can't be deleted does no harm; the new stage gets another name.
  private static func clearLitter(of target: String, in parent: DirectoryHandle) throws(SlipError) -> Bool {
    let stem = hiddenStem(target)
    let listing = try DirectoryListing(parent)
    // What is known of an old version that is still there.
    var needed: Set<String> = []
    var isClear = true
    for entry in listing.names {
      guard let name = listing.text(entry) else { continue }
      if let kept = ReservedName(hidden: name, of: target) {
        if let status = try parent.statusOfChild(name), status.inode == kept.inode {
          try finishExchange(name, kept, of: target, in: parent)
          if try parent.statusOfChild(name) != nil {
            needed.insert(kept.known(of: target))
            isClear = false
          }
          continue
        }
      } else if !isStage(name, stem + ".stage-") {
        continue
      }
      do throws(SlipError) { try TreeRemover.remove(name, in: parent) } catch { isClear = false }
    }
    for entry in listing.names {
      guard let name = listing.text(entry), isStage(name, stem + ".known-"), !needed.contains(name) else {
        continue
      }
      if unlinkat(parent.descriptor, name, 0) != 0, errno != ENOENT { isClear = false }
    }
    return isClear
  }

  /// Does the last steps for a process that died after the exchange: brings late changes over, and
  /// deletes or renames the old version.
  private static func finishExchange(
    _ hidden: String, _ kept: ReservedName, of target: String, in parent: DirectoryHandle
  ) throws(SlipError) {
    let late =
      try parent.status(of: target)?.kind == .directory
      ? LateChanges(
        old: try parent.openDirectory(hidden), new: try parent.openDirectory(target), since: kept.seal,
        evidence: try OldFiles.read(kept.known(of: target), in: parent).map { .facts($0) } ?? .contents)
      : nil
    if let suffix = kept.suffix {
      try late?.bringOver()
      _ = try? keep(hidden, as: target + suffix, in: parent)
    } else {
      try? TreeRemover.remove(hidden, in: parent, late)
    }
  }

  /// Renames an entry. Where the name is taken, a number is added.
  ///
  /// - Returns: The new path.
  private static func keep(
    _ entry: String, as name: String, in parent: DirectoryHandle
  ) throws(SlipError) -> String {
    for number in 1..<10_000 {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      if slip_rename_new(parent.descriptor, entry, candidate) == 0 { return parent.path(of: candidate) }
      guard errno == EEXIST else { break }
    }
    throw .system("Cannot rename the old version", parent.path(of: name), errno: errno)
  }

  /// Whether a name is a prefix followed by two numbers: a process and a counter.
  static func isStage(_ name: String, _ prefix: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let numbers = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0.isASCIIDigit } }
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

  /// Undoes an exchange; false where that fails.
  func exchangeBack(from hidden: String) -> Bool {
    guard slip_exchange(parent.descriptor, hidden, name) == 0 else { return false }
    _ = slip_rename_new(parent.descriptor, hidden, stageName)
    return true
  }

  /// Whether the target's name now stands for another directory than the one that is to be
  /// replaced.
  func isReplaced(_ old: DirectoryHandle) throws(SlipError) -> Bool {
    guard let now = try parent.status(of: name) else { return true }
    return !now.isSameFile(as: try old.status())
  }

  /// Gives the old version, after an exchange, the name under which it stays.
  ///
  /// - Returns: The new path.
  func keep(_ hidden: String, as name: String) throws(SlipError) -> String {
    try StageDirectory.keep(hidden, as: name, in: parent)
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
  ///   - known: The file with what is known of the old version, which goes with it.
  /// - Returns: Why something can't be deleted; nil where all went well.
  @discardableResult
  func finish(
    deleting entry: String? = nil, _ late: LateChanges? = nil, known: String? = nil
  ) -> SlipError? {
    do throws(SlipError) {
      try TreeRemover.remove(entry ?? stageName, in: parent, late)
      if let known { try TreeRemover.remove(known, in: parent) }
      lock.release()
      return nil
    } catch {
      lock.release(removing: false)
      return error
    }
  }
}

/// What dead processes have left beside a target.
extension TreeStage {
  /// What dead processes have left beside a target: the names of hidden files and directories, sorted.
  ///
  /// Nothing is changed, and what belongs to a process that works on the target now isn't named.
  ///
  /// - Throws: `SlipError` where the directory can't be read.
  package static func leftovers(beside target: String) throws(SlipError) -> [String] {
    // Whoever leaves something leaves the lock's file, too.
    guard StageDirectory.hasLeftovers(target) else { return [] }
    let (folder, name) = try StageDirectory.resolveTarget(target)
    let parent = try DirectoryHandle(folder)
    let stem = StageDirectory.hiddenStem(name)
    let descriptor = retrying {
      openat(parent.descriptor, stem + ".lock", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    guard retrying({ flock(descriptor, LOCK_SH | LOCK_NB) }) == 0 else { return [] }
    return try parent.names().filter { entry in
      entry == stem + ".lock" || entry == PatchJournal.hiddenName(of: name)
        || ReservedName(hidden: entry, of: name) != nil
        || StageDirectory.isStage(entry, stem + ".stage-") || StageDirectory.isStage(entry, stem + ".known-")
    }.sorted()
  }

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
