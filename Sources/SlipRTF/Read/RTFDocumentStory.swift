internal import SlipDocument

/// The body, a note, a text box or a header while it is built: the paragraph that is
/// coming, the tables that are open, and the blocks outside them.
struct RTFDocumentStory {
  /// A table whose rows are coming.
  private struct OpenTable {
    /// The rows that have ended.
    var rows: [DocumentTableRow] = []
    /// The cells of the coming row that have ended.
    var cells: [DocumentTableCell] = []
    /// The blocks of the cell that is coming.
    var cell: RTFBlockList
    /// Whether no cell has ended yet.
    var isNew: Bool { rows.isEmpty && cells.isEmpty }
  }

  /// The blocks outside tables.
  private var blocks = RTFBlockList(isCell: false)
  /// The tables that are open, the outermost first.
  private var tables: [OpenTable] = []
  /// Whether a list may have lost its only item.
  var hasLostItem: Bool { blocks.hasLostItem }

  /// The inlines of the paragraph that is coming.
  var inlines = RTFInlineList()
  /// How many inlines come up to the paragraph's last break that has something visible
  /// before it; 0 without such a break.
  private var countAtBreak = 0
  /// Whether the inlines hold such a break.
  var holdsBreak: Bool { countAtBreak > 0 }
  /// Whether paragraphs with deleted ends have begun the coming one, with something
  /// visible.
  private var isBegun = false
  /// The text boxes anchored in the coming paragraph.
  var textBoxes: [TextBox] = []
  /// What the coming paragraph is in a list; nil if it is in none.
  var listItem: ListItem?

  /// How many blocks are complete.
  var blockCount: Int { blocks.blocks.count }
  /// How many rows are complete of the outermost open table.
  var rowCount: Int { tables.first?.rows.count ?? 0 }

  /// What ends a paragraph together with its section.
  struct SectionEnd {
    /// The style of the paragraph.
    var style: ParagraphStyle
    /// Whether the entry of its style makes text bold or large.
    var styleHasLook: Bool
    /// What the paragraph is in a list.
    var listItem: ListItem?
  }

  /// The end of a section whose break comes next.
  var comingSection: SectionEnd?
  /// For each section break among the inlines, what it ends; nil for one that ends no paragraph.
  private var sections: [SectionEnd?] = []

  /// Whether text of the paragraph states the size that text has anyway.
  var statesUsualSize = false
  /// Whether something has come of a paragraph.
  private var hasOpenParagraph: Bool { !inlines.isEmpty || !textBoxes.isEmpty || listItem != nil }

  // MARK: Paragraphs and breaks

  /// Ends the paragraph that has been coming.
  ///
  /// - Parameters:
  ///   - depth: How many tables it lies in. Tables are opened until there are so many.
  ///   - styleHasLook: Whether its entry in the style sheet makes text bold or large: such a heading has the usual look even
  ///     where its text doesn't repeat that.
  ///   - endRevision: The tracked change of its end; a deletion makes it run on into the
  ///     next paragraph.
  mutating func endParagraph(
    _ style: ParagraphStyle, depth: Int, endRevision: Revision? = nil, styleHasLook: Bool
  ) {
    open(to: depth)
    var paragraph = Paragraph(
      style: style, listItem: listItem, inlines: inlines.finished(), textBoxes: textBoxes,
      endRevision: endRevision)
    finish(&paragraph, styleHasLook: addSections(of: &paragraph, styleHasLook))
    statesUsualSize = false
    textBoxes = []
    listItem = nil
    countAtBreak = 0
    isBegun = !paragraph.endIsVisible && (isBegun || paragraph.inlines.contains(where: \.isVisible))
    add(paragraph)
  }

  /// Tells a heading that looks like other text from one with the usual look, and removes that look.
  private func finish(_ paragraph: inout Paragraph, styleHasLook: Bool) {
    if RTFStyleDefaults.isBare(heading: paragraph), statesUsualSize || !styleHasLook {
      RTFStyleDefaults.makePlain(heading: &paragraph)
    }
    RTFStyleDefaults.strip(&paragraph)
  }

  /// Adds what sections have ended of a paragraph, where that has another style than what comes behind it.
  ///
  /// - Returns: Whether the style of what is left makes text bold or large.
  private mutating func addSections(of paragraph: inout Paragraph, _ styleHasLook: Bool) -> Bool {
    defer { sections = [] }
    guard tables.isEmpty, sections.contains(where: { $0 != nil }) else { return styleHasLook }
    var (ends, start, styleHasLook) = (sections[...], 0, styleHasLook)
    let all = paragraph.inlines
    for index in all.indices where all[index] == .break(.section) {
      guard let end = ends.popFirst() ?? nil else { continue }
      // The break of a section that nothing follows is the end of the paragraph.
      guard all[(index + 1)...].contains(where: \.isVisible) else {
        (paragraph.style, paragraph.listItem) = (end.style, start == 0 ? end.listItem : nil)
        styleHasLook = end.styleHasLook
        break
      }
      let next = (ends.first { $0 != nil } ?? nil)?.style ?? paragraph.style
      if end.style == next { continue }
      var first = Paragraph(
        style: end.style, listItem: start == 0 ? end.listItem : nil, inlines: Array(all[start..<index]))
      finish(&first, styleHasLook: end.styleHasLook)
      add(first)
      blocks.add(.section)
      if end.listItem != nil { paragraph.listItem = nil }
      start = index + 1
    }
    if start > 0 { paragraph.inlines = Array(all[start...]) }
    return styleHasLook
  }

