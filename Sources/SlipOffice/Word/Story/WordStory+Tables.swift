internal import SlipDocument

/// A table that is open.
struct OpenTable {
  /// A row that is open or has ended.
  struct Row {
    var row = DocumentTableRow(cells: [], isBordered: false)
    /// The columns of the grid at which the cells begin.
    var columns: [Int] = []
    /// The next free column.
    var column = 0
    /// The properties of the cells; nil for those that stand for others.
    var properties: [OfficeNode?] = []
  }

  /// The widths of the grid's columns.
  var grid: [Int?] = []
  var rows: [Row] = []
  /// The row that is open.
  var row: Row?
  /// The columns at which a cell of the last row is merged with those below it.
  var merged: Set<Int> = []
  /// The lines of the table as a whole.
  var borders: OfficeNode?
  /// The style of the table, and what of it counts.
  var style = WordTableStyle()
  var look: WordTableStyle.Look = []
  /// Whether the columns run from right to left.
  var isRightToLeft = false
  /// Whether the row that is open is the last.
  var isLastRow = false
}

/// Tables (ECMA-376-1, 17.4).
extension WordStory {
  /// The most columns that one cell may span.
  private static let mostColumns = 512

  /// Begins a table. One that is nested too deep is read as if its paragraphs stood outside of it.
  func beginTable(_ node: OfficeNode) -> Bool {
    if flatTables > 0 || levels.count > reading.limits.tableDepth {
      reading.findings.note(.tooDeep, in: part.name)
      flatTables += 1
      return true
    }
    if level.paragraph != nil { endParagraph() }
    var table = OpenTable()
    table.grid =
      node.child("tblGrid")?.children.filter { $0.name == "gridCol" }.map {
        WordValue.twips($0["w"])
      } ?? []
    let properties = node.child("tblPr")
    table.borders =
      properties?.child("tblBorders") ?? reading.styles.tableBorders(properties?.child("tblStyle")?.value)
    table.style = reading.tableStyle(properties?.child("tblStyle")?.value)
    table.look = WordTableStyle.Look(properties?.child("tblLook"))
    table.isRightToLeft = WordValue.flag("bidiVisual", in: properties) ?? table.style.isRightToLeft ?? false
    level.tables.append(table)
    return true
  }

  /// Ends a table.
  func endTable() {
    if flatTables > 0 {
      flatTables -= 1
      return
    }
    closeTable()
  }

  /// Puts the innermost table in its place.
  func closeTable() {
    guard var table = level.tables.popLast() else { return }
    if let row = table.row { table.rows.append(row) }
    table.rows.removeAll { $0.row.cells.isEmpty }
    guard !table.rows.isEmpty else { return }
    setWidths(&table)
    setBorders(&table)
    var finished = DocumentTable(rows: table.rows.map(\.row))
    finished.hasHeaderColumn = table.look.contains(.firstColumn) && table.style.parts["firstCol"] != nil
    level.blocks.append(.table(finished))
  }

  /// The innermost table of the level.
  private var table: OpenTable? {
    get { level.tables.last }
    _modify {
      var last = level.tables.popLast()
      yield &last
      if let last { level.tables.append(last) }
    }
  }

  // MARK: Rows

  /// Begins a row.
  func beginRow(_ node: OfficeNode) {
    guard flatTables == 0, table != nil else { return }
    if level.paragraph != nil { endParagraph() }
    var row = OpenTable.Row()
    row.row.isRightToLeft = table?.isRightToLeft ?? false
    let properties = node.child("trPr")
    row.row.isHeader = WordValue.flag("tblHeader", in: properties) ?? false
    for child in properties?.children ?? OfficeNode.Children.none
    where child.name == "ins" || child.name == "del" {
      let change = reading.revision(child, isInsertion: child.name == "ins")
      row.row.revision = WordStory.revision(of: [change] + revisions)
    }
    if let before = WordValue.number(properties?.child("gridBefore")?.value), before > 0 {
      appendEmpty(&row, mayAdd(cells: before))
    }
    table?.row = row
    table?.isLastRow = !node.isFollowed(by: "tr")
  }

  /// Ends a row.
  func endRow(_ node: OfficeNode) {
    guard flatTables == 0, let row = table?.row else { return }
    table?.row = nil
    table?.merged = []
    for (place, cell) in row.row.cells.enumerated()
    where cell.verticalMerge != nil && cell.horizontalMerge != .continued {
      table?.merged.insert(row.columns[place])
    }
    table?.rows.append(row)
  }

  /// How many of some cells may be added that the file doesn't write out.
  private func mayAdd(cells count: Int) -> Int {
    let granted = reading.repeats.take(cells: min(count, WordStory.mostColumns))
    if granted < count { reading.findings.note(.tooManyCells, in: part.name) }
    return granted
  }

  /// Adds a cell that shows nothing, over some columns.
  private func appendEmpty(_ row: inout OpenTable.Row, _ columns: Int) {
    for index in 0..<columns {
      var cell = DocumentTableCell(borders: Borders())
      if columns > 1 { cell.horizontalMerge = index == 0 ? .first : .continued }
      row.row.cells.append(cell)
      row.properties.append(nil)
      row.columns.append(row.column)
      row.column += 1
    }
  }

  // MARK: Cells

  /// Begins a cell.
  func beginCell(_ node: OfficeNode) {
    guard flatTables == 0, table != nil else { return }
    if table?.row == nil { table?.row = OpenTable.Row() }
    let part = table.map { table in
      table.style.part(
        at: WordTableStyle.Place(
          row: table.rows.count, column: table.row?.column ?? 0, isLastRow: table.isLastRow,
          isLastColumn: !node.isFollowed(by: "tc")), table.look)
    }
    beginLevel(node)
    if let part { level.tablePart = part }
  }

