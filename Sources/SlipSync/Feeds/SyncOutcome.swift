internal import SlipboxKit
public import SlipBase
internal import SlipNotes

/// What a synchronization did. With `--json` the properties are the keys of the output.
public struct SyncOutcome: Sendable, Encodable {
  /// A note that came in, changed or was deleted.
  public struct NoteChange: Sendable, Hashable, Encodable {
    /// What happened to a note.
    public enum Kind: String, Sendable, Hashable, Encodable { case added, updated, deleted }

    /// What happened to it.
    public var change: Kind
    /// Its UUID.
    public var id: String
    /// Its title now, or the last one of a note that was deleted.
    public var title: String

    /// The change of a note between two states of a box.
    init(_ change: EntityChange<Note>) {
      self.change =
        switch change.kind {
        case .inserted: .added
        case .updated: .updated
        case .deleted: .deleted
        }
      id = change.id.description
      title = (change.after ?? change.before)?.title ?? ""
    }
  }

  /// A value that the feed and the box both changed.
  public struct Conflict: Sendable, Hashable, Encodable {
    /// `note`, `folder` or `keyword`.
    public var entity: String
    /// Its UUID.
    public var id: String
    /// Its title or name; nil where the box doesn't have it any more.
    public var title: String?
    /// What both changed: see `MergeConflict.Field`.
    public var field: String
    /// The note that has the feed's version; nil where none was added.
    public var version: String?
    /// The value that counts now, where a fact is concerned; `none` for no value.
    public var value: String?
    /// The value of the other side.
    public var other: String?
    /// Whose value counts: the name of the box or of the origin.
    public var from: String?

    /// The conflict in words: what both sides changed, and whose value counts.
    public var summary: String {
      MergeRequest.Outcome.Conflict(kind: field, value: value, other: other, from: from).summary
    }
  }

  /// The name of the origin.
  public var origin: String
  /// The token of the feed's state that the box has now.
  public var token: String
  /// Whether the bundle was written, or would be in a dry run.
  public var isChanged = false
  /// Whether nothing was written because that was asked for.
  public var isDryRun = false
  /// Whether all objects of the feed were compared, and not only those that changed since the token.
  public var isFull = false
  /// How many notes came in.
  public var added = 0
  /// How many notes changed.
  public var updated = 0
  /// How many notes were deleted.
  public var deleted = 0
  /// How many notes of the feed were deleted here, and stay so.
  public var buried = 0
  /// Each of these notes but the buried ones, by UUID.
  public var notes: [NoteChange] = []
  /// Values that both sides changed.
  public var conflicts: [Conflict] = []
  /// The findings, which are not part of the JSON form, which goes to standard error.
  public var diagnostics: [Diagnostic] = []

  /// The keys of the JSON form.
  private enum CodingKeys: String, CodingKey {
    case origin, token, isChanged = "changed", isDryRun = "dry_run", isFull = "full", added, updated, deleted
    case buried, notes, conflicts
  }

  /// Nothing was done yet.
  init(origin: String, token: String) { (self.origin, self.token) = (origin, token) }

  /// Whether a person should look at something: both sides changed the same, or something couldn't be done.
  public var needsAttention: Bool {
    !conflicts.isEmpty || diagnostics.contains { $0.severity == .error }
  }

  /// Counts the notes by what happened to them.
  mutating func count() {
    func count(_ kind: NoteChange.Kind) -> Int { notes.count { $0.change == kind } }
    (added, updated, deleted) = (count(.added), count(.updated), count(.deleted))
  }
}

extension SyncPolicy {
  /// The rule of the merge.
  var rule: MergeRule {
    switch self {
    case .feed: .theirs
    case .box, .both: .ours
    case .newest: .newest
    }
  }
}
