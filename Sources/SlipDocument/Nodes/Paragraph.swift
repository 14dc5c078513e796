/// Small, as there are many: nine words.
public struct Paragraph: Sendable, Equatable {
  public var style: ParagraphStyle
  public var listItem: ListItem?
  public var inlines: [Inline]
  /// Text boxes anchored here; their text follows this paragraph.
  public var textBoxes: [TextBox]
  /// Set when the paragraph's end is a tracked change: a reader of the final text sees this paragraph and the
  /// next as one where it was deleted.
  public var endRevision: Revision? {
    get { sharedEndRevision?.value }
    set { sharedEndRevision = newValue.map(SharedValue.init) }
  }
  private var sharedEndRevision: SharedValue<Revision>?

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

  /// Whether a reader of the final text sees this paragraph end; else it runs on into the next.
  public var endIsVisible: Bool { endRevision?.kind != .deletion }
}

public struct TextBox: Sendable, Equatable {
  public var blocks: [Block]
  public init(blocks: [Block]) { self.blocks = blocks }
}
