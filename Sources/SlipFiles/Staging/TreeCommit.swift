internal import SlipBase
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

/// The last steps of a stage, which put the new tree in the target's place.
///
/// 1. The new root directory gets the old one's attributes.
/// 2. The new tree is flushed to disk.
/// 3. The old tree is checked: nobody may have changed what was read.
/// 4. Both are exchanged in one step, or the new tree is renamed where there is no old one.
/// 5. The parent directory is flushed, which makes the names durable. Where that fails, step 4 is
///    undone; where that fails as well, the new tree stays in place.
///
/// A change between steps 3 and 4 isn't noticed here; `LateChanges` finds it afterwards.
struct TreeCommit {
  /// The stage that is committed.
  let stage: TreeStage
  /// The hidden name that the old version has after the exchange; nil where there is no old
  /// version.
  var hidden: String?

  /// Does all steps.
  ///
  /// - Returns: What went wrong after the new tree was in place.
  /// - Throws: `SlipError`; the target is then as it was.
  func run() throws(SlipError) -> Committed {
    takeOverAttributes()
    try flush()
    try expectOldUnchanged()
    let place = stage.place
    guard let hidden else {
      try place.renameIntoPlace()
      // Back to the hidden name, where it is deleted.
      return try flushParent {
        slip_rename_new(place.parent.descriptor, place.name, place.stageName) == 0
      }
    }
    try place.exchange(leavingOldAs: hidden)
    return try flushParent { place.exchangeBack(from: hidden) }
  }

  /// Checks that the old tree is still the one that was read, so that nobody's edit gets lost.
  ///
  /// - Throws: `SlipError`, with code `FileCode.changedMeanwhile` where someone changed a file
  ///   that can't be taken along.
  private func expectOldUnchanged() throws(SlipError) {
    guard let old = stage.old else { return }
    guard try !stage.place.isReplaced(old) else { throw stage.changedMeanwhile(stage.place.targetPath) }
    try stage.ledger.forEachSuperseded { path, before throws(SlipError) in
      let now = try old.status(of: path)
      let isSame =
        switch (before, now) {
        case (nil, nil): true
        case (let before?, let now?): now.isUnchanged(since: before)
        default: false
        }
      if isSame { return }
      guard now?.kind == .file, stage.takesAlong(path) else {
        throw stage.changedMeanwhile(stage.place.targetPath + "/" + path)
      }
      try takeAlong(path, from: old)
    }
  }

  /// Puts a changed file of the old tree in the place of the one that was made from its earlier
  /// version.
  private func takeAlong(_ path: String, from old: DirectoryHandle) throws(SlipError) {
    let (folder, name) = DirectoryHandle.split(path)
    let root = stage.place.stage
    let target = try folder.map { folder throws(SlipError) in try root.openDirectory(folder) } ?? root
    let source = try folder.map { folder throws(SlipError) in try old.openDirectory(folder) } ?? old
    try LateChanges.replace(name, with: name, from: source, in: target)
    if let taken = try target.statusOfChild(name) { stage.ledger.noteKnown(taken, isShared: true) }
  }

  /// Gives the new root directory the permissions of the old one, and its owner where the system
  /// allows that.
  private func takeOverAttributes() {
    var status = stat()
    guard let old = stage.old, fstat(old.descriptor, &status) == 0 else { return }
    let new = stage.place.stage.descriptor
    if status.st_uid != geteuid() { _ = fchown(new, status.st_uid, status.st_gid) }
    _ = fchmod(new, status.st_mode & 0o7777)
  }

  /// Flushes all new files and folders to disk.
  private func flush() throws(SlipError) {
    let (root, ledger) = (stage.place.stage, stage.ledger)
    let folders = ledger.folders
    let isMany = ledger.newFileCount + folders.count >= StageLedger.flushEachBelow
    try TreeCommit.flush(isMany ? nil : ledger.newFiles + folders + ["."], in: root)
  }

