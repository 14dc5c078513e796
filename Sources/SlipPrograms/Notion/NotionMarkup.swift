internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// A page as Notion exports it in HTML.
///
/// ```html
/// <article id="a49e8bc3-…" class="page"><header><h1 class="page-title">Garden</h1>
/// <table class="properties"><tr class="property-row property-row-multi_select"><th>Tags</th><td>…</td></tr></table></header>
/// <div class="page-body">…</div></article>
/// ```
///
/// | Notion | plain HTML |
/// | --- | --- |
/// | `<div class="checkbox checkbox-on"></div>` | ☑ |
/// | `<span class="katex">…<annotation>x^2</annotation>…</span>` | x^2 |
/// | `<figure class="callout">` | `<blockquote>` |
/// | `<details><summary>A</summary>` | `<p><b>A</b></p>` |
/// | `<span style="border-bottom:0.05em solid">`, `<mark class="highlight-red">` | underlined and coloured text |
/// | `<details><summary style="…;font-size:1.5em">A</summary>` | `<h2>A</h2>` |
///
/// Check boxes, formulas, call-outs and toggles are written in a way that only Notion's style sheet shows. They become
/// plain HTML here.
struct NotionMarkup {
  /// The title; nil where there is none.
  private(set) var title: String?
  /// The columns of the database that the page is in.
  private(set) var properties: [NotionFacts.Field] = []
  /// The body in plain HTML.
  private var html = Array("<!DOCTYPE html><meta charset=utf-8><body>".utf8)

  /// Where the scanner is.
  private enum Part {
    /// Before the body.
    case head
    /// In the title.
    case title
    /// In the body.
    case body
    /// Behind the body.
    case end
  }

  /// Reads a page.
  ///
  /// The scanner goes over the page once, and any bytes give a page. One without `page-title` or
  /// `page-body` has no title or an empty body.
  init(_ bytes: UnsafeRawBufferPointer) {
    var scanner = LooseXML()
    var part = Part.head
    var title = ""
    while part != .end, let token = scanner.next(in: bytes) {
      switch (part, token) {
      case (.head, .start(let tag, false)):
        let kind = tag["class"] ?? ""
        if tag.name == "style" || tag.name == "script" {
          NotionMarkup.skip(tag.name, in: bytes, &scanner)
        } else if kind == "page-title" {
          part = .title
        } else if kind == "properties", tag.name == "table" {
          takeProperties(bytes, from: tag.position, &scanner)
        } else if kind == "page-body" {
          part = .body
        }
      case (.title, .text(let range)): title += LooseXML.unescaped(bytes, range)
      case (.title, .end("h1")): part = .head
      case (.body, .end("article")): part = .end
      case (.body, _): put(token, bytes, &scanner)
      default: break
      }
    }
    title = title.trimmingBlanks()
    self.title = title.isEmpty ? nil : title
  }

