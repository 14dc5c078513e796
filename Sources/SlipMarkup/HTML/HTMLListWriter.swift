internal import SlipDocument

/// Writes flat list items as nested `<ul>` and `<ol>`, and opens and closes quotations.
extension HTMLDocumentWriter {
  /// The most containers that are open at once. A deeper item is written at this depth,
  /// with its own `aria-level`.
  private static let deepest = 32

  /// Closes what a paragraph doesn't stand in, and opens what it does.
  ///
  /// Lists of definitions are no containers of their own in a document: `<dl>` is opened
  /// for a term or definition, and closed before anything else.
  ///
  /// - Parameters:
  ///   - role: the paragraph's role, which names the quotations and items around it.
  ///   - item: the list item that the paragraph begins; nil if it begins none.
  mutating func place(
    _ paragraph: Paragraph, _ role: BlockRole, _ item: ListItem?, _ scope: inout BlockScope
  ) {
    if scope.open.isEmpty, role == BlockRole(), item == nil { return }
    let isDefinition = role.content == .term || role.content == .definition
    if scope.isInDefinitions, !isDefinition || item != nil { close(&scope, to: scope.open.count - 1) }
    let nesting = BlockNesting(scope.nesting, role, itemLevel: item?.level)
    let isInOpenDefinitions =
      scope.isInDefinitions && nesting.kept == scope.nesting.count && nesting.quotes == 0
    if !isInOpenDefinitions { close(&scope, to: nesting.kept) }
    for _ in 0..<nesting.quotes where scope.open.count < Self.deepest {
      sink.markup("<blockquote>\n")
      scope.open.append(.quote)
    }
    if let item { openItem(item, paragraph, role, &scope) }
    if isDefinition, !scope.isInDefinitions {
      sink.markup("<dl>\n")
      scope.open.append(.definitions)
    }
  }

  /// Begins an item of the open list if it continues that, and of a new list otherwise.
  ///
  /// The number or marker is stated only if the list wouldn't show it by itself: as
  /// `value` for numbers that aren't the next one, and as `data-marker` with a CSS marker
  /// for any other text.
  private mutating func openItem(
    _ item: ListItem, _ paragraph: Paragraph, _ role: BlockRole, _ scope: inout BlockScope
  ) {
    let marker = ListMarker(item.marker, numbering: numbering(item))
    if let top = scope.list, top.level == item.level, !continues(top, item, marker, scope) {
      close(&scope, to: scope.open.count - 1)
    }
    if scope.open.count >= Self.deepest, let top = scope.list, top.level < item.level {
      close(&scope, to: scope.open.count - 1)
    }
    if let top = scope.list, top.level == item.level {
      sink.markup("</li>\n")
    } else {
      if scope.list != nil { sink.markup("\n") }
      openList(item, marker, indent: listIndent(item, paragraph, role, scope), &scope)
    }
    guard var list = scope.list else { return }
    sink.markup("<li")
    if isTask(paragraph) { sink.markup(" class=\"task-list-item\"") }
    if item.level != scope.lists - 1 { sink.attribute("aria-level", item.level + 1) }
    switch marker.value {
    case .number(let number):
      if number != list.next { sink.attribute("value", number) }
      list.next = number &+ 1
    case .text(let text):
      list.next = list.next &+ 1
      sink.attribute("data-marker", text)
      markerStyle(text)
    case .standard:
      break
    }
    list.list = item.list
    scope.list = list
    sink.markup(">")
  }

  /// Whether an item continues the open list.
  ///
  /// A list whose numbers jump has several definitions (`MarkupBuilder.list`). It is still one: no space stands behind
  /// its items, as it does behind a list's end.
  private func continues(
    _ open: BlockScope.List, _ item: ListItem, _ marker: ListMarker, _ scope: BlockScope
  ) -> Bool {
    open.kind == marker.kind && (open.list == item.list || scope.lastSpace == 0)
  }

