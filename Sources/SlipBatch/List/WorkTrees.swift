public import SlipFiles
public import SlipBase
internal import SlipBundle

/// Finds items in directory trees, one tree after the other. A path that is no directory is an item
/// itself.
public struct WorkTrees: WorkSource {
  /// The trees that are still to be searched.
  private var roots: ArraySlice<String>
  /// Whether trees are searched; if not, each root is an item.
  private let isRecursive: Bool
  /// Begins the search of a tree; nil when its root is an item itself.
  private let open: @Sendable (String) throws(SlipError) -> TreeSearch?
  /// The search that is under way.
  private var current: (root: String, search: TreeSearch)?

  /// Creates a source for any kind of search.
  private init(
    _ roots: [String], recursive: Bool, open: @escaping @Sendable (String) throws(SlipError) -> TreeSearch?
  ) {
    self.roots = roots.map(WorkTrees.trimmed)[...]
    isRecursive = recursive
    self.open = open
  }

  /// Finds the bundles in trees.
  ///
  /// - Parameters:
  ///   - roots: Where to search. A root that is a bundle is an item itself.
  ///   - recursive: If false, each root is taken for one bundle.
  ///   - skips: Whether to leave out a path, relative to its root, and everything below it.
  public init(
    bundlesIn roots: [String], recursive: Bool = true,
    skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.init(roots, recursive: recursive) { root throws(SlipError) in
      if try BundleSearch.isBundle(DirectoryHandle(root)) { return nil }
      return try BundleSearch(root, skips: skips).search
    }
  }

  /// Finds files in trees. Hidden names and lock files of word processors (`~$…`) are passed over.
  ///
  /// - Parameters:
  ///   - roots: Where to search.
  ///   - recursive: If false, each root is one item.
  ///   - skips: Whether to leave out a path, relative to its root, and everything below it.
  ///   - isItem: Whether a root is an item itself rather than searched.
  ///   - decide: Decides about each thing that is found.
  public init(
    filesIn roots: [String], recursive: Bool = true,
    skips: @escaping @Sendable (String) -> Bool = { _ in false },
    isItem: @escaping @Sendable (String) throws(SlipError) -> Bool = { _ in false },
    decide: @escaping @Sendable (TreeSearch.Candidate) throws(SlipError) -> TreeSearch.Decision
  ) {
    self.init(roots, recursive: recursive) { root throws(SlipError) in
      if try isItem(root) { return nil }
      let isPassedOver = { @Sendable (path: String) in WorkTrees.isHidden(path) || skips(path) }
      return try TreeSearch(DirectoryHandle(root), skips: isPassedOver, decide: decide)
    }
  }

  /// Whether the last name of a path begins with `.` or `~$`.
  public static func isHidden(_ path: String) -> Bool {
    let name = path[(path.utf8.lastIndex(of: 0x2F).map(path.utf8.index(after:)) ?? path.startIndex)...]
    return name.utf8.first == 0x2E || name.utf8.starts(with: "~$".utf8)
  }

  /// The next item; nil when all trees are searched.
  public mutating func next() -> WorkItem? {
    while true {
      if let item = nextInTree() { return item }
      guard let root = roots.popFirst() else { return nil }
      if let item = begin(root) { return item }
    }
  }

  /// The next item of the current tree; nil when there is none left.
  private mutating func nextInTree() -> WorkItem? {
    guard case (let root, var search)? = current else { return nil }
    current = nil
    guard let finding = search.next() else { return nil }
    current = (root, search)
    let prefix = root.hasSuffix("/") ? root : root + "/"
    switch finding {
    case .found(let path, _): return WorkItem(path: prefix + path, relativePath: path)
    case .trouble(let path, let error):
      return WorkItem(path: prefix + path, relativePath: path, problem: error)
    }
  }

  /// Begins the search of a tree; returns an item when the root is one itself, or can't be
  /// searched.
  private mutating func begin(_ root: String) -> WorkItem? {
    guard isRecursive else { return WorkItem(path: root) }
    do throws(SlipError) {
      guard let status = try FileSystem.status(root) else {
        throw SlipError(
          .cannotDo, code: FileCode.missing, "There is no such file or directory.",
          at: SourceLocation(file: root))
      }
      guard status.kind == .directory, let search = try open(root) else { return WorkItem(path: root) }
      current = (root, search)
      return nil
    } catch {
      return WorkItem(path: root, problem: error)
    }
  }

  /// The path without slashes at its end.
  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
