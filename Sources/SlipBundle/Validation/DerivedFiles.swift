internal import SlipBase
internal import SlipNotes

/// The payload files of a manifest whose entities have the facts about their files: about 100 bytes each.
struct DerivedFiles {
  /// A file.
  struct Row {
    /// Which file of which entity it is.
    var key: PayloadKey
    /// The extension of its name.
    var suffix: String
    /// Length and digest.
    var fact: FileFact
    /// Where the tag of its entity ends.
    var tagEnd: Int
  }

  /// The files; in bytewise order of the paths after `sort`.
  private(set) var rows: [Row] = []

  /// Adds a file.
  mutating func add(_ key: PayloadKey, _ suffix: String, _ fact: FileFact, tagEnd: Int) {
    rows.append(Row(key: key, suffix: suffix, fact: fact, tagEnd: tagEnd))
  }

  /// Puts the files in order, each once: sources may share one.
  ///
  /// - Returns: Where the tags of entities end that say something else of a file than another one.
  mutating func sort() -> [Int] {
    rows.sort()
    var contradictions: [Int] = []
    var kept: [Row] = []
    kept.reserveCapacity(rows.count)
    for row in rows {
      guard let last = kept.last, !(last < row) else {
        kept.append(row)
        continue
      }
      if last.fact != row.fact { contradictions.append(row.tagEnd) }
    }
    rows = kept
    return contradictions
  }
}

extension DerivedFiles.Row: Comparable {
  /// Which folder the file is in, in bytewise order.
  private var rank: Int {
    switch key {
    case .blob: 0
    case .transaction: 1
    case .replaced: 2
    case .body, .mirror: 3
    case .kept: 4
    case .thumbnail: 5
    }
  }

  /// The note that the file belongs to, and whether it is the mirror.
  private var note: (id: UniqueID, isMirror: Int)? {
    switch key {
    case .body(let id): (id, 0)
    case .mirror(let id): (id, 1)
    default: nil
    }
  }

  /// Whether both have the same path.
  static func == (a: Self, b: Self) -> Bool { !(a < b) && !(b < a) }

  /// By the paths, bytewise.
  static func < (a: Self, b: Self) -> Bool {
    if a.rank != b.rank { return a.rank < b.rank }
    switch (a.key, b.key) {
    case (.transaction(let first, let one), .transaction(let second, let other)):
      return (first, one) < (second, other)
    case (.blob(let first), .blob(let second)), (.thumbnail(let first), .thumbnail(let second)),
      (.kept(let first), .kept(let second)), (.replaced(let first), .replaced(let second)):
      return first == second ? a.suffix.utf8.lexicographicallyPrecedes(b.suffix.utf8) : first < second
    default:
      guard let first = a.note, let second = b.note else { return false }
      return (first.id, first.isMirror) < (second.id, second.isMirror)
    }
  }

  /// The file as a list would have it.
  var file: ManifestFile {
    let (path, type) =
      switch key {
      case .body(let id): (PayloadPath.body(id), SlipBox.bodyType)
      case .mirror(let id): (PayloadPath.mirror(id), SlipBox.mirrorType)
      case .blob(let digest): (PayloadPath.blob(digest, suffix), "")
      case .thumbnail(let digest): (PayloadPath.thumbnail(digest, suffix), mediaType)
      case .kept(let digest): (PayloadPath.kept(digest, suffix), mediaType)
      case .replaced(let digest): (PayloadPath.replaced(digest, suffix), mediaType)
      case .transaction(let number, _):
        (PayloadPath.transaction(number, fact.digest), SlipBox.transactionType)
      }
    return ManifestFile(path: path, key: key, fact: fact, mediaType: type, tagEnd: tagEnd)
  }

  /// The media type of the extension.
  private var mediaType: String { (MediaType.forFileExtension(suffix) ?? .binary).name }
}
