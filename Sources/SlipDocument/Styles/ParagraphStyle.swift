/// Paragraph formatting (RTF 1.9.1, "Paragraph Formatting Properties"). Lengths are in twips.
///
/// Like `CharacterStyle`, this is a value of one word; paragraphs share their attributes in a box.
/// To set several attributes, use `edit(_:)`.
public struct ParagraphStyle: Sendable, Hashable {
  /// How lines are aligned (`\ql`, `\qc`, `\qr`, `\qj`).
  public enum Alignment: String, Sendable, Hashable, CaseIterable { case left, center, right, justified }
  /// The distance between lines (`\slN`, `\slmultN`).
  public enum LineSpacing: Sendable, Hashable {
    /// A multiple of single spacing, in 240ths of a line (`\slN\slmult1`).
    case multiple(Int)
    /// At least this many twips; taller lines make room for themselves (`\slN`).
    case atLeast(Int)
    /// Exactly this many twips (`\sl-N`).
    case exactly(Int)
  }

  /// The attributes of a style as plain values. The properties of `ParagraphStyle` explain each of
  /// them.
  public struct Attributes: Sendable, Hashable {
    /// The paragraph style's name.
    public var name: String?
    /// The alignment of the lines.
    public var alignment = Alignment.left
    /// The indent on the left.
    public var leftIndent = 0
    /// The indent on the right.
    public var rightIndent = 0
    /// The additional indent of the first line.
    public var firstLineIndent = 0
    /// The space above.
    public var spaceBefore = 0
    /// The space below.
    public var spaceAfter = 0
    /// The distance between lines.
    public var lineSpacing: LineSpacing?
    /// The heading level, 1 to 9.
    public var headingLevel: Int?
    /// Whether the text runs from right to left.
    public var isRightToLeft = false
    /// The background colour.
    public var shading: DocumentColor?
    /// The tab stops.
    public var tabStops: [TabStop] = []
    /// Whether the paragraph stays on the page of the next one.
    public var keepsWithNext = false
    /// Whether the paragraph starts a page.
    public var startsPage = false
    /// The lines around the paragraph.
    public var borders: Borders?

    /// The attributes of an ordinary paragraph.
    static let plain = Attributes()
  }

  /// The shared attributes; nil for an ordinary paragraph. A box never holds plain attributes.
  private var box: SharedValue<Attributes>?

  /// Creates the style of an ordinary paragraph.
  public init() {}

  /// Changes several attributes at the cost of one change.
  public mutating func edit(_ change: (inout Attributes) -> Void) {
    var changed = attributes
    change(&changed)
    attributes = changed
  }

  /// All attributes; setting them makes a new box, or none when they are plain.
  package var attributes: Attributes {
    get { box?.value ?? .plain }
    set { box = newValue == .plain ? nil : SharedValue(newValue) }
  }
}

