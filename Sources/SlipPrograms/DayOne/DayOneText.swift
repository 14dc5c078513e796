internal import SlipBase
internal import SlipExchange

/// Turns the formatted text of an entry of Day One, which is JSON in a string, into HTML.
///
/// ```json
/// { "contents": [ { "text": "Title\n", "attributes": { "line": { "header": 1 } } }, { "text": "bold", "attributes": { "bold": true } },
///     { "text": " text\n" }, { "embeddedObjects": [ { "type": "photo", "identifier": "AB12…" } ] },
///     { "text": "milk\n", "attributes": { "line": { "listStyle": "checkbox", "checked": true, "indentLevel": 1 } } } ] }
/// ```
///
/// A line end ends a paragraph. What `line` says holds for the whole line: `header`, `listStyle` with `indentLevel` and
/// `checked`, `quote`, `codeBlock`. Blank lines are the space between paragraphs.
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
  /// Whether lines of code are open.
  private var isInCode = false
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
    closeAll()
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
    let names = DayOneText.formats.filter { name in
      format?[name.key].map { $0.isTrue || $0.string?.isEmpty == false } ?? false
    }.map(\.name)
    for name in names { line.markup.put("<\(name)>") }
    if let address = format?["linkURL"]?.string, !address.isEmpty {
      line.markup.link(address, text)
    } else {
      line.markup.text(text)
    }
    for name in names.reversed() { line.markup.put("</\(name)>") }
    line.text += text
  }

  /// Formats of text, and the elements that they become. The highlighting is the name of a colour.
  private static let formats: [(key: String, name: String)] = [
    ("bold", "b"), ("italic", "i"), ("strikethrough", "s"), ("inlineCode", "code"),
    ("highlightedColor", "mark"),
  ]

  /// Ends a line: one of code, an item of a list, or a block of its own.
  private mutating func endLine() {
    let (markup, text, style) = line
    line = (SourceHTML.part, "", .null)
    if style["codeBlock"]?.isTrue ?? false {
      if !isInCode { closeAll() }
      html.put(isInCode ? "<br>" : "<pre>")
      isInCode = true
      html.put(markup)
    } else if !markup.bytes.isEmpty {
      let (start, end) = begin(style, text.trimmingBlanks())
      html.put(start)
      html.put(markup)
      html.put(end)
    }
    hasText = hasText || !text.trimmingBlanks().isEmpty
  }

  /// The markup around a line that is no code. Lists are opened and closed for it.
  ///
  /// - Parameters:
  ///   - style: What is said of the line.
  ///   - words: Its text, of which a heading at the beginning makes the title.
  private mutating func begin(_ style: JSONValue, _ words: String) -> (String, String) {
    if let kind = style["listStyle"]?.string {
      open(kind == "numbered" ? "ol" : "ul", Int(clamping: style["indentLevel"]?.int ?? 1))
      let box = style["checked"]?.isTrue ?? false ? "☑ " : "☐ "
      return ("<li>" + (kind == "checkbox" ? box : ""), "</li>")
    }
    closeAll()
    if let level = style["header"]?.int, level > 0 {
      if !hasText, !words.isEmpty { title = words }
      return ("<h\(min(level, 6))>", "</h\(min(level, 6))>")
    }
    let isQuote = style["quote"]?.isTrue ?? false
    return isQuote ? ("<blockquote><p>", "</p></blockquote>") : ("<p>", "</p>")
  }

  /// Opens and closes lists, so that the innermost one has this element and depth.
  private mutating func open(_ element: String, _ level: Int) {
    let depth = min(max(level, 1), DayOneText.deepest)
    if isInCode { closeAll() }
    close(to: depth)
    if lists.count == depth, lists.last != element { close(to: depth - 1) }
    while lists.count < depth {
      html.put("<\(element)>")
      lists.append(element)
    }
  }

  /// Closes the lists or the code that is open.
  private mutating func closeAll() {
    close(to: 0)
    if isInCode { html.put("</pre>") }
    isInCode = false
  }

  /// Closes lists, until this many are open.
  private mutating func close(to depth: Int) {
    while lists.count > depth, let element = lists.popLast() { html.put("</\(element)>") }
  }
}
