public import SlipBase

/// One note of a slip-box: facts about it, such as its title, dates and relationships.
///
/// The text itself is payload, which `body` and `mirror` identify by digest. A note is a plain
/// value, and relationships are ids. `SlipBox` checks them when a note is inserted or updated, and
/// maintains their inverses.
public struct Note: Sendable, Hashable, Identifiable {
  /// How far the work on a note has come.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// Work goes on; ready to be looked at; done with.
    case draft, review, archived

    /// The status of a word in any case; nil for another word.
    public init?(typed word: String) { self.init(rawValue: word.lowercased()) }
  }

  /// The note's identity, which never changes.
  public let id: UniqueID
  /// The title as the user sees it.
  public var title: String
  /// How far the work has come; `draft` by default.
  public var status = Status.draft
  /// Whether the user marked the note as a favourite.
  public var isFavorite = false
  /// The place among the notes of the same folder. Notes of the same order are sorted by UUID.
  public var order = 0
  /// When the note was created; nil when unknown.
  public var created: Timestamp?
  /// When the note was last changed; nil when unknown.
  public var modified: Timestamp?
  /// Whether the source gave the dates without a time zone. They were then taken as UTC.
  public var zoneIsUnknown = false
  /// The folder that the note is in; nil at the top.
  ///
  /// Inverse: `SlipBox.notes(in:)`. Set to nil when the folder is deleted without its notes.
  public var folder: Folder.ID?
  /// The note's keywords in the order they were given, each once. Inverse: `SlipBox.notes(with:)`.
  public var keywords: [Keyword.ID] = []
  /// The notes that this one links to, in the order of the text, each once. Inverse:
  /// `SlipBox.backlinks(of:)`.
  public var links: [Note.ID] = []
  /// Those of `links` that were made by hand or by a source, and not by the text of the body. They
  /// stay when the links of the text are read again.
  public var manualLinks: Set<Note.ID> = []
  /// The attachments that the note uses. Inverse: `SlipBox.notes(using:)`.
  public var attachments: [AttachmentReference] = []
  /// The file that the note was imported from; nil when it was created here. Inverse:
  /// `SlipBox.notes(from:)`.
  public var source: Source.ID?
  /// The note's id within a source that holds many notes; nil elsewhere.
  public var sourceItem: String?
  /// Facts that the model has no field for, in order. Several of one name are a list.
  public var properties: [Property] = []
  /// The digest of title and body as they were last imported (`importedFields`); nil when the note
  /// was created here.
  public var imported: Digest?
  /// Length and digest of the RTF body.
  public var body: FileFact
  /// Length and digest of the body's plain-text mirror.
  public var mirror: FileFact
  /// Elements of other XML namespaces, serialized, in the order of the manifest. Slipbox retains
  /// them without reading them.
  public var foreign: [String] = []

  /// Creates a draft without relationships.
  public init(id: UniqueID, title: String, body: FileFact, mirror: FileFact) {
    self.id = id
    self.title = title
    self.body = body
    self.mirror = mirror
  }
}

/// A note's use of an attachment.
public struct AttachmentReference: Sendable, Hashable {
  /// The attachment that is used.
  public var attachment: Attachment.ID
  /// The file's name in this note, such as `photo.png`.
  public var name: String
  /// A description of the picture or file; nil when there is none.
  public var description: String?
  /// Facts that the model has no field for, such as a place, in order.
  public var properties: [Property] = []
  /// Creates a reference.
  public init(attachment: Attachment.ID, name: String, description: String? = nil) {
    self.attachment = attachment
    self.name = name
    self.description = description
  }

  /// The name of a blob that a body shows and that has no other: the first digits of its digest and
  /// the extension, such as `0f3a99c1.png`.
  public static func name(ofShown digest: Digest, fileExtension: String) -> String {
    "\(digest.hex.prefix(8)).\(fileExtension)"
  }
}

