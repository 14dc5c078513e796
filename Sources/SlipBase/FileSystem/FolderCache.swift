internal import Synchronization

/// Opened folders of one tree, so that many files of one folder need one look-up.
final class FolderCache: Sendable {
  /// Open at once at most, well below the usual limit of 1,024 descriptors.
  private static let limit = 256

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
