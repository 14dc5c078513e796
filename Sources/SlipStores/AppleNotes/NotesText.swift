internal import SlipBase
internal import SlipDocument

/// The text of a note of Apple Notes: UTF-16, and runs with a paragraph style, marks and
/// attachments.
struct NotesText {
  /// The styles of paragraphs by their numbers. A missing number is body text, while 0 is a title.
  enum Style: Int64 {
    /// The title.
    case title = 0
    /// Headings.
    case heading = 1, subheading = 2
    /// Text of fixed width.
    case monospaced = 4
    /// Lists.
    case dotted = 100, dashed = 101, numbered = 102, checklist = 103
  }

  /// What a run says.
  struct Run {
    /// UTF-16 units.
    var length: Int
    /// The paragraph's style; nil for body text.
    var style: Style?
    /// The number of the paragraph's style as it is.
    var indent = 0
    /// The alignment.
    var alignment = ParagraphStyle.Alignment.left
    /// Whether the text runs from right to left.
    var isRightToLeft = false
    /// Whether the paragraph is in a quote.
    var isQuoted = false
    /// Whether an item of a checklist is done.
    var isDone = false
    /// The marks of the characters.
    var characters = CharacterStyle()
    /// The id of what U+FFFC stands for; nil for nothing.
    var attachment: String?
  }

  /// The text.
  var units: [UInt16] = []
  /// The runs.
  var runs: [Run] = []
  /// Whether something of it could not be read.
  var isDamaged = false

  /// Creates an empty text.
  init() {}

  /// Reads the unpacked body of a note; nil where it has no text.
  ///
  /// - Parameter bytes: A protocol buffer: field 2 is the document, and field 3 of that is the string.
  init?(body bytes: [UInt8]) {
    let outer = ProtocolBuffer(bytes[...])
    guard let document = outer.message(2), let string = document.message(3) else { return nil }
    self.init(string)
    isDamaged = isDamaged || outer.isDamaged || document.isDamaged
  }

  /// Reads a string with its runs; a cell of a table is one, too.
  ///
  /// - Parameter message: Field 2 is the text, and each field 5 is a run.
  init(_ message: ProtocolBuffer) {
    units = Array((message.text(2) ?? "").utf16)
    isDamaged = message.isDamaged
    for part in message.messages(5) {
      runs.append(NotesText.run(part))
      isDamaged = isDamaged || part.isDamaged
    }
  }

  /// A run.
  ///
  /// - Parameter message: Field 1 is the length, 2 the paragraph, 5 the weight (1 bold, 2 italic), 6
  ///   underline, 7 strikethrough, 8 the position, 9 a link, 10 the colour, 12 the attachment and 14 the
  ///   highlight.
  private static func run(_ message: ProtocolBuffer) -> Run {
    var run = Run(length: Int(clamping: message.number(1) ?? 0))
    if let style = message.message(2) { paragraph(style, &run) }
    run.characters.edit { characters in
      let weight = message.number(5) ?? 0
      characters.isBold = weight & 1 != 0
      characters.isItalic = weight & 2 != 0
      characters.underline = message.number(6) ?? 0 != 0 ? .single : nil
      characters.isStruck = message.number(7) ?? 0 != 0
      let raised = message.number(8) ?? 0
      characters.position = raised > 0 ? .superscript : raised < 0 ? .subscript : nil
      characters.link = message.text(9).flatMap { $0.isEmpty ? nil : Hyperlink(target: $0) }
      characters.color = message.message(10).flatMap(color)
      characters.background = message.number(14).flatMap { highlights[$0] }
      if run.style == .monospaced { characters.name = CodeStyle.name }
    }
    run.attachment = message.message(12)?.text(1)
    return run
  }

  /// Takes the style of the paragraph.
  ///
  /// - Parameters:
  ///   - message: Field 1 is the style, 2 the alignment, 3 the direction, 4 the indent, 5 the item of a
  ///     checklist and 8 the quote.
  ///   - run: The run, whose indent is limited to 0 … 8.
  private static func paragraph(_ message: ProtocolBuffer, _ run: inout Run) {
    run.style = message.number(1).flatMap(Style.init)
    switch message.number(2) {
    case 1: run.alignment = .center
    case 2: run.alignment = .right
    case 3: run.alignment = .justified
    default: break
    }
    run.isRightToLeft = message.number(3) == 2
    run.indent = min(max(Int(clamping: message.number(4) ?? 0), 0), 8)
    run.isDone = message.message(5)?.number(2) ?? 0 != 0
    run.isQuoted = message.number(8) ?? 0 != 0
  }

  /// A colour of the writer's choice; nil for black, which each text has.
  private static func color(_ message: ProtocolBuffer) -> DocumentColor? {
    let channels = (1...3).map { message.real($0) ?? 0 }
    guard channels.allSatisfy({ (0...1).contains($0) }), channels.contains(where: { $0 > 0 }) else {
      return nil
    }
    let bytes = channels.map { UInt8(($0 * 255).rounded()) }
    return DocumentColor(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// The colours behind marked text, by number: purple, pink, orange, mint and blue.
  private static let highlights: [Int64: DocumentColor] = [
    1: DocumentColor(red: 0xE3, green: 0xD4, blue: 0xF7),
    2: DocumentColor(red: 0xFA, green: 0xD3, blue: 0xE0),
    3: DocumentColor(red: 0xFC, green: 0xE2, blue: 0xC4),
    4: DocumentColor(red: 0xCF, green: 0xF2, blue: 0xE4),
    5: DocumentColor(red: 0xCF, green: 0xE4, blue: 0xFA),
  ]
}
