public import SlipBase
public import SlipDocument

/// A note as an importer gives it, complete and independent of any slip-box.
public struct ImportedNote: Sendable, Equatable {
  public var key: ImportKey
  /// The importer's name, such as `rtf`.
  public var format: String
  /// Names of the folders it lies in, from the top.
  public var folder: [String]
  public var title: String
  /// Each once but for case, in the order of the source.
  public var keywords: [String] = []
  public var created: Timestamp?
  public var modified: Timestamp?
  /// A date came without a time zone and was taken as UTC.
  public var zoneIsUnknown = false
  /// RTF, its pictures lifted out.
  public var body: Payload
  public var mirror: Payload
  /// What goes to `sources/`: the body for RTF, else the original.
  public var kept: Payload
  /// How `kept` becomes the original again; empty when it is the original.
  public var lifted: [ExtractedData] = []
  public var original: FileFact
  /// Modification time of the imported file.
  public var fileModified: Timestamp?
  /// In the order of the text; a blob may stand several times.
  public var attachments: [ImportedAttachment] = []
  /// In the order of the text, each once.
  public var linkTargets: [LinkTarget] = []
  public var diagnostics: [Diagnostic] = []

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
    folder = key.folder
  }
}

/// A blob that came with a note.
public struct ImportedAttachment: Sendable, Equatable {
  public var payload: Payload
  /// RFC 6838, by content.
  public var mediaType: String
  /// By content; `bin` when unknown.
  public var fileExtension: String
  public var name: String
  public var description: String?
  /// In pixels, as stored.
  public var width: Int?
  public var height: Int?
  /// False for a blob that only the original needs: the note itself doesn't refer to it.
  public var isShown = true

  public init(payload: Payload, mediaType: String, fileExtension: String, name: String) {
    self.payload = payload
    self.mediaType = mediaType
    self.fileExtension = fileExtension
    self.name = name
  }
}
