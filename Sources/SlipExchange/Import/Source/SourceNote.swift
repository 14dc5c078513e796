public import RTFSyntax
public import SlipBase
public import SlipDocument
public import SlipNotes
internal import SlipRTF
public import SlipRTFD
package import SlipStores

/// A note as a container has it.
///
/// A source resolves the links of a note by `SourceContext` while it makes the note: a hyperlink in the body to
/// `slipbox:note/<uuid>` is a link between notes. What it can't resolve goes to `unresolved`, and what no text says, such as a
/// bookmark, to `relations`.
public struct SourceNote: Sendable {
  /// What a note's text is given as.
  public enum Body: Sendable {
    /// RTF, which may have embedded pictures.
    case rtf([UInt8])
    /// RTF with its pictures and files beside it. A package without RTF is read as well as possible.
    case rtfd(FilePackage)
    /// A document. Pictures and files have their bytes, or refer to nothing.
    case document(Document)
  }

  /// The title; nil: it is made from the first line, or else from `fallbackTitle`.
  public var title: String?
  /// Whether the note has no title on purpose, so that none is made from its text.
  public var isUntitled = false
  /// The title of a note without one and without text.
  public var fallbackTitle: String
  /// The folders that the note is in, from the container's top.
  public var folder: [SourceFolder] = []
  /// When the note was created; nil when unknown.
  public var created: Timestamp?
  /// When the note was last changed; nil when unknown.
  public var modified: Timestamp?
  /// Whether a date came without a time zone and was taken as UTC.
  public var zoneIsUnknown = false
  /// How far the work on it has come.
  public var status = Note.Status.draft
  /// Whether it is a favourite.
  public var isFavorite = false
  /// The keywords, in order.
  public var keywords: [SourceKeyword] = []
  /// Facts that a slip-box has no field for.
  public var properties: [Property] = []
  /// The text.
  public var body: Body
  /// Whether what holds the text isn't there, although the container lists the note. That may be on purpose, so a new note is
  /// just empty; one that had a text keeps it.
  public var lacksText = false
  /// Whether the text has no end, though most of its kind have one, such as a page without an end tag. A note that came of a text with
  /// one keeps what it has: this one may be cut off.
  public var lacksEnd = false
  /// Whether its properties can't be read, or where it lies. A note that came of readable ones stays as it is.
  public var lacksFacts = false
  /// Files that belong to the note although its text doesn't show them.
  public var files: [SourceFile] = []
  /// Files that links in a document lead to, by the target of the link: the file's `address`, or what the program calls it.
  public var linkedFiles: [String: SourceFile] = [:]
  /// The time of the note's file. It counts where the note has no date, and doesn't make the note a changed one.
  public var fileModified: Timestamp?
  /// Notes that it leads to although its text doesn't say so.
  public var relations: [UniqueID] = []
  /// What it links to that is no note of the import.
  public var unresolved: [SourceLink] = []
  /// Findings about the note.
  public var diagnostics: [Diagnostic] = []

  /// Creates a note.
  public init(title: String?, fallbackTitle: String = "Untitled", body: Body) {
    (self.title, self.fallbackTitle, self.body) = (title, fallbackTitle, body)
  }
}

/// A file of a note.
public struct SourceFile: Sendable {
  /// The name in the note.
  public var name: String
  /// The content.
  public var bytes: [UInt8]
  /// What it is; nil for nothing.
  public var description: String?
  /// Facts about it.
  public var properties: [Property] = []

  /// Creates a file.
  public init(name: String, bytes: [UInt8], description: String? = nil) {
    (self.name, self.bytes, self.description) = (name, bytes, description)
  }

  /// The address by which the body of a note names the file in a bundle.
  package var address: String {
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    return PayloadPath.blobFromBody(Digest(of: bytes), type.fileExtension)
  }
}

/// A link that leads to no note.
public struct SourceLink: Sendable, Hashable {
  /// What the container calls the target.
  public var target: String
  /// Notes that match; empty where there is none.
  public var candidates: [UniqueID]

  /// Creates a link.
  public init(_ target: String, candidates: [UniqueID] = []) {
    (self.target, self.candidates) = (target, candidates)
  }
}

/// What reading a note needs to know.
///
/// ```swift
/// switch context.note(named: "Garden") {
/// case .note(let id): link.target = SourceContext.target(id)
/// case .ambiguous(let ids): note.unresolved.append(SourceLink("Garden", candidates: ids))
/// case .missing: note.unresolved.append(SourceLink("Garden"))
/// }
/// ```
public struct SourceContext: Sendable {
  /// Bounds on what is read.
  public var limits = Limits()
  /// The zone of dates without one; nil takes them as UTC and marks the note.
  public var zone: TimeZoneRules?
  /// The encoding of pages, Markdown and text; nil: what they say themselves.
  public var encoding: TextEncoding?
  /// The notes of the import, to resolve links.
  public var names = SourceNames()
  /// Where the container is among those of the import.
  public var container = 0
  /// Which parts of a store's model are notes; nil takes what is surely right.
  package var mapping: StoreMapping?
  /// The columns of a table by what they are, such as `title`; what isn't named is guessed.
  public var columns: [String: String] = [:]
  /// Whether each item at the top of an outline is a note.
  public var splitsOutlines = false
  /// Where titles come from.
  public var title = TitleSource.source
  /// The path of a model, for stores that lack theirs.
  package var model: String?

  /// Creates a context without notes.
  public init() {}

  /// A date without a zone, as a point in time, and whether the zone had to be guessed.
  package func moment(ofLocal local: Timestamp) -> (time: Timestamp, zoneIsUnknown: Bool) {
    guard let zone else { return (local, true) }
    let moved = zone.moment(ofLocal: local)
    return moved.isWithinRFC3339 ? (moved, false) : (local, true)
  }
}
