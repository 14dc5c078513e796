internal import SlipBase
internal import SlipDocument

/// The tables in the header of an RTF file: which fonts, colours, styles and authors a document uses.
///
/// Text refers to them by number (`\f1`, `\cf2`, `\s3`), so they must be known before the text is
/// written. One walk over the document collects them in the order of first use, which makes the numbers
/// depend on the document only.
struct RTFHeaderTables: Sendable {
  /// Values with the numbers by which the text refers to them. Adding and looking up take constant
  /// time, however many values there are.
  struct Numbered<Value: Hashable & Sendable>: Sendable {
    /// The values in the order of their numbers.
    private(set) var values: [Value] = []
    /// The number of each value, also of those that are not in `values` because a file has them already.
    private var numbers: [Value: Int] = [:]
    /// The number of the first of `values`.
    let first: Int

    /// Creates a table.
    ///
    /// - Parameter known: values that have numbers already, all of them below `first`.
    init(first: Int, known: [Value: Int] = [:]) { (self.first, numbers) = (first, known) }

    /// Adds a value unless it is nil or in the table.
    mutating func add(_ value: Value?) {
      guard let value, numbers[value] == nil else { return }
      numbers[value] = first + values.count
      values.append(value)
    }

    /// The number of a value; nil when it is nil or not in the table.
    func number(_ value: Value?) -> Int? {
      value.flatMap { numbers[$0] }
    }
  }

  /// Names of fonts. Number 0 is the default font of the document.
  var fonts = Numbered<String>(first: 1)
  /// Colours. Number 0 is the automatic colour.
  var colors = Numbered<DocumentColor>(first: 1)
  /// Names of paragraph styles. Number 0 is `Normal`.
  var paragraphStyles = Numbered<String>(first: 1)
  /// The heading level of a paragraph style, by its name.
  var headingLevels: [String: Int] = [:]
  /// Names of character styles; for their numbers see `characterStyleNumber`.
  var characterStyles = Numbered<String>(first: 1)

  /// The number of a character style in the file. It counts on from the paragraph styles, because
  /// LibreOffice confuses a paragraph style and a character style with the same number.
  func characterStyleNumber(_ name: String?) -> Int? {
    characterStyles.number(name).map { $0 + (isOfFile ? 0 : paragraphStyles.values.count) }
  }
  /// Whether the numbers go on from those of a file that exists.
  private var isOfFile = false
  /// Authors of tracked changes. Number 0 is `Unknown`.
  var authors = Numbered<String>(first: 1)
  /// Formatting that was added recently, so that most runs need no look-up in the tables.
  private var recent = RecentValues<CharacterStyle, Void>()
  /// The formatting of the previous paragraph.
  private var lastParagraph = ParagraphStyle()

  /// Collects the tables of a document.
  init(document: Document) {
    document.walk(&self)
  }

  /// Collects what blocks need beyond the tables of a file that they become part of.
  init(_ document: Document, _ blocks: [Block], notes: [MarginNote], file: RTFTables) {
    isOfFile = true
    var fontNumbers: [String: Int] = [:]
    for font in file.fonts.reversed() where font.charset != 2 { fontNumbers[font.name] = Int(font.number) }
    fonts = Numbered(first: (file.fonts.map { Int($0.number) }.max() ?? -1) + 1, known: fontNumbers)
    var colorNumbers: [DocumentColor: Int] = [:]
    for (index, color) in file.colors.enumerated().reversed() {
      if let color {
        colorNumbers[DocumentColor(red: color.red, green: color.green, blue: color.blue)] = index
      }
    }
    colors = Numbered(first: max(1, file.colors.count), known: colorNumbers)
    let next = (file.styles.map { Int($0.number) }.max() ?? 0) + 1
    func styleNumbers(_ kind: RTFStyle.Kind) -> [String: Int] {
      var numbers: [String: Int] = [:]
      for style in file.styles.reversed() where style.kind == kind { numbers[style.name] = Int(style.number) }
      return numbers
    }
    paragraphStyles = Numbered(first: next, known: styleNumbers(.paragraph))
    // Up to a thousand paragraph styles may be added before numbers of both kinds meet, which LibreOffice confuses.
    characterStyles = Numbered(first: next + 1_000, known: styleNumbers(.character))
    var authorNumbers: [String: Int] = [:]
    for (index, name) in file.revisionAuthors.enumerated().reversed() { authorNumbers[name] = index }
    authors = Numbered(first: max(1, file.revisionAuthors.count), known: authorNumbers)
    Document.walk(blocks, &self)
    for note in notes {
      enter(note)
      Document.walk(note.blocks, &self)
    }
  }

  /// Adds what the formatting of a run uses.
  private mutating func add(_ style: CharacterStyle) {
    recent.remember((), for: style)
    fonts.add(style.font)
    colors.add(style.color)
    colors.add(style.background)
    characterStyles.add(style.name)
    add(style.revision)
    if RTFStyleDefaults.getsLinkLook(style) { colors.add(RTFStyleDefaults.linkColor) }
  }

  /// Adds the authors of a tracked change.
  private mutating func add(_ borders: Borders) {
    for line in [borders.top, borders.left, borders.bottom, borders.right] { colors.add(line?.color) }
  }

  /// Adds the authors of a tracked change.
  private mutating func add(_ revision: Revision?) {
    authors.add(revision?.author)
    authors.add(revision?.insertion?.author)
  }
}

/// Collecting what each node of the document uses.
extension RTFHeaderTables: DocumentVisitor {
  /// Adds what the formatting of a paragraph uses. Most paragraphs look like the one before, which is
  /// checked first.
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
    if let borders = style.borders { add(borders) }
  }

  /// Adds what an inline uses, unless its formatting is known. This is called for every run, so it is
  /// inlined.
  @inline(__always)
  mutating func visit(_ inline: Inline) {
    if let identity = inline.runIdentity, recent.value(where: { $0.identity == identity }) != nil { return }
    addNew(inline)
  }

  /// Adds what an inline uses whose formatting is not recent.
  private mutating func addNew(_ inline: Inline) {
    switch inline {
    case .run(let run): add(run.style)
    case .picture(let picture): add(picture.style)
    case .attachment(let file): add(file.style)
    default: break
    }
  }

  mutating func enter(_ note: MarginNote) { add(note.revision) }

  mutating func enter(_ row: DocumentTableRow) { add(row.revision) }

  mutating func enter(_ cell: DocumentTableCell) {
    colors.add(cell.shading)
    if cell.borders != .grid { add(cell.borders) }
    add(cell.revision)
  }
}
