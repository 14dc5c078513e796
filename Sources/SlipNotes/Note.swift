public import SlipBase
public import SlipDocument

/// One slip: facts about a note. Its text lies in payload that `body` and `mirror` identify.
///
/// A value of its own: relationships are ids. `SlipBox` checks them and keeps their inverses when a note is put in.
public struct Note: Sendable, Equatable, Identifiable {
  public enum Status: String, Sendable, Hashable, CaseIterable { case draft, review, archived }

  public let id: UniqueID
  public var title: String
  public var status = Status.draft
  public var isFavorite = false
  /// Place among the notes of its folder.
  public var order = 0
  public var created: Timestamp?
  public var modified: Timestamp?
  /// The source gave its dates without a time zone; they were taken as UTC.
  public var zoneIsUnknown = false
  /// Inverse: `SlipBox.notes(in:)`. Nullified when the folder goes alone.
  public var folder: Folder.ID?
  /// In the order they were given; each once.
  public var keywords: [Keyword.ID] = []
  /// Notes this one points to, in text order, each once. Back-links are derived.
  public var links: [Note.ID] = []
  public var attachments: [AttachmentReference] = []
  /// Where it was imported from. Inverse: `SlipBox.notes(from:)`.
  public var source: Source.ID?
  /// Digest of the imported fields as last imported (`importedFields`); nil for notes born here.
  public var imported: Digest?
  /// The RTF body.
  public var body: FileFact
  /// Its plain-text mirror.
  public var mirror: FileFact
  /// Elements of other namespaces, serialised, in order.
  public var foreign: [String] = []

  public init(id: UniqueID, title: String, body: FileFact, mirror: FileFact) {
    self.id = id
    self.title = title
    self.body = body
    self.mirror = mirror
  }
}

/// A note's use of an attachment.
public struct AttachmentReference: Sendable, Hashable {
  public var attachment: Attachment.ID
  /// The file's name in the note, such as `photo.png`.
  public var name: String
  public var description: String?
  public init(attachment: Attachment.ID, name: String, description: String? = nil) {
    self.attachment = attachment
    self.name = name
    self.description = description
  }

  /// The name of a blob that a body shows and that has no other.
  public static func name(ofShown digest: Digest, fileExtension: String) -> String {
    "\(digest.hex.prefix(8)).\(fileExtension)"
  }
}

/// A blob, stored once however often it is used.
public struct Attachment: Sendable, Equatable, Identifiable {
  public var id: Digest { blob.digest }
  public var blob: FileFact
  /// RFC 6838, decided by content.
  public var mediaType: String
  /// The blob's file name extension, decided by content; `bin` when unknown.
  public var fileExtension: String
  /// In pixels, as stored, before orientation.
  public var width: Int?
  public var height: Int?
  public var thumbnail: Thumbnail?
  public var foreign: [String] = []

  public struct Thumbnail: Sendable, Equatable {
    public var file: FileFact
    /// `png` or `jpg`.
    public var fileExtension: String
    public init(file: FileFact, fileExtension: String) {
      self.file = file
      self.fileExtension = fileExtension
    }
  }

  public init(blob: FileFact, mediaType: String, fileExtension: String) {
    self.blob = blob
    self.mediaType = mediaType
    self.fileExtension = fileExtension
  }
}

public struct Folder: Sendable, Equatable, Identifiable {
  public let id: UniqueID
  public var name: String
  public var created: Timestamp?
  public var order = 0
  /// Inverse: `SlipBox.children(of:)`. Deleting cascades downwards.
  public var parent: Folder.ID?
  public var foreign: [String] = []

  public init(id: UniqueID, name: String) {
    self.id = id
    self.name = name
  }
}

/// A keyword; its name is unique under NFC and case folding.
public struct Keyword: Sendable, Equatable, Identifiable {
  /// sRGB and opacity, each 0…1.
  public struct Color: Sendable, Equatable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var opacity: Double
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }
  }
  public let id: UniqueID
  public var name: String
  public var color: Color
  public var foreign: [String] = []

  public init(id: UniqueID, name: String, color: Color) {
    self.id = id
    self.name = name
    self.color = color
  }
}

/// Where notes came from, and what gives the imported file back byte for byte.
public struct Source: Sendable, Equatable, Identifiable {
  /// The stable key: the application's own id, or source name + `/` + relative NFC path.
  public let id: String
  /// Path below what was imported, `/`-separated; its last part is the original file name.
  public var path: String
  /// A format's name, such as `rtf`.
  public var format: String
  /// The imported file.
  public var original: FileFact
  /// What lies in `sources/`: the original itself, or the original with its pictures lifted out.
  public var kept: FileFact
  /// Where lifted data goes back in, in order; empty when `kept` is the original.
  public var lifted: [ExtractedData] = []
  /// Modification time of the imported file.
  public var modified: Timestamp?
  public var foreign: [String] = []

  public init(id: String, path: String, format: String, original: FileFact, kept: FileFact) {
    self.id = id
    self.path = path
    self.format = format
    self.original = original
    self.kept = kept
  }

  /// The format of sources that were directories.
  public static let packageFormat = "rtfd"

  /// Whether the source was a directory; `original` is then that of its stream.
  public var isPackage: Bool { format == Source.packageFormat }
}

/// Something a slip-box is synchronised with.
public struct Origin: Sendable, Equatable {
  public var name: String
  public var token: String
  /// Keys of things deleted here that must not come back.
  public var tombstones: [String] = []
  public var foreign: [String] = []
  public init(name: String, token: String) {
    self.name = name
    self.token = token
  }
}

/// One undated row of what was done to the box.
public struct HistoryEvent: Sendable, Equatable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case `import`, migration, repair, edit, refresh
  }
  public var kind: Kind
  public var from: String?
  public var to: String?
  /// `slipconv 0.1.0`.
  public var tool: String
  public init(kind: Kind, from: String? = nil, to: String? = nil, tool: String) {
    self.kind = kind
    self.from = from
    self.to = to
    self.tool = tool
  }
}
