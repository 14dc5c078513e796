internal import SlipDocument

/// The quotations and lists that are open while blocks that stand together are written.
struct MarkdownScope {
  /// An open quotation, or an open list with its open item.
  enum Container {
    /// A quotation.
    case quote
    /// A list, with its open item.
    case list(List)
  }

  /// An open list, which has an open item.
  struct List {
    /// The index of the list definition.
    let list: Int
    /// The level of its items, counted from 0.
    let level: Int
    /// Whether it has bullets or numbers.
    let kind: MarkdownListKind
    /// The sign of its bullets.
    let bullet: UInt8
    /// The number that continues the list. An item with another number begins a new list,
    /// because Markdown counts by itself.
    var next: Int
    /// What the open item ends in so far.
    var last = BlockKind.text
    /// Whether what follows is separated by a blank line, as the space behind the last
    /// paragraph says.
    var isLoose = false
    /// Whether no space stands behind the last paragraph, as it does behind a list's end.
    var goesOn = false
  }

  /// Kinds of blocks, by what may stand right before and behind them without a blank
  /// line.
  enum BlockKind {
    /// A paragraph, which a line of text would continue.
    case text
    /// Quotations and lists, in which text would go on.
    case container
    /// A thematic break, which behind text could be the underline of a heading.
    case rule
    /// Blocks whose lines can't be confused with others, such as headings and fenced
    /// code.
    case other
  }

  /// The open containers, outermost first.
  var open: [Container] = []
  /// The kind and bullet of the last list, if nothing has followed it: another list of
  /// that kind would become one with it.
  var endedList: (kind: MarkdownListKind, bullet: UInt8)?

  /// The containers in the terms of `BlockNesting`.
  var nesting: [BlockNesting.Open] {
    open.map { if case .list(let list) = $0 { .list(level: list.level) } else { .quote } }
  }

  /// The innermost container, if it is a list.
  var list: List? {
    get { if case .list(let list)? = open.last { list } else { nil } }
    set { if let newValue, !open.isEmpty { open[open.count - 1] = .list(newValue) } }
  }

  /// The bullet of the innermost list.
  var bullet: UInt8? { list?.bullet }

  /// Records that a block was written: what it was, and whether its paragraph has space
  /// behind it.
  mutating func end(_ style: ParagraphStyle, _ kind: BlockKind) {
    endedList = nil
    guard var list else { return }
    (list.last, list.isLoose, list.goesOn) = (kind, style.isLoose, style.spaceAfter == 0)
    self.list = list
  }
}

/// Opens and closes quotations and lists.
extension MarkdownDocumentWriter {
  /// The most containers within each other. Markdown readers need time for each, and
  /// deeper items stay at this depth.
  private static let deepest = 32

  /// Prepares for a block: closes what it doesn't stand in, opens what it does, and
  /// decides whether a blank line comes before it.
  ///
  /// - Parameters:
  ///   - marker: the marker of a list item; nil if the paragraph shows none.
  ///   - kind: what the block is.
  ///   - isEmpty: whether nothing follows the marker.
  mutating func start(
    _ paragraph: Paragraph, _ role: BlockRole, _ marker: MarkdownListMarker?, _ kind: MarkdownScope.BlockKind,
    isEmpty: Bool, _ scope: inout MarkdownScope
  ) {
    let item = marker == nil ? nil : paragraph.listItem
    if scope.open.isEmpty, role.containers.isEmpty, item == nil {
      scope.endedList = nil
      return
    }
    let nesting = BlockNesting(scope.nesting, role, itemLevel: item?.level)
    close(&scope, to: nesting.kept)
    for _ in 0..<nesting.quotes where scope.open.count < Self.deepest {
      join(.container, scope)
      lines.startBlock()
      lines.openQuote()
      scope.open.append(.quote)
      scope.endedList = nil
    }
    if let item, let marker {
      openItem(item, marker, isEmpty: isEmpty, &scope)
    } else {
      join(kind, scope)
    }
  }

  /// Leaves out the blank line where the list is tight and the block can't become part of
  /// the one before.
  private mutating func join(_ kind: MarkdownScope.BlockKind, _ scope: MarkdownScope) {
    guard let list = scope.list, !list.isLoose else { return }
    let isSafe =
      switch kind {
      case .text: list.last == .other
      case .rule: list.last != .text
      case .container, .other: true
      }
    if isSafe { lines.join() }
  }

  /// Begins an item of the open list if it continues that, and of a new list otherwise.
  ///
  /// At the greatest depth, a deeper item replaces the innermost list instead of opening
  /// another one in it.
  private mutating func openItem(
    _ item: ListItem, _ marker: MarkdownListMarker, isEmpty: Bool, _ scope: inout MarkdownScope
  ) {
    if let top = scope.list, top.level == item.level, !continues(top, item, marker) {
      close(&scope, to: scope.open.count - 1)
    }
    if scope.open.count >= Self.deepest, let top = scope.list, top.level < item.level {
      close(&scope, to: scope.open.count - 1)
    }
    if var top = scope.list, top.level == item.level || scope.open.count >= Self.deepest {
      lines.close()
      lines.endBlock()
      if !top.isLoose { lines.join() }
      top.next = (marker.number ?? 0) &+ 1
      top.isLoose = false
      scope.list = top
    } else {
      openList(item, marker, isEmpty: isEmpty, &scope)
    }
    lines.startBlock()
    lines.open(marker: marker.source(bullet: scope.bullet ?? UInt8(ascii: "-")))
  }

  /// Whether an item belongs to the open list: they have the same kind of marker, the
  /// number is the next one, and the definition is the same or, where the markers of one
  /// list change, no space stands between the two.
  private func continues(
    _ open: MarkdownScope.List, _ item: ListItem, _ marker: MarkdownListMarker
  ) -> Bool {
    (open.list == item.list || open.goesOn) && open.kind == marker.kind
      && (marker.number == nil || marker.number == open.next)
  }

  /// Opens a list within the open containers. A list that directly follows one of its
  /// kind gets another bullet, or a comment before it.
  private mutating func openList(
    _ item: ListItem, _ marker: MarkdownListMarker, isEmpty: Bool, _ scope: inout MarkdownScope
  ) {
    var bullet = UInt8(ascii: "-")
    if let ended = scope.endedList, ended.kind == marker.kind {
      // Without something between them, or another bullet, the two would be one list.
      if marker.kind == .bullet {
        bullet = ended.bullet == bullet ? UInt8(ascii: "*") : bullet
      } else {
        lines.startBlock()
        lines.line("<!-- -->")
        lines.endBlock()
      }
    } else if !isEmpty, marker.number == nil || marker.number == 1 {
      // Only such a list can interrupt a paragraph; others need the blank line.
      join(.container, scope)
    }
    scope.endedList = nil
    scope.open.append(
      .list(
        MarkdownScope.List(
          list: item.list, level: item.level, kind: marker.kind, bullet: bullet,
          next: (marker.number ?? 0) &+ 1)))
  }

  /// Closes containers until `depth` of them are left.
  mutating func close(_ scope: inout MarkdownScope, to depth: Int) {
    while scope.open.count > depth, let container = scope.open.popLast() {
      lines.close()
      lines.endBlock()
      if case .list(let list) = container {
        scope.endedList = (list.kind, list.bullet)
      } else {
        scope.endedList = nil
      }
      scope.list?.last = .container
    }
  }
}
