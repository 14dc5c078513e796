/// A part of a paragraph's content. Inlines are flat: none contains another.
///
/// Documents have very many inlines, so this type is kept small: three words.
public enum Inline: Sendable, Equatable {
  /// Text of one formatting.
  case run(Run)
  /// A line break within the paragraph (`\line`).
  case lineBreak
  /// A picture in the text.
  indirect case picture(Picture)
  /// An attached file that is not shown as a picture.
  indirect case attachment(AttachedFile)
  /// The reference to a footnote, endnote or annotation: an index into `Document.notes`. Each note
  /// has one reference.
  case noteReference(Int)
  /// A reference that a tracked change deletes: an index into `Document.notes`.
  case deletedNote(Int)
  /// The beginning of the bookmark with this name (`\bkmkstart`).
  case bookmarkStart(String)
  /// The end of the bookmark with this name (`\bkmkend`).
  case bookmarkEnd(String)
  /// A page, column or section break inside a paragraph.
  case `break`(BreakKind)

  /// An attached file without a size.
  ///
  /// - Parameter resource: An index into `Document.resources`.
  public static func attachment(resource: Int) -> Inline { .attachment(AttachedFile(resource: resource)) }

  /// Whether a reader of the final text sees something of it.
  ///
  /// Hidden and deleted text is not visible, and neither are breaks and bookmarks.
  public var isVisible: Bool {
    switch self {
    case .run(let run): run.style.isVisible && !run.text.isEmpty
    case .picture(let picture): picture.style.isVisible
    case .attachment(let file): file.style.isVisible
    case .lineBreak, .noteReference: true
    case .deletedNote, .bookmarkStart, .bookmarkEnd, .break: false
    }
  }

  /// Whether there is something to read in it: it is visible, and neither white space nor a line break.
  package var isReadable: Bool {
    switch self {
    case .run(let run): run.style.isVisible && !run.text.allSatisfy(\.isWhitespace)
    case .lineBreak: false
    default: isVisible
    }
  }

  /// The `CharacterStyle.identity` of a run, which tells its formatting apart from others; nil for
  /// other inlines.
  ///
  /// Nothing is retained, so this is cheap in a writer's inner loop.
  @inlinable
  public var runIdentity: UInt? {
    @inline(__always) get { if case .run(let run) = self { run.style.identity } else { nil } }
  }

  /// The length of a run's text in UTF-8 bytes; 0 for other inlines.
  @inlinable
  public var runLength: Int {
    @inline(__always) get { if case .run(let run) = self { run.text.utf8.count } else { 0 } }
  }

  /// A run's text, without retaining its formatting; empty for other inlines.
  @inlinable
  public var runText: String {
    @inline(__always) get { if case .run(let run) = self { run.text } else { "" } }
  }
}

/// Text of one formatting. It may contain tabs, but no line ends: those are inlines and blocks.
///
/// A hidden or deleted line break is U+2028 within the text, because an inline of its own could be
/// neither.
public struct Run: Sendable, Equatable {
  /// The characters of the run.
  public var text: String
  /// The formatting of all of the text.
  public var style: CharacterStyle
  /// Creates a run; without a style it is plain text.
  public init(_ text: String, style: CharacterStyle = CharacterStyle()) {
    self.text = text
    self.style = style
  }

  /// Whether text and formatting are the same.
  ///
  /// Swift compares strings by canonical equivalence. Runs differ when their code points do: `é` in
  /// one code point is not equal to `e` with a combining accent.
  public static func == (a: Run, b: Run) -> Bool {
    a.style == b.style && a.text.utf8.elementsEqual(b.text.utf8)
  }
}
