internal import SlipBase

/// The folders of a store.
struct FolderTree {
  /// A folder.
  private struct Node {
    /// The folder itself.
    var folder: StoreFolder
    /// The key of its parent; nil at the top.
    var parent: Int64?
  }

  /// The folders by key.
  private var nodes: [Int64: Node] = [:]
  /// What is to be reported.
  private(set) var diagnostics: [Diagnostic] = []
  /// How many folders may contain each other.
  private static let deepest = Limits().folderDepth

  /// Reads all folders. Circles are opened at the lowest key.
  ///
  /// - Parameters:
  ///   - rows: The entity.
  ///   - name: The attribute with the name.
  ///   - parent: How the parent is found.
  init(
    _ rows: StoreRows, name: StoreRows.Field?, parent: StorePlan.Reach?, in store: CoreDataStore
  ) throws(SlipError) {
    var found: [Int64: Node] = [:]
    let names = Dictionary(rows.family.map { ($0.number, $0.name) }) { first, _ in first }
    try rows.forEach(store.file.database) { row in
      let id = store.uri(entity: names[row.entity] ?? rows.name, key: row.key)
      let text = row[name].text ?? ""
      found[row.key] = Node(
        folder: StoreFolder(text.isEmpty ? "Untitled" : text, id: id), parent: parent?.keys(row).first)
    }
    nodes = found
    check(store.file.path)
  }

  /// Takes over folders.
  ///
  /// - Parameter path: The store, for messages.
  init(_ folders: [(key: Int64, folder: StoreFolder, parent: Int64?)], _ path: String) {
    for (key, folder, parent) in folders { nodes[key] = Node(folder: folder, parent: parent) }
    check(path)
  }

  /// Opens circles, and reports them and parents that are missing.
  private mutating func check(_ path: String) {
    let dangling = nodes.values.count { node in node.parent.map { nodes[$0] == nil } ?? false }
    if dangling > 0 {
      report(StoreCode.danglingKey, "a folder is in one that the store lacks", dangling, path)
    }
    let circles = openCircles()
    if circles > 0 {
      report(StoreCode.circle, "folders contain each other; the circle was opened", circles, path)
    }
  }

  /// Adds a finding.
  private mutating func report(_ code: String, _ message: String, _ count: Int, _ path: String) {
    diagnostics.append(
      Diagnostic(
        code: code, severity: .warning, message: message, location: SourceLocation(file: path),
        count: count))
  }

  /// Takes the parent of the lowest folder of each circle away, and returns how many there were.
  private mutating func openCircles() -> Int {
    var circles = 0
    var done: Set<Int64> = []
    for start in nodes.keys.sorted() where !done.contains(start) {
      var way: [Int64] = []
      var onWay: Set<Int64> = []
      var next: Int64? = start
      while let key = next, nodes[key] != nil, !done.contains(key) {
        guard onWay.insert(key).inserted else {
          let lowest = way[(way.firstIndex(of: key) ?? 0)...].min() ?? key
          nodes[lowest]?.parent = nil
          circles += 1
          break
        }
        way.append(key)
        next = nodes[key]?.parent
      }
      done.formUnion(way)
    }
    return circles
  }

  /// The folders from the top to one of them; empty for an unknown key.
  func path(_ key: Int64) -> [StoreFolder] {
    var path: [StoreFolder] = []
    var next: Int64? = key
    while let key = next, let node = nodes[key], path.count < FolderTree.deepest {
      path.append(node.folder)
      next = node.parent
    }
    return path.reversed()
  }

  /// Whether there is a folder with a key.
  func contains(_ key: Int64) -> Bool { nodes[key] != nil }

  /// The keys of all folders, ascending.
  var keys: [Int64] { nodes.keys.sorted() }

  /// The paths of all folders, in the order of their keys.
  var paths: [[StoreFolder]] { keys.map(path) }
}
