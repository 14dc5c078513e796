public import SlipBase

/// What a migration would do, as a value that can be printed before anything is done. With
/// `--json` the properties are the keys of the output.
public struct MigrationPlan: Sendable, Encodable {
  /// One step between two neighbouring versions.
  public struct Stage: Sendable, Encodable {
    /// The version before the stage.
    public var from: Int
    /// The version after the stage.
    public var to: Int
    /// `lightweight` for a stage that is declared as data: renames, new optional attributes and
    /// derived attributes that are dropped. `custom` for a stage of code that transforms the
    /// document.
    public var kind: String
    /// What the stage changes, one sentence each. When migrating down, these changes are
    /// undone.
    public var changes: [String]
  }

  /// Something that the wanted version can't represent.
  public struct Loss: Sendable, Encodable, Hashable {
    /// The version from which the stage that loses it starts.
    public var from: Int
    /// The version to which that stage leads.
    public var to: Int
    /// `note`, `folder`, `keyword`, `attachment`, `source`, `origin` or `bundle`.
    public var kind: String
    /// The identifier or key of the entity; nil for the bundle itself.
    public var id: String?
    /// What is lost of it, such as `links`.
    public var what: String
  }

  /// The path of the bundle itself.
  public var path: String
  /// The path of the result.
  public var result: String
  /// The path of the backup; nil where none is kept.
  public var backup: String?
  /// The schema version that the bundle has.
  public var from: Int
  /// The wanted schema version.
  public var to: Int
  /// The stages in the order in which they run; none if the bundle has the wanted version.
  public var stages: [Stage]
  /// What the wanted version can't represent.
  public var losses: [Loss]
  /// What the bundle contains.
  public var counts: MigrationCounts
  /// The length of the bundle in bytes, manifest and payload.
  public var bytes: Int
  /// The most bytes that are written; payload that doesn't change is linked.
  public var bytesNeeded: Int
  /// The bytes free where they are written; nil where the system doesn't say.
  public var bytesFree: Int?
}

/// Numbers that no stage upwards may change.
public struct MigrationCounts: Sendable, Encodable, Hashable {
  /// The number of notes.
  public var notes = 0
  /// The number of folders.
  public var folders = 0
  /// The number of keywords.
  public var keywords = 0
  /// The number of links between notes.
  public var links = 0
  /// The number of attachments.
  public var attachments = 0

  /// Counts of an empty bundle.
  public init() {}
}

/// What a migration did. With `--json` the properties are the keys of the output, except
/// diagnostics, which are printed to standard error.
public struct MigrationReport: Sendable, Encodable {
  /// Whether the bundle was migrated, or already had the wanted version.
  public enum Result: String, Sendable, Encodable {
    /// The bundle has a new version now.
    case migrated
    /// The bundle already had the wanted version, and was not written.
    case unchanged
  }

  /// The path of the bundle after the migration.
  public var path: String
  /// The path where the old bundle was kept; nil where it wasn't.
  public var backup: String?
  /// The schema version before.
  public var from: Int
  /// The wanted schema version.
  public var to: Int
  /// Whether anything was done.
  public var result: Result
  /// What the bundle contains.
  public var counts: MigrationCounts
  /// The length of the bundle before, in bytes, manifest and payload.
  public var bytes: Int
  /// The length of the bundle after, in bytes.
  public var bytesAfter: Int
  /// What was lost, where that was allowed.
  public var losses: [MigrationPlan.Loss]
  /// Findings of the validation that didn't stop the migration.
  public var diagnostics: [Diagnostic]
  /// The digest of the manifest or single file before.
  public var digestBefore: Digest
  /// The digest of the manifest or single file after.
  public var digestAfter: Digest

  /// The keys of the JSON form.
  private enum CodingKeys: String, CodingKey {
    case path, backup, from, to, result, counts, bytes, bytesAfter, losses, digestBefore, digestAfter
  }

  /// Encodes the report, with digests as hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encodeIfPresent(backup, forKey: .backup)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encode(result, forKey: .result)
    try container.encode(counts, forKey: .counts)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(bytesAfter, forKey: .bytesAfter)
    try container.encode(losses, forKey: .losses)
    try container.encode(digestBefore.hex, forKey: .digestBefore)
    try container.encode(digestAfter.hex, forKey: .digestAfter)
  }
}
