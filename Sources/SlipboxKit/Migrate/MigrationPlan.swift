public import SlipBase
internal import SlipBundle

/// What a migration would do: a value that can be printed before anything is done.
public struct MigrationPlan: Sendable, Encodable {
  public struct Stage: Sendable, Encodable {
    public var from: Int
    public var to: Int
    /// `lightweight` or `custom`.
    public var kind: String
    /// What it changes, one sentence each.
    public var changes: [String]
  }

  /// Something that the wanted version can't hold.
  public struct Loss: Sendable, Encodable, Hashable {
    /// The stage that loses it: its two versions.
    public var from: Int
    public var to: Int
    /// `note`, `folder`, `keyword`, `attachment`, `source`, `origin` or `bundle`.
    public var kind: String
    /// The entity's id or key; nil for the bundle itself.
    public var id: String?
    /// What is lost of it, such as `links`.
    public var what: String
  }

  /// The bundle's own path.
  public var path: String
  /// Where the result would be.
  public var result: String
  /// Where the old bundle would be kept; nil where it isn't.
  public var backup: String?
  public var from: Int
  public var to: Int
  /// In the order in which they run; none when the bundle has the wanted version.
  public var stages: [Stage]
  public var losses: [Loss]
  public var counts: MigrationCounts
  /// Bytes that the bundle has, manifest and payload.
  public var bytes: Int
  /// Bytes that are written, at most; payload that doesn't change is linked.
  public var bytesNeeded: Int
  /// Bytes free where they are written; nil where the system doesn't tell.
  public var bytesFree: Int?
}

/// Numbers that no stage up may change.
public struct MigrationCounts: Sendable, Encodable, Hashable {
  public var notes = 0
  public var folders = 0
  public var keywords = 0
  public var links = 0
  public var attachments = 0

  public init() {}
}

/// What a migration did.
public struct MigrationReport: Sendable, Encodable {
  public enum Result: String, Sendable, Encodable { case migrated, unchanged }

  /// Where the bundle is now.
  public var path: String
  /// Where the old one was kept.
  public var backup: String?
  public var from: Int
  public var to: Int
  public var result: Result
  public var counts: MigrationCounts
  /// Bytes of the bundle as it was, manifest and payload.
  public var bytes: Int
  /// Bytes of the bundle as it is now.
  public var bytesAfter: Int
  /// What was lost, where that was allowed.
  public var losses: [MigrationPlan.Loss]
  /// Findings of the checks that stop nothing.
  public var diagnostics: [Diagnostic]
  /// Digest of the manifest, or of the single file, before and after.
  public var digestBefore: Digest
  public var digestAfter: Digest

  private enum CodingKeys: String, CodingKey {
    case path, backup, from, to, result, counts, bytes, bytesAfter, losses, digestBefore, digestAfter
  }

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
