/// Reads start tags of tables and their parts.
extension HTMLPageReader {
  /// The index of the innermost open table. It may be one that is nested too deep, which
  /// was opened as a block.
  private var innermostTable: Int? {
    find({ $0.tag.name == "table" }, stop: { _ in false })
  }

  /// Begins a table.
  ///
  /// A table right inside another one's rows ends that one, as in browsers. One that is
  /// nested deeper than the limit becomes a block, whose cells follow each other as
  /// blocks.
  mutating func table(_ tag: HTMLTag) {
    // A table directly inside the rows of another one ends that one.
    if let open = innermostTable, stack[open].role == .table,
      !stack[open...].contains(where: { $0.role == .cell || $0.role == .caption })
    {
      close(downTo: open, reopening: false)
    }
    if hide(tag, .block) { return }
    closeParagraph()
    builder.finishItem(context.paragraph)
    guard tables.count < limits.tableDepth, builder.depth < limits.tableDepth, stack.count < Self.deepest - 4
    else {
      push(tag, .block, .block)
      return
    }
    push(tag, .table, .table)
    tables.append(
      HTMLTableBuilder(
        isBordered: !tag.hasClass("borderless"), isRightToLeft: context.paragraph.isRightToLeft))
  }

  /// Begins a group of rows, a row, a cell or a caption.
  ///
  /// Everything in the table that the part can't stand in is closed first: a cell closes
  /// the cell before it, a row the row before it, and a group of rows both (WHATWG HTML,
  /// 13.1.2.4 "Optional tags"). A caption becomes a paragraph before the table.
  mutating func tablePart(_ tag: HTMLTag, _ role: HTMLElements.Role) {
    // Rows and cells outside of a table are ignored, as in browsers.
    guard let table = innermostTable, stack.count < Self.deepest - 1 else { return }
    guard stack[table].role == .table, !tables.isEmpty else {
      closeParagraph()
      push(tag, .block, .block)
      return
    }
    let keeps: (HTMLElements.Role) -> Bool
    switch role {
    case .cell: keeps = { $0 == .row || $0 == .rowGroup }
    case .row: keeps = { $0 == .rowGroup }
    default: keeps = { _ in false }
    }
    let inner = stack[(table + 1)...].firstIndex { !keeps($0.role) } ?? stack.count
    close(downTo: inner, reopening: false)
    if hide(tag, role) { return }
    switch role {
    case .rowGroup:
      tables[tables.count - 1].startGroup(tag.name, budget: &spanBudget)
      push(tag, role)
    case .row:
      tables[tables.count - 1].startRow(isBordered: !tag.hasClass("borderless"), budget: &spanBudget)
      push(tag, role, .row)
    case .cell:
      builder.openFrame()
      push(tag, role, .cell)
    default:
      push(tag, role, .block)
    }
  }
}
