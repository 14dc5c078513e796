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

  var folders: [UniqueID: FolderFacts] = [:]
  var keywords: Set<UniqueID> = []
  var keywordNames: Set<String> = []
  var attachments: [Digest: AttachmentFacts] = [:]
  var sources = SourceTable()
  var notes = NoteTable()
  /// Attachments of notes that have some.
  var pictures: [UniqueID: [Digest]] = [:]
  /// Links to notes that hadn't come yet.
  var forwardLinks: [(to: UniqueID, tagEnd: Int)] = []
  var files = ManifestFileRanges()

  /// Whether an entity has that file.
  func owns(_ key: PayloadKey) -> Bool {
    switch key {
    case .body(let id), .mirror(let id): notes.contains(id)
    case .blob(let digest), .thumbnail(let digest): attachments[digest] != nil
    case .kept(let digest): sources.keeps(digest)
    }
  }
}
