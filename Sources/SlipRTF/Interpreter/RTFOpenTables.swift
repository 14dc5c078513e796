/// The tables of a story that are open, from the outermost in. It decides what the ends
/// of paragraphs, cells and rows mean.
///
/// RTF doesn't say where a table begins, and broken files don't say where it ends. So
/// these rules hold:
///
/// - The depth of a paragraph opens tables.
/// - A lower depth closes them, and so does a break outside tables.
/// - Only the end of a cell makes a cell, or the end of a row makes one of what came
///   behind the row's last cell. What lies in no cell is not part of the table.
/// - An end that lies deeper than the paragraph's last break ends only what came behind
///   that break. The break has ended the rest.
struct RTFOpenTables {
  /// One table.
  private struct Level {
    /// How many cells of the coming row have ended.
    var cells = 0
    /// Something visible has come since the last cell ended.
    var hasBlocks = false
    /// Something visible has come since the table began.
    var isUsed = false
  }

  /// The tables, the outermost first.
  private var levels: [Level] = []
  /// Cells of an outermost row have come that don't say they are in a table. What follows
  /// them is in the row, too.
  private var isInUnmarkedRow = false

  /// How many tables are open.
  @inline(__always)
  var depth: Int32 { Int32(truncatingIfNeeded: levels.count) }

  /// The depth of a paragraph that says it lies in `depth` tables.
  func depth(of depth: Int32) -> Int32 { max(depth, isInUnmarkedRow ? 1 : 0) }

  /// Opens tables until `depth` of them are open.
  mutating func open(to depth: Int32) {
    while self.depth < depth { levels.append(Level()) }
  }

  /// Closes tables until at most `depth` of them are open. A table with something visible
  /// counts as a block of the table around it.
  mutating func close(to depth: Int32) {
    while self.depth > depth, let inner = levels.popLast() { if inner.isUsed { noteBlock() } }
    if depth == 0 { isInUnmarkedRow = false }
  }

  /// Records something visible in the innermost table.
  mutating func noteBlock() {
    guard let last = levels.indices.last else { return }
    levels[last].hasBlocks = true
    levels[last].isUsed = true
  }

  /// Records the end of a cell of the innermost table.
  ///
  /// - Parameter isMarkedInTable: Whether the cell's last paragraph says that it is in a table
  ///   (`\intbl`).
  mutating func endCell(isMarkedInTable: Bool) {
    isInUnmarkedRow = levels.count == 1 && !isMarkedInTable
    guard let last = levels.indices.last else { return }
    levels[last] = Level(cells: levels[last].cells &+ 1, isUsed: true)
  }

  /// How many cells of the innermost table's row have ended.
  var cells: Int { levels.last?.cells ?? 0 }

  /// Whether something came behind the row's last cell.
  var hasUnfinishedCell: Bool { levels.last?.hasBlocks ?? false }

  /// Records the end of a row. After the last row, the table closes.
  mutating func endRow(isLast: Bool) {
    if levels.count == 1 { isInUnmarkedRow = false }
    guard let last = levels.indices.last else { return }
    levels[last] = Level(isUsed: true)
    if isLast { close(to: depth - 1) }
  }
}
