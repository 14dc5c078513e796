internal import SlipBase
internal import SlipDocument
internal import SlipExchange

/// Makes a document of the text of a note of Tomboy.
///
/// Line ends are line breaks, and blank lines are the space between paragraphs.
struct TomboyText {
  /// Links by title that lead to no note, or to several.
  private(set) var unresolved: [SourceLink] = []
  /// The text so far.
  private var builder = DocumentBuilder()
  /// The format of text in the open elements.
  private var style = CharacterStyle()
  /// How many lists are open.
  private var lists = 0
  /// Whether the last line has nothing yet.
  private var isAtLineStart = true

  /// The text.
  var document: Document { builder.document }

  /// A step of the walk.
  private enum Step {
    /// Something in the text.
    case content(LooseTree.Content)
    /// What ends an element, and the format around it.
    case end(String, CharacterStyle)
  }

  /// Reads a text. The walk has a list of its own, so any depth will do.
  ///
  /// - Parameters:
  ///   - xml: The note.
  ///   - root: The element with the text.
  ///   - title: The title, which the first line may repeat.
  ///   - context: Finds notes by title.
  init(_ xml: LooseTree, _ root: Int, _ title: String, _ context: SourceContext) {
    var open = xml.nodes[root].content.reversed().map { Step.content($0) }
    var isFirst = true
    while let step = open.popLast() {
      switch step {
      case .end(let name, let outer):
        end(name)
        style = outer
      case .content(.text(let text)): add(isFirst ? TomboyText.withoutTitle(text, title) : text)
      case .content(.element(let node)):
        let name = xml.nodes[node].tag.name
        switch name {
        case "link:internal", "link:broken": link(TomboyText.plain(xml, node), context)
        case "link:url":
          let address = TomboyText.plain(xml, node)
          builder.link(address, address, style)
        default:
          open.append(.end(name, style))
          begin(name)
          open += xml.nodes[node].content.reversed().map { .content($0) }
        }
      }
      isFirst = false
    }
    endParagraph()
  }

  /// Adds text. White space between items of a list is none.
  private mutating func add(_ text: String) {
    if lists > builder.openItems, text.allSatisfy(\.isWhitespace) { return }
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if number > 0 { endLine() }
      guard !line.isEmpty else { continue }
      builder.text(line, style)
      isAtLineStart = false
    }
  }

  /// Ends a line. The second end in a row ends the paragraph.
  private mutating func endLine() {
    if isAtLineStart { endParagraph() } else { builder.lineBreak() }
    isAtLineStart = true
  }

  /// Adds a link to a note.
  private mutating func link(_ label: String, _ context: SourceContext) {
    isAtLineStart = false
    switch context.note(named: label.trimmingBlanks()) {
    case .note(let id): builder.link(SourceContext.target(id), label, style)
    case .ambiguous(let ids):
      builder.text(label, style)
      unresolved.append(SourceLink(label, candidates: ids))
    case .missing:
      builder.text(label, style)
      unresolved.append(SourceLink(label))
    }
  }

  /// Begins an element.
  private mutating func begin(_ name: String) {
    switch name {
    case "list":
      endParagraph()
      lists += 1
    case "list-item":
      endParagraph()
      builder.beginItem(level: max(0, lists - 1))
    default:
      if let mark = TomboyText.marks[name] {
        style = style.with(mark)
      } else if let size = TomboyText.sizes[name] {
        style = style.with { $0.size = size }
      }
    }
  }

  /// Ends an element.
  private mutating func end(_ name: String) {
    switch name {
    case "list":
      endParagraph()
      lists -= 1
    case "list-item":
      builder.trimEnd()
      builder.endItem()
      isAtLineStart = true
    default: break
    }
  }

  /// Ends the open paragraph, which may be one of an item.
  private mutating func endParagraph() {
    builder.trimEnd()
    builder.endBlock()
    isAtLineStart = true
  }

  /// The text of an element with what is in it.
  private static func plain(_ xml: LooseTree, _ node: Int) -> String {
    var output = ""
    var open = xml.nodes[node].content.reversed().map { $0 }
    while let content = open.popLast() {
      switch content {
      case .text(let text): output += text
      case .element(let node): open += xml.nodes[node].content.reversed()
      }
    }
    return output
  }

  /// A text without its first line, if that is the title.
  ///
  /// White space at the ends of both doesn't count. Blank lines behind the title go as well.
  private static func withoutTitle(_ text: String, _ title: String) -> String {
    let line = text.prefix { !$0.isNewline }
    guard String(line).trimmingBlanks() == title.trimmingBlanks() else { return text }
    return String(text.dropFirst(line.count).drop { $0.isNewline })
  }

  /// Formats of text.
  private static let marks: [String: TextMark] = [
    "bold": .bold, "italic": .italic, "strikethrough": .struck, "underline": .underlined,
    "highlight": .marked, "monospace": .code,
  ]

  /// Sizes of text in half-points, in the program's relation to text of 12 points.
  private static let sizes = ["size:small": 20, "size:large": 29, "size:huge": 35]
}
