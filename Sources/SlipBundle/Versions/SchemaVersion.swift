/// One schema version: a row of `VersionTable`.
public struct SchemaVersion: Sendable {
  /// What `version` on the root element says.
  public var number: Int
  /// A few words on what it holds.
  public var summary: String
  /// Whether it is a tree with payload files; versions 1 to 3 are one XML file.
  public var isTree: Bool
  /// The version's XSD.
  public var schema: @Sendable () -> [UInt8]
  /// SHA-256 of the XSD as it was published; it never changes again.
  public var schemaDigest: String
}
