internal import SlipBase
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

/// The books of a `TreeStage`: what it has created, which paths are being worked on, what it knows
/// of the old tree, and how far it has come. Any thread may use it.
final class StageLedger: Sendable {
  /// How far a stage has come. A stage ends as `committed` or as `abandoned`, never as both.
  enum Phase { case open, committing, committed, abandoned }

  /// The outcome of reserving a path.
  private enum Claim { case taken, busy, failed(SlipError) }

  /// Everything that the lock protects.
  private struct State {
    /// How far the stage has come.
    var phase = Phase.open
    /// The folders of the new tree.
    var folders: Set<PathKey> = []
    /// The paths that threads are working on.
    var inFlight: Set<PathKey> = []
    /// The paths of the first new files, up to `flushEachBelow` of them.
    var newFiles: [String] = []
    /// The number of new files, for the choice of how to flush.
    var newFileCount = 0
    /// Whether a folder was created for a file that then failed.
    var mayHaveEmptyFolders = false
    /// The facts about files of the old tree at the time when each was first read.
    var reads: [PathKey: FileStatus] = [:]
    /// The facts about files of the old tree that the new tree has something else for, or a copy,
    /// or nothing. Nil stands for a path where the old tree has nothing.
    var superseded: [PathKey: FileStatus?] = [:]
    /// Files that were to be left behind, but were carried over because someone had changed them.
    var spared: [String] = []
    /// The files of the old tree by inode, once they are recorded.
    var known: [UInt64: LateChanges.Known]?
    /// The moment from which on changes to the old tree count as late.
    var seal: Timestamp?
    /// The folders that stay even if they are empty.
    var explicitFolders: Set<PathKey> = []
  }

  /// The number of new files from which on one flush of the whole volume is faster than one for
  /// each file. No more paths than that are remembered.
  static let flushEachBelow = 64

  /// The new tree.
  private let root: DirectoryHandle
  /// The target's path, for messages.
  private let target: String
  /// The old tree; nil where there is none.
  private let old: DirectoryHandle?
  /// The attributes of new folders that the old tree doesn't have.
  private let attributes: FileAttributes?
  private let state = Mutex(State())

  /// Creates the books of a stage. New folders get the attributes of the same folders in the old
  /// tree, or else `attributes`.
  init(root: DirectoryHandle, target: String, old: DirectoryHandle?, attributes: FileAttributes?) {
    (self.root, self.target, self.old, self.attributes) = (root, target, old, attributes)
  }

  // MARK: Paths

  /// Reserves a path for the caller and creates its folder. Waits while another thread works on the
  /// same path. Each call must be followed by `end`.
  ///
  /// - Throws: `SlipError` where the stage has ended or the folder can't be created.
  func begin(_ path: String) throws(SlipError) {
    let (folder, _) = DirectoryHandle.split(path)
    while true {
      switch state.withLock({ claim(path, folder, &$0) }) {
      case .taken: return
      case .busy: usleep(200)
      case .failed(let error): throw error
      }
    }
  }

  /// Frees a path that `begin` has reserved.
  func end(_ path: String) { state.withLock { _ = $0.inFlight.remove(PathKey(path: path)) } }

  /// Tries to reserve a path; the caller holds the lock.
  private func claim(_ path: String, _ folder: String?, _ state: inout State) -> Claim {
    guard state.phase == .open else { return .failed(closed()) }
    guard state.inFlight.insert(PathKey(path: path)).inserted else { return .busy }
    guard let folder else { return .taken }
    do throws(SlipError) {
      try makeFolder(folder, &state)
      return .taken
    } catch {
      state.inFlight.remove(PathKey(path: path))
      return .failed(error)
    }
  }

  /// Opens a folder of the new tree, which is created where it is missing.
  func folder(_ folder: String) throws(SlipError) -> DirectoryHandle {
    if folder.isEmpty { return root }
    try state.withLock { state throws(SlipError) in try makeFolder(folder, &state) }
    return try root.openDirectory(folder)
  }

  /// Creates a folder that stays even if it is empty.
  func keepFolder(_ folder: String) throws(SlipError) {
    try state.withLock { state throws(SlipError) in
      try makeFolder(folder, &state)
      state.explicitFolders.insert(PathKey(path: folder))
    }
  }

  /// Creates a folder and missing folders above it; the caller holds the lock.
  private func makeFolder(_ folder: String, _ state: inout State) throws(SlipError) {
    if state.folders.contains(PathKey(path: folder)) { return }
    var end = folder.utf8.startIndex
    while true {
      end = folder.utf8[end...].firstIndex(of: 0x2F) ?? folder.utf8.endIndex
      let path = String(folder[..<end])
      if !state.folders.contains(PathKey(path: path)) {
        if mkdirat(root.descriptor, path, 0o777) == 0 {
          try giveAttributes(path)
        } else if errno != EEXIST {
          throw .system("Cannot create the directory", root.path(of: path), errno: errno)
        }
        state.folders.insert(PathKey(path: path))
      }
      if end == folder.utf8.endIndex { return }
      end = folder.utf8.index(after: end)
    }
  }

  /// Gives a new folder the owner and permissions of the same folder in the old tree.
  private func giveAttributes(_ folder: String) throws(SlipError) {
    guard let old, let attributes else { return }
    let status = try old.status(of: folder)
    let wanted = status?.kind == .directory ? status.map { FileAttributes($0) } ?? attributes : attributes
    // The owner needs all rights for now, to put files into the folder.
    var open = wanted
    open.permissions |= 0o700
    let made = try root.openDirectory(folder)
    withExtendedLifetime(made) { open.apply(to: made.descriptor) }
  }