extension ParagraphStyle {
  /// The name of the paragraph style in the style sheet (`\sN`), such as `heading 1`; nil for none.
  public var name: String? {
    get { box?.value.name }
    set { attributes.name = newValue }
  }
  /// How the lines are aligned; left by default.
  public var alignment: Alignment {
    get { box?.value.alignment ?? .left }
    set { attributes.alignment = newValue }
  }
  /// The indent on the left (`\liN`); 0 by default.
  public var leftIndent: Int {
    get { box?.value.leftIndent ?? 0 }
    set { attributes.leftIndent = newValue }
  }
  /// The indent on the right (`\riN`); 0 by default.
  public var rightIndent: Int {
    get { box?.value.rightIndent ?? 0 }
    set { attributes.rightIndent = newValue }
  }
  /// The indent of the first line relative to the left indent (`\fiN`); negative for a hanging
  /// indent.
  public var firstLineIndent: Int {
    get { box?.value.firstLineIndent ?? 0 }
    set { attributes.firstLineIndent = newValue }
  }
  /// The space above the paragraph (`\sbN`).
  public var spaceBefore: Int {
    get { box?.value.spaceBefore ?? 0 }
    set { attributes.spaceBefore = newValue }
  }
  /// The space below the paragraph (`\saN`).
  public var spaceAfter: Int {
    get { box?.value.spaceAfter ?? 0 }
    set { attributes.spaceAfter = newValue }
  }
  /// The distance between lines; nil for single spacing.
  public var lineSpacing: LineSpacing? {
    get { box?.value.lineSpacing }
    set { attributes.lineSpacing = newValue }
  }
  /// The level of a heading, 1 to 9; nil for body text.
  ///
  /// It is one more than `\outlinelevelN`, or comes from the style's name.
  public var headingLevel: Int? {
    get { box?.value.headingLevel }
    set { attributes.headingLevel = newValue }
  }
  /// Whether the text runs from right to left (`\rtlpar`).
  public var isRightToLeft: Bool {
    get { box?.value.isRightToLeft ?? false }
    set { attributes.isRightToLeft = newValue }
  }
  /// The background colour; nil for none.
  public var shading: DocumentColor? {
    get { box?.value.shading }
    set { attributes.shading = newValue }
  }
  /// The tab stops that the paragraph sets itself.
  public var tabStops: [TabStop] {
    get { box?.value.tabStops ?? [] }
    set { attributes.tabStops = newValue }
  }
  /// Whether the paragraph stays on the page of the next one (`\keepn`).
  public var keepsWithNext: Bool {
    get { box?.value.keepsWithNext ?? false }
    set { attributes.keepsWithNext = newValue }
  }
  /// Whether the paragraph starts a page (`\pagebb`).
  public var startsPage: Bool {
    get { box?.value.startsPage ?? false }
    set { attributes.startsPage = newValue }
  }
  /// The lines around the paragraph; nil for none.
  public var borders: Borders? {
    get { box?.value.borders }
    set { attributes.borders = newValue }
  }
}

/// A place that a tab moves on to (RTF 1.9.1, "Tabs").
public struct TabStop: Sendable, Hashable {
  /// How the text behind the tab is aligned. A `bar` is a vertical line that tabs pass over.
  public enum Kind: String, Sendable, Hashable, CaseIterable { case left, center, right, decimal, bar }
  /// The distance from the left margin in twips.
  public var position: Int
  /// How the text is aligned there.
  public var kind: Kind
  /// Creates a tab stop; by default text begins at it.
  public init(position: Int, kind: Kind = .left) {
    self.position = position
    self.kind = kind
  }
}

/// The lines around a paragraph or a cell of a table (RTF 1.9.1, "Paragraph Borders", "Table Definitions").
public struct Borders: Sendable, Hashable {
  /// One of the four lines.
  public struct Line: Sendable, Hashable {
    /// How the line is drawn.
    public enum Style: String, Sendable, Hashable, CaseIterable { case single, double, dotted, dashed }
    /// How the line is drawn.
    public var style: Style
    /// The thickness in twips.
    public var width: Int
    /// The colour; nil for that of the text.
    public var color: DocumentColor?
    /// The distance from the text in twips. Of cells it is always 0.
    public var space: Int
    /// Creates a line; by default a single one of ¾ point.
    public init(style: Style = .single, width: Int = 15, color: DocumentColor? = nil, space: Int = 0) {
      (self.style, self.width, self.color, self.space) = (style, width, color, space)
    }
  }

  /// The lines of the four sides; nil where there is none.
  public var top, left, bottom, right: Line?

  /// Creates borders; by default none.
  public init(top: Line? = nil, left: Line? = nil, bottom: Line? = nil, right: Line? = nil) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The same line on all sides.
  public init(all line: Line) { self.init(top: line, left: line, bottom: line, right: line) }

  /// Single lines of half a point on all sides, as most tables have them.
  public static let grid = Borders(all: Line(width: 10))

  /// Whether no side has a line.
  public var isEmpty: Bool { top == nil && left == nil && bottom == nil && right == nil }
}