  /// Ends a cell.
  func endCell(_ node: OfficeNode) {
    guard level.owner == node.index else { return }
    let (styled, styledAlignment) = (level.tablePart.shading, level.tablePart.alignment)
    let blocks = endLevel()
    guard var row = table?.row else { return }
    let properties = node.child("tcPr")
    var cell = DocumentTableCell(blocks: blocks, borders: Borders())
    let shading = properties?.child("shd")
    cell.shading = shading == nil ? styled : WordValue.shading(shading)
    cell.verticalAlignment =
      WordValue.cellAlignment(properties?.child("vAlign")) ?? styledAlignment ?? .top
    let column = row.column
    if let merge = properties?.child("vMerge") {
      let begins = merge.value?.lowercased() == "restart" || table?.merged.contains(column) != true
      cell.verticalMerge = begins ? .first : .continued
      // Programs don't show what a continued cell has.
      if !begins { cell.blocks = [.paragraph(Paragraph())] }
    }
    for child in properties?.children ?? OfficeNode.Children.none
    where child.name == "cellIns" || child.name == "cellDel" {
      let change = reading.revision(child, isInsertion: child.name == "cellIns")
      cell.revision = Revision(
        kind: change.isInsertion ? .insertion : .deletion, author: change.credit.author,
        date: change.credit.date)
    }
    switch properties?.child("hMerge")?.value?.lowercased() {
    case "restart": cell.horizontalMerge = .first
    case "continue": cell.horizontalMerge = row.row.cells.last?.horizontalMerge == nil ? nil : .continued
    default: if properties?.child("hMerge") != nil { cell.horizontalMerge = .continued }
    }
    if cell.horizontalMerge == .continued, row.row.cells.last?.horizontalMerge == nil {
      cell.horizontalMerge = nil
    }
    let span = 1 + mayAdd(cells: max((WordValue.number(properties?.child("gridSpan")?.value) ?? 1) - 1, 0))
    if span > 1, cell.horizontalMerge == nil { cell.horizontalMerge = .first }
    row.row.cells.append(cell)
    row.properties.append(properties)
    row.columns.append(column)
    row.column += 1
    for _ in 1..<span {
      var continued = DocumentTableCell(borders: Borders())
      continued.horizontalMerge = .continued
      continued.verticalMerge = cell.verticalMerge
      continued.shading = cell.shading
      continued.verticalAlignment = cell.verticalAlignment
      row.row.cells.append(continued)
      row.properties.append(nil)
      row.columns.append(row.column)
      row.column += 1
    }
    table?.row = row
  }

  // MARK: Looks

  /// Gives the cells the widths of the grid, if it fits all rows, or else their own.
  private func setWidths(_ table: inout OpenTable) {
    let columns = table.rows.map(\.column).max() ?? 0
    let widths = table.grid.compactMap { $0.flatMap { $0 > 0 ? min($0, 31_680) : nil } }
    guard widths.count == table.grid.count, widths.count >= columns else { return }
    for row in table.rows.indices {
      for cell in table.rows[row].row.cells.indices where !isAutomatic(table.rows[row], cell) {
        table.rows[row].row.cells[cell].width = widths[table.rows[row].columns[cell]]
      }
    }
  }

  /// Whether the width of a cell follows from its text, so that the grid is only what a program showed last.
  private func isAutomatic(_ row: OpenTable.Row, _ cell: Int) -> Bool {
    let properties = row.properties[cell] ?? row.properties[..<cell].last { $0 != nil }.flatMap(\.self)
    return properties?.child("tcW")?["type"] == "auto"
  }

  /// Gives the cells their lines: their own, or those of the table.
  private func setBorders(_ table: inout OpenTable) {
    let all = table.borders.map { WordBorders.read($0, defaultSpace: false) } ?? Borders()
    let innerRows = WordBorders.line(table.borders?.child("insideH"), false)
    let innerColumns = WordBorders.line(table.borders?.child("insideV"), false)
    for row in table.rows.indices {
      let count = table.rows[row].row.cells.count
      for cell in 0..<count {
        guard
          let properties = table.rows[row].properties[cell]
            ?? table.rows[row].properties[..<cell].last.flatMap({ $0 })
        else { continue }
        var borders = Borders(
          top: row == 0 ? all.top : innerRows, left: cell == 0 ? all.left : innerColumns,
          bottom: row == table.rows.count - 1 ? all.bottom : innerRows,
          right: cell == count - 1 ? all.right : innerColumns)
        if let own = properties.child("tcBorders") {
          let lines = WordBorders.read(own, defaultSpace: false)
          if own.child("top") != nil { borders.top = lines.top }
          if own.child("bottom") != nil { borders.bottom = lines.bottom }
          if own.child("left") != nil || own.child("start") != nil { borders.left = lines.left }
          if own.child("right") != nil || own.child("end") != nil { borders.right = lines.right }
        }
        table.rows[row].row.cells[cell].borders = borders
      }
    }
  }
}

extension OfficeNode {
  /// Whether an element of a name comes beside this one.
  fileprivate func isFollowed(by name: String) -> Bool {
    var other = next
    while let node = other, node.name != name { other = node.next }
    return other != nil
  }
}

extension OfficeNode.Children {
  /// No elements.
  static var none: OfficeNode.Children { OfficeNode.Children(next: nil) }
}
