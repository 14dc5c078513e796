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
