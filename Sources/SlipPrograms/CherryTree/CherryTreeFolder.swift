internal import SlipBase
internal import SlipExchange

/// The folder in which CherryTree keeps a document with a file for each node.
struct CherryTreeFolder: Sendable {
  /// The files.
  let tree: SourceTree
  /// The folder that everything lies in, with a slash at its end; empty for none.
  private let top: String

  /// The deepest node.
  private static let deepest = 64
  /// The most nodes.
  private static let most = 1_000_000

  /// Whether a tree is such a folder.
  static func isOne(_ tree: SourceTree) -> Bool {
    let top = tree.topPath
    guard tree.place(of: top + "subnodes.lst") != nil else { return false }
    return tree.files.contains { file in
      file.path.hasPrefix(top) && file.name == "node.xml"
        && file.path.dropFirst(top.count).prefix { $0 != "/" }.allSatisfy(\.isNumber)
    }
  }

  /// Begins a folder.
  init(_ tree: SourceTree) {
    self.tree = tree
    top = tree.topPath
  }

  /// The numbers in a list; empty for a file that is missing.
  ///
  /// - Throws: `SlipError` where it can't be read.
  private func numbers(_ path: String) throws(SlipError) -> [String] {
    guard let bytes = try tree.read(top + path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split { $0 == "," || $0.isWhitespace }.map(String.init)
      .filter { $0.allSatisfy(\.isNumber) }
  }

  /// The ids of bookmarked nodes.
  ///
  /// - Throws: `SlipError` where the list can't be read.
  func bookmarks() throws(SlipError) -> [String] { try numbers("bookmarks.lst") }

  /// What is in the folder beside the nodes, such as a node that no list names.
  ///
  /// - Throws: `SlipError` where a list can't be read.
  func strangers() throws(SlipError) -> [SourceItem] {
    let nodes = Set(try nodes().found.map { top + $0.path })
    let lost = tree.files.filter { $0.name == "node.xml" && !nodes.contains(String($0.path.parentPath)) }
    let lists: Set = [top + "subnodes.lst", top + "bookmarks.lst"]
    let others = tree.strangers { path in lists.contains(path) || nodes.contains(String(path.parentPath)) }
    return others
      + lost.map { .finding(SourceFault.cut("No list names the node \($0.path); it was left out.")) }
  }

  /// The nodes in order: how deep each lies, and its folder.
  ///
  /// - Returns: The nodes, and the paths of those that a list names and that aren't there.
  /// - Throws: `SlipError` where a list can't be read.
  func nodes() throws(SlipError) -> (found: [(depth: Int, path: String)], missing: [String]) {
    var found: [(depth: Int, path: String)] = []
    var missing: [String] = []
    var open = try numbers("subnodes.lst").reversed().map { (depth: 0, path: $0) }
    while let (depth, path) = open.popLast(), found.count < CherryTreeFolder.most {
      guard tree.place(of: top + path + "/node.xml") != nil else {
        missing.append(path)
        continue
      }
      found.append((depth, path))
      guard depth < CherryTreeFolder.deepest else { continue }
      open += try numbers(path + "/subnodes.lst").reversed().map { (depth + 1, path + "/" + $0) }
    }
    return (found, missing)
  }

  /// The markup of a node.
  ///
  /// - Throws: `SlipError` where it can't be read.
  func node(_ path: String) throws(SlipError) -> [UInt8] { try tree.read(top + path + "/node.xml") ?? [] }

  /// The file beside a node whose name begins with a digest; nil where there is none, or where it isn't the one any more.
  func file(_ digest: String, _ path: String) -> [UInt8]? {
    let prefix = top + path + "/" + digest
    let place = tree.files.firstIndex {
      $0.path.hasPrefix(prefix) && !$0.path.dropFirst(prefix.count).contains("/")
    }
    let bytes = place.flatMap { tree.soundBytes(at: $0)?.array }
    return bytes.flatMap { Digest(of: $0).hex == digest.lowercased() ? $0 : nil }
  }
}
