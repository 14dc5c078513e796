/// Paragraph formatting (RTF 1.9.1, "Paragraph Formatting Properties"); lengths in twips.
public struct ParagraphStyle: Sendable, Hashable {
  public enum Alignment: String, Sendable, Hashable, CaseIterable { case left, center, right, justified }
  public enum LineSpacing: Sendable, Hashable {
    /// Multiple of single spacing, in 240ths of a line (`\slN\slmult1`).
    case multiple(Int)
    case atLeast(Int)
    case exactly(Int)
  }
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

  public init() {}
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
