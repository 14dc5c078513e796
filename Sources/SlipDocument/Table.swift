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
    get { revisionBox?.value }
    set { revisionBox = newValue.map(Box.init) }
  }
  private var revisionBox: Box<Revision>?

  public init(
    cells: [TableCell], isHeader: Bool = false, isBordered: Bool = true, revision: Revision? = nil
  ) {
    self.cells = cells
    self.isHeader = isHeader
    self.isBordered = isBordered
    self.revision = revision
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
  public init(
    blocks: [Block] = [], width: Int? = nil, horizontalMerge: Merge? = nil, verticalMerge: Merge? = nil,
    shading: Color? = nil
  ) {
    self.blocks = blocks
    self.width = width
    self.horizontalMerge = horizontalMerge
    self.verticalMerge = verticalMerge
    self.shading = shading
  }
}
