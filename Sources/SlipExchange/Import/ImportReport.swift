public import SlipBase
public import SlipNotes

/// What an import did, in the order in which it was done; nothing is left out.
public struct ImportReport: Sendable, Equatable {
  /// An imported file and its note.
  public struct Entry: Sendable, Equatable {
    public var path: String
    public var note: Note.ID
    public init(path: String, note: Note.ID) {
      self.path = path
      self.note = note
    }
  }

  /// Both the file and its note had changed.
  public struct Conflict: Sendable, Equatable {
    public var path: String
    public var note: Note.ID
    /// The note that the file's new version became, when it came in beside.
    public var version: Note.ID?
    public var resolution: ImportMerger.ConflictPolicy
  }

  /// A link whose target isn't known.
  public struct UnresolvedLink: Sendable, Equatable {
    /// The file that the note came from.
    public var path: String?
    public var note: Note.ID
    public var target: LinkTarget
    /// The notes that it fits; empty when there is none.
    public var candidates: [Note.ID]
  }

  public var added: [Entry] = []
  public var updated: [Entry] = []
  /// Neither file nor note changed.
  public var unchanged: [Entry] = []
  /// Only the note changed; it was left as it is.
  public var kept: [Entry] = []
  public var conflicts: [Conflict] = []
  public var skipped: [SkippedFile] = []
  /// Deleted because their files vanished.
  public var pruned: [Entry] = []
  /// Their files vanished, but they stay: changed here, or pruning wasn't asked for.
  public var vanished: [Entry] = []
  public var unresolvedLinks: [UnresolvedLink] = []
  /// Links between notes that this import made.
  public var newLinks = 0
  public var diagnostics: [Diagnostic] = []

  public init() {}

  /// Whether the slip-box is another one than before.
  public var isChange: Bool {
    !(added.isEmpty && updated.isEmpty && conflicts.isEmpty && pruned.isEmpty && newLinks == 0)
  }

  /// Whether the user has to decide something: a version stands beside a note, or a file couldn't be imported.
  public var needsAttention: Bool {
    conflicts.contains { $0.version != nil } || skipped.contains { $0.reason.isFailure }
      || diagnostics.contains { $0.severity == .error }
  }
}
