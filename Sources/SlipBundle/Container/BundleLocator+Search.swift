public import SlipBase

extension BundleLocator {
  /// All bundles in a directory tree, bytewise by path, as `BundleSearch` finds them. Anything but a directory is
  /// located as `locate` does. What can't be read has no bundle.
  ///
  /// - Throws: Where the tree itself can't be read, or has no bundle.
  public static func search(_ root: String, depthLimit: Int = 64) throws(SlipError) -> [BundleLocation] {
    guard try FileSystem.status(root)?.kind == .directory else { return [try locate(root)] }
    let directory = try DirectoryHandle(root)
    if try isBundle(directory) { return [BundleLocation(path: root, kind: .directory)] }
    var found: [BundleLocation] = []
    var search = try BundleSearch(root, depthLimit: depthLimit)
    while let finding = search.next() {
      guard case .found(let path, let status) = finding else { continue }
      found.append(BundleLocation(path: directory.path(of: path), kind: BundleSearch.kind(path, status)))
    }
    guard !found.isEmpty else { return [try locate(root)] }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}
