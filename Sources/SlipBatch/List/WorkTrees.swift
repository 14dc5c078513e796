public import SlipFiles
public import SlipBase
internal import SlipBundle

/// What is looked for in directory trees, one tree after the other. An argument that is no directory stands for itself.
public struct WorkTrees: WorkSource {
  private var roots: ArraySlice<String>
  private let isRecursive: Bool
  /// The search of a tree; nil where its root is an item itself.
  private let open: @Sendable (String) throws(SlipError) -> TreeSearch?
  private var current: (root: String, search: TreeSearch)?

  private init(
    _ roots: [String], recursive: Bool, open: @escaping @Sendable (String) throws(SlipError) -> TreeSearch?
  ) {
    self.roots = roots.map(WorkTrees.trimmed)[...]
    isRecursive = recursive
    self.open = open
  }

  /// The bundles in trees. `skips` is asked for paths relative to the root; what it holds back is not gone into. Without
  /// `recursive` each argument is one bundle.
  public init(
    bundlesIn roots: [String], recursive: Bool = true,
    skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.init(roots, recursive: recursive) { root throws(SlipError) in
      if try BundleSearch.isBundle(DirectoryHandle(root)) { return nil }
      return try BundleSearch(root, skips: skips).search
    }
  }

  /// What `decide` takes of trees; hidden names and locks of word processors (`~$`) are passed over. A root that
  /// `isItem` is true of is not searched.
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

  /// By the last component of a path.
  public static func isHidden(_ path: String) -> Bool {
    let name = path[(path.utf8.lastIndex(of: 0x2F).map(path.utf8.index(after:)) ?? path.startIndex)...]
    return name.utf8.first == 0x2E || name.utf8.starts(with: "~$".utf8)
  }

  public mutating func next() -> WorkItem? {
    while true {
      if let item = nextInTree() { return item }
      guard let root = roots.popFirst() else { return nil }
      if let item = begin(root) { return item }
    }
  }

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

  /// Enters a tree; gives an item where the argument is one itself.
  private mutating func begin(_ root: String) -> WorkItem? {
    guard isRecursive else { return WorkItem(path: root) }
    do throws(SlipError) {
      guard let status = try FileSystem.status(root) else {
        throw SlipError(
          .cannotDo, code: FileFault.missing, "There is no such file or directory.",
          at: SourceLocation(file: root))
      }
      guard status.kind == .directory, let search = try open(root) else { return WorkItem(path: root) }
      current = (root, search)
      return nil
    } catch {
      return WorkItem(path: root, problem: error)
    }
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
