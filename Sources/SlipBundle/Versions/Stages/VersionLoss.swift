/// Something that an older version can't hold.
package struct VersionLoss: Sendable, Hashable {
  /// The stage that loses it.
  package var from: Int
  package var to: Int
  /// `note`, `folder`, `keyword`, `attachment`, `source`, `origin` or `bundle`.
  package var kind: String
  /// The entity's id or key; nil for the bundle itself.
  package var id: String?
  package var what: String
}

/// Collects losses of one stage.
struct LossList {
  let from: Int
  let to: Int
  private(set) var all: [VersionLoss] = []

  init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

  mutating func add(_ kind: String, _ id: (some CustomStringConvertible)?, _ what: String) {
    all.append(VersionLoss(from: from, to: to, kind: kind, id: id?.description, what: what))
  }

  mutating func compare<Value: Equatable>(
    _ kind: String, _ id: some CustomStringConvertible, _ before: Value, _ after: Value, _ what: String
  ) {
    if before != after { add(kind, id, what) }
  }
}
