public enum Block: Sendable, Equatable {
  case paragraph(Paragraph)
  case table(Table)
  /// A page, column or section break between paragraphs.
  case `break`(BreakKind)
}

public enum BreakKind: String, Sendable, Hashable, CaseIterable {
  case page, column, section
}