  /// Whether a file is a page: its beginning has an article with a body of Notion's class.
  static func isPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(1 << 18))
    return LooseXML.find("<article id=\"", in: start, from: 0) != nil
      && LooseXML.find("class=\"page-body\"", in: start, from: 0) != nil
  }

  /// The body as a document.
  func document(_ context: SourceContext) -> Document {
    html.withUnsafeBytes { HTMLReader.read($0, limits: context.limits, pictures: .program).document }
  }

  /// Goes behind the end tag of an element.
  ///
  /// - Parameters:
  ///   - name: The name of the element.
  ///   - bytes: The page.
  ///   - scanner: Moves behind the first end tag of that name, or to the end of the page.
  private static func skip(_ name: String, in bytes: UnsafeRawBufferPointer, _ scanner: inout LooseXML) {
    while let token = scanner.next(in: bytes) { if case .end(name) = token { return } }
  }

  // MARK: Body

  /// Adds markup.
  private mutating func put(_ markup: String) { html += markup.utf8 }

  /// Adds markup of the page.
  private mutating func put(bytes: Slice<UnsafeRawBufferPointer>) { html += bytes }

  /// Writes a token of the body.
  ///
  /// Marks of Notion change as the table above says; everything else goes on unchanged.
  private mutating func put(
    _ token: LooseXML.Token, _ bytes: UnsafeRawBufferPointer, _ scanner: inout LooseXML
  ) {
    let wasSpan = isBehindSpan
    isBehindSpan = false
    switch token {
    case .start(let tag, let isEmpty):
      // The values of a column stand side by side; only the style sheet has space between them.
      if wasSpan, (tag["class"] ?? "").hasPrefix("selected-value") { put(", ") }
      start(tag, isEmpty, bytes, &scanner)
    case .end("span"):
      isBehindSpan = true
      put("</span>")
    case .end("summary"): put(openSummaries.popLast() ?? "</b></p>")
    case .end("mark"): put(openMarks.popLast() ?? "</mark>")
    case .end("figure"): put(openCallouts.popLast() ?? false ? "</blockquote>" : "</div>")
    case .end(let name): put("</" + name + ">")
    case .text(let range), .cdata(let range): put(bytes: bytes[range])
    }
  }

  /// Whether a span has just ended.
  private var isBehindSpan = false
  /// Whether each open figure is a call-out.
  private var openCallouts: [Bool] = []
  /// The ends of the open marks.
  private var openMarks: [String] = []
  /// The ends of the open summaries.
  private var openSummaries: [String] = []
  /// The sizes of headings, by which a toggle that is one is known.
  private static let headings: [(size: String, level: Int)] = [("1.875em", 1), ("1.5em", 2), ("1.25em", 3)]
  /// The colours of text and behind it, as the style sheet of the program has them.
  private static let colors: [String: (text: String, background: String)] = [
    "gray": ("#787774", "#f1f1ef"), "brown": ("#9f6b53", "#f4eeee"), "orange": ("#d9730d", "#fbecdd"),
    "yellow": ("#cb912f", "#fbf3db"), "teal": ("#448361", "#edf3ec"), "blue": ("#337ea9", "#e7f3f8"),
    "purple": ("#9065b0", "#f6f3f9"), "pink": ("#c14c8a", "#faf1f5"), "red": ("#d44c47", "#fdebec"),
  ]
  /// The most figures that are open at once.
  /// Figures in those are copied as they are.
  private static let deepest = 512

  /// Writes the beginning of an element, or the whole of one that is changed.
  ///
  /// - Parameters:
  ///   - tag: The start tag, behind which the scanner stands.
  ///   - isEmpty: Whether it ends itself, as `<br/>` does.
  ///   - bytes: The page.
  ///   - scanner: Moves behind elements that are replaced as a whole.
  private mutating func start(
    _ tag: LooseXML.Tag, _ isEmpty: Bool, _ bytes: UnsafeRawBufferPointer, _ scanner: inout LooseXML
  ) {
    let kinds = (tag["class"] ?? "").split(separator: " ")
    switch tag.name {
    case "style" where !isEmpty, "script" where !isEmpty:
      NotionMarkup.skip(tag.name, in: bytes, &scanner)
    case "link", "style", "script": break
    case "div" where kinds.contains("checkbox"):
      put(kinds.contains("checkbox-on") ? "☑ " : "☐ ")
      if !isEmpty { NotionMarkup.skip("div", in: bytes, &scanner) }
    case "span" where kinds.contains("katex"): formula(bytes, &scanner)
    case "summary" where !isEmpty && openSummaries.count < NotionMarkup.deepest:
      let style = tag["style"] ?? ""
      let level = NotionMarkup.headings.first(where: { style.contains("font-size:" + $0.size) })?.level
      put(level.map { "<h\($0)>" } ?? "<p><b>")
      openSummaries.append(level.map { "</h\($0)>" } ?? "</b></p>")
    case "mark" where !isEmpty && openMarks.count < NotionMarkup.deepest:
      let color = kinds.first { $0.hasPrefix("highlight-") }.map { $0.dropFirst("highlight-".count) } ?? ""
      let isBackground = color.hasSuffix("_background")
      let name = isBackground ? color.dropLast("_background".count) : color
      let known = NotionMarkup.colors[String(name)]
      if isBackground || known == nil && color.isEmpty {
        put(known.map { "<mark style=\"background-color:\($0.background)\">" } ?? "<mark>")
        openMarks.append("</mark>")
      } else {
        put(known.map { "<span style=\"color:\($0.text)\">" } ?? "<span>")
        openMarks.append("</span>")
      }
    case "span" where !isEmpty && (tag["style"] ?? "").contains("border-bottom:0.05em solid"):
      put("<span style=\"text-decoration:underline;\(MarkupFilter.escaped(tag["style"] ?? ""))\">")
    case "figure" where openCallouts.count < NotionMarkup.deepest:
      let isCallout = kinds.contains("callout")
      put(isCallout ? "<blockquote>" : "<div>")
      if isEmpty { put(isCallout ? "</blockquote>" : "</div>") } else { openCallouts.append(isCallout) }
    default: put(bytes: bytes[tag.position..<scanner.position])
    }
  }

  /// Writes a formula as it was typed. The page has it twice besides, for the eye and for readers of MathML.
  /// The typed form is the text of `<annotation>`.
  private mutating func formula(_ bytes: UnsafeRawBufferPointer, _ scanner: inout LooseXML) {
    var (depth, isSource) = (1, false)
    while depth > 0, let token = scanner.next(in: bytes) {
      switch token {
      case .start(let tag, false) where tag.name == "span": depth += 1
      case .end("span"): depth -= 1
      case .start(let tag, false) where tag.name == "annotation": isSource = true
      case .end("annotation"): isSource = false
      case .text(let range) where isSource: put(bytes: bytes[range])
      default: break
      }
    }
  }

  // MARK: Columns

  /// Takes the table with the columns of the database.
  ///
  /// A row has its name in `th`, its value in `td`, and its type in a class such as
  /// `property-row-multi_select`. A row without a name is passed over.
  private mutating func takeProperties(
    _ bytes: UnsafeRawBufferPointer, from start: Int, _ scanner: inout LooseXML
  ) {
    let end = LooseXML.find("</table>", in: bytes, from: start) ?? bytes.count
    let tree = LooseTree(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    scanner.position = max(scanner.position, end)
    var waiting = tree.root.map { [$0] } ?? []
    var fields: [NotionFacts.Field] = []
    while let node = waiting.popLast() {
      guard tree.nodes[node].name == "tr" else {
        waiting += tree.children(of: node).reversed()
        continue
      }
      let kinds = (tree.attribute(node, "class") ?? "").split(separator: " ")
      let type = kinds.last.map { $0.hasPrefix("property-row-") ? String($0.dropFirst(13)) : "" } ?? ""
      guard let name = tree.child(of: node, "th"), let cell = tree.child(of: node, "td") else { continue }
      let values = NotionMarkup.values(tree, cell, type)
      fields.append(NotionFacts.Field(NotionMarkup.text(tree, name).trimmingBlanks(), values, type: type))
    }
    properties = fields.filter { !$0.name.isEmpty }
  }

  /// The values in a cell: those of its parts where it has several, else all of its text.
  ///
  /// ```html
  /// <td><span class="selected-value">soil</span><span class="selected-value">spring</span></td>
  /// ```
  ///
  /// - Parameters:
  ///   - tree: The table.
  ///   - cell: The place of the cell.
  ///   - type: The type of the column. Those of lists have several values, and `checkbox` becomes `Yes`
  ///     or `No`.
  /// - Returns: The values without white space at their ends, and without the `@` of dates; empty ones
  ///   are left out.
  private static func values(_ tree: LooseTree, _ cell: Int, _ type: String) -> [String] {
    let parts = tree.children(of: cell)
    if type == "checkbox" {
      let isOn = parts.contains { (tree.attribute($0, "class") ?? "").contains("checkbox-on") }
      return [isOn ? "Yes" : "No"]
    }
    let isList = ["multi_select", "person", "file", "relation"].contains(type)
    let texts =
      isList && !parts.isEmpty
      ? parts.map { part in
        // The path of a related page stands behind its name, as in the form in Markdown.
        let path = type == "relation" ? tree.attribute(part, "href") : nil
        return text(tree, part).trimmingBlanks() + (path.map { " (" + $0 + ")" } ?? "")
      } : [text(tree, cell)]
    return texts.map { text in
      let text = text.trimmingBlanks()
      return text.hasPrefix("@") ? String(text.dropFirst()) : text
    }.filter { !$0.isEmpty }
  }

  /// All text in an element but for icons.
  ///
  /// Icons are emoji before the names of related pages.
  private static func text(_ tree: LooseTree, _ node: Int) -> String {
    var text = ""
    var waiting = Array(tree.nodes[node].content.reversed())
    while let piece = waiting.popLast() {
      switch piece {
      case .text(let part): text += part
      case .element(let inner) where (tree.attribute(inner, "class") ?? "").hasPrefix("icon"): break
      case .element(let inner): waiting += tree.nodes[inner].content.reversed()
      }
    }
    return text
  }
}
