public import SlipBase
internal import SlipBundle
public import SlipNotes

/// The facts of one note in readable form, as `slipconv list` and `slipconv show` print them.
///
/// Identifiers of folders and keywords are replaced by names. With `--json` the properties are
/// the keys of the output.
public struct NoteSummary: Sendable, Encodable {
  /// A file that the note shows or links to.
  public struct AttachmentSummary: Sendable, Encodable {
    /// The name of the file in this note. Notes that share an attachment may give it different
    /// names.
    public var name: String
    /// The media type, such as `image/png`.
    public var mediaType: String
    /// The length in bytes.
    public var length: Int
    /// The path of the file in the bundle.
    public var path: String
    /// The width in pixels; nil where the attachment isn't a picture, or its size is unknown.
    public var width: Int?
    /// The height in pixels; nil where the attachment isn't a picture, or its size is unknown.
    public var height: Int?
  }

  /// A property of the note.
  public struct PropertySummary: Sendable, Encodable {
    /// The name, such as `author`.
    public var name: String
    /// `text`, `number`, `date`, `boolean` or `uri`.
    public var kind: String
    /// The value, as text.
    public var value: String

    /// Describes a property.
    public init(_ property: Property) {
      (name, kind, value) = (property.name, property.kind.rawValue, property.value)
    }
  }

  /// A note at the other end of a link.
  public struct LinkSummary: Sendable, Encodable {
    /// The UUID of that note.
    public var id: String
    /// The title of that note.
    public var title: String
  }

  /// The UUID of the note.
  public var id: String
  /// The title of the note.
  public var title: String
  /// `draft`, `review` or `archived`.
  public var status: String
  /// Whether the note is marked as a favorite.
  public var isFavorite: Bool
  /// The names of the folder and all folders above it, the topmost first; empty for a note
  /// outside of folders.
  public var folder: [String]
  /// The paths of the keywords, such as `bees/queens`, in the order of the note.
  public var keywords: [String]
  /// When the note was created (RFC 3339); nil where that is unknown.
  public var created: String?
  /// When the note was last modified (RFC 3339); nil where that is unknown.
  public var modified: String?
  /// Whether the dates came without a time zone, so that they were taken as UTC.
  public var zoneIsUnknown: Bool
  /// The notes that this note links to.
  public var links: [LinkSummary]
  /// The notes that link to this note.
  public var backlinks: [LinkSummary]
  /// The attachments in the order of the note.
  public var attachments: [AttachmentSummary]
  /// The properties in the order of the note; nil where there are none, or they weren't asked for.
  public var properties: [PropertySummary]?
  /// The path of the imported file, relative to what was imported; nil for a note that came
  /// from no file.
  public var source: String?
  /// The path of the RTF body in the bundle.
  public var body: String

  /// The keys of the JSON form.
  private enum CodingKeys: String, CodingKey {
    case id, title, status, folder, keywords, created, modified, zoneIsUnknown, links, backlinks, attachments
    case properties, source, body
    case isFavorite = "favorite"
  }

  /// Summarizes a note of `box`. References to entities that are missing from the box are left
  /// out.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - box: The box that it is in.
  ///   - hasRelations: Whether links, back-links and attachments are wanted.
  public init(_ note: Note, in box: SlipBox, hasRelations: Bool = true) {
    var paths = BoxPaths()
    self.init(note, in: box, hasRelations: hasRelations, &paths)
  }

