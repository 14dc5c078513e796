internal import SlipBase
internal import SlipNotes

/// The facts of a box of schema version 4. Bodies, mirrors and blobs are files beside the manifest.
struct V4Box: Sendable, Equatable {
  /// A picture or other file.
  struct Attachment: Sendable, Equatable {
    /// Length and digest of its bytes; the digest is its id.
    var blob: FileFact
    var mediaType: String
    var fileExtension: String
    /// In pixels; nil for what isn't a picture.
    var width: Int?
    /// In pixels; nil for what isn't a picture.
    var height: Int?
    var thumbnail: Thumbnail?
  }

  /// A small picture of an attachment.
  struct Thumbnail: Sendable, Equatable {
    var file: FileFact
    var fileExtension: String
  }

  /// A note's reference to its attachment.
  struct Reference: Sendable, Equatable {
    var attachment: Digest
    /// The name that the attachment has in this note.
    var name: String
  }

  /// A note.
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
    /// At most one in this version.
    var attachment: Reference?
    /// Length and digest of the RTF.
    var body: FileFact
    /// Length and digest of the plain text.
    var mirror: FileFact

    /// The title folded for searching: derived, but stored by this version.
    var canonicalTitle: String { V4Box.canonicalTitle(title) }
  }

  /// What was done to the bundle.
  var history: [HistoryEvent] = []
  var folders: [V3Box.Folder] = []
  var keywords: [V3Box.Keyword] = []
  /// By digest.
  var attachments: [Attachment] = []
  /// By id.
  var notes: [Note] = []

  /// A title without case and accents.
  static func canonicalTitle(_ title: String) -> String { TextFolding.caseAndMarkFolded(title) }

  /// Sorts by id or digest, as manifests list entities.
  mutating func sort() {
    folders.sort { $0.id < $1.id }
    keywords.sort { $0.id < $1.id }
    attachments.sort { $0.blob.digest < $1.blob.digest }
    notes.sort { $0.id < $1.id }
  }
}
