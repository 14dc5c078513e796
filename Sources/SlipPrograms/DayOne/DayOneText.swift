internal import SlipBase
internal import SlipDocument

/// Makes a document of the formatted text of an entry of Day One, which is JSON in a string.
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
  /// A file that the text shows: its name and content; nil where it isn't there.
  typealias Media = (_ id: String) -> (name: String, bytes: [UInt8])?

  /// The heading on the first line; nil where that line is none.
  private(set) var title: String?
  /// The ids of media that aren't there.
  private(set) var missing: [String] = []

  /// The text so far.
  private var builder = DocumentBuilder()
  /// Finds media.
  private let media: Media
  /// The open line: its text, and what is said of it.
  private var line = (text: "", style: JSONValue.null)
  /// The numbers of the open lists.
  private var numbers = ListNumbers()
  /// The lines of the open block of code; nil where none is open.
  private var code: [String]?
  /// Whether a line with text came.
  private var hasText = false

  /// The text.
  var document: Document { builder.document }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - json: The formatted text. What isn't JSON gives no text.
  ///   - media: Finds the media that the text shows.
  init(_ json: String, media: @escaping Media) {
    self.media = media
    for piece in JSONValue(Array(json.utf8))?["contents"]?.array ?? [] { take(piece) }
    endLine()
    endCode()
  }

  /// Takes a piece: text of one format, or media.
  private mutating func take(_ piece: JSONValue) {
    for object in piece["embeddedObjects"]?.array ?? [] {
      guard let id = object["identifier"]?.string else { continue }
      if let file = media(id) { builder.file(file.bytes, named: file.name) } else { missing.append(id) }
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
    let marks = DayOneText.formats.lazy.filter { mark in
      format?[mark.key].map { $0.isTrue || $0.string?.isEmpty == false } ?? false
    }
    let style = CharacterStyle(marks.map(\.mark))
    if line.style["codeBlock"]?.isTrue ?? false {
      // The lines of a block are put together first.
    } else if let address = format?["linkURL"]?.string, !address.isEmpty {
      builder.link(address, text, style)
    } else {
      builder.text(text, style)
    }
    line.text += text
  }

  /// Formats of text. The highlighting is the name of a colour.
  private static let formats: [(key: String, mark: TextMark)] = [
    ("bold", .bold), ("italic", .italic), ("strikethrough", .struck), ("highlightedColor", .marked),
    ("inlineCode", .code),
  ]

  /// Ends a line: one of code, an item of a list, or a block of its own.
  private mutating func endLine() {
    let (text, style) = line
    line = ("", .null)
    if style["codeBlock"]?.isTrue ?? false {
      numbers.end()
      code = (code ?? []) + [text]
    } else if !builder.isAtStart {
      end(style, text.trimmingBlanks())
    }
    hasText = hasText || !text.trimmingBlanks().isEmpty
  }

  /// Ends a line that is no code.
  ///
  /// - Parameters:
  ///   - style: What is said of the line.
  ///   - words: Its text, of which a heading at the beginning makes the title.
  private mutating func end(_ style: JSONValue, _ words: String) {
    let content = builder.takeInlines()
    endCode()
    if let kind = style["listStyle"]?.string {
      let level = max(0, Int(clamping: style["indentLevel"]?.int ?? 1) - 1)
      if kind == "checkbox" { builder.text(style["checked"]?.isTrue ?? false ? "☑ " : "☐ ") }
      builder.append(content)
      return builder.end(
        .item(level: level, number: numbers.next(level: min(level, 8), isNumbered: kind == "numbered")))
    }
    numbers.end()
    builder.append(content)
    if let level = style["header"]?.int, level > 0 {
      if !hasText, !words.isEmpty { title = words }
      return builder.end(.heading(Int(min(level, 6))))
    }
    builder.quotes = style["quote"]?.isTrue ?? false ? 1 : 0
    builder.end()
    builder.quotes = 0
  }

  /// Ends the block of code that is open.
  private mutating func endCode() {
    guard let lines = code else { return }
    code = nil
    builder.codeBlock(lines.joined(separator: "\n"))
  }
}
