/// Objects of a store that lie in each other, such as folders, by their keys.
struct StoreHierarchy<Value: Sendable>: Sendable {
  /// An object.
  private struct Node {
    /// The object itself.
    var value: Value
    /// The key of the one that it lies in; nil at the top.
    var parent: Int64?
  }

  /// The objects by key.
  private let nodes: [Int64: Node]
  /// How many lie in one that isn't there.
  let dangling: Int
  /// How many circles there were. Each was opened at its lowest key.
  let circles: Int
  /// How many objects may contain each other.
  private let deepest: Int

  /// Creates a hierarchy. Of equal keys the last counts.
  ///
  /// - Parameter deepest: How many objects may contain each other.
  init(_ objects: [(key: Int64, value: Value, parent: Int64?)], deepest: Int) {
    var nodes: [Int64: Node] = [:]
    for (key, value, parent) in objects { nodes[key] = Node(value: value, parent: parent) }
    dangling = nodes.values.count { node in node.parent.map { nodes[$0] == nil } ?? false }
    circles = StoreHierarchy.openCircles(&nodes)
    self.nodes = nodes
    self.deepest = deepest
  }

  /// Takes the parent of the lowest object of each circle away, and returns how many there were.
  private static func openCircles(_ nodes: inout [Int64: Node]) -> Int {
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

  /// The objects from the top to one of them; empty for an unknown key.
  func path(_ key: Int64) -> [Value] {
    var path: [Value] = []
    var next: Int64? = key
    while let key = next, let node = nodes[key], path.count < deepest {
      path.append(node.value)
      next = node.parent
    }
    return path.reversed()
  }

  /// Whether there is an object with a key.
  func contains(_ key: Int64) -> Bool { nodes[key] != nil }

  /// The keys of all objects, ascending.
  var keys: [Int64] { nodes.keys.sorted() }
}
