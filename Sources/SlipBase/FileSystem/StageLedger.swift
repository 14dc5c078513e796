internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a stage has made so far, and which of its paths are being worked on. Any thread may ask.
final class StageLedger: Sendable {
  enum Phase { case open, committed, abandoned }

  private enum Claim { case taken, busy, failed(SlipError) }

  private struct State {
    var phase = Phase.open
    var folders: Set<PathKey> = []
    var inFlight: Set<PathKey> = []
    var newFiles: [String] = []
    var newFileCount = 0
    var mayHaveEmptyFolders = false
    var oldWasExamined = false
    var futures: [PathKey: Timestamp] = [:]
    var explicitFolders: Set<PathKey> = []
  }

  /// From here on one flush of the whole volume is faster than one a file; no more names are remembered.
  static let flushEachBelow = 64

  private let root: DirectoryHandle
  private let target: String
  private let state = Mutex(State())

  init(root: DirectoryHandle, target: String) {
    self.root = root
    self.target = target
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
        guard mkdirat(root.descriptor, path, 0o777) == 0 || errno == EEXIST else {
          throw .system("Cannot make the directory", root.path(of: path), errno: errno)
        }
        state.folders.insert(PathKey(path: path))
      }
      if end == folder.utf8.endIndex { return }
      end = folder.utf8.index(after: end)
    }
  }

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

  /// Whether all files of the old tree were looked at for changes.
  var oldWasExamined: Bool { state.withLock { $0.oldWasExamined } }

  func noteOldExamined() { state.withLock { $0.oldWasExamined = true } }

  /// Remembers a linked file of the old tree whose time lay in the future already.
  func noteFuture(_ path: String, _ time: Timestamp) {
    state.withLock { $0.futures[PathKey(path: path)] = time }
  }

  func future(_ path: String) -> Timestamp? { state.withLock { $0.futures[PathKey(path: path)] } }

  // MARK: The end

  func expectOpen() throws(SlipError) {
    guard state.withLock({ $0.phase == .open }) else { throw closed() }
  }

  /// False where the stage had ended already.
  func finish(_ phase: Phase) -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = phase
      return true
    }
  }

  private func closed() -> SlipError {
    SlipError(
      .cannotDo, "The new version was committed or abandoned already.", at: SourceLocation(file: target))
  }
}
