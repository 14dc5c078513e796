internal import SlipDocument

/// What is open among the blocks of one scope.
struct MarkdownScope {
  enum Container {
    case quote
    case list(List)
  }

  struct List {
    let list: Int
    let level: Int
    let kind: MarkdownListKind
    let bullet: UInt8
    var next: Int
    /// What the open item ends in so far.
    var last = BlockKind.text
    /// Whether what follows stands apart, as the space behind the last paragraph says.
    var isLoose = false
  }

  /// What may stand right behind another block, and before.
  enum BlockKind {
    case text
    /// Quotations and lists, in which text would go on.
    case container
    case rule
    case other
  }

  var open: [Container] = []
  /// What the last list was, where nothing has come behind it: a list of that kind would become one with it.
  var endedList: (kind: MarkdownListKind, bullet: UInt8)?

  var nesting: [BlockNesting.Open] {
    open.map { if case .list(let list) = $0 { .list(level: list.level) } else { .quote } }
  }

  /// The innermost container, where it is a list.
  var list: List? {
    get { if case .list(let list)? = open.last { list } else { nil } }
    set { if let newValue, !open.isEmpty { open[open.count - 1] = .list(newValue) } }
  }

  var bullet: UInt8? { list?.bullet }

  mutating func end(_ style: ParagraphStyle, _ kind: BlockKind) {
    endedList = nil
    guard var list else { return }
    (list.last, list.isLoose) = (kind, style.isLoose)
    self.list = list
  }
}

/// Quotations and lists.
extension MarkdownDocumentWriter {
  private static let deepest = 32

  /// Closes what a block doesn't stand in, and opens what it does.
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

  /// Leaves the blank line out where the list shall stay tight, and nothing becomes part of what stands before.
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

  private func continues(
    _ open: MarkdownScope.List, _ item: ListItem, _ marker: MarkdownListMarker
  ) -> Bool {
    open.list == item.list && open.kind == marker.kind && (marker.number == nil || marker.number == open.next)
  }

  private mutating func openList(
    _ item: ListItem, _ marker: MarkdownListMarker, isEmpty: Bool, _ scope: inout MarkdownScope
  ) {
    var bullet = UInt8(ascii: "-")
    if let ended = scope.endedList, ended.kind == marker.kind {
      // Else the two would be one list.
      if marker.kind == .bullet {
        bullet = ended.bullet == bullet ? UInt8(ascii: "*") : bullet
      } else {
        lines.startBlock()
        lines.line("<!-- -->")
        lines.endBlock()
      }
    } else if !isEmpty, marker.number == nil || marker.number == 1 {
      // Any other list can't interrupt the item's paragraph.
      join(.container, scope)
    }
    scope.endedList = nil
    scope.open.append(
      .list(
        MarkdownScope.List(
          list: item.list, level: item.level, kind: marker.kind, bullet: bullet,
          next: (marker.number ?? 0) &+ 1)))
  }

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
