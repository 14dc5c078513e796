public import SlipBase
public import SlipNotes

/// What an import did, in the order in which it was done. Nothing is left out.
public struct ImportReport: Sendable, Equatable {
  /// An imported file and its note.
  public struct Entry: Sendable, Equatable {
    /// The file's path below the source.
    public var path: String
    /// Its note.
    public var note: Note.ID
    /// Creates an entry.
    public init(path: String, note: Note.ID) {
      self.path = path
      self.note = note
    }
  }

  /// A file and its note that had both changed.
  public struct Conflict: Sendable, Equatable {
    /// The file's path below the source.
    public var path: String
    /// The note that had changed.
    public var note: Note.ID
    /// The note with the file's new version, if it came in beside; nil otherwise.
    public var version: Note.ID?
    /// What was done.
    public var resolution: ImportMerger.ConflictPolicy
    /// The fields that both had changed.
    public var fields: [ImportedField] = [.text]
    /// What a field had on both sides.
    public struct Values: Sendable, Equatable {
      /// The field.
      public var field: ImportedField
      /// What the note had.
      public var ours: String
      /// What the source says.
      public var theirs: String
      /// Whether the note has the source's value now.
      public var isTheirs: Bool
    }
    /// What these fields had, but the text and what consists of several values.
    public var values: [Values] = []
    /// Whether the texts couldn't be merged, because it isn't known any more what was imported last.
    public var lacksBase = false
  }

  /// A container that was taken for a source that was imported from another place.
  public struct Recognized: Sendable, Equatable {
    /// The container's path below the source.
    public var path: String
    /// The key of the source that most of its notes are known from.
    public var source: Source.ID
    /// Creates an entry.
    public init(path: String, source: Source.ID) { (self.path, self.source) = (path, source) }
  }

  /// A folder that followed its source.
  public struct FolderChange: Sendable, Equatable {
    /// The names from the top, before.
    public var before: [String]
    /// The names from the top, afterwards; nil for a folder that is gone, because its source has it no longer and nothing is in
    /// it any more.
    public var after: [String]?
  }

  /// A link that leads to no note.
  public struct UnresolvedLink: Sendable, Equatable {
    /// The file that the note came from; nil when unknown.
    public var path: String?
    /// The note that contains the link.
    public var note: Note.ID
    /// What the link leads to.
    public var target: LinkTarget
    /// The notes that match; empty when there is none.
    public var candidates: [Note.ID]

    /// The finding about the link. It names the address, by which the link is found in the note.
    var finding: Diagnostic {
      let isMissing = candidates.isEmpty
      let address = PrintableText.of(String(target.text.prefix(120)))
      return Diagnostic(
        code: isMissing ? ExchangeCode.linkTargetMissing : ExchangeCode.linkAmbiguous, severity: .warning,
        message: isMissing
          ? "No note matches the link to \u{201C}\(address)\u{201D}."
          : "More than one note matches the link to \u{201C}\(address)\u{201D}, so it leads to none.",
        location: SourceLocation(file: path))
    }
  }

  /// Notes that are new.
  public var added: [Entry] = []
  /// Notes that got the new version of their file.
  public var updated: [Entry] = []
  /// Notes that didn't change, and neither did their files.
  public var unchanged: [Entry] = []
  /// Notes that changed although their files didn't. They stay as they are.
  public var kept: [Entry] = []
  /// Notes that changed together with their files.
  public var conflicts: [Conflict] = []
  /// Files and directories that were left out.
  public var skipped: [SkippedFile] = []
  /// Notes that were deleted because their files vanished.
  public var pruned: [Entry] = []
  /// Notes that stay although their files vanished: they changed here, or pruning wasn't asked for.
  public var vanished: [Entry] = []
  /// Links that lead to no note.
  public var unresolvedLinks: [UnresolvedLink] = []
  /// Containers that were taken for sources from other places.
  public var recognized: [Recognized] = []
  /// What changed in notes that were there before, in the order of the fields.
  public var changes: [Note.ID: [ImportedChange]] = [:]
  /// Folders that were there before and followed their source.
  public var folders: [FolderChange] = []
  /// Whether a source says something new that changes no note. It is recorded all the same, for the next import.
  public var isRecorded = false
  /// How many links between notes the import made.
  public var newLinks = 0
  /// The findings.
  public var diagnostics: [Diagnostic] = []

  /// Creates an empty report.
  public init() {}

  /// How many files and items were found. Each is in exactly one of the lists.
  public var found: Int {
    added.count + updated.count + unchanged.count + kept.count + conflicts.count + skipped.count
  }

  /// Whether the import changed the slip-box.
  public var isChange: Bool {
    !(added.isEmpty && updated.isEmpty && conflicts.isEmpty && pruned.isEmpty && folders.isEmpty)
      || newLinks > 0 || isRecorded
  }

  /// Adds to what changed in a note.
  mutating func note(_ change: ImportedChange, of id: Note.ID) {
    var list = changes[id] ?? []
    if let index = list.firstIndex(where: { $0.field == change.field }) {
      list[index].count = max(list[index].count, change.count)
    } else {
      list.append(change)
      list.sort { $0.field < $1.field }
    }
    changes[id] = list
  }

  /// Notes that the slip-box keeps the original of a container, with what is left out of it.
  mutating func keepOriginals(of container: String) {
    for index in skipped.indices
    where skipped[index].path.hasPrefix(container + "#") || skipped[index].path.hasPrefix(container + "/") {
      skipped[index].isOriginalKept = true
    }
  }

  /// Whether the user has to decide something: a version came in beside a note, a text has the words of both sides, or a file
  /// couldn't be imported.
  public var needsAttention: Bool {
    conflicts.contains { $0.version != nil || $0.resolution == .merge && $0.fields.contains(.text) }
      || skipped.contains { $0.reason.isFailure }
      || diagnostics.contains { $0.severity == .error }
  }
}
