internal import SlipBase

/// What references and payload are checked against: a few tens of bytes an entity.
struct ManifestIndex {
  struct FolderFacts {
    var parent: UniqueID?
    var tagEnd: Int
  }

  struct AttachmentFacts {
    var tagEnd: Int
    var mediaType: String
    var fileExtension: String
    var width: Int?
    var height: Int?
    var thumbnailExtension: String?
    var isUsed = false
    var hasBlob = false
    var hasThumbnail = false
  }

  struct SourceFacts {
    var tagEnd: Int
    var original: FileFact
    var kept: Digest
    /// Of what is kept.
    var fileExtension: String
    var isUsed = false
  }

  /// 128 bits of a keyed hash, so that a million keys need no million strings.
  struct SourceKey: Hashable {
    var a: Int
    var b: Int

    init(_ bytes: UnsafeRawBufferPointer) {
      var hasher = Hasher()
      hasher.combine(bytes: bytes)
      a = hasher.finalize()
      hasher = Hasher()
      hasher.combine(1)
      hasher.combine(bytes: bytes)
      b = hasher.finalize()
    }
  }

  var folders: [UniqueID: FolderFacts] = [:]
  var keywords: Set<UniqueID> = []
  var keywordNames: Set<String> = []
  var attachments: [Digest: AttachmentFacts] = [:]
  var sources: [SourceFacts] = []
  var sourceIndex: [SourceKey: Int32] = [:]
  var kept: Set<Digest> = []
  var notes = NoteTable()
  /// Attachments of notes that have some.
  var pictures: [UniqueID: [Digest]] = [:]
  /// Links to notes that hadn't come yet.
  var forwardLinks: [(to: UniqueID, tagEnd: Int)] = []
  /// `lifted` elements by source.
  var lifted: [Int32: [LiftedPlace]] = [:]
  var files = ManifestFileRanges()

  /// Whether an entity has that file.
  func owns(_ key: PayloadKey) -> Bool {
    switch key {
    case .body(let id), .mirror(let id): notes.contains(id)
    case .blob(let digest), .thumbnail(let digest): attachments[digest] != nil
    case .kept(let digest): kept.contains(digest)
    }
  }
}