  /// The numbering of the item's level; nil if the document doesn't define it.
  private func numbering(_ item: ListItem) -> ListDefinition.Level.Numbering? {
    guard document.lists.indices.contains(item.list) else { return nil }
    let levels = document.lists[item.list].levels
    return levels.indices.contains(item.level) ? levels[item.level].numbering : nil
  }

  /// How much further from the edge a list stands than others of its level do, in twips. That of a list around it counts in it as
  /// well.
  ///
  /// A few points less or more are how programs differ, and nothing that anybody meant. Items without an indent have that of pages.
  private func listIndent(
    _ item: ListItem, _ paragraph: Paragraph, _ role: BlockRole, _ scope: BlockScope
  ) -> Int {
    let outer = scope.listIndent
    guard !isFragment, paragraph.style.leftIndent > 0 else { return outer }
    let usual = BlockRole.listIndents(level: item.level).left + BlockRole.step * role.quotes
    let indent = paragraph.style.leftIndent - usual
    return abs(indent - outer) < HTMLDocumentWriter.leastIndent ? outer : indent
  }

  /// The smallest difference between indents that pages show, in twips.
  private static let leastIndent = 60

  /// Opens a list that begins with this marker. Lists that count in other ways than in
  /// decimal state their `type`, and those that don't begin with 1 their `start`.
  private mutating func openList(
    _ item: ListItem, _ marker: ListMarker, indent: Int, _ scope: inout BlockScope
  ) {
    var next = 1
    switch marker.kind {
    case .unordered: sink.markup("<ul")
    case .ordered(let type):
      sink.markup("<ol")
      if type != .decimal { sink.attribute("type", type.rawValue) }
      if case .number(let number) = marker.value, number != 1 {
        sink.attribute("start", number)
        next = number
      }
    }
    if indent != scope.listIndent {
      sink.declaration("margin-left")
      sink.points(indent - scope.listIndent, unitsPerPoint: 20)
      sink.endDeclarations()
    }
    sink.markup(">\n")
    scope.open.append(
      .list(
        BlockScope.List(list: item.list, level: item.level, kind: marker.kind, next: next, indent: indent)))
  }

  /// States the marker that a browser shows instead of its own. Common bullets have names
  /// in CSS, such as `circle` for `o`; any other marker becomes a string with a space
  /// behind it.
  private mutating func markerStyle(_ text: String) {
    sink.declaration("list-style-type")
    switch text {
    case "": sink.markup("none")
    case "o", "◦", "○": sink.markup("circle")
    case "▪", "■", "§": sink.markup("square")
    case "·", "\u{F0B7}": sink.markup("disc")
    default: sink.cssString(text + " ")
    }
    sink.endDeclarations()
  }

  /// Closes containers, from the innermost one, until `depth` of them are left. Closing a
  /// list closes its open item as well.
  mutating func close(_ scope: inout BlockScope, to depth: Int) {
    while scope.open.count > depth, let container = scope.open.popLast() {
      switch container {
      case .quote: sink.markup("</blockquote>\n")
      case .definitions: sink.markup("</dl>\n")
      case .list(let list):
        switch list.kind {
        case .unordered: sink.markup("</li>\n</ul>\n")
        case .ordered: sink.markup("</li>\n</ol>\n")
        }
      }
    }
  }
}

extension HTMLDocumentWriter.BlockScope {
  /// The containers in the terms of `BlockNesting`, which knows nothing of lists of
  /// definitions.
  fileprivate var nesting: [BlockNesting.Open] {
    open.compactMap {
      switch $0 {
      case .quote: .quote
      case .list(let list): .list(level: list.level)
      case .definitions: nil
      }
    }
  }

  /// How much further from the edge the innermost list stands than others of its level do, in twips.
  var listIndent: Int {
    for case .list(let list) in open.reversed() { return list.indent }
    return 0
  }

  /// How many lists are open within each other.
  fileprivate var lists: Int { open.count { if case .list = $0 { true } else { false } } }
}
