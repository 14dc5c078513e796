public import SlipFiles
public import SlipBase

/// Finds the bundles in a directory tree, one at a time; bundles themselves aren't searched. Hidden names and backups
/// (`NAME.slipbox~v4`) are passed over, links aren't followed.
public struct BundleSearch {
  /// The search as such.
  public private(set) var search: TreeSearch
  private let root: String

  /// `skips` is asked for each path, relative to `root`; what it holds back is not gone into.
  ///
  /// - Throws: Where the directory can't be read.
  public init(
    _ root: String, depthLimit: Int = 64, skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(SlipError) {
    self.root = root
    search = try TreeSearch(DirectoryHandle(root), depthLimit: depthLimit) { path in
      BundleSearch.passesOver(path) || skips(path)
    } decide: { candidate throws(SlipError) in
      try BundleSearch.decision(candidate)
    }
  }

  /// Hidden names and backups.
  package static func passesOver(_ path: String) -> Bool {
    let name = path[(path.utf8.lastIndex(of: 0x2F).map(path.utf8.index(after:)) ?? path.startIndex)...]
    return name.utf8.first == 0x2E || BundleLayout.isBackup(name: name)
  }

  /// The next bundle, or a place where the search could not go on; paths are relative to the root.
  public mutating func next() -> TreeSearch.Finding? { search.next() }

  /// What lies at a path that was found.
  public static func kind(_ path: String, _ status: FileStatus) -> BundleLocation.Kind {
    status.kind == .directory ? .directory : path.hasSuffix(BundleLayout.packSuffix) ? .zip : .singleFile
  }

  /// By its name alone, too: a bundle that lost its manifest is a finding.
  public static func isBundle(_ directory: DirectoryHandle) throws(SlipError) -> Bool {
    if directory.path.hasSuffix(BundleLayout.directorySuffix) { return true }
    return try BundleLocator.isBundle(directory)
  }

  package static func decision(_ candidate: TreeSearch.Candidate) throws(SlipError) -> TreeSearch.Decision {
    if let directory = candidate.directory { return try isBundle(directory) ? .take : .enter }
    let isBundle =
      candidate.name.hasSuffix(BundleLayout.packSuffix)
      || candidate.name.hasSuffix(BundleLayout.singleFileSuffix)
    return isBundle ? .take : .pass
  }
}
