internal import SlipDocument

/// A list that is open in the page, with an open item in it.
struct OpenList {
  var list: Int
  var level: Int
  var kind: ListMarker.Kind
  /// The number that the next item gets by itself.
  var next: Int
}

/// Flat list items as nested `<ul>` and `<ol>`.
extension HTMLDocumentWriter {
  /// Levels that may be open at once; a deeper one is written at this depth with its own `aria-level`.
  private static let deepest = 32

  mutating func openItem(_ item: ListItem, _ paragraph: Paragraph, _ scope: inout BlockScope) {
    let marker = ListMarker(item.marker, numbering: numbering(item))
    while let top = scope.lists.last,
      top.level > item.level
        || (top.level == item.level && (top.list != item.list || top.kind != marker.kind))
        || (scope.lists.count >= Self.deepest && top.level < item.level)
    {
      closeList(&scope)
    }
    if let top = scope.lists.last, top.level == item.level {
      sink.markup("</li>\n")
    } else {
      if !scope.lists.isEmpty { sink.markup("\n") }
      openList(item, marker, &scope)
    }
    let last = scope.lists.count - 1
    sink.markup("<li")
    if item.level != last { sink.attribute("aria-level", item.level + 1) }
    switch marker.value {
    case .number(let number):
      if number != scope.lists[last].next { sink.attribute("value", number) }
      scope.lists[last].next = number &+ 1
    case .text(let text):
      scope.lists[last].next = scope.lists[last].next &+ 1
      sink.attribute("data-marker", text)
      markerStyle(text)
    case .standard:
      break
    }
    sink.markup(">")
  }

  private func numbering(_ item: ListItem) -> ListDefinition.Level.Numbering? {
    guard document.lists.indices.contains(item.list) else { return nil }
    let levels = document.lists[item.list].levels
    return levels.indices.contains(item.level) ? levels[item.level].numbering : nil
  }

  private mutating func openList(_ item: ListItem, _ marker: ListMarker, _ scope: inout BlockScope) {
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
    sink.markup(">\n")
    scope.lists.append(OpenList(list: item.list, level: item.level, kind: marker.kind, next: next))
  }

  /// The marker a browser shows instead of its own.
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

  private mutating func closeList(_ scope: inout BlockScope) {
    guard let list = scope.lists.popLast() else { return }
    switch list.kind {
    case .unordered: sink.markup("</li>\n</ul>\n")
    case .ordered: sink.markup("</li>\n</ol>\n")
    }
  }

  mutating func closeLists(_ scope: inout BlockScope, to depth: Int) {
    while scope.lists.count > depth { closeList(&scope) }
  }
}
