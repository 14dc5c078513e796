/// A part of the body, of a table cell, a text box, a margin note, a header or a footer.
public enum Block: Sendable, Equatable {
  /// A paragraph, which may be a heading or a list item.
  case paragraph(Paragraph)
  /// A table; its cells contain blocks again.
  case table(DocumentTable)
  /// A page, column or section break between paragraphs.
  case `break`(BreakKind)

  /// The inlines of a paragraph; empty for other blocks.
  ///
  /// Writers use it in their inner loops: it retains nothing but the array, while `case
  /// .paragraph(let paragraph)` retains every part of the paragraph.
  @inlinable
  public var inlines: [Inline] {
    @inline(__always) get { if case .paragraph(let paragraph) = self { paragraph.inlines } else { [] } }
  }

  /// Whether it is a paragraph without text boxes that has nothing to read in it.
  package var isBlank: Bool {
    if case .paragraph(let paragraph) = self {
      paragraph.isBlank && paragraph.textBoxes.isEmpty
    } else {
      false
    }
  }
}

/// What a break starts: a new page, a new column or a new section (`\page`, `\column`, `\sect`).
public enum BreakKind: String, Sendable, Hashable, CaseIterable {
  /// What follows begins on a new page.
  case page
  /// What follows begins in a new column.
  case column
  /// What follows belongs to a new section.
  case section
}

/// A paragraph: formatted text up to a paragraph end (`\par`).
///
/// Documents have very many paragraphs, so this type is kept small: nine words. Rare properties are
/// boxed.
public struct Paragraph: Sendable, Equatable {
  /// Alignment, indents and the other formatting of the paragraph as a whole.
  public var style: ParagraphStyle
  /// The place in a list; nil when the paragraph is no list item.
  public var listItem: ListItem?
  /// The text, pictures, note references and breaks of the paragraph, in reading order.
  public var inlines: [Inline]
  /// Text boxes that are anchored in this paragraph. Writers put their text behind it.
  public var textBoxes: [TextBox]
  /// The tracked change of the paragraph's end; nil when the end is unchanged.
  ///
  /// Where it is a deletion, a reader of the final text sees this paragraph and the next one as
  /// one.
  public var endRevision: Revision? {
    get { sharedEndRevision?.value }
    set { sharedEndRevision = newValue.map(SharedValue.init) }
  }
  /// `endRevision`, boxed because hardly any paragraph has one.
  private var sharedEndRevision: SharedValue<Revision>?

  /// Whether there is nothing to read in it, leaving its text boxes aside, and it ends.
  package var isBlank: Bool {
    endIsVisible && !inlines.contains(where: \.isReadable)
  }

  /// Creates a paragraph; by default an empty one without formatting.
  public init(
    style: ParagraphStyle = ParagraphStyle(), listItem: ListItem? = nil, inlines: [Inline] = [],
    textBoxes: [TextBox] = [], endRevision: Revision? = nil
  ) {
    self.style = style
    self.listItem = listItem
    self.inlines = inlines
    self.textBoxes = textBoxes
    self.endRevision = endRevision
  }

  /// Whether a reader of the final text sees this paragraph end. If not, the paragraph continues in
  /// the next one.
  public var endIsVisible: Bool { endRevision?.kind != .deletion }
}

/// A frame with text of its own beside or above the text of the page (`\shptxt`).
public struct TextBox: Sendable, Equatable {
  /// The box's content, like a body's.
  public var blocks: [Block]
  /// Creates a text box with this content.
  public init(blocks: [Block]) { self.blocks = blocks }
}
