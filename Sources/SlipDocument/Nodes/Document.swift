public import SlipCore

/// The rich text of one note: the model that every reader makes and every writer takes.
///
/// Lengths are in twips (1/1440 inch) unless a property says otherwise. Inlines are flat: links,
/// tracked changes and formatting are attributes of a run, so there are no nested spans. Only
/// tables, text boxes and margin notes nest. `Limits.tableDepth` bounds how deep they go, so a walk
/// may recurse over blocks.
///
/// Parts refer to each other by index: `ListItem.list` into `lists`, `Picture.resource` into
/// `resources`, `Inline.noteReference` into `notes`.
public struct Document: Sendable, Equatable {
  /// Title, author and other facts that are not part of the text.
  public var info = DocumentInfo()
  /// The font of text whose style names none (`\deff`); nil when the file names none.
  public var defaultFont: String?
  /// The language of text whose style names none, as a BCP 47 tag (`\deflangN`); nil when unknown.
  public var defaultLanguage: String?
  /// The size and the margins of the pages, those of the first section; nil when the file doesn't say.
  public var page: PageSetup?
  /// How pages number the footnotes.
  public var footnoteNumbering = NoteNumbering()
  /// How pages number the endnotes.
  public var endnoteNumbering = NoteNumbering()
  /// The body: paragraphs, tables and breaks in reading order.
  public var blocks: [Block] = []
  /// Footnotes, endnotes and annotations, in the order of their references.
  public var notes: [MarginNote] = []
  /// The list definitions that `ListItem.list` is an index into.
  public var lists: [ListDefinition] = []
  /// The pictures and files that `Picture.resource` and `AttachedFile.resource` are indices into.
  /// Each is there once, however often the text shows it.
  public var resources: [Resource] = []
  /// The texts above and below the pages.
  public var headersAndFooters: [HeaderOrFooter] = []

  /// Creates an empty document.
  public init() {}
}

/// Text above or below the pages of a section (RTF 1.9.1, "Headers and Footers").
public struct HeaderOrFooter: Sendable, Equatable {
  /// On which pages the text appears, and whether at the top or the bottom.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// At the top of all pages (`\header`).
    case header
    /// At the top of the first page (`\headerf`).
    case headerFirst
    /// At the top of left-hand pages (`\headerl`).
    case headerLeft
    /// At the top of right-hand pages (`\headerr`).
    case headerRight
    /// At the bottom of all pages (`\footer`).
    case footer
    /// At the bottom of the first page (`\footerf`).
    case footerFirst
    /// At the bottom of left-hand pages (`\footerl`).
    case footerLeft
    /// At the bottom of right-hand pages (`\footerr`).
    case footerRight
  }
  /// The pages that show it.
  public var kind: Kind
  /// Its content, like the body's.
  public var blocks: [Block]
  /// Creates a header or footer with this content.
  public init(kind: Kind, blocks: [Block]) {
    self.kind = kind
    self.blocks = blocks
  }
}

/// The result of reading a file: a document and the findings about it.
///
/// Reading is total. Whatever the bytes are, there is a document; problems are diagnostics.
public struct ReadResult: Sendable {
  /// What was read.
  public var document: Document
  /// What was found on the way.
  public var diagnostics: [Diagnostic]
  /// Whether the document already is what `Document.normalized()` would return, so that callers can
  /// skip that step.
  public var isNormalForm: Bool

  /// Creates a result; by default without findings.
  public init(document: Document, diagnostics: [Diagnostic] = [], isNormalForm: Bool = false) {
    self.document = document
    self.diagnostics = diagnostics
    self.isNormalForm = isNormalForm
  }
}
