public import SlipBase
public import SlipDocument
public import SlipNotes

/// A note as an importer returns it: complete, and independent of any slip-box.
///
/// Up to four payload files belong to it. An RTF file with pictures gives a body without them,
/// blobs for the pictures, a mirror with the text, and the body again as what is kept: together
/// with `lifted` it gives back the original.
public struct ImportedNote: Sendable, Equatable {
  /// Identifies the file.
  public var key: ImportKey
  /// The importer's name, such as `rtf`.
  public var format: String
  /// The title.
  public var title: String
  /// The keywords in the order of the source, each once, ignoring case.
  public var keywords: [String] = []
  /// When the note was created; nil when unknown.
  public var created: Timestamp?
  /// When the note was last changed; nil when unknown.
  public var modified: Timestamp?
  /// Whether a date came without a time zone and was taken as UTC.
  public var zoneIsUnknown = false
  /// The note as RTF, with its pictures extracted.
  public var body: Payload
  /// The note as plain text.
  public var mirror: Payload
  /// What goes to `sources/`: the body for RTF, otherwise what the original is restored from.
  public var kept: Payload
  /// How `kept` becomes the original again; empty when it is the original.
  public var lifted: [ExtractedData] = []
  /// Length and digest of the imported file.
  public var original: FileFact
  /// When the imported file was last modified; nil when unknown.
  public var fileModified: Timestamp?
  /// The attachments in the order of the text. A blob may be listed several times, under different
  /// names.
  public var attachments: [ImportedAttachment] = []
  /// What the note links to, in the order of the text, each once.
  public var linkTargets: [LinkTarget] = []
  /// The findings of the importer.
  public var diagnostics: [Diagnostic] = []
  /// Whether what holds the text isn't there: see `SourceNote.lacksText`.
  public var lacksText = false
  /// Whether the text has no end: see `SourceNote.lacksEnd`.
  public var lacksEnd = false
  /// Whether its properties can't be read: see `SourceNote.lacksFacts`.
  public var lacksFacts = false
  /// The options with which it was read: see `Source.reading`.
  public var reading: String?
  /// What a container says of the note beyond its text; nil for a note that is a file of its own. Of an item, `kept` and
  /// `original` are empty, because its container is kept once for all its notes.
  public var item: ImportedItem?

  /// Creates a note without attachments and links.
  public init(
    key: ImportKey, format: String, title: String, body: Payload, mirror: Payload, kept: Payload,
    original: FileFact
  ) {
    self.key = key
    self.format = format
    self.title = title
    self.body = body
    self.mirror = mirror
    self.kept = kept
    self.original = original
  }
}

/// A blob that came with a note.
public struct ImportedAttachment: Sendable, Equatable {
  /// The bytes.
  public var payload: Payload
  /// The media type (RFC 6838), decided by the content.
  public var mediaType: String
  /// The file name extension, decided by the content; `bin` when unknown.
  public var fileExtension: String
  /// The name in the note.
  public var name: String
  /// A description of the picture or file; nil for none.
  public var description: String?
  /// Facts about the file in this note.
  public var properties: [Property] = []
  /// The width in pixels as stored; nil when unknown.
  public var width: Int?
  /// The height in pixels as stored; nil when unknown.
  public var height: Int?
  /// Whether the note refers to the blob. If not, only the original needs it.
  public var isShown = true
  /// Whether the file only lies beside the text, which neither shows nor names it.
  public var isBeside = false

  /// Creates an attachment that the note refers to.
  public init(payload: Payload, mediaType: String, fileExtension: String, name: String) {
    self.payload = payload
    self.mediaType = mediaType
    self.fileExtension = fileExtension
    self.name = name
  }
}

/// Bytes together with their digest, so that it is computed once.
public struct Payload: Sendable, Equatable {
  /// The bytes.
  public let bytes: [UInt8]
  /// Their length and digest.
  public let fact: FileFact

  /// Computes the digest of bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    fact = FileFact(of: bytes)
  }

  /// Wraps bytes whose digest is known.
  init(_ bytes: [UInt8], fact: FileFact) {
    self.bytes = bytes
    self.fact = fact
  }

  /// Whether length and digest are the same.
  public static func == (a: Payload, b: Payload) -> Bool { a.fact == b.fact }
}

/// A payload file that an import adds to a bundle.
public struct ImportedPayload: Sendable, Equatable {
  /// Where a payload file belongs.
  public enum Place: Sendable, Hashable {
    /// The RTF body of a note.
    case body(UniqueID)
    /// The plain-text mirror of a note.
    case mirror(UniqueID)
    /// The blob of an attachment.
    case attachment(Digest, fileExtension: String)
    /// What is kept of an imported file, in `sources/`.
    case kept(Digest, fileExtension: String)
  }
  /// Where the file belongs.
  public var place: Place
  /// The file's bytes.
  public var payload: Payload

  /// Creates a payload file.
  public init(_ place: Place, _ payload: Payload) {
    self.place = place
    self.payload = payload
  }
}
