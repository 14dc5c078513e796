public struct Table: Sendable, Equatable {
  public var rows: [TableRow]
  public init(rows: [TableRow]) { self.rows = rows }
}

public struct TableRow: Sendable, Equatable {
  public var cells: [TableCell]
  /// `\trhdr`: repeated on each page.
  public var isHeader: Bool
  /// Whether lines are drawn around the cells; their colour and width are not kept.
  public var isBordered: Bool
  /// Set when the row as a whole was inserted or deleted by a tracked change; what stands in it has its own.
  public var revision: Revision? {
    get { sharedRevision?.value }
    set { sharedRevision = newValue.map(SharedValue.init) }
  }
  private var sharedRevision: SharedValue<Revision>?

  public init(
    cells: [TableCell], isHeader: Bool = false, isBordered: Bool = true, revision: Revision? = nil
  ) {
    self.cells = cells
    self.isHeader = isHeader
    self.isBordered = isBordered
    self.revision = revision
  }

  /// Whether the row was deleted as a whole, or all of its cells were. It is there all the same where something in it is
  /// not deleted.
  public var isDeleted: Bool {
    revision?.kind == .deletion
      || !cells.isEmpty && cells.allSatisfy { $0.revision?.kind == .deletion }
  }
}

public struct TableCell: Sendable, Equatable {
  public enum Merge: String, Sendable, Hashable, CaseIterable { case first, continued }
  public var blocks: [Block]
  /// In twips; nil when the file doesn't say.
  public var width: Int?
  public var horizontalMerge: Merge?
  public var verticalMerge: Merge?
  public var shading: Color?
  /// Set when the cell was inserted or deleted by a tracked change. Never a move.
  public var revision: Revision? {
    get { sharedRevision?.value }
    set { sharedRevision = newValue.map(SharedValue.init) }
  }
  private var sharedRevision: SharedValue<Revision>?

  public init(
    blocks: [Block] = [], width: Int? = nil, horizontalMerge: Merge? = nil, verticalMerge: Merge? = nil,
    shading: Color? = nil, revision: Revision? = nil
  ) {
    self.blocks = blocks
    self.width = width
    self.horizontalMerge = horizontalMerge
    self.verticalMerge = verticalMerge
    self.shading = shading
    self.revision = revision
  }

  /// Whether a reader of the final text sees nothing in it, markers of lists aside.
  public var isBlank: Bool {
    var finder = VisibleFinder()
    Document.walk(blocks, &finder)
    return !finder.hasFound
  }

  private struct VisibleFinder: DocumentVisitor {
    var hasFound = false
    mutating func visit(_ inline: Inline) { if inline.isVisible { hasFound = true } }
  }
}
