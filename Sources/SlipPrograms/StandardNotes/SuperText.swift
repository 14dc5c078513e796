internal import SlipBase
internal import SlipExchange

/// Turns the text of a Super note, which is a tree of Lexical's nodes in JSON, into HTML.
///
/// ```json
/// { "type": "paragraph", "children": [ { "type": "text", "text": "bold", "format": 1 },
///                                      { "type": "snbubble", "itemUuid": "6303…" } ] }
/// ```
///
/// The bits of `format` are bold 1, italic 2, struck 4, underlined 8, code 16, subscript 32, superscript 64 and marked 128.
/// A node of an unknown type shows what is in it.
struct SuperText {
  /// The HTML so far.
  private(set) var html = SourceHTML()
  /// Links to notes that aren't there.
  private(set) var unresolved: [SourceLink] = []
  /// Ids of files, whose content isn't in the backup.
  private(set) var files: [String] = []
  /// The notes of the import.
  private let context: SourceContext

  /// Begins without text.
  init(_ context: SourceContext) { self.context = context }

  /// A step of the walk.
  private enum Step {
    /// A node, and whether it is an item of a list with check boxes.
    case node(JSONValue, isTask: Bool)
    /// Markup that ends a node.
    case end(String)
  }

  /// Writes a node with all that is in it. It walks with a list of its own, so the depth costs no stack.
  mutating func write(_ root: JSONValue) {
    // White space counts in the editor.
    html.put("<div style=\"white-space:pre-wrap\">")
    var open: [Step] = [.end("</div>"), .node(root, isTask: false)]
    while let step = open.popLast() {
      switch step {
      case .end(let markup): html.put(markup)
      case .node(let node, let isTask):
        let type = node["type"]?.string ?? ""
        if leaf(node, type) { continue }
        let (start, end) = markup(node, type)
        html.put(start)
        if isTask, type == "listitem", !isWrapper(node) {
          html.put(node["checked"]?.isTrue ?? false ? "☑ " : "☐ ")
        }
        open.append(.end(end))
        let isTaskList = type == "list" && node["listType"]?.string == "check"
        open += (node["children"]?.array ?? []).reversed().map { .node($0, isTask: isTaskList) }
      }
    }
  }

  /// Writes a node that has no others in it; false for one that may have.
  private mutating func leaf(_ node: JSONValue, _ type: String) -> Bool {
    switch type {
    case "text", "code-highlight": text(node["text"]?.string ?? "", node["format"]?.int ?? 0)
    case "linebreak": html.put("<br>")
    case "tab": html.text("\t")
    case "horizontalrule": html.put("<hr>")
    case "snbubble":
      let id = node["itemUuid"]?.string ?? ""
      if let note = context.note(id) {
        html.link(SourceContext.target(note), "→")
      } else {
        unresolved.append(SourceLink(id))
      }
    case "snfile": files.append(node["fileUuid"]?.string ?? "")
    case "tweet", "youtube", "unencrypted-image":
      guard let address = SuperText.address(of: node, type) else { break }
      html.put("<p>")
      html.link(address, address)
      html.put("</p>")
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

  /// Writes text with its format.
  private mutating func text(_ text: String, _ format: Int64) {
    let open = SuperText.formats.filter { format & $0.bit != 0 }.map(\.name)
    for name in open { html.put("<\(name)>") }
    html.text(text)
    for name in open.reversed() { html.put("</\(name)>") }
  }

  /// The bits of a format.
  private static let formats: [(bit: Int64, name: String)] = [
    (1, "b"), (2, "i"), (4, "s"), (8, "u"), (16, "code"), (32, "sub"), (64, "sup"), (128, "mark"),
  ]

  /// Whether an item of a list only holds the list below the item before it.
  private func isWrapper(_ item: JSONValue) -> Bool {
    let inside = item["children"]?.array ?? []
    return !inside.isEmpty && inside.allSatisfy { $0["type"]?.string == "list" }
  }

  /// The markup around what is in a node.
  private func markup(_ node: JSONValue, _ type: String) -> (String, String) {
    switch type {
    case "heading":
      let level = node["tag"]?.string?.last.flatMap { $0.wholeNumberValue } ?? 1
      return ("<h\(min(max(level, 1), 6))>", "</h\(min(max(level, 1), 6))>")
    case "listitem" where isWrapper(node): return ("", "")
    case "list": return node["listType"]?.string == "number" ? ("<ol>", "</ol>") : ("<ul>", "</ul>")
    case "link", "autolink":
      var link = SourceHTML()
      let start = link.bytes.count
      link.text(node["url"]?.string ?? "")
      return ("<a href=\"" + String(decoding: link.bytes[start...], as: UTF8.self) + "\">", "</a>")
    default: return SuperText.elements[type] ?? ("", "")
    }
  }

  /// Nodes that are elements of HTML.
  private static let elements: [String: (String, String)] = [
    "paragraph": ("<p>", "</p>"), "listitem": ("<li>", "</li>"), "quote": ("<blockquote>", "</blockquote>"),
    "code": ("<pre>", "</pre>"), "table": ("<table>", "</table>"), "tablerow": ("<tr>", "</tr>"),
    "tablecell": ("<td>", "</td>"), "collapsible-container": ("<div>", "</div>"),
    "collapsible-title": ("<p><b>", "</b></p>"), "collapsible-content": ("<div>", "</div>"),
  ]
}
