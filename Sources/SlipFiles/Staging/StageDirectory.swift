internal import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Where a stage stands: the target's parent, the hidden names beside the target, the lock.
struct StageDirectory: Sendable {
  let parent: DirectoryHandle
  /// The target's name in `parent`.
  let name: String
  /// Absolute where the target exists; for messages.
  let targetPath: String
  /// The stage's name in `parent`.
  let stageName: String
  let stage: DirectoryHandle
  let lock: FileLock

  /// Takes the lock, clears what dead processes left behind and makes the empty stage directory.
  init(target: String, milliseconds: Int) throws(SlipError) {
    let (parentPath, name) = try StageDirectory.place(of: target)
    let parent = try DirectoryHandle(parentPath)
    targetPath = parent.path(of: name)
    let stem = StageDirectory.hiddenStem(name)
    let lock = try FileLock.acquire(
      stem + ".lock", in: parent, milliseconds: milliseconds, subject: parent.path(of: name))
    var made: String?
    do throws(SlipError) {
      // Who dies leaves the lock's file behind, too; without one there is no need to look through the directory.
      if lock.wasLeftBehind { try StageDirectory.clearLitter(of: name, in: parent) }
      let entry = try StageDirectory.make(stem + ".stage-", in: parent)
      made = entry
      // Messages name the place that the user knows.
      stage = try parent.openDirectory(entry, shown: targetPath)
      stageName = entry
    } catch {
      // What can't be taken away again is found by the lock's file.
      let isClear = made.map { unlinkat(parent.descriptor, $0, AT_REMOVEDIR) == 0 } ?? !lock.wasLeftBehind
      lock.release(removing: isClear)
      throw error
    }
    (self.parent, self.name, self.lock) = (parent, name, lock)
  }

  /// There is a lock's file: somebody works here, or died at it.
  static func hasLeftovers(_ target: String) -> Bool {
    guard let (parent, name) = try? place(of: target) else { return false }
    let lock = (parent == "/" ? "" : parent) + "/" + hiddenStem(name) + ".lock"
    return ((try? FileSystem.status(lock, followLinks: false)) ?? nil) != nil
  }

  /// Parent and name of the target; links are resolved, so that the stage lies beside the real directory.
  private static func place(of target: String) throws(SlipError) -> (parent: String, name: String) {
    var path = target
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    if let real = FileSystem.realPath(path) {
      path = real
    } else if try FileSystem.status(path, followLinks: false) != nil {
      throw SlipError(
        .cannotDo, code: FileFault.missing, "This symbolic link leads nowhere.",
        at: SourceLocation(file: target))
    }
    let (folder, name) = DirectoryHandle.split(path)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw SlipError(.usage, "This can't be the place of an output.", at: SourceLocation(file: target))
    }
    return (folder.map { $0.isEmpty ? "/" : $0 } ?? ".", name)
  }

  /// Beginning of all hidden names that belong to the target `name`.
  static func hiddenStem(_ name: String) -> String {
    // File systems stop at 255 bytes; the rest of the hidden name needs some, too.
    name.utf8.count <= 200 ? "." + name : "." + Digest(of: Array(name.utf8)).hex
  }

  /// Removes stages whose maker is gone: the lock is ours, so whoever made them no longer writes. An old version that
  /// was to be kept gets the name that it was to have.
  private static func clearLitter(of target: String, in parent: DirectoryHandle) throws(SlipError) {
    let stem = hiddenStem(target)
    let listing = try DirectoryListing(parent)
    for entry in listing.names {
      guard let name = listing.text(entry) else { continue }
      if let kept = ReservedName(hidden: name, of: target) {
        if let status = try parent.statusOfChild(name), status.inode == kept.inode {
          try retire(name, kept, of: target, in: parent)
          continue
        }
      } else if !isStage(name, stem + ".stage-") {
        continue
      }
      // What can't be deleted does no harm; the new stage gets another name.
      try? TreeRemover.remove(name, in: parent)
    }
  }

  /// Ends what a process began that died behind the exchange.
  private static func retire(
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

  /// Renames an entry; a number is added where the new name is taken.
  private static func keep(_ entry: String, as name: String, in parent: DirectoryHandle) -> String? {
    for number in 1..<10_000 {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      if slip_rename_new(parent.descriptor, entry, candidate) == 0 { return parent.path(of: candidate) }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }

  static func isStage(_ name: String, _ prefix: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let numbers = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private static func make(_ prefix: String, in parent: DirectoryHandle) throws(SlipError) -> String {
    var counter = 1
    while true {
      let name = "\(prefix)\(getpid())-\(counter)"
      if mkdirat(parent.descriptor, name, 0o777) == 0 { return name }
      guard errno == EEXIST, counter < 10_000 else {
        throw .system("Cannot make a directory beside the target", parent.path(of: name), errno: errno)
      }
      counter += 1
    }
  }

  /// Puts the stage in the target's place in one step; the old version gets the name `hidden`.
  func exchange(leavingOldAs hidden: String) throws(SlipError) {
    guard slip_rename_new(parent.descriptor, stageName, hidden) == 0 else { throw failure(errno) }
    guard slip_exchange(parent.descriptor, hidden, name) != 0 else { return }
    let code = errno
    _ = slip_rename_new(parent.descriptor, hidden, stageName)
    throw failure(code)
  }

  /// Takes an exchange back.
  func exchangeBack(from hidden: String) throws(SlipError) {
    guard slip_exchange(parent.descriptor, hidden, name) == 0 else { throw failure(errno) }
    _ = slip_rename_new(parent.descriptor, hidden, stageName)
  }

  /// Whether the directory that the target's name has now is the one that was to be replaced.
  func isReplaced(_ old: DirectoryHandle) throws(SlipError) -> Bool {
    guard let now = try parent.status(of: name) else { return true }
    return !now.isSameFile(as: try old.status())
  }

  /// Gives what an exchange left in a hidden name the name under which it stays.
  func keep(_ hidden: String, as name: String) -> String? {
    StageDirectory.keep(hidden, as: name, in: parent)
  }

  func renameIntoPlace() throws(SlipError) {
    guard slip_rename_new(parent.descriptor, stageName, name) != 0 else { return }
    throw failure(errno)
  }

  private func failure(_ code: Int32) -> SlipError {
    switch code {
    case EINVAL, ENOSYS, EOPNOTSUPP:
      SlipError(
        .cannotDo, code: FileFault.cannotExchange,
        "This file system can't put a new version in place in one step; nothing was changed.",
        at: SourceLocation(file: targetPath))
    case EEXIST:
      SlipError(
        .cannotDo, code: FileFault.changedMeanwhile,
        "Somebody else made this while its contents were being written; nothing was changed.",
        at: SourceLocation(file: targetPath))
    default: .system("Cannot put the new version in place", targetPath, errno: code)
    }
  }

  /// Deletes the unfinished stage or what else has a hidden name, and lets the lock go. What can't be deleted keeps the
  /// lock's file: the next stage will see it and try again.
  func finish(deleting entry: String? = nil, _ late: LateChanges? = nil) {
    do throws(SlipError) {
      try TreeRemover.remove(entry ?? stageName, in: parent, late)
      lock.release()
    } catch {
      lock.release(removing: false)
    }
  }
}
