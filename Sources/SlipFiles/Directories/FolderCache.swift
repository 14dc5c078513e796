internal import SlipBase
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Opened folders of one tree, so that many files of one folder need one look-up.
final class FolderCache: Sendable {
  /// Open at once at most: a quarter of what the process may open, which is 256 on some systems.
  private static let limit = max(8, min(256, FileSystem.descriptorLimit / 4))

  private let root: DirectoryHandle
  private let folders = Mutex<[PathKey: DirectoryHandle]>([:])

  init(_ root: DirectoryHandle) { self.root = root }

  /// A folder beneath the root; the root itself for nil.
  func folder(_ path: String?) throws(SlipError) -> DirectoryHandle {
    guard let path else { return root }
    let key = PathKey(path: path)
    if let known = folders.withLock({ $0[key] }) { return known }
    let opened = try root.openDirectory(path)
    folders.withLock { folders in
      if folders.count >= FolderCache.limit { folders.removeAll() }
      folders[key] = opened
    }
    return opened
  }

  func close() { folders.withLock { $0.removeAll() } }
}

extension FileSystem {
  /// How many files and directories this process may have open at once.
  static var descriptorLimit: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard getrlimit(kind, &limit) == 0 else { return 256 }
    return Int(clamping: limit.rlim_cur)
  }
}
