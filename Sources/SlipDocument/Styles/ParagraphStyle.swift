/// Paragraph formatting (RTF 1.9.1, "Paragraph Formatting Properties"); lengths in twips. Small: paragraphs share what
/// they have in common.
public struct ParagraphStyle: Sendable, Hashable {
  public enum Alignment: String, Sendable, Hashable, CaseIterable { case left, center, right, justified }
  public enum LineSpacing: Sendable, Hashable {
    /// Multiple of single spacing, in 240ths of a line (`\slN\slmult1`).
    case multiple(Int)
    case atLeast(Int)
    case exactly(Int)
  }

  public struct Attributes: Sendable, Hashable {
    /// The name of the style sheet's paragraph style, such as `heading 1`.
    public var name: String?
    public var alignment = Alignment.left
    public var leftIndent = 0
    public var rightIndent = 0
    public var firstLineIndent = 0
    public var spaceBefore = 0
    public var spaceAfter = 0
    public var lineSpacing: LineSpacing?
    /// 1 to 9; nil for body text (`\outlinelevelN` is one less, or from the style's name).
    public var headingLevel: Int?
    public var isRightToLeft = false
    public var shading: Color?
    public var tabStops: [TabStop] = []
    public var keepsWithNext = false
    public var startsPage = false
    public var borders: ParagraphBorders?

    static let plain = Attributes()
  }

  private var box: SharedValue<Attributes>?

  public init() {}

  /// Changes several attributes at the price of one.
  public mutating func edit(_ change: (inout Attributes) -> Void) {
    var changed = attributes
    change(&changed)
    attributes = changed
  }

  private var attributes: Attributes {
    get { box?.value ?? .plain }
    set { box = newValue == .plain ? nil : SharedValue(newValue) }
  }
}

extension ParagraphStyle {
  /// The name of the style sheet's paragraph style, such as `heading 1`.
  public var name: String? {
    get { box?.value.name }
    set { attributes.name = newValue }
  }
  public var alignment: Alignment {
    get { box?.value.alignment ?? .left }
    set { attributes.alignment = newValue }
  }
  public var leftIndent: Int {
    get { box?.value.leftIndent ?? 0 }
    set { attributes.leftIndent = newValue }
  }
  public var rightIndent: Int {
    get { box?.value.rightIndent ?? 0 }
    set { attributes.rightIndent = newValue }
  }
  public var firstLineIndent: Int {
    get { box?.value.firstLineIndent ?? 0 }
    set { attributes.firstLineIndent = newValue }
  }
  public var spaceBefore: Int {
    get { box?.value.spaceBefore ?? 0 }
    set { attributes.spaceBefore = newValue }
  }
  public var spaceAfter: Int {
    get { box?.value.spaceAfter ?? 0 }
    set { attributes.spaceAfter = newValue }
  }
  public var lineSpacing: LineSpacing? {
    get { box?.value.lineSpacing }
    set { attributes.lineSpacing = newValue }
  }
  /// 1 to 9; nil for body text (`\outlinelevelN` is one less, or from the style's name).
  public var headingLevel: Int? {
    get { box?.value.headingLevel }
    set { attributes.headingLevel = newValue }
  }
  public var isRightToLeft: Bool {
    get { box?.value.isRightToLeft ?? false }
    set { attributes.isRightToLeft = newValue }
  }
  public var shading: Color? {
    get { box?.value.shading }
    set { attributes.shading = newValue }
  }
  public var tabStops: [TabStop] {
    get { box?.value.tabStops ?? [] }
    set { attributes.tabStops = newValue }
  }
  public var keepsWithNext: Bool {
    get { box?.value.keepsWithNext ?? false }
    set { attributes.keepsWithNext = newValue }
  }
  public var startsPage: Bool {
    get { box?.value.startsPage ?? false }
    set { attributes.startsPage = newValue }
  }
  /// Lines around the paragraph; nil for none.
  public var borders: ParagraphBorders? {
    get { box?.value.borders }
    set { attributes.borders = newValue }
  }
}

public struct TabStop: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable { case left, center, right, decimal, bar }
  /// In twips from the left margin.
  public var position: Int
  public var kind: Kind
  public init(position: Int, kind: Kind = .left) {
    self.position = position
    self.kind = kind
  }
}
