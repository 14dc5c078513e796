internal import SlipBase
internal import SlipDocument

/// The tables of an RTF file: what a document uses, in the order of first use.
struct RTFWriterTables: Sendable {
  /// Values with the number by which the text names them.
  struct Numbered<Value: Hashable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int] = [:]
    let first: Int

    init(first: Int) { self.first = first }

    mutating func add(_ value: Value?) {
      guard let value, numbers[value] == nil else { return }
      numbers[value] = first + values.count
      values.append(value)
    }

    func number(_ value: Value?) -> Int? {
      value.flatMap { numbers[$0] }
    }
  }

  /// Number 0 is the document's default font.
  var fonts = Numbered<String>(first: 1)
  /// Number 0 is the reader's own ink.
  var colors = Numbered<Color>(first: 1)
  /// Number 0 is `Normal`.
  var paragraphStyles = Numbered<String>(first: 1)
  var headingLevels: [String: Int] = [:]
  /// All styles share one row of numbers: LibreOffice takes a paragraph's for a character's that has the same.
  var characterStyles = Numbered<String>(first: 1)

  func characterStyleNumber(_ name: String?) -> Int? {
    characterStyles.number(name).map { $0 + paragraphStyles.values.count }
  }
  /// Number 0 is `Unknown`.
  var authors = Numbered<String>(first: 1)
  private var recent = RecentValues<CharacterStyle, Void>()
  private var lastParagraph = ParagraphStyle()

  init(document: Document) {
    document.walk(&self)
  }

  private mutating func add(_ style: CharacterStyle) {
    recent.remember((), for: style)
    fonts.add(style.font)
    colors.add(style.color)
    colors.add(style.background)
    characterStyles.add(style.name)
    add(style.revision)
    if RTFStyleDefaults.isShown(style) { colors.add(RTFStyleDefaults.linkColor) }
  }

  private mutating func add(_ revision: Revision?) {
    authors.add(revision?.author)
    authors.add(revision?.insertion?.author)
  }
}

extension RTFWriterTables: DocumentVisitor {
  mutating func enter(_ paragraph: Paragraph) {
    add(paragraph.endRevision)
    let style = paragraph.style
    if style == lastParagraph { return }
    lastParagraph = style
    if let name = RTFStyleDefaults.styleName(style) {
      paragraphStyles.add(name)
      if headingLevels[name] == nil { headingLevels[name] = style.headingLevel }
    }
    colors.add(style.shading)
    if let borders = style.borders {
      for line in [borders.top, borders.left, borders.bottom, borders.right] { colors.add(line?.color) }
    }
  }

  @inline(__always)
  mutating func visit(_ inline: Inline) {
    if let identity = inline.runIdentity, recent.value(where: { $0.identity == identity }) != nil { return }
    addNew(inline)
  }

  private mutating func addNew(_ inline: Inline) {
    switch inline {
    case .run(let run): add(run.style)
    case .picture(let picture): add(picture.style)
    case .attachment(let file): add(file.style)
    default: break
    }
  }

  mutating func enter(_ note: MarginNote) { add(note.revision) }

  mutating func enter(_ row: TableRow) { add(row.revision) }

  mutating func enter(_ cell: TableCell) {
    colors.add(cell.shading)
    add(cell.revision)
  }
}
