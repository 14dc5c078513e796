public import SlipboxKit
internal import SlipFiles
internal import SlipBase
internal import SlipBundle
public import SlipNotes

/// Brings two bundles in step: afterwards both have the same notes, folders, keywords, files and history.
///
/// What one side changed since the last common state comes to the other one, also what it deleted. What both changed is merged:
/// facts field by field, texts by words. Words that both sides changed become tracked changes, so nothing that a person typed is
/// lost. A note that one side deleted and the other one changed stays.
///
/// ```swift
/// let outcome = try BoxSyncRequest("laptop.slipbox", "desktop.slipbox").run()
/// for note in outcome.sides[0].notes { print(note.change, note.title) }
/// ```
///
/// Each bundle is changed as a whole or not at all. If the work ends between the two, the next run completes it.
public struct BoxSyncRequest: Sendable {
  /// The bundles: directories or packs. The second may be a directory that `FeedRequest` wrote; it is written again then.
  public var bundles: [String]
  /// Whose value counts where both sides changed one: by default that of the note that was modified last.
  public var rule = MergeRule.newest
  /// Whether the value of the first bundle counts where neither side says when one was set; otherwise that of which both sides think
  /// the same, because each of them merges for itself.
  var firstCounts = true
  /// Who is named as the author of tracked changes, for each bundle; empty: the names of the files.
  public var names: [String] = []
  /// Opens encrypted packs, which are encrypted with it again.
  public var passphrase: Passphrase?
  /// Whether the first bundle is created where there is none and the second is a feed.
  public var createsBundle = false
  /// Whether nothing is written.
  public var isDryRun = false
  /// When this is done; nil leaves the transactions without a date.
  public var date: Timestamp?
  /// Says which bodies were read before and haven't been touched since, so that they aren't read again; nil: all are.
  public var cache: IndexCache?
  /// Bounds on what is read.
  public var limits = Limits()
  /// Whether notes get a property for each fact that both sides changed: see `OpenConflict`.
  package var notesConflicts = true

  /// A request with the defaults.
  public init(_ first: String, _ second: String) { bundles = [first, second] }

  /// Whether a path is a bundle that can be synchronized with another one.
  ///
  /// - Throws: `SlipError` where it can't be examined.
  public static func isBundle(_ path: String) throws(SlipError) -> Bool {
    if path.hasPrefix("http://") || path.hasPrefix("https://") { return false }
    guard try FileSystem.status(path) != nil else { return false }
    if try SealedPack.isSealed(path) { return true }
    // A bundle whose manifest is no file is a bundle that can't be read, and no feed.
    let manifest = PathText.withoutSlashes(path) + "/" + BundleLayout.manifestPath
    if path.hasSuffix(BundleLayout.directorySuffix),
      try FileSystem.status(manifest, followLinks: false) != nil
    {
      return true
    }
    return try BundleLocator.isBundle(at: path) || path.lowercased().hasSuffix(BundleLayout.packSuffix)
  }

  /// Brings the two bundles in step.
  ///
  /// - Throws: `SlipError`; then nothing was changed.
  public func run() throws(SlipError) -> BoxSyncOutcome {
    if try FeedFolder.isFeed(bundles[1]) { return try runWithFeed() }
    let first = try SyncSide(
      bundles[0], isDryRun: isDryRun, limits: limits, passphrase: passphrase, cache: cache)
    let second = try SyncSide(
      bundles[1], isDryRun: isDryRun, limits: limits, passphrase: passphrase, cache: cache)
    guard first.directory != second.directory else {
      throw SlipError(
        .usage, code: KitCode.sameBundle, "Both are the same bundle.", at: SourceLocation(file: bundles[1]))
    }
    return try retryingWhenReplaced(mayHold: false) { () throws(SlipError) in
      try BoxSync(request: self, sides: [first, second], authors: authors).run()
    }
  }

  /// Brings a bundle and a directory that `FeedRequest` wrote in step.
  private func runWithFeed() throws(SlipError) -> BoxSyncOutcome {
    let side = try SyncSide(
      bundles[0], isDryRun: isDryRun, limits: limits, passphrase: passphrase, cache: cache,
      creates: createsBundle)
    return try retryingWhenReplaced(mayHold: false) { () throws(SlipError) in
      try BoxSync(request: self, sides: [side], authors: authors).run(with: FeedFolder(bundles[1]))
    }
  }

  /// Whether a path is a directory that `FeedRequest` wrote, so that it can be the second side.
  ///
  /// - Throws: `SlipError` where it can't be examined.
  public static func isFeed(_ path: String) throws(SlipError) -> Bool { try FeedFolder.isFeed(path) }

  /// Who is named as the author of tracked changes.
  private var authors: [String] {
    if names.count == 2, names[0] != names[1] { return names }
    let stems = bundles.map { String(PathText.withoutSlashes($0).lastName.stem) }
    return stems[0] == stems[1] ? bundles : stems
  }
}

/// What a synchronization of two bundles did.
public struct BoxSyncOutcome: Sendable, Encodable {
  /// A note that was changed.
  public struct NoteChange: Sendable, Encodable, Hashable {
    /// What was done to it.
    public enum Change: String, Sendable, Encodable, Hashable, CaseIterable { case added, changed, deleted }
    /// What was done to it.
    public var change: Change
    /// Its UUID.
    public var id: String
    /// Its title with the path of its folder.
    public var title: String
    /// The fields that changed, such as `title` and `text`; empty for a note that was added or deleted.
    public var fields: [String]
  }

  /// What happened to one of the bundles.
  public struct Side: Sendable, Encodable {
    /// Its path.
    public var path: String
    /// Its notes that were changed, by title.
    public var notes: [NoteChange]
    /// Whether it was written, or would be in a dry run.
    public var isChanged: Bool

    /// The names in JSON.
    private enum CodingKeys: String, CodingKey {
      case path, notes
      case isChanged = "changed"
    }
  }

  /// The bundles in the order of the request.
  public var sides: [Side]
  /// What both sides had changed.
  public var conflicts: [MergeRequest.Outcome.Conflict]
  /// Whether it is known what both had in common. If not, nothing was deleted.
  public var hasCommonState: Bool
  /// Whether this is only what would be done.
  public var isDryRun: Bool
  /// Findings about the bundles.
  public var diagnostics: [Diagnostic] = []

  /// The names in JSON.
  private enum CodingKeys: String, CodingKey {
    case sides, conflicts
    case hasCommonState = "common_state"
    case isDryRun = "dry_run"
  }

  /// Whether the user should look at something.
  public var needsAttention: Bool {
    !conflicts.isEmpty || diagnostics.contains { $0.severity == .error }
  }
}