  /// Whether this stage has created the folder in the new tree.
  func hasFolder(_ folder: String) -> Bool { state.withLock { $0.folders.contains(PathKey(path: folder)) } }

  /// The paths of all folders of the new tree, in no particular order.
  var folders: [String] { state.withLock { $0.folders.map(\.path) } }

  // MARK: Files

  /// The paths of new files. The list is complete only as long as there are fewer than
  /// `flushEachBelow`.
  var newFiles: [String] { state.withLock { $0.newFiles } }
  /// The number of new files. It is too high on purpose after `noteUnnamedNewFile`.
  var newFileCount: Int { state.withLock { $0.newFileCount } }

  /// Records a file that was written or copied.
  func noteNewFile(_ path: String) {
    state.withLock { state in
      state.newFileCount += 1
      if state.newFiles.count < StageLedger.flushEachBelow { state.newFiles.append(path) }
    }
  }

  /// Records something new whose name need not be text. The commit then flushes the whole volume,
  /// for which no names are needed.
  func noteUnnamedNewFile() { state.withLock { $0.newFileCount += StageLedger.flushEachBelow } }

  /// Records that a file failed, so that its folder may be empty.
  func noteFailure() { state.withLock { $0.mayHaveEmptyFolders = true } }

  /// Removes folders that were created for files which then failed.
  func removeEmptyFolders() {
    state.withLock { state in
      guard state.mayHaveEmptyFolders else { return }
      // The deepest first.
      for folder in state.folders.sorted(by: { $0.path.utf8.count > $1.path.utf8.count })
      where !state.explicitFolders.contains(folder)
        && unlinkat(root.descriptor, folder.path, AT_REMOVEDIR) == 0
      {
        state.folders.remove(folder)
      }
    }
  }

  // MARK: The old tree

  /// Records a file of the old tree as it is when it is first read; later calls for the same path
  /// do nothing.
  func noteRead(_ path: String, _ status: FileStatus) {
    state.withLock { state in
      let key = PathKey(path: path)
      if state.reads[key] == nil { state.reads[key] = status }
    }
  }

  /// Records a file of the old tree that must not change before the commit, because the new tree
  /// has something else for it, or nothing.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - status: The facts about it; nil where the old tree has nothing.
  ///   - isRead: Whether the file is first read now. Otherwise the facts from its first reading
  ///     count, if it was read.
  func noteSuperseded(_ path: String, _ status: FileStatus?, isRead: Bool = false) {
    state.withLock { state in
      let key = PathKey(path: path)
      if state.superseded[key] == nil {
        state.superseded[key] = .some(isRead ? status : state.reads[key] ?? status)
      }
    }
  }

  /// Whether `noteSuperseded` was called for the path.
  func isSuperseded(_ path: String) -> Bool { state.withLock { $0.superseded[PathKey(path: path)] != nil } }

  /// Calls `body` for all superseded files, in no particular order.
  func forEachSuperseded(_ body: (String, FileStatus?) throws(SlipError) -> Void) throws(SlipError) {
    for (key, status) in state.withLock({ $0.superseded }) { try body(key.path, status) }
  }

  /// The files of the old tree by inode; nil where it wasn't searched.
  var known: [UInt64: LateChanges.Known]? { state.withLock { $0.known } }

  /// Records files of the old tree from now on.
  func beginKnown() { state.withLock { $0.known = $0.known ?? [:] } }

  /// Records a file of the old tree, if recording has begun.
  ///
  /// - Parameter isShared: Whether the new tree has the same file under a second name.
  func noteKnown(_ status: FileStatus, isShared: Bool) {
    state.withLock { state in
      state.known?[status.inode] =
        isShared ? .shared : .superseded(modified: status.modified, length: status.length)
    }
  }

  /// The files that were to be left behind, but were carried over because someone had changed them.
  var spared: [String] { state.withLock { $0.spared } }

  /// Records a file that comes over because it was changed.
  func noteSpared(_ path: String) { state.withLock { $0.spared.append(path) } }

  /// The moment from which on changes to the old tree count as late; nil before it is set.
  var seal: Timestamp? { state.withLock { $0.seal } }

  /// Sets that moment.
  func noteSeal(_ seal: Timestamp) { state.withLock { $0.seal = seal } }

  // MARK: The end

  /// Checks that the stage takes files.
  ///
  /// - Throws: `SlipError` where the stage has ended or is being committed.
  func expectOpen() throws(SlipError) {
    guard state.withLock({ $0.phase == .open }) else { throw closed() }
  }

  /// Begins the commit, after which nobody but the caller can end the stage.
  ///
  /// - Throws: `SlipError` where the stage has ended already.
  func beginCommit() throws(SlipError) {
    let isOpen = state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .committing
      return true
    }
    if !isOpen { throw closed() }
  }

  /// Ends the stage. False where it had ended already; then someone else cleans up.
  func finish(_ phase: Phase) -> Bool {
    state.withLock { state in
      guard state.phase == .open || state.phase == .committing else { return false }
      state.phase = phase
      return true
    }
  }

  /// Ends the stage because the process is interrupted.
  ///
  /// - Returns: True where the caller now has to clean up, false while a commit is running, nil
  ///   where the stage had ended already.
  func interrupt() -> Bool? {
    state.withLock { state in
      guard state.phase == .open else { return state.phase == .committing ? false : nil }
      state.phase = .abandoned
      return true
    }
  }

  /// The error for using a stage that has ended.
  private func closed() -> SlipError {
    SlipError(
      .cannotDo, "The new version has already been committed or abandoned.", at: SourceLocation(file: target))
  }
}
