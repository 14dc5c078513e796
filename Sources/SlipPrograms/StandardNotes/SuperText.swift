internal import SlipBase
internal import SlipDocument
internal import SlipExchange

/// Makes a document of a Super note, which is a tree of Lexical's nodes in JSON.
///
/// ```json
/// { "type": "paragraph", "children": [ { "type": "text", "text": "bold", "format": 1 },
///                                      { "type": "snbubble", "itemUuid": "6303…" } ] }
/// ```
///
/// The bits of `format` are bold 1, italic 2, struck 4, underlined 8, code 16, subscript 32, superscript 64 and marked 128.
/// A node of an unknown type shows what is in it.
struct SuperText {
  /// Links to notes that aren't there.
  private(set) var unresolved: [SourceLink] = []
  /// Ids of files, whose content isn't in the backup.
  private(set) var files: [String] = []
  /// The text so far.
  private var builder = DocumentBuilder()
  /// The notes of the import.
  private let context: SourceContext
  /// The titles of the notes in the backup, by their ids.
  private let titles: [String: String]
  /// The format of text in the open nodes.
  private var style = CharacterStyle()
  /// The open lists.
  private var lists: [List] = []
  /// The rows of the open tables, and whether their first row is a head.
  private var tables: [(rows: [[[Block]]], hasHead: Bool)] = []

  /// A list.
  private struct List {
    /// Whether its items have numbers, or boxes.
    var isNumbered, isTasks: Bool
    /// The number of its next item.
    var next: Int
  }

  /// The text.
  var document: Document { builder.document }

  /// A step of the walk.
  private enum Step {
    /// A node.
    case node(JSONValue)
    /// What ends a node of a type.
    case end(String, JSONValue, CharacterStyle)
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - root: The outermost node. The walk has a list of its own, so the depth costs no stack.
  ///   - titles: The titles of the notes in the backup, by their ids. A link to a note shows its title.
  ///   - context: The notes of the import.
  init(_ root: JSONValue, titles: [String: String] = [:], _ context: SourceContext) {
    (self.context, self.titles) = (context, titles)
    var open: [Step] = [.node(root)]
    while let step = open.popLast() {
      switch step {
      case .end(let type, let node, let outer):
        end(type, node)
        style = outer
      case .node(let node):
        let type = node["type"]?.string ?? ""
        if leaf(node, type) { continue }
        open.append(.end(type, node, style))
        begin(type, node)
        open += (node["children"]?.array ?? []).reversed().map { .node($0) }
      }
    }
    builder.endBlock()
  }

  /// Adds a node that has no others in it; false for one that may have.
  private mutating func leaf(_ node: JSONValue, _ type: String) -> Bool {
    switch type {
    case "text", "code-highlight":
      let bits = node["format"]?.int ?? 0
      let marks = SuperText.formats.lazy.filter { bits & $0.bit != 0 }
      builder.text(node["text"]?.string ?? "", marks.reduce(style) { $0.with($1.mark) })
    case "linebreak": builder.lineBreak()
    case "tab": builder.text("\t", style)
    case "horizontalrule":
      builder.endBlock()
      builder.end(.rule)
    case "snbubble":
      let id = node["itemUuid"]?.string ?? ""
      if let note = context.note(id) {
        builder.link(SourceContext.target(note), titles[id] ?? "→", style)
      } else {
        builder.text(titles[id] ?? "→", style)
        unresolved.append(SourceLink(id))
      }
    case "snfile": files.append(node["fileUuid"]?.string ?? "")
    case "tweet", "youtube", "unencrypted-image":
      guard let address = SuperText.address(of: node, type) else { break }
      builder.endBlock()
      builder.link(address, address)
      builder.endBlock()
    default: return false
    }
    return true
  }

