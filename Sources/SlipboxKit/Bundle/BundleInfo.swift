public import SlipBase
internal import SlipNotes
internal import SlipBundle

/// The counts and sizes of a bundle, as `slipconv info` prints them.
///
/// All numbers come from the manifest; no payload file is opened. With `--json` the properties
/// are the keys of the output, so a property that is renamed changes an interface.
public struct BundleInfo: Sendable, Encodable {
  /// A keyword and how many notes have it.
  public struct KeywordCount: Sendable, Encodable {
    /// The path of the keyword, such as `bees/queens`, with names as they are written in the manifest.
    public var name: String
    /// The number of notes with this keyword; 0 for a keyword that no note uses.
    public var notes: Int
  }

  /// A folder and how many notes are in it.
  public struct FolderCount: Sendable, Encodable {
    /// The names of the folder and all folders above it, the topmost first:
    /// `["Work", "Ideas"]`.
    public var path: [String]
    /// The number of notes in this very folder; notes in its subfolders don't count.
    public var notes: Int
  }

  /// A feed or set that the bundle is synchronized with.
  public struct OriginInfo: Sendable, Encodable {
    /// The name, with which the keys of its sources begin.
    public var name: String
    /// What it is, such as `feed`; nil when unknown.
    public var kind: String?
    /// Where it is; nil when unknown.
    public var url: String?
    /// The version that the bundle has of it; empty where it has none.
    public var token: String
    /// How many of its notes were deleted here and stay so.
    public var tombstones: Int
    /// When the bundle was first synchronized with it (RFC 3339); nil where the history doesn't say.
    public var since: String?
    /// The number of the last transaction that took changes of it in, as `log` shows it; nil where the history has none.
    public var transaction: Int?
    /// When that was (RFC 3339); nil where it has no date.
    public var date: String?
    /// What each value of `sync --policy` does where the feed and you changed the same; nil for other origins.
    public var policies: [String: String]?
  }

  /// The path of the bundle itself, wherever in it the argument pointed.
  public var path: String
  /// The schema version of the bundle. An opened bundle always has the current one.
  public var schemaVersion: Int
  /// The number of notes; each is also counted as a draft, in review or archived.
  public var notes: Int
  /// The number of notes with status `draft`.
  public var drafts: Int
  /// The number of notes with status `review`.
  public var inReview: Int
  /// The number of notes with status `archived`.
  public var archived: Int
  /// The number of notes that are marked as favorites, whatever their status.
  public var favorites: Int
  /// The number of links from note to note.
  public var links: Int
  /// The number of attachments. Notes that show the same bytes share one attachment.
  public var attachments: Int
  /// The number of imported files that the bundle keeps an original of.
  public var sources: Int
  /// All keywords, the most frequent first; equally frequent ones by name.
  public var keywords: [KeywordCount]
  /// All folders in depth-first order, so that a folder stands directly above its subfolders.
  public var folders: [FolderCount]
  /// The number of notes outside of all folders.
  public var notesWithoutFolder: Int
  /// What the bundle is synchronized with; nil for nothing. Folders that were imported don't count.
  public var origins: [OriginInfo]?
  /// Other bundles with which this one was brought in step, the latest first; nil for none.
  public var peers: [BundlePeers.Peer]?
  /// The number of files that the manifest lists: bodies, mirrors, attachments, thumbnails,
  /// sources.
  public var payloadFiles: Int
  /// The sum of the lengths that the manifest lists, in bytes.
  public var payloadBytes: Int
  /// The part of `payloadBytes` that is attachments themselves, without their thumbnails, in
  /// bytes.
  public var attachmentBytes: Int

