/// One note's rich text. Lengths are twips (1/1440 inch) unless said otherwise.
///
/// Inlines are flat: links, revisions and formatting are attributes of a run. Only tables nest, to the depth
/// that `Limits.tableDepth` allows, and text boxes and notes within each other to the same depth, so a walk may
/// recurse over blocks.
public struct Document: Sendable, Equatable {
  public var info = DocumentInfo()
  /// The font of text that has none of its own.
  public var defaultFont: String?
  /// The language of text that names none, BCP 47 (`\deflangN`).
  public var defaultLanguage: String?
  public var footnoteNumbering = NoteNumbering()
  public var endnoteNumbering = NoteNumbering()
  public var blocks: [Block] = []
  /// Footnotes, endnotes and annotations, in the order of their references.
  public var notes: [MarginNote] = []
  /// What `ListItem.list` points into.
  public var lists: [ListDefinition] = []
  /// What `Picture.resource` and `Inline.attachment` point into; each stands once.
  public var resources: [Resource] = []
  public var headersAndFooters: [HeaderOrFooter] = []

  public init() {}
}