  /// The address of what a node shows from the web; nil where it has none. Posts and videos are named by an id only.
  private static func address(of node: JSONValue, _ type: String) -> String? {
    let value = ["url", "id", "videoID", "src"].compactMap { node[$0]?.string }.first { !$0.isEmpty }
    guard let value, let start = places[type], !Vault.hasScheme(value) else { return value }
    return start + value
  }

  /// What stands before the ids of posts and videos in their addresses.
  private static let places = [
    "tweet": "https://twitter.com/i/web/status/", "youtube": "https://www.youtube.com/watch?v=",
  ]

  /// The bits of a format. Code comes last, because its look has a name.
  private static let formats: [(bit: Int64, mark: TextMark)] = [
    (1, .bold), (2, .italic), (4, .struck), (8, .underlined), (32, .subscript), (64, .superscript),
    (128, .marked), (16, .code),
  ]

  /// Whether an item of a list only holds the list below the item before it.
  private static func isWrapper(_ item: JSONValue) -> Bool {
    let inside = item["children"]?.array ?? []
    return !inside.isEmpty && inside.allSatisfy { $0["type"]?.string == "list" }
  }

  /// Begins a node with others in it.
  private mutating func begin(_ type: String, _ node: JSONValue) {
    switch type {
    case "paragraph", "heading", "quote", "collapsible-title":
      builder.endBlock()
      if type == "quote" { builder.quotes += 1 }
      if type == "collapsible-title" { style = style.with(.bold) }
    case "code":
      builder.endBlock()
      style = style.with { $0.font = CharacterStyle.codeFont }
    case "list":
      builder.endBlock()
      let kind = node["listType"]?.string
      lists.append(
        List(
          isNumbered: kind == "number", isTasks: kind == "check", next: Int(clamping: node["start"]?.int ?? 1)
        ))
    case "listitem" where !SuperText.isWrapper(node): beginItem(node)
    case "link", "autolink": style = style.with { $0.link = Hyperlink(target: node["url"]?.string ?? "") }
    case "table":
      builder.endBlock()
      tables.append(([], false))
    case "tablerow": if !tables.isEmpty { tables[tables.count - 1].rows.append([]) }
    case "tablecell":
      builder.beginPart()
      // The bits of `headerState` are 1 for a head of columns and 2 for one of rows.
      if node["headerState"]?.int.map({ $0 & 1 != 0 }) ?? false {
        if let table = tables.indices.last, tables[table].rows.count == 1 { tables[table].hasHead = true }
        style = style.with(.bold)
      }
    default: break
    }
  }

  /// Begins an item of a list.
  private mutating func beginItem(_ node: JSONValue) {
    var number: Int?
    if let list = lists.last, list.isNumbered {
      number = list.next
      lists[lists.count - 1].next = list.next &+ 1
    }
    builder.beginItem(level: max(0, lists.count - 1), number: number)
    if lists.last?.isTasks ?? false { builder.text(node["checked"]?.isTrue ?? false ? "☑ " : "☐ ") }
  }

  /// Ends a node with others in it.
  private mutating func end(_ type: String, _ node: JSONValue) {
    switch type {
    case "paragraph", "collapsible-title": builder.endBlock()
    case "heading":
      let level = node["tag"]?.string?.last.flatMap { $0.wholeNumberValue } ?? 1
      builder.endOpen(.heading(min(max(level, 1), 6)))
    case "quote":
      builder.endBlock()
      builder.quotes = max(0, builder.quotes - 1)
    case "code": builder.endOpen(.code(node["language"]?.string))
    case "list":
      builder.endBlock()
      lists.removeLast()
    case "listitem" where !SuperText.isWrapper(node): builder.endItem()
    case "tablecell":
      let blocks = builder.endPart()
      guard let table = tables.indices.last else { return }
      if tables[table].rows.isEmpty { tables[table].rows.append([]) }
      tables[table].rows[tables[table].rows.count - 1].append(blocks)
    case "table":
      if let table = tables.popLast() { builder.table(table.rows, headers: table.hasHead ? 1 : 0) }
    default: break
    }
  }
}
