internal import SlipDocument

/// Paragraphs, headings, lists and breaks.
extension MarkdownDocumentWriter {
  /// What is open among the blocks of one scope.
  struct BlockScope {
    var lists: [OpenList] = []
    /// Where the last list ended and what it was: a list of that kind would become one with it.
    var endedList: MarkdownListKind?
  }

  struct OpenList {
    var list: Int
    var level: Int
    var kind: MarkdownListKind
    var next: Int
    var hasOpenItem = false
  }

  /// Writes blocks that stand together. Recursion goes as deep as boxes do, which the model bounds.
  mutating func blocks(_ blocks: [Block]) {
    var scope = BlockScope()
    for block in blocks {
      switch block {
      case .paragraph(let paragraph): self.paragraph(paragraph, &scope)
      case .table(let table):
        closeLists(&scope, to: 0)
        scope.endedList = nil
        self.table(table)
      case .break:
        closeLists(&scope, to: 0)
        scope.endedList = nil
        lines.startBlock()
        lines.line("***")
        lines.endBlock()
      }
    }
    closeLists(&scope, to: 0)
  }

  private mutating func paragraph(_ paragraph: Paragraph, _ scope: inout BlockScope) {
    let isHeading = paragraph.style.headingLevel != nil
    let style: MarkdownLineStyle = isHeading ? .heading : .paragraph
    // An item that shows no marker would get one.
    if let item = paragraph.listItem, !item.marker.isEmpty {
      let marker = MarkdownListMarker(item.marker)
      let prefix: [Inline] = marker.text.map { [.run(Run($0 + " "))] } ?? []
      let content = content(prefix + paragraph.inlines, style)
      openItem(item, marker, isEmpty: content.isEmpty, &scope)
      write(content, paragraph.style)
      boxes(paragraph)
      return
    }
    let content = content(paragraph.inlines, style)
    if !content.isEmpty {
      closeLists(&scope, to: 0)
      scope.endedList = nil
      let isQuote = paragraph.style.isQuote
      if isQuote {
        lines.startBlock()
        lines.openQuote()
      }
      write(content, paragraph.style)
      if isQuote { lines.close() }
    }
    boxes(paragraph)
  }

  /// On its own, so that no copy of this writer lives on: writing lines would copy all that was written before.
  private func content(_ inlines: [Inline], _ style: MarkdownLineStyle) -> [[UInt8]] {
    MarkdownInlines(self, lineStyle: style).lines(of: inlines)
  }

  /// Text boxes follow the paragraph that anchors them.
  private mutating func boxes(_ paragraph: Paragraph) {
    for box in paragraph.textBoxes { blocks(box.blocks) }
  }

  private mutating func write(_ content: [[UInt8]], _ style: ParagraphStyle) {
    if content.isEmpty { return }
    lines.startBlock()
    if let level = style.headingLevel {
      let marks = String(repeating: "#", count: min(max(level, 1), 6)) + " "
      lines.line(Array(marks.utf8) + content.joined())
    } else {
      for line in content { lines.line(line) }
    }
    lines.endBlock()
  }

  // MARK: Lists

  private static let deepest = 32

  private mutating func openItem(
    _ item: ListItem, _ marker: MarkdownListMarker, isEmpty: Bool, _ scope: inout BlockScope
  ) {
    while let top = scope.lists.last,
      top.level > item.level
        || (top.level == item.level && !continues(top, item, marker))
        || (scope.lists.count >= Self.deepest && top.level < item.level)
    {
      closeList(&scope)
    }
    if let top = scope.lists.last, top.level == item.level {
      closeItem(&scope)
      lines.join()
    } else {
      openList(item, marker, isEmpty: isEmpty, &scope)
    }
    let last = scope.lists.count - 1
    scope.lists[last].next = (marker.number ?? 0) &+ 1
    scope.lists[last].hasOpenItem = true
    lines.startBlock()
    lines.open(marker: marker.source)
  }

  private func continues(_ open: OpenList, _ item: ListItem, _ marker: MarkdownListMarker) -> Bool {
    open.list == item.list && open.kind == marker.kind && (marker.number == nil || marker.number == open.next)
  }

  private mutating func openList(
    _ item: ListItem, _ marker: MarkdownListMarker, isEmpty: Bool, _ scope: inout BlockScope
  ) {
    if scope.endedList == marker.kind {
      // Else the two would be one list.
      lines.startBlock()
      lines.line("<!-- -->")
      lines.endBlock()
    } else if !scope.lists.isEmpty, !isEmpty, marker.number == nil || marker.number == 1 {
      // Any other list can't interrupt the item's paragraph.
      lines.join()
    }
    scope.endedList = nil
    scope.lists.append(OpenList(list: item.list, level: item.level, kind: marker.kind, next: 1))
  }

  private mutating func closeItem(_ scope: inout BlockScope) {
    let last = scope.lists.count - 1
    if scope.lists[last].hasOpenItem { lines.close() }
    scope.lists[last].hasOpenItem = false
    scope.endedList = nil
    lines.endBlock()
  }

  private mutating func closeList(_ scope: inout BlockScope) {
    closeItem(&scope)
    scope.endedList = scope.lists.removeLast().kind
  }

  private mutating func closeLists(_ scope: inout BlockScope, to depth: Int) {
    while scope.lists.count > depth { closeList(&scope) }
  }
}

extension ParagraphStyle {
  /// Whether the style's name says that this is a quotation; an indent alone doesn't.
  var isQuote: Bool {
    switch name?.lowercased() {
    case "quote", "block quote", "intense quote", "quotations", "blockquote": true
    default: false
    }
  }
}
