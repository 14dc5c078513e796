/// One schema version: a row of `VersionTable`.
///
/// A published version never changes: its XSD is compared with `schemaDigest` by a test.
public struct SchemaVersion: Sendable {
  /// How the elements of a version are described.
  enum Form: Sendable {
    /// By a form of its own, as versions before the current way of reading have it.
    case old(VersionForm)
    /// By rows of `ManifestElement`.
    case manifest(ManifestSchema)
  }

  /// The value of `version` on the root element.
  public var number: Int
  /// A few words on what the version added.
  public var summary: String
  /// Whether its bundles are trees with payload files. Others are one XML file, and need not declare their version.
  public var isTree: Bool
  /// The bytes of the XSD, which is part of the program.
  public var schema: @Sendable () -> [UInt8]
  /// SHA-256 of the XSD as it was published, in hexadecimal digits.
  public var schemaDigest: String
  /// The elements and attributes.
  var form: Form
  /// The elements and attributes of parts; nil for versions whose manifests have none.
  var part: ManifestSchema?
  /// The sections of the root element that no version before had.
  var sections: Set<String>

  /// Whether manifests of this version may have parts.
  package var mayHaveParts: Bool { part != nil }
  /// Whether the reader of the current version reads it: it has the same form but for optional attributes, so
  /// nothing is lost or guessed. Whoever changes a bundle demands the current version all the same.
  var isReadDirectly: Bool { part != nil }
  /// The elements and attributes of a version that has a form of its own; nil for others.
  var oldForm: VersionForm? { if case .old(let form) = form { form } else { nil } }
  /// The elements and attributes of a version that is read like the current one; nil for others.
  var manifest: ManifestSchema? { if case .manifest(let schema) = form { schema } else { nil } }
}
