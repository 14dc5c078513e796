public enum Block: Sendable, Equatable {
  case paragraph(Paragraph)
  case table(Table)
  /// A page, column or section break between paragraphs.
  case `break`(BreakKind)

  /// A paragraph's inlines; nothing else of it is retained.
  @inlinable
  public var inlines: [Inline] {
    @inline(__always) get { if case .paragraph(let paragraph) = self { paragraph.inlines } else { [] } }
  }
}

public enum BreakKind: String, Sendable, Hashable, CaseIterable {
  case page, column, section
}
