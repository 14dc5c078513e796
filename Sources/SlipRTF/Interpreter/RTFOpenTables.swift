/// The tables of a story that are open, from the outermost in: what the ends of paragraphs, cells and rows mean.
///
/// RTF doesn't say where a table begins, and broken files don't say where it ends. So these rules hold: a paragraph's
/// depth opens tables; a lower depth closes them, and so does a break outside tables; only a cell's end makes a cell,
/// or a row's end of what came behind the row's last cell. What lies in no cell is no part of the table. An end that
/// lies deeper than the paragraph's last break ends only what came behind that; the break ended the rest.
struct RTFOpenTables {
  private struct Level {
    /// Cells of the row that is coming, those that have ended.
    var cells = 0
    /// Something visible has come since the last cell's end.
    var hasBlocks = false
    /// Something visible has come since the table began.
    var isUsed = false
  }

  private var levels: [Level] = []
  /// Cells of an outermost row have come that don't say they are in a table: what follows them is in the row too.
  private var isInUnmarkedRow = false

  @inline(__always)
  var depth: Int32 { Int32(truncatingIfNeeded: levels.count) }

  /// The depth of a paragraph that says it has `depth`.
  func depth(of depth: Int32) -> Int32 { max(depth, isInUnmarkedRow ? 1 : 0) }

  mutating func open(to depth: Int32) {
    while self.depth < depth { levels.append(Level()) }
  }

  mutating func close(to depth: Int32) {
    while self.depth > depth, let inner = levels.popLast() { if inner.isUsed { noteBlock() } }
    if depth == 0 { isInUnmarkedRow = false }
  }

  /// Something visible stands in the innermost table.
  mutating func noteBlock() {
    guard let last = levels.indices.last else { return }
    levels[last].hasBlocks = true
    levels[last].isUsed = true
  }

  /// The innermost table gets a cell.
  ///
  /// - Parameter saysSo: whether the cell's last paragraph says that it's in a table (`\intbl`).
  mutating func endCell(saysSo: Bool) {
    isInUnmarkedRow = levels.count == 1 && !saysSo
    guard let last = levels.indices.last else { return }
    levels[last] = Level(cells: levels[last].cells &+ 1, isUsed: true)
  }

  /// Cells of the innermost table's row that have ended.
  var cells: Int { levels.last?.cells ?? 0 }

  /// Whether something came behind the row's last cell.
  var hasUnfinishedCell: Bool { levels.last?.hasBlocks ?? false }

  mutating func endRow(isLast: Bool) {
    if levels.count == 1 { isInUnmarkedRow = false }
    guard let last = levels.indices.last else { return }
    levels[last] = Level(isUsed: true)
    if isLast { close(to: depth - 1) }
  }
}
