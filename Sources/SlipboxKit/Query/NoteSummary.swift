public import SlipBase
internal import SlipBundle
public import SlipNotes

/// One note's facts in readable form, as `slipconv list` and `show` give them.
public struct NoteSummary: Sendable, Encodable {
  public struct AttachmentSummary: Sendable, Encodable {
    public var name: String
    public var mediaType: String
    /// In bytes.
    public var length: Int
    /// Path in the bundle.
    public var path: String
    public var width: Int?
    public var height: Int?
  }

  public struct LinkSummary: Sendable, Encodable {
    public var id: String
    public var title: String
  }

  public var id: String
  public var title: String
  public var status: String
  public var favorite: Bool
  public var folder: [String]
  public var keywords: [String]
  /// RFC 3339.
  public var created: String?
  public var modified: String?
  /// Dates came without a zone and were taken as UTC.
  public var zoneIsUnknown: Bool
  public var links: [LinkSummary]
  public var backlinks: [LinkSummary]
  public var attachments: [AttachmentSummary]
  /// Path of the imported file below what was imported.
  public var source: String?
  /// Path of the RTF body in the bundle.
  public var body: String

  public init(_ note: Note, in box: SlipBox) {
    id = note.id.description
    title = note.title
    status = note.status.rawValue
    favorite = note.isFavorite
    folder = box.path(of: note.folder)
    keywords = note.keywords.compactMap { box.keyword($0)?.name }
    created = note.created?.rfc3339
    modified = note.modified?.rfc3339
    zoneIsUnknown = note.zoneIsUnknown
    links = NoteSummary.links(note.links, in: box)
    backlinks = NoteSummary.links(box.backlinks(of: note.id), in: box)
    attachments = note.attachments.compactMap { reference in
      box.attachment(reference.attachment).map { attachment in
        AttachmentSummary(
          name: reference.name, mediaType: attachment.mediaType, length: attachment.blob.length,
          path: PayloadPath.blob(attachment.id, attachment.fileExtension), width: attachment.width,
          height: attachment.height)
      }
    }
    source = note.source.flatMap { box.source($0)?.path }
    body = PayloadPath.body(note.id)
  }

  private static func links(_ ids: [Note.ID], in box: SlipBox) -> [LinkSummary] {
    ids.compactMap { box.note($0) }.map { LinkSummary(id: $0.id.description, title: $0.title) }
  }
}

/// Which notes `slipconv list` shows.
public struct NoteFilter: Sendable {
  /// The folder and all below it.
  public var folder: String?
  public var keyword: String?
  public var status: Note.Status?
  public var favoritesOnly = false

  public init() {}

  /// The notes that pass, by folder path, then by order in their folder.
  ///
  /// Throws when there is no such folder or keyword.
  public func notes(of bundle: OpenBundle) throws(SlipError) -> [Note] {
    let box = bundle.box
    var withKeyword: Set<Note.ID>?
    if let keyword {
      guard let found = box.keyword(named: keyword) else { throw missing("keyword", bundle.path) }
      withKeyword = Set(box.notes(with: found.id))
    }
    var pending: [Folder.ID?] = [nil]
    if let folder {
      guard let found = box.folder(at: folder) else { throw missing("folder", bundle.path) }
      pending = [found]
    }
    var notes: [Note] = []
    while let folder = pending.popLast() {
      notes += box.notes(in: folder).filter { note in
        (status.map { $0 == note.status } ?? true) && (!favoritesOnly || note.isFavorite)
          && (withKeyword?.contains(note.id) ?? true)
      }
      pending += box.children(of: folder).reversed().map(\.id)
    }
    return notes
  }

  private func missing(_ what: String, _ path: String) -> SlipError {
    SlipError(
      .usage, code: KitCode.noSuchNote, "The bundle has no such \(what).", at: SourceLocation(file: path))
  }
}