  /// Flushes files and folders to disk: together with other work, one by one where there are few, or with
  /// the whole volume.
  ///
  /// - Parameter paths: Relative to `root`; nil where there are many.
  static func flush(_ paths: [String]?, in root: DirectoryHandle) throws(SlipError) {
    if let group = FlushGroup.current {
      let code = group.flush(volumeOf: root.descriptor)
      guard code == 0 else { throw .system("Cannot flush the new version to disk", root.path, errno: code) }
      return
    }
    guard let paths, paths.count < StageLedger.flushEachBelow else {
      guard slip_sync_volume(root.descriptor) == 0 else {
        throw .system("Cannot flush the new version to disk", root.path, errno: errno)
      }
      return
    }
    try flushEach(paths, in: root)
  }

  /// Flushes files and folders one by one, several at a time: a journaling file system commits
  /// those that wait together in one go.
  private static func flushEach(_ paths: [String], in root: DirectoryHandle) throws(SlipError) {
    let next = Atomic<Int>(0)
    let failure = Mutex<SlipError?>(nil)
    ThreadTeam.run(min(TreeCommit.flushesAtOnce, paths.count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < paths.count else { return }
        do throws(SlipError) {
          try TreeCommit.flush(paths[index], in: root)
        } catch {
          failure.withLock { $0 = $0 ?? error }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// The largest number of threads that flush.
  private static let flushesAtOnce = 8

  /// Flushes one file or folder; `"."` is `root` itself.
  static func flush(_ path: String, in root: DirectoryHandle) throws(SlipError) {
    let isRoot = path == "."
    let descriptor =
      isRoot
      ? root.descriptor : retrying { openat(root.descriptor, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", root.path(of: path), errno: errno) }
    defer { if !isRoot { close(descriptor) } }
    guard slip_sync_file(descriptor) == 0 else {
      // Some network file systems can't flush directories. Nothing more can be done for names there.
      if errno == EINVAL || errno == EOPNOTSUPP { return }
      throw .system("Cannot flush the file to disk", root.path(of: path), errno: errno)
    }
  }

  /// Flushes a directory outside of any group; 0, or an error number.
  private func flushAlone(_ directory: DirectoryHandle) -> Int32 {
    slip_sync_file(directory.descriptor) == 0 ? 0 : errno
  }

  /// Makes the target's new name durable.
  ///
  /// - Parameter undo: Restores the old state where that fails, and says whether it did.
  /// - Throws: `SlipError` where the old state was restored.
  private func flushParent(undo: () -> Bool) throws(SlipError) -> Committed {
    let parent = stage.place.parent
    let code = FlushGroup.current?.flush(volumeOf: parent.descriptor) ?? flushAlone(parent)
    var done = Committed()
    // Some network file systems can't flush directories. Nothing more can be done for the new name there.
    if code == 0 || code == EINVAL || code == EOPNOTSUPP { return done }
    let error = SlipError.system("Cannot flush the directory to disk", parent.path, errno: code)
    if undo() { throw error }
    done.note("it may not survive a power failure", error, stage.place.targetPath)
    return done
  }
}

/// Flushing before the commit.
extension StageDirectory {
  /// Begins to flush to disk what was written so far, while the caller goes on writing. The commit
  /// then takes less time.
  ///
  /// This is a hint: it does nothing for few files, and only the commit guarantees anything.
  func beginFlush(newFileCount: Int) {
    guard FlushGroup.current == nil, newFileCount >= StageLedger.flushEachBelow else { return }
    // The system reports a write error once for each descriptor. This one is opened again, so that the
    // commit still sees the error on its own.
    let descriptor = openat(stage.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let begun = ThreadTeam.begin {
      _ = slip_sync_volume(descriptor)
      close(descriptor)
    }
    if !begun { close(descriptor) }
  }
}

extension TreeStage {
  /// Begins to flush to disk what was written so far: a hint that saves time at the commit.
  public func beginFlush() { place.beginFlush(newFileCount: ledger.newFileCount) }
}

extension TreePatch {
  /// Begins to flush to disk what was written so far: a hint that saves time at the commit.
  public func beginFlush() { place.beginFlush(newFileCount: newFileCount) }
}
