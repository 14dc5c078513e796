public import SlipBase
internal import SlipNotes
internal import SlipBundle

/// Counts and sizes of a bundle, as `slipconv info` shows them.
public struct BundleInfo: Sendable, Encodable {
  public struct KeywordCount: Sendable, Encodable {
    public var name: String
    public var notes: Int
  }

  /// A folder and what is in it; folders stand in depth-first order.
  public struct FolderCount: Sendable, Encodable {
    public var path: [String]
    /// Notes in this very folder.
    public var notes: Int
  }

  public var path: String
  public var schemaVersion: Int
  public var notes: Int
  public var drafts: Int
  public var inReview: Int
  public var archived: Int
  public var favorites: Int
  public var links: Int
  public var attachments: Int
  public var sources: Int
  public var keywords: [KeywordCount]
  public var folders: [FolderCount]
  public var notesWithoutFolder: Int
  public var payloadFiles: Int
  /// In bytes.
  public var payloadBytes: Int
  /// In bytes.
  public var attachmentBytes: Int

  public init(of bundle: OpenBundle) {
    let box = bundle.box
    path = bundle.path
    schemaVersion = Tool.schemaVersion
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
    keywords = box.keywords.map { KeywordCount(name: $0.name, notes: box.notes(with: $0.id).count) }
      .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
    folders = BundleInfo.folders(of: box)
    notesWithoutFolder = box.notes(in: nil).count
    let payload = box.payload()
    payloadFiles = payload.count
    payloadBytes = payload.reduce(0) { $0 + $1.fact.length }
    attachmentBytes = box.attachments.reduce(0) { $0 + $1.blob.length }
  }

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

/// What can be told of a bundle of any schema version, also of one that this program doesn't know.
public struct VersionSummary: Sendable, Encodable {
  public var path: String
  /// As it is declared, or as the structure shows where it isn't; nil where neither tells.
  public var schemaVersion: Int?
  /// Whether this program knows that version.
  public var isKnown: Bool
  public var counts: MigrationCounts
  /// What the user can do.
  public var advice: String

  /// Reads as far as the document is well-formed.
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
      try storage.withBytes(of: file) { bytes in
        try counter.count(bytes, limits: limits)
        return try VersionTable.detect(bytes, file: name)
      }
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
