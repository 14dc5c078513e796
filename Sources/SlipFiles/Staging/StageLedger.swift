internal import SlipBase
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a stage has made so far, and which of its paths are being worked on. Any thread may ask.
final class StageLedger: Sendable {
  enum Phase { case open, committing, committed, abandoned }

  private enum Claim { case taken, busy, failed(SlipError) }

  private struct State {
    var phase = Phase.open
    var folders: Set<PathKey> = []
    var inFlight: Set<PathKey> = []
    var newFiles: [String] = []
    var newFileCount = 0
    var mayHaveEmptyFolders = false
    /// Of files of the old tree when they were first read.
    var reads: [PathKey: FileStatus] = [:]
    /// Of those that are written over or left behind, or of which there is a copy.
    var superseded: [PathKey: FileStatus?] = [:]
    var spared: [String] = []
    var known: [UInt64: LateChanges.Known]?
    var seal: Timestamp?
    var explicitFolders: Set<PathKey> = []
  }

  /// From here on one flush of the whole volume is faster than one a file; no more names are remembered.
  static let flushEachBelow = 64

  private let root: DirectoryHandle
  private let target: String
  private let old: DirectoryHandle?
  private let attributes: FileAttributes?
  private let state = Mutex(State())

  /// New folders get the attributes of those of the old tree, or `attributes`.
  init(root: DirectoryHandle, target: String, old: DirectoryHandle?, attributes: FileAttributes?) {
    (self.root, self.target, self.old, self.attributes) = (root, target, old, attributes)
  }

  // MARK: Paths

  /// Reserves `path` for the caller and makes its folder. Waits while another thread works on the same path.
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

  func end(_ path: String) { state.withLock { _ = $0.inFlight.remove(PathKey(path: path)) } }

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

  /// Makes a folder of the new tree, unless it is there, and opens it.
  func folder(_ folder: String) throws(SlipError) -> DirectoryHandle {
    if folder.isEmpty { return root }
    try state.withLock { state throws(SlipError) in try makeFolder(folder, &state) }
    return try root.openDirectory(folder)
  }

  /// Makes a folder that stays even if it is empty.
  func keepFolder(_ folder: String) throws(SlipError) {
    try state.withLock { state throws(SlipError) in
      try makeFolder(folder, &state)
      state.explicitFolders.insert(PathKey(path: folder))
    }
  }

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
          throw .system("Cannot make the directory", root.path(of: path), errno: errno)
        }
        state.folders.insert(PathKey(path: path))
      }
      if end == folder.utf8.endIndex { return }
      end = folder.utf8.index(after: end)
    }
  }

  private func giveAttributes(_ folder: String) throws(SlipError) {
    guard let old, let attributes else { return }
    let status = try old.status(of: folder)
    let wanted = status?.kind == .directory ? status.map { FileAttributes($0) } ?? attributes : attributes
    // Files are still to be put in.
    var open = wanted
    open.permissions |= 0o700
    let made = try root.openDirectory(folder)
    withExtendedLifetime(made) { open.apply(to: made.descriptor) }
  }

  /// Whether the new tree has this folder, made by this stage.
  func hasFolder(_ folder: String) -> Bool { state.withLock { $0.folders.contains(PathKey(path: folder)) } }

  var folders: [String] { state.withLock { $0.folders.map(\.path) } }

  // MARK: Files

  var newFiles: [String] { state.withLock { $0.newFiles } }
  var newFileCount: Int { state.withLock { $0.newFileCount } }

  func noteNewFile(_ path: String) {
    state.withLock { state in
      state.newFileCount += 1
      if state.newFiles.count < StageLedger.flushEachBelow { state.newFiles.append(path) }
    }
  }

  /// Makes the commit flush the whole volume.
  func noteUnnamedNewFile() { state.withLock { $0.newFileCount += StageLedger.flushEachBelow } }

  func noteFailure() { state.withLock { $0.mayHaveEmptyFolders = true } }

  /// Folders made for files that then couldn't be had don't stay.
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

  /// Remembers a file of the old tree as it was when it was first read.
  func noteRead(_ path: String, _ status: FileStatus) {
    state.withLock { state in
      let key = PathKey(path: path)
      if state.reads[key] == nil { state.reads[key] = status }
    }
  }

  /// Remembers a file of the old tree, or that there is none, in whose place the new tree has something else or nothing. It
  /// counts as it was when it was first read; with `isRead` that is now.
  func noteSuperseded(_ path: String, _ status: FileStatus?, isRead: Bool = false) {
    state.withLock { state in
      let key = PathKey(path: path)
      if state.superseded[key] == nil {
        state.superseded[key] = .some(isRead ? status : state.reads[key] ?? status)
      }
    }
  }

  func isSuperseded(_ path: String) -> Bool { state.withLock { $0.superseded[PathKey(path: path)] != nil } }

  /// Calls `body` with all of those, in no order.
  func forEachSuperseded(_ body: (String, FileStatus?) throws(SlipError) -> Void) throws(SlipError) {
    for (key, status) in state.withLock({ $0.superseded }) { try body(key.path, status) }
  }

  /// The files of the old tree by number; nil where it wasn't looked through.
  var known: [UInt64: LateChanges.Known]? { state.withLock { $0.known } }

  /// From now on files of the old tree are noted.
  func beginKnown() { state.withLock { $0.known = $0.known ?? [:] } }

  func noteKnown(_ status: FileStatus, isShared: Bool) {
    state.withLock { state in
      state.known?[status.inode] =
        isShared ? .shared : .superseded(modified: status.modified, length: status.length)
    }
  }

  /// What was to be left behind, and comes over because it was changed.
  var spared: [String] { state.withLock { $0.spared } }

  func noteSpared(_ path: String) { state.withLock { $0.spared.append(path) } }

  var seal: Timestamp? { state.withLock { $0.seal } }

  func noteSeal(_ seal: Timestamp) { state.withLock { $0.seal = seal } }

  // MARK: The end

  func expectOpen() throws(SlipError) {
    guard state.withLock({ $0.phase == .open }) else { throw closed() }
  }

  /// Nobody but the caller ends the stage from now on.
  func beginCommit() throws(SlipError) {
    let isOpen = state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .committing
      return true
    }
    if !isOpen { throw closed() }
  }

  /// False where the stage had ended already.
  func finish(_ phase: Phase) -> Bool {
    state.withLock { state in
      guard state.phase == .open || state.phase == .committing else { return false }
      state.phase = phase
      return true
    }
  }

  /// Whether somebody else may end the stage now; nil where it has ended.
  func interrupt() -> Bool? {
    state.withLock { state in
      guard state.phase == .open else { return state.phase == .committing ? false : nil }
      state.phase = .abandoned
      return true
    }
  }

  private func closed() -> SlipError {
    SlipError(
      .cannotDo, "The new version was committed or abandoned already.", at: SourceLocation(file: target))
  }
}
