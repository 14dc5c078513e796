internal import SlipBase
internal import SlipNotes

/// What references and payload are checked against: a few tens of bytes an entity.
///
/// `ManifestIndexer` fills it. Places are the ends of start tags, as `XMLElement.tagEnd`.
struct ManifestIndex {
  /// What is known of a folder.
  struct FolderFacts {
    /// The id of the folder that contains it; nil at the top.
    var parent: UniqueID?
    /// The byte of the manifest behind the folder's start tag.
    var tagEnd: Int
    /// Its name.
    var name = ""
    /// Its place among its siblings.
    var order = 0
    /// What it keeps of a search: the properties `search` and `predicate`.
    var search: [Property] = []
  }

  /// What is known of an attachment.
  struct AttachmentFacts {
    /// The byte of the manifest behind the attachment's start tag.
    var tagEnd: Int
    /// As the manifest declares it.
    var mediaType: String
    /// As the manifest declares it.
    var fileExtension: String
    /// In pixels, as the manifest declares it.
    var width: Int?
    /// In pixels, as the manifest declares it.
    var height: Int?
    /// `png` or `jpg`; nil where the manifest declares no thumbnail.
    var thumbnailExtension: String?
    /// Whether a note or a source refers to it.
    var isUsed = false
    /// Whether its blob is listed.
    var hasBlob = false
    /// Whether its thumbnail is listed.
    var hasThumbnail = false
  }

  /// By id.
  var folders: [UniqueID: FolderFacts] = [:]
  /// The names of notes' properties, with what their values are.
  var noteProperties: [String: Set<Property.Kind>] = [:]
  /// Ids of keywords.
  var keywords: Set<UniqueID> = []
  /// The name of a keyword beside its siblings.
  struct KeywordKey: Hashable {
    /// The id of the keyword that this one lies below; nil at the top.
    var parent: UniqueID?
    /// Case-folded.
    var folded: String
  }

  /// What is known of the history.
  struct HistoryFacts {
    /// How many transactions the manifest declares.
    var count = 0
    /// The digest of the last one, as the manifest declares it.
    var last: Digest?
    /// The digests of the listed transactions by number, in the order of the list.
    var transactions: [Int: [Digest]] = [:]
    /// The byte of the manifest behind the start tag of `history`; 0 where there is none.
    var tagEnd = 0
  }

  /// Names of keywords.
  var keywordNames: Set<KeywordKey> = []
  /// The parents of keywords that have one.
  var keywordParents: [UniqueID: (parent: UniqueID, tagEnd: Int)] = [:]
  /// The history.
  var history = HistoryFacts()
  /// By digest.
  var attachments: [Digest: AttachmentFacts] = [:]
  /// Sources and what is retained of them.
  var sources = SourceTable()
  /// Notes and their listed files.
  var notes = NoteTable()
  /// The attachments of each note that has any.
  var pictures: [UniqueID: [Digest]] = [:]
  /// Links to notes that had not been read yet; checked at the end.
  var forwardLinks: [(to: UniqueID, tagEnd: Int)] = []
  /// Where the `file` elements are, before version 7.
  var files = ManifestFileRanges()
  /// The files that entities have, from version 7 on.
  var derived = DerivedFiles()
  /// How many files are listed.
  var fileCount: Int { files.count + derived.rows.count }
  /// What is known of a part.
  struct PartFacts {
    /// The part as it is listed.
    var listed: ManifestPart
    /// How many entities of each kind were found in it.
    var found = (attachments: 0, sources: 0, notes: 0)
    /// The byte of the manifest behind the tag of its line.
    var tagEnd: Int
  }
  /// The parts of the manifest by their keys.
  var parts: [UInt8: PartFacts] = [:]

  /// Whether some entity has this file, listed or not.
  ///
  /// - Parameter key: The file, by its kind and the id, digest or number in its path.
  func owns(_ key: PayloadKey) -> Bool {
    switch key {
    case .body(let id), .mirror(let id): notes.contains(id)
    case .blob(let digest), .thumbnail(let digest): attachments[digest] != nil
    case .kept(let digest): sources.retains(digest)
    case .transaction(let number, let prefix):
      history.transactions[number]?.contains { $0.hex.hasPrefix(prefix) } ?? false
    case .replaced: true
    }
  }
}
