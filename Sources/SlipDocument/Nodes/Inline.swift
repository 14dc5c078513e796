/// What stands in a paragraph; flat, without nesting. Small, as there are many: three words.
public enum Inline: Sendable, Equatable {
  case run(Run)
  case lineBreak
  indirect case picture(Picture)
  /// An attached file that is not shown as a picture.
  indirect case attachment(AttachedFile)
  /// Index into `Document.notes`. Each note is referred to once.
  case noteReference(Int)
  /// The place of a note whose reference is deleted by a tracked change: index into `Document.notes`.
  case deletedNote(Int)
  case bookmarkStart(String)
  case bookmarkEnd(String)
  /// A page, column or section break inside a paragraph.
  case `break`(BreakKind)

  /// An attached file without a size: index into `Document.resources`.
  public static func attachment(resource: Int) -> Inline { .attachment(AttachedFile(resource: resource)) }

  /// Whether it puts something before the eyes of a reader of the final text: nothing hidden or deleted does, and
  /// breaks and bookmarks don't.
  public var isVisible: Bool {
    switch self {
    case .run(let run): run.style.isVisible && !run.text.isEmpty
    case .picture(let picture): picture.style.isVisible
    case .attachment(let file): file.style.isVisible
    case .lineBreak, .noteReference: true
    case .deletedNote, .bookmarkStart, .bookmarkEnd, .break: false
    }
  }

  /// What tells the formatting of a run, `CharacterStyle.identity`, without retaining it; nil where it is no run.
  @inlinable
  public var runIdentity: UInt? {
    @inline(__always) get { if case .run(let run) = self { run.style.identity } else { nil } }
  }

  /// Bytes of text, of a run.
  @inlinable
  public var runLength: Int {
    @inline(__always) get { if case .run(let run) = self { run.text.utf8.count } else { 0 } }
  }

  /// A run's text, without its formatting.
  @inlinable
  public var runText: String {
    @inline(__always) get { if case .run(let run) = self { run.text } else { "" } }
  }
}
