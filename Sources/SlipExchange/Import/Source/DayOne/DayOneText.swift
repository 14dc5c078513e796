internal import SlipBase

/// Turns the formatted text of an entry of Day One, which is JSON in a string, into HTML.
///
/// ```json
/// { "contents": [ { "text": "Title\n", "attributes": { "line": { "header": 1 } } }, { "text": "bold", "attributes": { "bold": true } },
///     { "text": " text\n" }, { "embeddedObjects": [ { "type": "photo", "identifier": "AB12…" } ] },
///     { "text": "milk\n", "attributes": { "line": { "listStyle": "checkbox", "checked": true, "indentLevel": 1 } } } ] }
/// ```
///
/// A line end ends a paragraph. What `line` says holds for the whole line. Blank lines are the space between paragraphs.
struct DayOneText {
  /// The HTML so far.
  private(set) var html = SourceHTML()
  /// The heading on the first line; nil where that line is none.
  private(set) var title: String?

  /// What the addresses of media begin with.
  private let media: String
  /// The open line: its markup, its text, and what is said of it.
  private var line = (markup: SourceHTML.part, text: "", style: JSONValue.null)
  /// The elements of the open lists, outermost first.
  private var lists: [String] = []
  /// Whether a line with text came.
  private var hasText = false

  /// The most lists that lie in each other.
  private static let deepest = 32

  /// Converts a text.
  ///
  /// - Parameters:
  ///   - json: The formatted text. What isn't JSON gives no text.
  ///   - media: What the addresses of media get before their ids.
  init(_ json: String, media: String) {
    self.media = media
    // White space counts in the editor.
    html.put("<div style=\"white-space:pre-wrap\">")
    for piece in JSONValue(Array(json.utf8))?["contents"]?.array ?? [] { take(piece) }
    endLine()
    close(to: 0)
    html.put("</div>")
  }

  /// Takes a piece: text of one format, or media.
  private mutating func take(_ piece: JSONValue) {
    for object in piece["embeddedObjects"]?.array ?? [] {
      guard let id = object["identifier"]?.string else { continue }
      line.markup.put("<img src=\"\(media)")
      line.markup.text(id)
      line.markup.put("\">")
    }
    let style = piece["attributes"]?["line"]
    let parts = (piece["text"]?.string ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 { endLine() }
      guard !part.isEmpty || index + 1 < parts.count else { continue }
      if let style { line.style = style }
      add(String(part), piece["attributes"])
    }
  }

  /// Adds text with its format to the line.
  private mutating func add(_ text: String, _ format: JSONValue?) {
    guard !text.isEmpty else { return }
    let names = DayOneText.formats.filter { format?[$0.key]?.isTrue ?? false }.map(\.name)
    for name in names { line.markup.put("<\(name)>") }
    line.markup.text(text)
    for name in names.reversed() { line.markup.put("</\(name)>") }
    line.text += text
  }

  /// Formats of text, and the elements that they become.
  private static let formats: [(key: String, name: String)] = [
    ("bold", "b"), ("italic", "i"), ("underline", "u"), ("strikethrough", "s"), ("inlineCode", "code"),
  ]

  /// Ends a line: a heading, an item of a list or a paragraph.
  private mutating func endLine() {
    let (markup, text, style) = line
    line = (SourceHTML.part, "", .null)
    guard !markup.bytes.isEmpty else { return }
    let words = text.trimmingBlanks()
    var element = "p"
    if let level = style["header"]?.int, level > 0 {
      element = "h\(min(level, 6))"
      if !hasText, !words.isEmpty { title = words }
    }
    hasText = hasText || !words.isEmpty
    var box = ""
    if let kind = style["listStyle"]?.string {
      open(kind == "numbered" ? "ol" : "ul", Int(clamping: style["indentLevel"]?.int ?? 1))
      element = "li"
      if kind == "checkbox" { box = style["checked"]?.isTrue ?? false ? "☑ " : "☐ " }
    } else {
      close(to: 0)
    }
    html.put("<\(element)>\(box)")
    html.put(markup)
    html.put("</\(element)>")
  }

  /// Opens and closes lists, so that the innermost one has this element and depth.
  private mutating func open(_ element: String, _ level: Int) {
    let depth = min(max(level, 1), DayOneText.deepest)
    close(to: depth)
    if lists.count == depth, lists.last != element { close(to: depth - 1) }
    while lists.count < depth {
      html.put("<\(element)>")
      lists.append(element)
    }
  }

  /// Closes lists, until this many are open.
  private mutating func close(to depth: Int) {
    while lists.count > depth, let element = lists.popLast() { html.put("</\(element)>") }
  }
}