  /// Counts what is in a bundle. The work is linear in the number of notes, folders and
  /// keywords.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - history: What its history says of feeds and other bundles; nil leaves that out.
  public init(of bundle: OpenBundle, history: BundlePeers? = nil) {
    let box = bundle.box
    path = bundle.path
    schemaVersion = SlipboxTool.schemaVersion
    notes = box.noteCount
    (drafts, inReview, archived, favorites, links) = (0, 0, 0, 0, 0)
    for note in box.notes {
      switch note.status {
      case .draft: drafts += 1
      case .review: inReview += 1
      case .archived: archived += 1
      }
      favorites += note.isFavorite ? 1 : 0
      links += note.links.count
    }
    attachments = box.attachmentCount
    sources = box.sourceCount
    keywords = box.keywords.map {
      KeywordCount(name: box.path(ofKeyword: $0.id), notes: box.notes(with: $0.id).count)
    }
    .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
    folders = BundleInfo.folders(of: box)
    notesWithoutFolder = box.notes(in: nil).count
    let feeds = box.origins.filter { $0.kind != nil }.map { origin in
      let past = history?.feeds[origin.name]
      return OriginInfo(
        name: origin.name, kind: origin.kind, url: origin.url, token: origin.token,
        tombstones: origin.tombstones.count, since: past?.since?.rfc3339, transaction: past?.transaction,
        date: past?.date?.rfc3339, policies: origin.kind == "feed" ? SyncPolicy.meanings : nil)
    }
    origins = feeds.isEmpty ? nil : feeds
    peers = history.flatMap { $0.peers.isEmpty ? nil : $0.peers }
    let payload = box.payload()
    payloadFiles = payload.count
    payloadBytes = payload.reduce(0) { $0 + $1.fact.length }
    attachmentBytes = box.attachments.reduce(0) { $0 + $1.blob.length }
  }

  /// Walks the folder tree with a stack of its own: a deep tree must not exhaust the program's
  /// stack.
  private static func folders(of box: SlipBox) -> [FolderCount] {
    var counts: [FolderCount] = []
    var pending = box.children(of: nil).reversed().map { (folder: $0, above: [String]()) }
    while let (folder, above) = pending.popLast() {
      let path = above + [folder.name]
      counts.append(FolderCount(path: path, notes: box.notes(in: folder.id).count))
      pending += box.children(of: folder.id).reversed().map { ($0, path) }
    }
    return counts
  }
}

/// A first look at a bundle of any schema version, including versions that this program doesn't
/// know.
///
/// `OpenBundle` refuses bundles of older versions, because they must be migrated first. This
/// type reads just enough to say which version there is, roughly what the bundle contains and
/// what to do next.
public struct VersionSummary: Sendable, Encodable {
  /// The path of the bundle itself.
  public var path: String
  /// The version that the bundle declares, or, where it declares none, the version that its
  /// structure shows; nil where neither is conclusive.
  public var schemaVersion: Int?
  /// Whether this program supports that version.
  public var isKnown: Bool
  /// The numbers of notes, folders, keywords, links and attachments, counted by element name.
  /// In a document that is not well-formed, only what stands before the error is counted.
  public var counts: MigrationCounts
  /// What the user can do next, as a sentence; empty for a bundle of the current version.
  public var advice: String

  /// Looks at the bundle that `argument` means: see `BundleLocator.locate`.
  ///
  /// - Throws: `SlipError` where there is no bundle, or where its manifest can't be read.
  public init(_ argument: String, limits: Limits = Limits()) throws(SlipError) {
    let location = try BundleLocator.locate(argument)
    path = location.path
    let storage: any BundleStorage
    if let opened = try location.storage(limits: limits) {
      storage = opened
    } else {
      storage = try SingleFileStorage(path)
    }
    let file =
      location.kind == .singleFile ? MigrationTarget.name(of: path) : BundleLayout.manifestPath
    let name = location.kind == .singleFile ? path : storage.displayPath(of: file)
    let counter = VersionCounter()
    let found = try slipErrors {
      let found = try storage.withBytes(of: file) { bytes in
        try counter.count(bytes, limits: limits)
        return try VersionTable.detect(bytes, file: name)
      }
      guard location.kind != .singleFile else { return found }
      for part in try ManifestDocument.parts(of: storage) where try storage.length(of: part) != nil {
        try storage.withBytes(of: part) { try counter.count($0, limits: limits) }
      }
      return found
    }
    counts = MigrationCounts(counter)
    schemaVersion = found.declared ?? found.structure
    isKnown = schemaVersion.flatMap(VersionTable.named) != nil
    advice =
      !isKnown
      ? "This program supports schema versions up to \(VersionTable.current); use a newer release."
      : schemaVersion == VersionTable.current
        ? "" : "`slipconv migrate` upgrades it to version \(VersionTable.current)."
  }
}
