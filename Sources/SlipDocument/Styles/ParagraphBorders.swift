/// Lines around a paragraph (RTF 1.9.1, "Paragraph Borders").
public struct ParagraphBorders: Sendable, Hashable {
  public struct Line: Sendable, Hashable {
    public enum Style: String, Sendable, Hashable, CaseIterable { case single, double, dotted, dashed }
    public var style: Style
    /// In twips.
    public var width: Int
    /// nil for the ink of the text.
    public var color: Color?
    /// From the text, in twips.
    public var space: Int
    public init(style: Style = .single, width: Int = 15, color: Color? = nil, space: Int = 0) {
      (self.style, self.width, self.color, self.space) = (style, width, color, space)
    }
  }

  public var top, left, bottom, right: Line?

  public init(top: Line? = nil, left: Line? = nil, bottom: Line? = nil, right: Line? = nil) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  public var isEmpty: Bool { top == nil && left == nil && bottom == nil && right == nil }
}