/// A blob that notes and sources use. It is stored once, however often it is used.
public struct Attachment: Sendable, Hashable, Identifiable {
  /// The digest of the bytes, which identifies the attachment.
  public var id: Digest { blob.digest }
  /// Length and digest of the bytes.
  public var blob: FileFact
  /// The media type (RFC 6838), decided by the content.
  public var mediaType: String
  /// The extension of the blob's file name, decided by the content; `bin` when unknown.
  public var fileExtension: String
  /// The width in pixels as stored, before any orientation is applied; nil when unknown.
  public var width: Int?
  /// The height in pixels as stored, before any orientation is applied; nil when unknown.
  public var height: Int?
  /// The thumbnail; nil when there is none.
  public var thumbnail: Thumbnail?
  /// Elements of other XML namespaces, serialized, in order.
  public var foreign: [String] = []

  /// A small picture of an attachment.
  public struct Thumbnail: Sendable, Hashable {
    /// Length and digest of the thumbnail's bytes.
    public var file: FileFact
    /// The extension of its file name: `png` or `jpg`.
    public var fileExtension: String
    /// Creates a thumbnail.
    public init(file: FileFact, fileExtension: String) {
      self.file = file
      self.fileExtension = fileExtension
    }
  }

  /// Creates an attachment without a thumbnail.
  public init(blob: FileFact, mediaType: String, fileExtension: String) {
    self.blob = blob
    self.mediaType = mediaType
    self.fileExtension = fileExtension
  }
}

/// A folder of notes and other folders.
public struct Folder: Sendable, Hashable, Identifiable {
  /// The folder's identity, which never changes.
  public let id: UniqueID
  /// The name. Siblings may share a name.
  public var name: String
  /// When the folder was created; nil when unknown.
  public var created: Timestamp?
  /// The place among the folders of the same parent. Folders of the same order are sorted by UUID.
  public var order = 0
  /// The folder that this one is in; nil at the top.
  ///
  /// Inverse: `SlipBox.children(of:)`. Deleting a folder deletes the folders below it.
  public var parent: Folder.ID?
  /// Facts that the model has no field for, in order.
  public var properties: [Property] = []
  /// Elements of other XML namespaces, serialized, in order.
  public var foreign: [String] = []

  /// Creates a folder at the top.
  public init(id: UniqueID, name: String) {
    self.id = id
    self.name = name
  }
}

/// A keyword that notes have. Keywords may lie below others: `bees/queens`.
///
/// No two keywords below the same one have names that are the same under NFC and case folding.
public struct Keyword: Sendable, Hashable, Identifiable {
  /// An sRGB colour with opacity. Each component is a number from 0 to 1.
  public struct Color: Sendable, Hashable {
    /// The red component, 0 to 1.
    public var red: Double
    /// The green component, 0 to 1.
    public var green: Double
    /// The blue component, 0 to 1.
    public var blue: Double
    /// The opacity: 0 is transparent, 1 is opaque.
    public var opacity: Double
    /// Creates a colour; opaque by default.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }
  }
  /// The keyword's identity, which never changes.
  public let id: UniqueID
  /// The name as the user sees it.
  public var name: String
  /// The colour in which it shows.
  public var color: Color
  /// The keyword that this one lies below; nil at the top. Inverse: `SlipBox.children(ofKeyword:)`.
  public var parent: Keyword.ID?
  /// Elements of other XML namespaces, serialized, in order.
  public var foreign: [String] = []

  /// Creates a keyword.
  public init(id: UniqueID, name: String, color: Color) {
    self.id = id
    self.name = name
    self.color = color
  }
}

extension Note {
  /// The digest of the fields that an import sets and a user may change: what `imported` is
  /// compared with.
  public static func importedFields(title: String, body: Digest) -> Digest {
    Digest(of: Array(body.hex.utf8) + [0x0A] + Array(TextFolding.nfc(title).utf8))
  }

  /// What `imported` is for a note that counts as changed here whatever its title and body: no title and body have this digest.
  public static let changedHere = Digest(of: [])

  /// Whether the title or the body changed after the last import; false for notes that were created
  /// here.
  public var isChangedSinceImport: Bool {
    imported.map { $0 != Note.importedFields(title: title, body: body.digest) } ?? false
  }
}