  /// Ends the paragraph at its last break. What has come since then begins another one.
  mutating func endParagraphAtBreak(depth: Int) {
    guard holdsBreak || isBegun && (tables.last?.cell ?? blocks).hasOpenBreak else { return }
    takeOpenBoxes()
    if holdsBreak {
      open(to: depth)
      let all = inlines.finished()
      // A section has ended the paragraph with its own properties.
      let end = sections.last ?? nil
      var paragraph = Paragraph(
        style: end?.style ?? ParagraphStyle(), listItem: end?.listItem ?? listItem,
        inlines: Array(all.prefix(countAtBreak)))
      if let end { finish(&paragraph, styleHasLook: end.styleHasLook) }
      add(paragraph)
      listItem = nil
      inlines = RTFInlineList(all.dropFirst(countAtBreak))
      (countAtBreak, isBegun, sections) = (0, false, [])
    } else if let last = tables.indices.last {
      isBegun = tables[last].cell.endAtBreak()
    } else {
      isBegun = blocks.endAtBreak()
    }
  }

  /// Moves the text boxes of the open paragraph to the coming one: boxes stand behind the
  /// end of their paragraph, and that is still to come.
  private mutating func takeOpenBoxes() {
    var boxes: [TextBox] = []
    var isOpen = true
    for index in tables.indices.reversed() where isOpen {
      isOpen = tables[index].cell.takeOpenBoxes(&boxes) && tables[index].isNew
    }
    if isOpen { _ = blocks.takeOpenBoxes(&boxes) }
    if !boxes.isEmpty { textBoxes = boxes + textBoxes }
  }

  /// Adds a paragraph to the innermost table's cell, or outside tables.
  private mutating func add(_ paragraph: Paragraph) {
    if tables.isEmpty {
      blocks.add(paragraph)
    } else {
      tables[tables.count - 1].cell.add(paragraph)
    }
  }

  /// Adds a break. Outside tables, it stands between paragraphs, unless something visible
  /// of a paragraph has come.
  mutating func add(_ kind: BreakKind, depth: Int) {
    defer { comingSection = nil }
    if depth == 0 && !inlines.hasVisible { return blocks.add(kind) }
    inlines.add(.break(kind))
    if kind == .section { sections.append(comingSection) }
    if isBegun || inlines.hasVisible { countAtBreak = inlines.count }
  }

  // MARK: Tables

  /// Opens tables until `depth` of them are open.
  private mutating func open(to depth: Int) {
    while tables.count < depth {
      tables.append(OpenTable(cell: RTFBlockList(isCell: true, isBegun: isBegun)))
    }
  }

  /// Ends a cell of the innermost table.
  mutating func endCell() {
    guard let last = tables.indices.last else { return }
    tables[last].cells.append(DocumentTableCell(blocks: tables[last].cell.finished()))
    tables[last].cell = RTFBlockList(isCell: true)
  }

  /// Ends a row of the innermost table.
  ///
  /// - Parameters:
  ///   - complete: Adds to the row what its definition says, and is told whether it is the table's first.
  ///   - isLast: Whether the table ends with the row.
  mutating func endRow(complete: (inout DocumentTableRow, _ isFirst: Bool) -> Void, isLast: Bool) {
    guard let last = tables.indices.last, !tables[last].cells.isEmpty else { return }
    var row = DocumentTableRow(cells: tables[last].cells)
    complete(&row, tables[last].rows.isEmpty)
    tables[last].rows.append(row)
    // What came behind the last cell is not visible, or it would be a cell. It begins the next cell,
    // or follows the table.
    tables[last].cells = []
    if isLast { closeTable() }
  }

  /// Closes tables until `depth` of them are open.
  mutating func closeTables(to depth: Int) {
    while tables.count > depth { closeTable() }
  }

  /// Closes the innermost table. What lies in no cell follows it.
  private mutating func closeTable() {
    guard var table = tables.popLast() else { return }
    if !table.cells.isEmpty { table.rows.append(DocumentTableRow(cells: table.cells, isBordered: false)) }
    if tables.isEmpty {
      blocks.add(DocumentTable(rows: table.rows))
      blocks.add(contentsOf: table.cell.blocks)
    } else {
      tables[tables.count - 1].cell.add(DocumentTable(rows: table.rows))
      tables[tables.count - 1].cell.add(contentsOf: table.cell.blocks)
    }
  }

  /// Ends the story, and gives its blocks.
  mutating func finished() -> [Block] {
    closeTables(to: 0)
    if hasOpenParagraph { blocks.addRemainder(inlines.finished()) }
    return blocks.finished()
  }
}
