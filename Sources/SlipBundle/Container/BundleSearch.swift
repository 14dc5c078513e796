public import SlipFiles
public import SlipBase

/// Finds the bundles in a directory tree, one at a time.
///
/// ```swift
/// var search = try BundleSearch("Archive")
/// while let finding = search.next() { … }
/// ```
///
/// The search doesn't go into bundles, hidden directories or backups (`NAME.slipbox~v4`), and follows no
/// links.
public struct BundleSearch {
  /// The search through the directory tree itself, for callers that combine it with others.
  public private(set) var search: TreeSearch
  private let root: String

  /// Begins a search at a directory.
  ///
  /// - Parameters:
  ///   - root: The directory. It may itself be below a bundle; it isn't checked.
  ///   - depthLimit: How many levels of directories are searched; a deeper directory is reported as a place
  ///     where the search could not go on.
  ///   - skips: Whether to pass over a path, relative to `root`. It isn't looked at, nor is anything in it.
  /// - Throws: `SlipError` where the directory can't be read.
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

  /// Whether a path's last component is hidden or a backup.
  package static func passesOver(_ path: String) -> Bool {
    let name = path[(path.utf8.lastIndex(of: 0x2F).map(path.utf8.index(after:)) ?? path.startIndex)...]
    return name.utf8.first == 0x2E || BundleLayout.isBackup(name: name)
  }

  /// The next bundle, or a place where the search could not go on; nil at the end.
  ///
  /// Paths are relative to the root.
  public mutating func next() -> TreeSearch.Finding? { search.next() }

  /// What kind of bundle is at a path that the search found, by its name and file type alone.
  public static func kind(_ path: String, _ status: FileStatus) -> BundleLocation.Kind {
    status.kind == .directory ? .directory : path.hasSuffix(BundleLayout.packSuffix) ? .zip : .singleFile
  }

  /// Whether a directory is to be taken for a bundle.
  ///
  /// Other than for `BundleLocator`, the suffix alone is enough: a bundle that lost its manifest is a
  /// finding, not something to pass over.
  public static func isBundle(_ directory: DirectoryHandle) throws(SlipError) -> Bool {
    if directory.path.hasSuffix(BundleLayout.directorySuffix) { return true }
    return try BundleLocator.isBundle(directory)
  }

  /// What to do with an entry: take it as a bundle, go into it, or pass it over.
  package static func decision(_ candidate: TreeSearch.Candidate) throws(SlipError) -> TreeSearch.Decision {
    if let directory = candidate.directory { return try isBundle(directory) ? .take : .enter }
    let isBundle =
      candidate.name.hasSuffix(BundleLayout.packSuffix)
      || candidate.name.hasSuffix(BundleLayout.singleFileSuffix)
    return isBundle ? .take : .pass
  }
}
