import SlipDocument

/// Documents out of a seed, with text that markup could mistake for its own.
struct MarkupDocumentGenerator {
  private var state: UInt64

  /// What a generated document may contain.
  struct Features {
    var tables = true
    var nestedTables = true
    var merges = true
    var notes = true
    var textBoxes = true
    var breaks = true
    /// Page breaks within paragraphs.
    var inlineBreaks = true
    var pictures = true
    var attachments = true
    var revisions = true
    var hidden = true
    var looks = true
    var lists = true
    var customMarkers = true
    var emptyParagraphs = true
    var spaces = true
    /// Lists that don't begin at their first level.
    var levelSkips = true
    /// Paragraphs whose end is deleted.
    var runOns = true
    /// Paragraphs that begin or end in a break.
    var outerBreaks = true
  }

  var features = Features()
  private var document = Document()

  init(seed: UInt64, features: Features = Features()) {
    state = seed
    self.features = features
    // Neighbouring seeds must not give the same numbers one step apart.
    state = next() ^ 0xD134_2543_DE82_EF95
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  static let pieces = [
    "word", "two words", "Ünï", "日本語", "😀", "a*b*c", "**x**", "_y_", "snake_case", "__", "`code`",
    "[text](url)",
    "![i](u)", "[^1]", "[x]", "<b>", "</p>", "<script>alert(1)</script>", "&amp;", "&lt;", "&copy", "&#65;",
    "&", "<",
    ">", "\"q\"", "'", "\\", "\\*", "#", "# h", "##", "- item", "+", "-", "---", "===", "1.", "12) x",
    "1986. A year",
    "~~no~~", "~", "|", "a|b", "|-|-|", "http://example.com/a?b=1&c=2", "www.example.com", "https://x.y/(z)",
    ":",
    "!", "(", ")", "{}", "$x$", "://", "\u{A0}", "\u{2028}", "\u{200B}", "é", "e\u{301}", "<!-- c -->", "]]>",
    "-->",
    "&nbsp;", "“quoted”", "…", "a", "b", "c.", "¡", "€", "×", "= b", "> quote", "[ ] task", "[a]: b",
    "<http://x>",
  ]

  mutating func text() -> String {
    var text = pick(MarkupDocumentGenerator.pieces)
    while chance(40) {
      text += features.spaces ? pick([" ", "", "  ", "\t", " "]) : pick([" ", ""])
      text += pick(MarkupDocumentGenerator.pieces)
    }
    if features.spaces {
      if chance(10) { text = pick([" ", "  ", "\t", "    "]) + text }
      if chance(10) { text += pick([" ", "  ", "\t"]) }
      if chance(3) { text = " " }
    }
    return text
  }

  mutating func style() -> CharacterStyle {
    var style = CharacterStyle()
    if chance(50) { return style }
    if chance(40) { style.isBold = true }
    if chance(40) { style.isItalic = true }
    if chance(15) { style.isStruck = true }
    if chance(15) { style.underline = pick([.single, .double, .dotted, .wave]) }
    if chance(10) { style.position = pick([.superscript, .subscript]) }
    if chance(20) {
      style.link = Hyperlink(
        target: pick([
          "http://example.com/a_b?x=1&copy=2", "https://e.org/(p)", "mailto:a@b.example", "#mark",
          "https://e.org/ü*x*",
          "https://e.org/a%20b",
        ]), tip: chance(20) ? pick(["a \"tip\" <b>", "&amp; \\"]) : nil)
    }
    if features.looks {
      if chance(20) { style.color = DocumentColor(red: UInt8(below(256)), green: 0, blue: 17) }
      if chance(15) { style.background = DocumentColor(red: 255, green: UInt8(below(256)), blue: 0) }
      if chance(15) { style.size = below(90) + 5 }
      if chance(15) {
        style.font = pick(["Arial", "Courier New", "O'Neill \"Sans\"; x:y</style>", "Ürdü, 2"])
      }
      if chance(10) { style.capitals = pick([.small, .all]) }
      if chance(10) { style.language = pick(["de-DE", "en-US"]) }
    }
    if features.revisions, chance(10) {
      style.revision = Revision(
        kind: pick([.insertion, .deletion]), author: chance(50) ? "A <b> \"c\"" : nil,
        date: chance(50) ? CalendarDate(year: 2024, month: 2, day: 29, hour: 23, minute: 5) : nil,
        isMove: chance(20))
      if style.revision?.kind == .deletion, chance(30) {
        style.revision?.insertion = Revision.Credit(author: chance(50) ? "Eve" : nil)
      }
    }
    if features.hidden, chance(5) { style.isHidden = true }
    return style
  }

  mutating func inlines(depth: Int) -> [Inline] {
    var inlines: [Inline] = []
    if features.emptyParagraphs, chance(8) { return [] }
    repeat {
      switch below(20) {
      case 0: inlines.append(.lineBreak)
      case 1 where features.inlineBreaks: inlines.append(.break(pick(BreakKind.allCases)))
      case 2 where features.pictures && !document.resources.isEmpty:
        inlines.append(
          .picture(
            Picture(
              resource: 0, width: chance(50) ? 1500 : nil, description: chance(50) ? "alt ] \"x\"" : nil)))
      case 3 where features.attachments && document.resources.count > 1:
        inlines.append(.attachment(resource: 1))
      case 4 where features.notes && depth == 0: inlines.append(.noteReference(note(depth: depth)))
      case 5: inlines += [.bookmarkStart("mark"), .bookmarkEnd("mark")]
      default: inlines.append(.run(Run(text(), style: style())))
      }
    } while chance(65)
    if !features.emptyParagraphs { inlines.append(.run(Run("end"))) }
    return features.outerBreaks ? inlines : Self.trimmed(inlines)
  }

  /// Without the breaks at its ends.
  private static func trimmed(_ inlines: [Inline]) -> [Inline] {
    func isSeen(_ inline: Inline) -> Bool {
      switch inline {
      case .run(let run): run.style.isVisible && run.text.contains { !$0.isWhitespace }
      case .lineBreak, .break, .bookmarkStart, .bookmarkEnd: false
      default: true
      }
    }
    func isBreak(_ inline: Inline) -> Bool {
      switch inline {
      case .lineBreak, .break: true
      default: false
      }
    }
    guard let first = inlines.firstIndex(where: isSeen), let last = inlines.lastIndex(where: isSeen) else {
      return inlines.filter { !isBreak($0) }
    }
    return inlines[..<first].filter { !isBreak($0) } + inlines[first...last]
      + inlines[(last + 1)...].filter { !isBreak($0) }
  }

  private mutating func note(depth: Int) -> Int {
    let kind = pick(MarginNote.Kind.allCases)
    let number = document.notes.count { $0.kind == kind } + 1
    let index = document.notes.count
    document.notes.append(
      MarginNote(kind: kind, mark: kind == .annotation ? "[A\(number)]" : "\(number)", blocks: []))
    var generator = self
    generator.features.notes = false
    let blocks = generator.blocks(depth: depth + 2, count: 2)
    state = generator.state
    document.notes[index].blocks = blocks
    if chance(30) { document.notes[index].author = "Jane <Doe>" }
    return index
  }

  mutating func paragraphStyle() -> ParagraphStyle {
    var style = ParagraphStyle()
    if chance(20) { style.alignment = pick(ParagraphStyle.Alignment.allCases) }
    if chance(15) { style.leftIndent = below(2000) }
    if chance(10) { style.firstLineIndent = below(800) - 400 }
    if chance(12) { style.headingLevel = below(6) + 1 }
    if chance(5) { style.isRightToLeft = true }
    if chance(5) { style.shading = DocumentColor(red: 1, green: 2, blue: 3) }
    return style
  }

  mutating func blocks(depth: Int, count: Int) -> [Block] {
    var blocks: [Block] = []
    for _ in 0..<below(count) + 1 {
      switch below(12) {
      case 0 where features.tables && depth < (features.nestedTables ? 2 : 1):
        blocks.append(.table(table(depth: depth)))
      case 1 where features.breaks: blocks.append(.break(pick(BreakKind.allCases)))
      case 2, 3,
        4 where features.lists:
        blocks += listItems(depth: depth)
      default: blocks.append(.paragraph(paragraph(depth: depth)))
      }
    }
    return blocks
  }

  private mutating func paragraph(depth: Int) -> Paragraph {
    var paragraph = Paragraph(style: paragraphStyle(), inlines: inlines(depth: depth))
    if features.textBoxes, depth < 2, chance(6) {
      paragraph.textBoxes = [TextBox(blocks: blocks(depth: depth + 1, count: 2))]
    }
    if features.runOns, chance(4) { paragraph.endRevision = Revision(kind: .deletion) }
    return paragraph
  }

  private mutating func listItems(depth: Int) -> [Block] {
    let list = document.lists.count
    document.lists.append(ListDefinition(levels: []))
    var level = 0
    var numbers = [Int](repeating: 0, count: 12)
    let ordered = (0..<12).map { _ in chance(50) }
    return (0..<below(5) + 1).map { index in
      level = features.levelSkips || index > 0 ? min(max(level + below(3) - 1, 0), 4) : 0
      numbers[level] += chance(90) ? 1 : 5
      for deeper in level + 1..<12 { numbers[deeper] = 0 }
      let custom = features.customMarkers && chance(15)
      let marker =
        custom ? pick(["–", "iv)", "1.2", "", "o", "x<'\">"]) : ordered[level] ? "\(numbers[level])." : "•"
      var paragraph = paragraph(depth: depth)
      if !chance(10) { paragraph.style = ParagraphStyle() }
      // The number of a heading is a part of its text.
      if marker != "•" { paragraph.style.headingLevel = nil }
      paragraph.listItem = ListItem(list: list, level: level, marker: marker)
      return .paragraph(paragraph)
    }
  }

  private mutating func table(depth: Int) -> DocumentTable {
    let columns = below(3) + 1
    let hasHeader = chance(50)
    var rows: [DocumentTableRow] = []
    for row in 0..<below(3) + 1 {
      let cells = (0..<columns).map { _ in
        DocumentTableCell(
          blocks: chance(70)
            ? [.paragraph(Paragraph(inlines: inlines(depth: depth + 1)))] : blocks(depth: depth + 1, count: 2)
        )
      }
      rows.append(DocumentTableRow(cells: cells, isHeader: row == 0 && hasHeader))
    }
    if features.merges, columns > 1, chance(30) {
      rows[0].cells[0].horizontalMerge = .first
      rows[0].cells[1] = DocumentTableCell(blocks: [.paragraph(Paragraph())], horizontalMerge: .continued)
    } else if features.merges, rows.count > 1, !hasHeader, chance(30) {
      rows[0].cells[columns - 1].verticalMerge = .first
      rows[1].cells[columns - 1] = DocumentTableCell(
        blocks: [.paragraph(Paragraph())], verticalMerge: .continued)
    }
    return DocumentTable(rows: rows)
  }

  mutating func make() -> Document {
    document = Document()
    document.resources = [
      Resource(content: .bytes(Array("\u{89}PNG\r\n\u{1A}\n".utf8)), mediaType: "image/png", name: "p.png"),
      Resource(content: .file("files/a b#c.pdf"), mediaType: "application/pdf", name: "a <b>.pdf"),
    ]
    let blocks = blocks(depth: 0, count: 6)
    document.blocks = blocks
    return document
  }
}
