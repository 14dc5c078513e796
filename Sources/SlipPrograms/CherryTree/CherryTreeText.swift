internal import SlipBase
internal import SlipDocument
internal import SlipExchange

/// Makes the text of a note from that of a node of CherryTree.
///
/// Lists and check boxes are characters at the beginning of lines, indented by three blanks for each level: `•`, `☐`, `1.`.
struct CherryTreeText {
  /// The note itself.
  private let own: UniqueID?
  private let context: SourceContext
  /// The note of a node, by its number.
  private let find: (String) -> UniqueID?
  private var builder = DocumentBuilder()
  /// Links to nodes that aren't there.
  private var unresolved: [SourceLink] = []
  /// Files that aren't there.
  private var missing: [String] = []
  /// The size of the open line as a heading; 0 for text, nil for an empty line.
  private var heading: Int?
  /// The text of the open line so far, to find signs of lists.
  private var line = ""
  /// The numbers that the levels of the open list have reached.
  private var numbers = ListNumbers()

  /// Begins a text.
  init(_ context: SourceContext, own: UniqueID?, find: @escaping (String) -> UniqueID?) {
    (self.context, self.own, self.find) = (context, own, find)
  }

  /// Gives a note what was read.
  func fill(_ note: inout SourceNote) {
    note.unresolved += unresolved
    note.reportMissing(missing)
    MarkdownBody(builder.document, context) { _, _ in .elsewhere }.fill(&note)
  }

  /// Reads the text of a node.
  mutating func read(_ content: CherryTreeContent, _ syntax: String) {
    if syntax != "custom-colors", syntax != "plain-text", content.widgets.isEmpty {
      let code = content.runs.map(\.text).joined()
      if !code.allSatisfy(\.isWhitespace) { builder.codeBlock(code, syntax) }
      return
    }
    // What stands at one place keeps its order.
    var widgets = content.widgets.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    .map(\.element)[...]
    var place = 0
    for run in content.runs {
      let style = style(run.attributes)
      let size = CherryTreeText.size(run.attributes["scale"])
      let text = run.text.unicodeScalars
      var start = text.startIndex
      while start < text.endIndex {
        while let next = widgets.first, next.offset <= place {
          add(next.widget)
          widgets.removeFirst()
          place += 1
        }
        var end = start
        let limit = widgets.first.map { $0.offset - place } ?? .max
        var count = 0
        while end < text.endIndex, count < limit, text[end] != "\n" {
          end = text.index(after: end)
          count += 1
        }
        if count > 0 { add(String(text[start..<end]), style, size) }
        place += count
        if end < text.endIndex, text[end] == "\n", count < limit {
          endLine()
          place += 1
          end = text.index(after: end)
        }
        start = end
      }
    }
    for (_, widget) in widgets { add(widget) }
    if !builder.isAtStart { endLine() }
  }

  /// Adds text to the open line. The signs of a list become an item.
  private mutating func add(_ text: String, _ style: CharacterStyle, _ size: Int) {
    line += text
    if text.contains(where: { !$0.isWhitespace }) { heading = heading.map { $0 == size ? $0 : 0 } ?? size }
    builder.text(text, style)
  }

  /// Signs of items.
  private static let bullets: Set<Character> = ["•", "◇", "▪", "-", "→", "⇒"]
  /// Signs of tasks.
  private static let boxes: Set<Character> = ["☐", "☑", "☒"]

  /// Ends the open line.
  private mutating func endLine() {
    defer { (line, heading) = ("", nil) }
    if let heading, heading > 0 {
      numbers.end()
      return builder.end(.heading(heading))
    }
    let bare = line.drop { $0 == " " }
    let level = min((line.count - bare.count) / 3, CherryTreeText.deepest)
    let (sign, isSign) = (bare.first, bare.dropFirst().first == " ")
    let number: Int?
    let taken: Int
    if let found = self.number(bare, level) {
      (number, taken) = (found.number, found.count)
    } else if isSign, let sign, CherryTreeText.bullets.contains(sign) || CherryTreeText.boxes.contains(sign) {
      number = numbers.next(level: level, isNumbered: false)
      taken = CherryTreeText.bullets.contains(sign) ? 2 : 0
    } else {
      numbers.end()
      return builder.end()
    }
    drop(line.count - bare.count + taken)
    builder.end(.item(level: level, number: number))
  }

  /// The deepest level of a list.
  private static let deepest = 8

  /// The number that a line begins with, and how many characters say so: `1. `, `2) `. The first of a list is 1, and each further one
  /// follows the one before it; any other number is text.
  private mutating func number(_ bare: Substring, _ level: Int) -> (number: Int, count: Int)? {
    let digits = bare.prefix { $0.isASCII && $0.isNumber }
    let rest = bare.dropFirst(digits.count)
    guard let number = Int(digits), let sign = rest.first, ".)->".contains(sign),
      rest.dropFirst().first == " "
    else { return nil }
    var next = numbers
    guard next.next(level: level, isNumbered: true) == number else { return nil }
    numbers = next
    return (number, digits.count + 2)
  }

