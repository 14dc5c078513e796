/// What stands in a paragraph; flat, without nesting.
public enum Inline: Sendable, Equatable {
  case run(Run)
  case lineBreak
  case picture(Picture)
  /// An attached file that is not shown as a picture: index into `Document.resources`.
  case attachment(resource: Int)
  /// Index into `Document.notes`. Each note is referred to once.
  case noteReference(Int)
  case bookmarkStart(String)
  case bookmarkEnd(String)
  /// A page, column or section break inside a paragraph.
  case `break`(BreakKind)
}
