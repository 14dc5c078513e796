/// A table: rows of cells (RTF 1.9.1, "Table Definitions"). Rows may have different numbers of
/// cells.
public struct DocumentTable: Sendable, Equatable {
  /// The rows from top to bottom.
  public var rows: [DocumentTableRow]
  /// Whether the columns run from right to left, so that the first cell of a row stands at the right. The first row
  /// decides.
  public var isRightToLeft: Bool { rows.first?.isRightToLeft ?? false }
  /// Whether the first cell of each row is its header, apart from header rows, blank cells and those that go on with the one above. Setting it
  /// makes them headers.
  package var hasHeaderColumn: Bool {
    get {
      let rows = rows.filter(\.mayHaveHeader)
      return !rows.isEmpty && rows.allSatisfy(\.firstCellIsHeader)
    }
    set {
      for index in rows.indices where rows[index].mayHaveHeader { rows[index].firstCellIsHeader = newValue }
    }
  }
  /// Creates a table of these rows.
  public init(rows: [DocumentTableRow]) { self.rows = rows }
}

/// A row of a table.
public struct DocumentTableRow: Sendable, Equatable {
  /// The cells in reading order, including those that continue a merged cell.
  public var cells: [DocumentTableCell]
  /// Whether the row repeats on each page (`\trhdr`).
  public var isHeader: Bool
  /// Whether the cells stand from right to left (`\rtlrow`). In `cells` they are in reading order all the same.
  public var isRightToLeft = false
  /// Whether the first cell says what the others of the row are about, as `<th scope="row">` does (`\tbllkhdrcols`).
  public var firstCellIsHeader = false
  /// Whether a line is drawn at a cell. Setting it gives all cells thin lines on all sides, or none.
  public var isBordered: Bool {
    get { cells.contains { $0.isBordered } }
    set { for index in cells.indices { cells[index].borders = newValue ? .grid : Borders() } }
  }
  /// The tracked change that inserts or deletes the row as a whole; nil for none. The content has
  /// its own changes.
  public var revision: Revision? {
    get { sharedRevision?.value }
    set { sharedRevision = newValue.map(SharedValue.init) }
  }
  /// `revision`, boxed because hardly any row has one.
  private var sharedRevision: SharedValue<Revision>?

  /// Creates a row; by default an ordinary one.
  ///
  /// - Parameters:
  ///   - cells: The cells, from left to right.
  ///   - isHeader: Whether the row is repeated at the top of each page.
  ///   - isBordered: Whether the cells keep their lines, or have none.
  ///   - revision: The tracked change of the row; nil for none.
  public init(
    cells: [DocumentTableCell], isHeader: Bool = false, isBordered: Bool = true, revision: Revision? = nil
  ) {
    self.cells = cells
    self.isHeader = isHeader
    self.revision = revision
    if !isBordered { self.isBordered = false }
  }

  /// Whether the first cell can be the header of the row.
  fileprivate var mayHaveHeader: Bool {
    guard !isHeader, let first = cells.first else { return false }
    return first.verticalMerge != .continued && first.isReadable
  }

  /// Whether a tracked change deletes the row as a whole, or all of its cells.
  ///
  /// The row still shows in the final text where something in it is not deleted.
  public var isDeleted: Bool {
    revision?.kind == .deletion
      || !cells.isEmpty && cells.allSatisfy { $0.revision?.kind == .deletion }
  }
}

/// A cell of a table. Like a body it contains blocks, so tables nest.
public struct DocumentTableCell: Sendable, Equatable {
  /// The role of a cell in a merge: it begins the merge, or it continues the cell before or above
  /// (`\clmgf`, `\clmrg`).
  public enum Merge: String, Sendable, Hashable, CaseIterable { case first, continued }
  /// Where the content stands in a cell that is higher (`\clvertalc`, `\clvertalb`).
  public enum VerticalAlignment: String, Sendable, Hashable, CaseIterable { case top, center, bottom }
  /// The content.
  public var blocks: [Block]
  /// The width in twips; nil when the file doesn't give it.
  public var width: Int?
  /// The role in a merge with cells of the same row; nil when not merged.
  public var horizontalMerge: Merge?
  /// The role in a merge with cells of the same column; nil when not merged.
  public var verticalMerge: Merge?
  /// Where the content stands where the cell is higher than it.
  public var verticalAlignment = VerticalAlignment.top
  /// The background colour; nil for none.
  public var shading: DocumentColor?
  /// The lines around the cell (`\clbrdrt`). What two cells say of the line between them counts together.
  public var borders: Borders {
    get { sharedBorders.value }
    set {
      sharedBorders =
        newValue == .grid
        ? DocumentTableCell.grid : newValue.isEmpty ? DocumentTableCell.noLines : SharedValue(newValue)
    }
  }
  /// `borders`, boxed because most cells have the same ones.
  private var sharedBorders = grid
  /// The lines of most cells.
  private static let grid = SharedValue(Borders.grid)
  /// The lines of cells that have none.
  private static let noLines = SharedValue(Borders())
  /// Whether a line is drawn on one side at least.
  public var isBordered: Bool { sharedBorders !== DocumentTableCell.noLines }
  /// The tracked change that inserts or deletes the cell; nil for none. It is never half of a move.
  public var revision: Revision? {
    get { sharedRevision?.value }
    set { sharedRevision = newValue.map(SharedValue.init) }
  }
  /// `revision`, boxed because hardly any cell has one.
  private var sharedRevision: SharedValue<Revision>?

  /// Creates a cell; by default an empty one with thin lines on all sides.
  public init(
    blocks: [Block] = [], width: Int? = nil, horizontalMerge: Merge? = nil, verticalMerge: Merge? = nil,
    shading: DocumentColor? = nil, borders: Borders = .grid, revision: Revision? = nil
  ) {
    self.blocks = blocks
    self.width = width
    self.horizontalMerge = horizontalMerge
    self.verticalMerge = verticalMerge
    self.shading = shading
    self.borders = borders
    self.revision = revision
  }

  /// Whether a reader of the final text sees nothing in the cell, apart from list markers.
  public var isBlank: Bool { !hasInline(where: \.isVisible) }

  /// Whether there is something to read in the cell, and not only white space.
  package var isReadable: Bool { hasInline(where: \.isReadable) }

  /// Whether an inline of the cell, however deep, is of some kind.
  private func hasInline(where isWanted: @escaping (Inline) -> Bool) -> Bool {
    var finder = InlineFinder(isWanted: isWanted)
    Document.walk(blocks, &finder)
    return finder.hasFound
  }

  /// Finds out whether there is an inline of some kind.
  private struct InlineFinder: DocumentVisitor {
    /// Whether an inline is of that kind.
    let isWanted: (Inline) -> Bool
    /// Whether one was found so far.
    var hasFound = false
    /// Looks at one inline.
    mutating func visit(_ inline: Inline) { hasFound = hasFound || isWanted(inline) }
  }
}