  /// The same for one of many notes.
  ///
  /// - Parameter paths: The paths of folders and keywords that were asked for before.
  init(_ note: Note, in box: SlipBox, hasRelations: Bool, _ paths: inout BoxPaths) {
    id = note.id.description
    title = note.title
    status = note.status.rawValue
    isFavorite = note.isFavorite
    folder = paths.path(ofFolder: note.folder, box)
    keywords = note.keywords.compactMap { paths.path(ofKeyword: $0, box) }
    created = note.created?.rfc3339
    modified = note.modified?.rfc3339
    zoneIsUnknown = note.zoneIsUnknown
    links = hasRelations ? NoteSummary.links(note.links, in: box) : []
    backlinks = hasRelations ? NoteSummary.links(box.backlinks(of: note.id), in: box) : []
    attachments = (hasRelations ? note.attachments : []).compactMap { reference in
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

  /// The notes with these identifiers, without those that are missing.
  private static func links(_ ids: [Note.ID], in box: SlipBox) -> [LinkSummary] {
    ids.compactMap { box.note($0) }.map { LinkSummary(id: $0.id.description, title: $0.title) }
  }
}

/// Paths of folders and keywords of a box, each made once.
struct BoxPaths {
  /// By UUID.
  private var folders: [Folder.ID: [String]] = [:]
  /// By UUID; nil for one that the box doesn't have.
  private var keywords: [Keyword.ID: String?] = [:]

  /// The names of a folder and those above it, as `SlipBox.path(of:)` gives them.
  mutating func path(ofFolder id: Folder.ID?, _ box: SlipBox) -> [String] {
    guard let id else { return [] }
    if let known = folders[id] { return known }
    let path = box.path(of: id)
    folders[id] = path
    return path
  }

  /// The path of a keyword; nil for one that the box doesn't have.
  mutating func path(ofKeyword id: Keyword.ID, _ box: SlipBox) -> String? {
    if let known = keywords[id] { return known }
    let path = box.keyword(id) == nil ? nil : box.path(ofKeyword: id)
    keywords[id] = .some(path)
    return path
  }
}

/// The conditions by which `slipconv list` selects notes. A note must meet all of them.
///
/// ```swift
/// var filter = NoteFilter()
/// filter.folder = "Work"
/// filter.status = .draft
/// let drafts = try filter.notes(of: bundle)
/// ```
public struct NoteFilter: Sendable {
  /// Only notes in this folder, a path such as `Work/Ideas`, and its subfolders; nil: all
  /// notes.
  public var folder: String?
  /// Only notes with a keyword of this name or path, such as `queens` or `bees/queens`; nil: all notes.
  public var keyword: String?
  /// Only notes with this status; nil: all notes.
  public var status: Note.Status?
  /// Only favorites.
  public var favoritesOnly = false

  /// A filter that every note passes.
  public init() {}

  /// Whether every note passes.
  var isEmpty: Bool { folder == nil && keyword == nil && status == nil && !favoritesOnly }

  /// The notes that pass, by folder in depth-first order, and by their order within a folder.
  /// Notes outside of folders come first.
  ///
  /// - Throws: `SlipError` with `KitCode.noSuchNote` where the bundle has no such folder or
  ///   keyword.
  public func notes(of bundle: OpenBundle) throws(SlipError) -> [Note] {
    let box = bundle.box
    var withKeyword: Set<Note.ID>?
    if let keyword {
      let found = box.keywords(called: keyword)
      if found.isEmpty { throw NoteFilter.missing("keyword", bundle.path) }
      withKeyword = Set(found.flatMap { box.notes(with: $0.id) })
    }
    var pending: [Folder.ID?] = [nil]
    if let folder {
      guard let found = box.folder(at: folder) else { throw NoteFilter.missing("folder", bundle.path) }
      pending = [found]
    }
    var notes: [Note] = []
    while let folder = pending.popLast() {
      box.append(notesIn: folder, to: &notes) { note in
        (status.map { $0 == note.status } ?? true) && (!favoritesOnly || note.isFavorite)
          && (withKeyword?.contains(note.id) ?? true)
      }
      pending += box.children(of: folder).reversed().map(\.id)
    }
    return notes
  }

  /// The error that the bundle lacks a folder or keyword.
  static func missing(_ what: String, _ path: String) -> SlipError {
    SlipError(
      .usage, code: KitCode.noSuchNote, "The bundle has no such \(what).", at: SourceLocation(file: path))
  }
}
