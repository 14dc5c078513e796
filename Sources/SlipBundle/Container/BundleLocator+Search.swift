public import SlipBase

extension BundleLocator {
  /// All bundles in a directory tree, bytewise by path; hidden directories and backups of migrations are passed over, links aren't followed,
  /// and bundles aren't searched. Anything but a directory is located as `locate` does.
  ///
  /// - Throws: Where the tree can't be read, or has no bundle.
  public static func search(_ root: String, depthLimit: Int = 64) throws(SlipError) -> [BundleLocation] {
    guard let status = try FileSystem.status(root), status.kind == .directory else {
      return [try locate(root)]
    }
    var found: [BundleLocation] = []
    var pending = [(path: root, depth: 0)]
    while let (path, depth) = pending.popLast() {
      let directory = try DirectoryHandle(path)
      if try isBundle(directory) {
        found.append(BundleLocation(path: path, kind: .directory))
        continue
      }
      for name in try directory.names() where !name.hasPrefix(".") && !BundleLayout.isBackup(name: name) {
        let child = directory.path(of: name)
        // What vanished or has no readable name is no bundle.
        guard let status = (try? FileSystem.status(child, followLinks: false)) ?? nil else { continue }
        switch status.kind {
        case .directory where depth < depthLimit: pending.append((child, depth + 1))
        case .file where name.hasSuffix(BundleLayout.packSuffix):
          found.append(BundleLocation(path: child, kind: .zip))
        case .file where name.hasSuffix(BundleLayout.singleFileSuffix):
          found.append(BundleLocation(path: child, kind: .singleFile))
        default: continue
        }
      }
    }
    guard !found.isEmpty else { return [try locate(root)] }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}
