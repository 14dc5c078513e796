internal import SlipBase
internal import SlipNotes

/// The facts of a box of schema version 4; bodies, mirrors and blobs are files.
struct V4Box: Sendable, Equatable {
  struct Attachment: Sendable, Equatable {
    var blob: FileFact
    var mediaType: String
    var fileExtension: String
    var width: Int?
    var height: Int?
    var thumbnail: Thumbnail?
  }

  struct Thumbnail: Sendable, Equatable {
    var file: FileFact
    var fileExtension: String
  }

  struct Reference: Sendable, Equatable {
    var attachment: Digest
    var name: String
  }

  struct Note: Sendable, Equatable {
    var id: UniqueID
    var title: String
    var status = V2Box.Status.draft
    var isFavorite = false
    var order = 0
    var creationDate: Timestamp?
    var folder: UniqueID?
    var keywords: [UniqueID] = []
    var links: [UniqueID] = []
    var attachment: Reference?
    var body: FileFact
    var mirror: FileFact

    /// Derived, but stored by this version.
    var canonicalTitle: String { V4Box.canonicalTitle(title) }
  }

  var history: [HistoryEvent] = []
  var folders: [V3Box.Folder] = []
  var keywords: [V3Box.Keyword] = []
  /// By digest.
  var attachments: [Attachment] = []
  /// By id.
  var notes: [Note] = []

  static func canonicalTitle(_ title: String) -> String { TextFolding.caseAndMarkFolded(title) }

  mutating func sort() {
    folders.sort { $0.id < $1.id }
    keywords.sort { $0.id < $1.id }
    attachments.sort { $0.blob.digest < $1.blob.digest }
    notes.sort { $0.id < $1.id }
  }
}
