internal import SlipDocument
internal import SlipRTF

/// Paragraphs, lists, tables and notes.
extension ODTDocumentWriter {
  /// Writes blocks that stand together.
  func blocks(_ blocks: [Block]) {
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let paragraph):
        var breakAfter: BreakKind?
        if index + 1 < blocks.count, case .break(let kind) = blocks[index + 1] { breakAfter = kind }
        let isLast = index + 1 == blocks.count
        var continues = false
        if !isLast, case .paragraph = blocks[index + 1] { continues = true }
        // All paragraphs of a line are one element, whose item is that of the final text.
        if isOpen == nil { lineItem = blocks.paragraph(decidingLineAt: index)?.listItem }
        self.paragraph(paragraph, breakAfter: breakAfter, continues: continues)
      case .table(let table):
        endOpenParagraph()
        closeLists(to: 0)
        self.table(table)
      case .break(let kind):
        // The paragraph before it ends the page.
        if index > 0, case .paragraph = blocks[index - 1] { continue }
        lineItem = nil
        paragraph(Paragraph(), breakAfter: kind, continues: false)
      }
    }
    endOpenParagraph()
    closeLists(to: 0)
  }

  /// Ends what is open at the end of a story.
  func finishStory() {
    guard let open = insertion else { return }
    // A change has to end within a paragraph.
    xml.open("text:p", ["text:style-name": styleID(0)])
    xml.empty("text:change-end", ["text:change-id": open.id])
    xml.close("text:p")
    insertion = nil
  }

  /// The identifier of a style of paragraphs.
  func styleID(_ number: Int) -> String {
    ODTNames.encoded(ODTNames.odt(paragraph: styles.paragraphs[number].name))
  }

  /// Writes a paragraph. One whose end is deleted goes on with the next.
  private func paragraph(_ paragraph: Paragraph, breakAfter: BreakKind?, continues: Bool) {
    paragraphStyle = styles.number(of: paragraph, place)
    bareHeading = RTFStyleDefaults.isBare(heading: paragraph) ? paragraph.style.headingLevel : nil
    if isOpen == nil { begin(paragraph, breakAfter) }
    for box in paragraph.textBoxes { textBox(box) }
    inlines(paragraph.inlines)
    if let revision = paragraph.endRevision, continues {
      setInsertion(
        revision.kind == .insertion
          ? revision : revision.insertion.map { .init(kind: .insertion, author: $0.author, date: $0.date) })
      if revision.kind == .deletion {
        let item = deletedItem(paragraph)
        deletion(revision) { xml in
          let style = self.styleID(self.paragraphStyle)
          if let item {
            xml.open("text:list", ["text:style-name": "L\(self.lists.lists[item.list].definition + 1)"])
            for _ in 0..<item.level { xml.raw("<text:list-item><text:list>") }
            xml.raw("<text:list-item>")
          }
          xml.empty("text:p", ["text:style-name": style])
          if let item {
            for _ in 0...item.level { xml.raw("</text:list-item></text:list>") }
          }
          xml.empty("text:p", ["text:style-name": style])
        }
        return
      }
    } else {
      setInsertion(nil)
    }
    endOpenParagraph()
  }

  /// The place of a paragraph whose end is deleted, where it is an item of another kind than the line that it goes on in.
  private func deletedItem(_ paragraph: Paragraph) -> OutgoingLists.Place? {
    guard let item = paragraph.listItem, item.list != lineItem?.list || item.level != lineItem?.level else {
      return nil
    }
    return lists.place(item, story: story, counts: false)
  }

  /// Ends the paragraph whose element is open.
  private func endOpenParagraph() {
    guard let name = isOpen else { return }
    xml.raw(name == "h" ? "</text:h>" : "</text:p>")
    isOpen = nil
  }

  private func begin(_ paragraph: Paragraph, _ breakAfter: BreakKind?) {
    let item = lineItem.flatMap { lists.place($0, story: story) }
    if let item { openItem(item) } else { closeLists(to: 0) }
    let base = styles.paragraphs[paragraphStyle]
    var style = paragraph.style.written
    var baseStyle = base.paragraph
    if item != nil {
      let usual = BlockRole.listIndents(level: lineItem?.level ?? 0)
      if style.leftIndent == usual.left, style.firstLineIndent == usual.firstLine {
        (style.leftIndent, style.firstLineIndent) = (0, 0)
      }
      (baseStyle.leftIndent, baseStyle.firstLineIndent) = (0, 0)
    }
    var properties = OfficeMarkup()
    ODTFormat.paragraph(style, base: baseStyle, breakAfter: breakAfter, &properties)
    var name = styleID(paragraphStyle)
    // A style of headings makes headings of all its paragraphs.
    let isNoHeading =
      paragraph.style.headingLevel == nil
      && (base.headingLevel ?? WordStyles.headingLevel(base.name)) != nil
    // LibreOffice numbers a heading whose style is none only by the list of its own style.
    let listStyle =
      paragraph.style.headingLevel != nil && base.headingLevel == nil
      ? item.map { "L\(lists.lists[$0.list].definition + 1)" } : nil
    if !properties.bytes.isEmpty || isNoHeading || listStyle != nil {
      var markup = OfficeMarkup()
      ODTFormat.attribute("style:parent-style-name", name, &markup)
      if let listStyle { ODTFormat.attribute("style:list-style-name", listStyle, &markup) }
      if isNoHeading { ODTFormat.attribute("style:default-outline-level", "", &markup) }
      markup.raw(">")
      markup.raw(properties.bytes)
      name = automatic.paragraph(markup.bytes)
    }
    followsBlank = true
    // Comments have paragraphs and lists, and no headings (ODF 1.3, 14.1).
    if let level = paragraph.style.headingLevel, place != .annotation {
      isOpen = "h"
      if item == nil {
        xml.open(
          "text:h",
          ["text:style-name": name, "text:outline-level": "\(level)", "text:is-list-header": "true"])
      } else {
        xml.open("text:h", ["text:style-name": name, "text:outline-level": "\(level)"])
      }
      if place == .body, boxDepth == 0, let bookmark = headingBookmark(paragraph) {
        xml.empty("text:bookmark", ["text:name": bookmark])
      }
    } else {
      isOpen = "p"
      xml.open("text:p", ["text:style-name": name])
    }
  }

  // MARK: Lists

  /// Opens the lists around an item, and the item.
  private func openItem(_ item: OutgoingLists.Place) {
    let depth = item.level + 1
    if let open = openLists.first, open.list != item.list { closeLists(to: 0) }
    closeLists(to: depth)
    var isNew = false
    if openLists.count == depth { xml.raw("</text:list-item>") }
    while openLists.count < depth {
      let isOuter = openLists.isEmpty
      if isOuter {
        beginList(item.list)
      } else {
        xml.raw("<text:list>")
      }
      openLists.append(OutgoingLists.Place(list: item.list, level: openLists.count))
      isNew = true
      if openLists.count < depth { xml.raw("<text:list-item>") }
    }
    // Every list that is opened says where it goes on, whatever a program makes of lists that continue others.
    let numbering = lists.definitions[lists.lists[item.list].definition].levels[item.level].numbering
    let isNumbered = numbering != .bullet && numbering != .none
    if isNumbered, isNew || lists.lists[item.list].starts[item.level] != nil,
      let value = lists.value(of: item), value >= 0
    {
      xml.open("text:list-item", ["text:start-value": "\(value)"])
    } else {
      xml.raw("<text:list-item>")
    }
  }

  private func beginList(_ list: Int) {
    let definition = lists.lists[list].definition
    let id = "list\(nextList)"
    nextList += 1
    let style = "L\(definition + 1)"
    if let last = writtenLists[definition] {
      xml.open(
        "text:list", ["xml:id": id, "text:continue-list": "list\(last)", "text:style-name": style])
    } else {
      xml.open("text:list", ["xml:id": id, "text:style-name": style])
    }
    writtenLists[definition] = nextList - 1
  }

  /// Closes lists, the innermost first.
  func closeLists(to depth: Int) {
    guard openLists.count > depth else { return }
    while openLists.count > depth {
      xml.raw("</text:list-item></text:list>")
      openLists.removeLast()
    }
  }

  // MARK: Tables

  private func table(_ table: DocumentTable) {
    let table = table.outgoing
    guard !table.rows.isEmpty else { return }
    let grid = OutgoingGrid(table, room: room)
    let width = grid.widths.reduce(0, +)
    var looks = OfficeMarkup("><style:table-properties")
    ODTFormat.attribute("style:width", ODTFormat.points(width), &looks)
    ODTFormat.attribute("table:align", "left", &looks)
    if table.isRightToLeft { ODTFormat.attribute("style:writing-mode", "rl-tb", &looks) }
    looks.raw("/>")
    xml.open(
      "table:table", ["table:name": "Table\(nextTable)", "table:style-name": automatic.table(looks.bytes)])
    nextTable += 1
    let hasHeaderColumn = table.hasHeaderColumn
    if hasHeaderColumn { xml.raw("<table:table-header-columns>") }
    for (index, width) in grid.widths.enumerated() {
      var column = OfficeMarkup("><style:table-column-properties")
      ODTFormat.attribute("style:column-width", ODTFormat.points(width), &column)
      column.raw("/>")
      xml.empty("table:table-column", ["table:style-name": automatic.column(column.bytes)])
      if hasHeaderColumn, index == 0 { xml.raw("</table:table-header-columns>") }
    }
    let headers = table.rows.prefix { $0.isHeader }.count
    if headers > 0 { xml.raw("<table:table-header-rows>") }
    for (index, row) in table.rows.enumerated() {
      self.row(row, grid, table, index)
      if headers > 0, index == headers - 1 { xml.raw("</table:table-header-rows>") }
    }
    xml.raw("</table:table>")
  }

  private func row(_ row: DocumentTableRow, _ grid: OutgoingGrid, _ table: DocumentTable, _ index: Int) {
    xml.raw("<table:table-row>")
    var column = 0
    for place in grid.rows[index] {
      let cell = row.cells[place.index]
      if cell.verticalMerge == .continued, index > 0 {
        for _ in 0..<place.columns { xml.raw("<table:covered-table-cell/>") }
      } else {
        self.cell(cell, place, rows: rows(below: index, column, cell, grid, table))
      }
      column += place.columns
    }
    while column < grid.widths.count {
      xml.raw("<table:table-cell><text:p/></table:table-cell>")
      column += 1
    }
    xml.raw("</table:table-row>")
  }

  /// How many rows a cell spans.
  private func rows(
    below index: Int, _ column: Int, _ cell: DocumentTableCell, _ grid: OutgoingGrid, _ table: DocumentTable
  ) -> Int {
    guard cell.verticalMerge == .first else { return 1 }
    var count = 1
    for row in index + 1..<max(index + 1, table.rows.count) {
      var start = 0
      var continues = false
      for place in grid.rows[row] {
        if start == column { continues = table.rows[row].cells[place.index].verticalMerge == .continued }
        start += place.columns
      }
      guard continues else { break }
      count += 1
    }
    return count
  }

  private func cell(_ cell: DocumentTableCell, _ place: OutgoingGrid.Cell, rows: Int) {
    var looks = OfficeMarkup("><style:table-cell-properties")
    if let color = cell.shading { ODTFormat.attribute("fo:background-color", ODTFormat.color(color), &looks) }
    switch cell.verticalAlignment {
    case .top: break
    case .center: ODTFormat.attribute("style:vertical-align", "middle", &looks)
    case .bottom: ODTFormat.attribute("style:vertical-align", "bottom", &looks)
    }
    ODTFormat.attribute("fo:padding", "4pt", &looks)
    ODTFormat.borders(cell.borders, hasSpace: false, &looks)
    looks.raw("/>")
    xml.raw("<table:table-cell")
    ODTFormat.attribute("table:style-name", automatic.cell(looks.bytes), &xml)
    if place.columns > 1 { ODTFormat.attribute("table:number-columns-spanned", "\(place.columns)", &xml) }
    if rows > 1 { ODTFormat.attribute("table:number-rows-spanned", "\(rows)", &xml) }
    ODTFormat.attribute("office:value-type", "string", &xml)
    xml.raw(">")
    let outer = room
    room = max(720, place.width - 216)
    if cell.blocks.isEmpty { xml.raw("<text:p/>") } else { inner(cell.blocks) }
    room = outer
    xml.raw("</table:table-cell>")
    for _ in 1..<max(place.columns, 1) { xml.raw("<table:covered-table-cell/>") }
  }

  /// Writes blocks within others, with lists of their own.
  func inner(_ blocks: [Block]) {
    let outer = (openLists, paragraphStyle, bareHeading, followsBlank, isOpen)
    (openLists, isOpen) = ([], nil)
    self.blocks(blocks)
    (openLists, paragraphStyle, bareHeading, followsBlank, isOpen) = outer
  }
}
