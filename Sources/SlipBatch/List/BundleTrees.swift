internal import SlipBase
internal import SlipBundle

/// The bundles in directory trees, one tree after the other. An argument that is no directory stands for itself.
public struct BundleTrees: WorkSource {
  private var roots: ArraySlice<String>
  private let isRecursive: Bool
  private let skips: @Sendable (String) -> Bool
  private var current: (root: String, search: BundleSearch)?

  /// `skips` is asked for paths relative to the root; what it holds back is not gone into. Without `recursive` each
  /// argument is one bundle.
  public init(
    _ roots: [String], recursive: Bool = true, skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.roots = roots.map(BundleTrees.trimmed)[...]
    isRecursive = recursive
    self.skips = skips
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
      if status.kind != .directory { return WorkItem(path: root) }
      if try BundleSearch.isBundle(DirectoryHandle(root)) { return WorkItem(path: root) }
      current = (root, try BundleSearch(root, skips: skips))
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
