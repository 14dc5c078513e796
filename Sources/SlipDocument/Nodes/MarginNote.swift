/// A footnote, endnote or annotation.
public struct MarginNote: Sendable, Equatable {
  public enum Kind: String, Sendable, Hashable, CaseIterable { case footnote, endnote, annotation }
  public var kind: Kind
  /// The mark a reader sees: counted (`1`, `2`, `[A1]`) when automatic, else the file's own.
  public var mark: String
  public var isAutomatic: Bool
  public var blocks: [Block]
  public var author: String?
  public var date: CalendarDate?
  /// The tracked change that its reference is part of. `Inline.deletedNote` refers to it where that is a deletion.
  public var revision: Revision?

  /// Whether its reference is deleted by a tracked change. Such a note isn't counted.
  public var isDeleted: Bool { revision?.kind == .deletion }

  public init(
    kind: Kind, mark: String, isAutomatic: Bool = true, blocks: [Block], author: String? = nil,
    date: CalendarDate? = nil, revision: Revision? = nil
  ) {
    self.kind = kind
    self.mark = mark
    self.isAutomatic = isAutomatic
    self.blocks = blocks
    self.author = author
    self.date = date
    self.revision = revision
  }
}
