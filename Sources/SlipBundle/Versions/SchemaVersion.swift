public import SlipBase
public import SlipNotes

/// One schema version: a row of `VersionTable`.
public struct SchemaVersion: Sendable {
  public typealias Reader = @Sendable (UnsafeRawBufferPointer, String?, Limits) throws(SlipError) -> SlipBox
  public typealias Writer = @Sendable (SlipBox, (UnsafeRawBufferPointer) throws -> Void) throws -> FileFact

  /// What `version` on the root element says.
  public var number: Int
  /// A few words on what it holds.
  public var summary: String
  /// Whether it is a tree with payload files; versions 1 to 3 are one XML file.
  public var isTree: Bool
  /// The version's XSD.
  public var schema: @Sendable () -> [UInt8]
  /// Reads a manifest into today's model; nil where only a migration does.
  public var read: Reader?
  /// Writes today's model; nil where only a migration does.
  public var write: Writer?
}
