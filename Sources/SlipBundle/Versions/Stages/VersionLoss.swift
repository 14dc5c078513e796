/// Something that an older version can't hold.
///
/// Users see the list before anything is migrated down, and have to agree: `note 0b2a…: folder`.
package struct VersionLoss: Sendable, Hashable {
  /// The version that has it.
  package var from: Int
  /// The version that can't hold it.
  package var to: Int
  /// `note`, `folder`, `keyword`, `attachment`, `source`, `origin` or `bundle`.
  package var kind: String
  /// The entity's id or key; nil for the bundle itself.
  package var id: String?
  /// What is lost: an attribute, or `all of it`.
  package var what: String
}

/// Collects the losses of one stage.
struct LossList {
  /// The version that is migrated.
  let from: Int
  /// The version that is made.
  let to: Int
  /// In the order in which they were found.
  private(set) var all: [VersionLoss] = []

  /// Begins without losses.
  init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

  /// Adds a loss; `id` is nil for the bundle itself.
  mutating func add(_ kind: String, _ id: (some CustomStringConvertible)?, _ what: String) {
    all.append(VersionLoss(from: from, to: to, kind: kind, id: id?.description, what: what))
  }

  /// Adds a loss if two values differ.
  ///
  /// - Parameters:
  ///   - kind: The kind of entity.
  ///   - id: The entity's id or key.
  ///   - before: The value now.
  ///   - after: The value after going down and up again.
  ///   - what: What is lost, in words.
  mutating func compare<Value: Equatable>(
    _ kind: String, _ id: some CustomStringConvertible, _ before: Value, _ after: Value, _ what: String
  ) {
    if before != after { add(kind, id, what) }
  }
}
