/// A part of an office document as a tree, in which markup compatibility is resolved already.
///
/// Elements are rows of an array, parents before their children, so that nothing recurses over what a file nests, and
/// freeing a tree needs no deep stack.
final class OfficeTree: Sendable {
  /// An element.
  struct Row: Sendable {
    /// Index into `names`.
    var name: Int32
    /// The element around it; -1 for the root.
    var parent: Int32
    /// The first element within it; -1 for none.
    var first: Int32 = -1
    /// The next element beside it; -1 for none.
    var next: Int32 = -1
    /// Where its attributes begin in `attributes`.
    var attributes: Int32
    /// How many attributes it has.
    var attributeCount: Int32
    /// Its own text, without that of elements within it, as a range of `text`.
    var textStart = 0
    var textEnd = 0
  }

  /// An attribute.
  struct Attribute: Sendable {
    /// Index into `names`.
    var name: Int32
    /// The value.
    var value: String
  }

  /// The names of elements and attributes, with the prefixes of `OfficeNamespaces`.
  let names: [String]
  /// The elements.
  let rows: [Row]
  /// The attributes of all elements.
  let attributes: [Attribute]
  /// The text of all elements, in UTF-8.
  let text: [UInt8]

  /// Further pieces of the text of some elements, by row.
  let pieces: [Int: [Range<Int>]]

  /// Creates a tree.
  init(
    names: [String], rows: [Row], attributes: [Attribute], text: [UInt8], pieces: [Int: [Range<Int>]] = [:]
  ) {
    (self.names, self.rows, self.attributes, self.text) = (names, rows, attributes, text)
    self.pieces = pieces
  }

  /// The outermost element; nil for an empty tree.
  var root: OfficeNode? { rows.isEmpty ? nil : OfficeNode(tree: self, index: 0) }
}

/// What walks over the elements of a tree, without recursion.
protocol OfficeTreeVisitor: AnyObject {
  /// Begins an element.
  ///
  /// - Returns: Whether what is in it is visited, after which `leave` is called.
  func enter(_ node: OfficeNode) -> Bool
  /// Ends an element.
  func leave(_ node: OfficeNode)
}

extension OfficeTreeVisitor {
  /// Visits what stands in an element.
  func visit(_ root: OfficeNode) {
    var next = root.first
    while let node = next {
      if enter(node) {
        if let first = node.first {
          next = first
          continue
        }
        leave(node)
      }
      next = following(node, root)
    }
  }

  /// The next element after one and all that stands in it. Elements that end on the way are left.
  private func following(_ node: OfficeNode, _ root: OfficeNode) -> OfficeNode? {
    var node = node
    while true {
      if let next = node.next { return next }
      guard let parent = node.parent, parent.index != root.index else { return nil }
      leave(parent)
      node = parent
    }
  }
}

/// An element of a tree.
struct OfficeNode: Sendable {
  /// The tree.
  let tree: OfficeTree
  /// Its place in the tree's rows.
  let index: Int

  /// The name with the prefix of `OfficeNamespaces`, such as `p` or `m:oMath`; `?` for a foreign one.
  var name: String { tree.names[Int(tree.rows[index].name)] }

  /// The text that stands directly in it.
  var text: String {
    let row = tree.rows[index]
    let first = tree.text[row.textStart..<row.textEnd]
    guard !tree.pieces.isEmpty, let more = tree.pieces[index] else {
      return String(decoding: first, as: UTF8.self)
    }
    return String(decoding: more.reduce(into: Array(first)) { $0 += tree.text[$1] }, as: UTF8.self)
  }

  /// The bytes of the text that stands directly in it.
  var textLength: Int { tree.rows[index].textEnd - tree.rows[index].textStart }

  /// The element around it.
  var parent: OfficeNode? { node(tree.rows[index].parent) }
  /// The first element within it.
  var first: OfficeNode? { node(tree.rows[index].first) }
  /// The next element beside it.
  var next: OfficeNode? { node(tree.rows[index].next) }

  private func node(_ index: Int32) -> OfficeNode? {
    index < 0 ? nil : OfficeNode(tree: tree, index: Int(index))
  }

  /// The value of an attribute; nil where there is none.
  subscript(name: String) -> String? {
    let row = tree.rows[index]
    for place in Int(row.attributes)..<Int(row.attributes + row.attributeCount)
    where tree.names[Int(tree.attributes[place].name)] == name {
      return tree.attributes[place].value
    }
    return nil
  }

  /// The name of text between elements, in trees that have it.
  static let textName = "#text"

  /// All text in it, in the order of the document.
  var fullText: String {
    var text = ""
    for node in descendants where node.name == OfficeNode.textName { text += node.text }
    return text
  }

  /// The attribute `val`, which most properties have.
  var value: String? { self["val"] }

  /// The elements directly within it.
  var children: Children { Children(next: first) }

  /// The first element of a name directly within it.
  func child(_ name: String) -> OfficeNode? { children.first { $0.name == name } }

  /// The first element of a name anywhere within it.
  func descendant(_ name: String) -> OfficeNode? { descendants.first { $0.name == name } }

  /// All elements within it, in the order of the document.
  var descendants: Descendants { Descendants(root: index, next: first) }

  /// Elements beside each other.
  struct Children: Sequence, IteratorProtocol {
    private var upcoming: OfficeNode?

    /// Begins with an element; nil for none.
    init(next: OfficeNode?) { upcoming = next }

    mutating func next() -> OfficeNode? {
      defer { upcoming = upcoming?.next }
      return upcoming
    }
  }

  /// Elements below one.
  struct Descendants: Sequence, IteratorProtocol {
    private let root: Int
    private var upcoming: OfficeNode?

    /// Begins with the first element within the one at `root`.
    fileprivate init(root: Int, next: OfficeNode?) { (self.root, upcoming) = (root, next) }

    mutating func next() -> OfficeNode? {
      guard let current = upcoming else { return nil }
      upcoming = current.first
      var ascending: OfficeNode? = current
      while upcoming == nil, let node = ascending, node.index != root {
        upcoming = node.next
        ascending = node.parent
      }
      return current
    }
  }
}