  /// Takes characters away at the beginning of the open line.
  private mutating func drop(_ count: Int) {
    var left = count
    var inlines: [Inline] = []
    for inline in builder.takeInlines() {
      guard left > 0, case .run(var run) = inline else {
        inlines.append(inline)
        continue
      }
      let taken = min(left, run.text.count)
      left -= taken
      run.text.removeFirst(taken)
      if !run.text.isEmpty { inlines.append(.run(run)) }
    }
    builder.append(inlines)
  }

  /// Adds what stands at a place.
  private mutating func add(_ widget: CherryTreeContent.Widget) {
    switch widget {
    case .picture(let bytes, let link): builder.file(bytes, named: nil, link: target(link))
    case .file(let bytes, let name): builder.file(bytes, named: name)
    case .formula(let source): builder.formula(source)
    case .missing(let name): missing.append(name)
    case .anchor: break
    case .code(let code, let language):
      endOpenLine()
      builder.codeBlock(code, language)
    case .table(let rows):
      endOpenLine()
      let cells = rows.map { row in
        row.map { cell in
          builder.text(cell)
          return builder.takeInlines()
        }
      }
      builder.table(cells, headers: 1)
    }
  }

  /// Ends the open line where something is in it.
  private mutating func endOpenLine() {
    if !builder.isAtStart { endLine() } else { (line, heading) = ("", nil) }
  }

  // MARK: Formatting

  /// The level of a heading; 0 for other sizes.
  private static func size(_ scale: String?) -> Int {
    guard let scale, scale.count == 2, scale.first == "h", let level = Int(scale.dropFirst()) else {
      return 0
    }
    return level
  }

  /// The formatting of a run.
  private mutating func style(_ attributes: [String: String]) -> CharacterStyle {
    guard !attributes.isEmpty else { return CharacterStyle() }
    let link = attributes["link"].flatMap { target($0) }
    return CharacterStyle().with { style in
      style.isBold = attributes["weight"] == "heavy" || attributes["weight"] == "bold"
      style.isItalic = attributes["style"] == "italic"
      if let underline = attributes["underline"], underline != "none" { style.underline = .single }
      style.isStruck = attributes["strikethrough"] == "true"
      if attributes["scale"] == "sup" { style.position = .superscript }
      if attributes["scale"] == "sub" { style.position = .subscript }
      if attributes["scale"] == "small" { style.size = 18 }
      if attributes["family"] == "monospace" {
        style.name = CodeStyle.name
        style.font = CharacterStyle.codeFont
      }
      style.color = attributes["foreground"].flatMap(CherryTreeText.color)
      style.background = attributes["background"].flatMap(CherryTreeText.color)
      style.link = link.map { Hyperlink(target: $0) }
    }
  }

  /// A colour with two or four hexadecimal digits for each part; nil for anything else.
  private static func color(_ text: String) -> DocumentColor? {
    let digits = text.dropFirst()
    guard text.first == "#", digits.count == 6 || digits.count == 12, digits.allSatisfy(\.isHexDigit) else {
      return nil
    }
    let width = digits.count / 3
    let parts = (0..<3).compactMap { UInt8(digits.dropFirst($0 * width).prefix(2), radix: 16) }
    return parts.count == 3 ? DocumentColor(red: parts[0], green: parts[1], blue: parts[2]) : nil
  }

  /// The address of a file (RFC 8089). Paths of Windows have a drive, or the name of a computer.
  private static func address(_ path: String) -> String {
    let slashes = path.replacing("\\", with: "/")
    let isDrive = slashes.dropFirst().hasPrefix(":/") && slashes.first?.isLetter == true
    if isDrive {
      return "file:///\(slashes.prefix(2))" + RelativeURL.encoded(path: String(slashes.dropFirst(2)))
    }
    if path.hasPrefix("\\\\") { return "file:" + RelativeURL.encoded(path: slashes) }
    return "file:" + RelativeURL.encoded(path: path)
  }

  /// Where a link leads to: `webs URL`, `node 3 anchor`, `file BASE64`, `fold BASE64`.
  private mutating func target(_ link: String) -> String? {
    let (kind, value) = (link.prefix { $0 != " " }, link.drop { $0 != " " }.dropFirst())
    switch kind {
    case "webs": return value.isEmpty ? nil : String(value)
    case "file", "fold":
      let path = String(decoding: Base64.decode(value.utf8), as: UTF8.self)
      return path.isEmpty ? nil : CherryTreeText.address(path)
    case "node":
      let id = String(value.prefix { $0 != " " })
      guard let note = find(id) else {
        unresolved.append(SourceLink(id))
        return nil
      }
      return note == own ? nil : SourceContext.target(note)
    default: return nil
    }
  }
}
