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

/// Keeps folders of one tree open, so that a folder is looked up once for many files in it.
///
/// Payload is spread over up to 256 folders, and its files are read or written in nearly random
/// order. Safe to use from several threads.
final class FolderCache: Sendable {
  /// The largest number of folders that are open at once: a quarter of what the process may open,
  /// which is 256 in all on some systems, and at most 256.
  private static let limit = max(8, min(256, FileSystem.descriptorLimit / 4))

  private let root: DirectoryHandle
  private let folders = Mutex<[PathKey: DirectoryHandle]>([:])

  /// Creates an empty cache for the tree beneath `root`.
  init(_ root: DirectoryHandle) { self.root = root }

  /// An opened folder beneath the root; the root itself for nil.
  ///
  /// Once the cache is full it is emptied. Handles that were returned before stay open as long as
  /// they are used.
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

  /// Closes all folders that nobody uses any more.
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

/// A path as a key of sets and dictionaries, compared byte by byte as file systems compare names.
///
/// Swift takes two strings for equal when they are canonically equivalent: `é` in one scalar and in
/// two. On most file systems those are two files.
struct PathKey: Hashable, Sendable {
  let path: String

  /// Whether both paths have the same bytes.
  static func == (a: PathKey, b: PathKey) -> Bool { a.path.utf8.elementsEqual(b.path.utf8) }

  /// Hashes the path's bytes.
  func hash(into hasher: inout Hasher) {
    var path = path
    path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
