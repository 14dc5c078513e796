package import SlipDocument

/// Makes documents from a seed: every kind of node, and text that breaks careless readers.
package struct DocumentGenerator {
  private var state: UInt64
  private var document = Document()

  package init(seed: UInt64) {
    // Far apart, though SplitMix64 walks in steps.
    state = (seed &+ 1) &* 0xD6E8_FEB8_6659_FD93
  }

  package static func document(seed: UInt64) -> Document {
    var generator = DocumentGenerator(seed: seed)
    generator.make()
    return generator.document
  }

  // MARK: Chance

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  private mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  private mutating func maybe<T>(_ percent: Int, _ value: (inout DocumentGenerator) -> T) -> T? {
    chance(percent) ? value(&self) : nil
  }

  // MARK: Parts

  /// Where blocks stand.
  private struct Place {
    var depth = 0
    var allowsNotes = true
    var allowsBoxes = true
  }

  private mutating func make() {
    if chance(50) { document.defaultFont = pick(DocumentGenerator.fonts) }
    if chance(20) { document.page = page() }
    if chance(40) { info() }
    for _ in 0..<below(3) { list() }
    if chance(15) {
      for kind in HeaderOrFooter.Kind.allCases where chance(40) {
        document.headersAndFooters.append(
          HeaderOrFooter(kind: kind, blocks: blocks(Place(allowsNotes: false))))
      }
    }
    document.blocks = blocks(Place())
  }

  private mutating func page() -> PageSetup {
    PageSetup(
      width: pick([11_906, 12_240, 15_840]), height: pick([11_906, 16_838]), top: below(3_000),
      left: below(3_000),
      bottom: below(3_000), right: below(3_000))
  }

  private mutating func info() {
    document.info.title = maybe(60) { $0.text() }
    document.info.subject = maybe(30) { $0.text() }
    document.info.author = maybe(60) { $0.pick(DocumentGenerator.authors) }
    document.info.manager = maybe(20) { $0.text() }
    document.info.company = maybe(20) { $0.text() }
    document.info.category = maybe(20) { $0.text() }
    document.info.comment = maybe(20) { $0.text() }
    document.info.keywords = (0..<below(4)).map { _ in text() }
    document.info.created = maybe(50) { $0.date() }
    document.info.modified = maybe(50) { $0.date() }
    for _ in 0..<below(3) {
      document.info.userProperties.append(UserProperty(name: text(), value: text()))
    }
  }

  private mutating func date() -> CalendarDate {
    CalendarDate(
      year: 1900 + below(500), month: 1 + below(12), day: 1 + below(28), hour: below(24), minute: below(60),
      second: below(60))
  }

  private mutating func list() {
    let levels = (0...below(9)).map { index in
      let numbering = pick(ListDefinition.Level.Numbering.allCases)
      let pattern =
        switch numbering {
        case .bullet: pick(["\u{2022}", "-", "\u{25E6}", "\u{1F449}"])
        case .none: ""
        default:
          (chance(50) && index > 0 ? "\u{1}." : "") + (Unicode.Scalar(UInt8(index + 1)).description)
            + pick([".", ")", ""])
        }
      return ListDefinition.Level(numbering: numbering, start: chance(80) ? 1 : below(20), pattern: pattern)
    }
    document.lists.append(ListDefinition(levels: levels))
  }

  private mutating func blocks(_ place: Place) -> [Block] {
    let count = place.depth == 0 ? below(8) : below(4)
    return (0..<count).map { _ in
      let roll = below(100)
      if roll < 12 && place.depth < 4 { return .table(table(place)) }
      if roll < 18 { return .break(pick(BreakKind.allCases)) }
      return .paragraph(paragraph(place))
    }
  }

  private mutating func table(_ place: Place) -> DocumentTable {
    var inner = place
    inner.depth += 1
    let columns = 1 + below(4)
    let isRightToLeft = chance(10)
    return DocumentTable(
      rows: (0..<below(4)).map { _ in
        var row = DocumentTableRow(
          cells: [], isHeader: chance(20), isBordered: chance(70), revision: maybe(10) { $0.revision() })
        row.isRightToLeft = isRightToLeft
        for _ in 0..<(chance(90) ? columns : below(5)) {
          row.cells.append(
            DocumentTableCell(
              blocks: blocks(inner), width: maybe(60) { 1 + $0.below(4000) },
              horizontalMerge: maybe(10) { $0.pick(DocumentTableCell.Merge.allCases) },
              verticalMerge: maybe(10) { $0.pick(DocumentTableCell.Merge.allCases) },
              shading: maybe(10) { $0.color() }, revision: maybe(15) { $0.revision() }))
          if chance(10) {
            row.cells[row.cells.count - 1].verticalAlignment = pick(
              DocumentTableCell.VerticalAlignment.allCases)
          }
        }
        return row
      })
  }

  private mutating func paragraph(_ place: Place) -> Paragraph {
    var paragraph = Paragraph()
    if chance(40) { paragraph.style = paragraphStyle() }
    if !document.lists.isEmpty && chance(25) {
      let list = below(document.lists.count)
      let level = below(9)
      paragraph.listItem = ListItem(
        list: list, level: level, marker: pick(["\u{2022}", "1.", "iv)", "(a)", "\u{1F600}"]))
    }
    var inner = place
    inner.depth += 1
    if place.allowsBoxes && place.depth < 2 && chance(5) {
      inner.allowsBoxes = false
      paragraph.textBoxes = (0...below(2)).map { _ in TextBox(blocks: blocks(inner)) }
    }
    for _ in 0..<below(7) { paragraph.inlines.append(inline(inner)) }
    if chance(4) { paragraph.endRevision = revision() }
    return paragraph
  }

  private mutating func paragraphStyle() -> ParagraphStyle {
    var style = ParagraphStyle()
    if chance(40) {
      style.name = pick(["heading 1", "heading 2", "Body Text", "Zitat \u{fc}", "Normal", "code"])
    }
    if chance(30) { style.headingLevel = 1 + below(9) }
    style.alignment = pick(ParagraphStyle.Alignment.allCases)
    if chance(20) { style.leftIndent = below(4000) - 500 }
    if chance(20) { style.firstLineIndent = below(2000) - 1000 }
    if chance(20) { style.rightIndent = below(2000) }
    if chance(20) { style.spaceBefore = below(600) }
    if chance(20) { style.spaceAfter = below(600) }
    style.lineSpacing = maybe(20) {
      $0.pick([.multiple(240 + $0.below(240)), .atLeast($0.below(500)), .exactly(1 + $0.below(500))])
    }
    style.isRightToLeft = chance(10)
    style.keepsWithNext = chance(10)
    style.startsPage = chance(10)
    style.shading = maybe(10) { $0.color() }
    if chance(20) {
      style.tabStops = (0...below(3)).map {
        TabStop(position: $0 * 720 + 100, kind: pick(TabStop.Kind.allCases))
      }
    }
    return style
  }

  private mutating func inline(_ place: Place) -> Inline {
    switch below(100) {
    case ..<5: return .lineBreak
    case ..<9: return .break(pick(BreakKind.allCases))
    case ..<13: return .bookmarkStart("mark\(below(9))")
    case ..<16: return .bookmarkEnd("mark\(below(9)) \u{e9}")
    case ..<20: return .picture(picture())
    case ..<22:
      return .attachment(
        AttachedFile(
          resource: resource(isPicture: false), width: maybe(50) { 1 + $0.below(9000) },
          height: maybe(50) { 1 + $0.below(9000) }, style: placeStyle()))
    case ..<27 where place.allowsNotes: return note()
    default:
      return .run(Run(chance(2) ? "" : text(), style: chance(55) ? CharacterStyle() : characterStyle()))
    }
  }

  private mutating func note() -> Inline {
    let kind = pick(MarginNote.Kind.allCases)
    var note = MarginNote(kind: kind, mark: "", blocks: [])
    if kind == .annotation {
      note.author = maybe(70) { $0.pick(DocumentGenerator.authors) }
      note.date = maybe(50) { $0.date() }
    }
    if kind != .annotation && chance(20) {
      note.isAutomatic = false
      note.mark = pick(["*", "a)", "\u{2020}"])
    }
    note.revision = maybe(20) { $0.revision() }
    note.blocks = blocks(Place(depth: 1, allowsNotes: false, allowsBoxes: false))
    document.notes.append(note)
    let index = document.notes.count - 1
    return note.isDeleted ? .deletedNote(index) : .noteReference(index)
  }

  private mutating func placeStyle() -> CharacterStyle {
    var style = CharacterStyle()
    if chance(5) { style.isHidden = true }
    if chance(8) { style.revision = revision() }
    return style
  }

  private mutating func picture() -> Picture {
    var style = placeStyle()
    if chance(15) { style.link = link() }
    return Picture(
      resource: resource(isPicture: true), width: maybe(50) { 1 + $0.below(9000) },
      height: maybe(50) { 1 + $0.below(9000) }, description: maybe(40) { $0.text() }, style: style)
  }

  private mutating func resource(isPicture: Bool) -> Int {
    let resource: Resource
    if isPicture {
      switch below(5) {
      case 0:
        resource = Resource(content: .bytes([0x89, 0x50, 0x4E, 0x47] + bytes()), mediaType: "image/png")
      case 1: resource = Resource(content: .bytes([0xFF, 0xD8, 0xFF] + bytes()), mediaType: "image/jpeg")
      case 2: resource = Resource(content: .bytes(bytes()), mediaType: "image/emf")
      case 3:
        resource = Resource(
          content: .bytes(Array("GIF89a".utf8) + bytes()), mediaType: "image/gif", name: "a b.gif")
      default: resource = Resource(content: .file(picturePath()), mediaType: "image/png")
      }
    } else if chance(50) {
      resource = Resource(content: .bytes(bytes()), mediaType: "text/plain", name: "\u{fc}ber uns.txt")
    } else if chance(20) {
      resource = Resource(
        content: .file(picturePath().dropLast(3) + "pdf"), mediaType: "application/pdf",
        name: "a {b} \u{fc}%20.pdf")
    } else {
      let isPicture = chance(30)
      resource = Resource(
        content: .file(isPicture ? picturePath() : "files/report \(below(3)).pdf"),
        mediaType: isPicture ? "image/png" : "application/pdf")
    }
    document.resources.append(resource)
    return document.resources.count - 1
  }

  /// Of the bundle, or from outside.
  private mutating func picturePath() -> String {
    let digest = String(repeating: pick(["ab", "0c"]), count: 32)
    return chance(50) ? "../../attachments/\(digest.prefix(2))/\(digest).png" : "../pic \(below(3)).png"
  }

  private mutating func bytes() -> [UInt8] { (0..<(1 + below(200))).map { _ in UInt8(below(256)) } }

  private mutating func color() -> DocumentColor {
    DocumentColor(red: UInt8(below(3) * 127), green: UInt8(below(3) * 127), blue: UInt8(below(3) * 127))
  }

  private mutating func revision() -> Revision {
    Revision(
      kind: pick(Revision.Kind.allCases), author: maybe(70) { $0.pick(DocumentGenerator.authors) },
      date: maybe(50) { $0.date() }, isMove: chance(15), insertion: maybe(15) { $0.credit() })
  }

  private mutating func credit() -> Revision.Credit {
    Revision.Credit(
      author: maybe(70) { $0.pick(DocumentGenerator.authors) }, date: maybe(50) { $0.date() })
  }

  private mutating func link() -> Hyperlink {
    Hyperlink(
      target: pick([
        "https://example.org/a?b=c&d=%20#e", "#mark1", "other note.rtf", "C:\\dir\\\u{e9}.rtf", "say \"hi\"",
        "mailto:a@example.org", "slipbox:note/1", "#",
      ]), tip: maybe(30) { $0.text() })
  }

  private mutating func characterStyle() -> CharacterStyle {
    var style = CharacterStyle()
    style.isBold = chance(30)
    style.isItalic = chance(30)
    if chance(15) { style.underline = pick(CharacterStyle.Underline.allCases) }
    style.isStruck = chance(10)
    if chance(10) { style.position = pick(CharacterStyle.Position.allCases) }
    if chance(10) { style.capitals = pick(CharacterStyle.Capitals.allCases) }
    style.isHidden = chance(5)
    if chance(20) { style.size = pick([18, 24, 26, 28, 36, 144]) }
    if chance(8) { style.letterSpacing = pick([-10, 5, 20, 60]) }
    if chance(8) { style.scale = pick([50, 90, 150]) }
    if chance(20) { style.font = pick(DocumentGenerator.fonts) }
    if chance(15) { style.color = color() }
    if chance(10) { style.background = color() }
    if chance(15) { style.language = pick(["en-US", "de-DE", "he-IL", "ja-JP", "en", "tlh", "x-lcid-7f"]) }
    if chance(15) { style.link = link() }
    if chance(8) { style.revision = revision() }
    if chance(8) { style.field = pick(["PAGE", "DATE \\@ \"d.M.yyyy\"", "REF mark1 \\h", " NUMPAGES "]) }
    if chance(10) { style.name = pick(["Emphasis", "Stark \u{fc}", "Hyperlink"]) }
    return style
  }

  private static let fonts = ["Helvetica", "Times New Roman", "MS \u{660E}\u{671D}", "Caf\u{e9};{x}\\"]
  private static let authors = ["Ada L.", "\u{5C71}\u{7530}", "Z\u{fc}rich; {x}", "Unknown"]

  private mutating func text() -> String {
    (0...below(4)).map { _ in pick(DocumentGenerator.pieces) }.joined(separator: chance(70) ? " " : "")
  }

  private static let pieces = [
    "The quick brown fox", "jumps", "a", "\\par", "{}", "\\{\\rtf1}", "\\'e9", "\\u233?", "1", "-5", " ",
    "  ", "\t",
    "\u{e9}\u{fc}\u{df}", "e\u{301}", "\u{20AC}\u{2026}\u{201C}x\u{201D}", "\u{3B1}\u{3B2}\u{3B3}",
    "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{645}\u{631}\u{62D}\u{628}\u{627}", "\u{65E5}\u{672C}\u{8A9E}",
    "\u{1F600}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1D538}", "\u{10FFFD}", "\u{FFFC}", "\u{FFFD}",
    "\u{2028}", "\u{A0}",
    "\u{AD}", "\u{2011}", "\u{200B}", "\u{200E}\u{202B}", "\u{FEFF}", "\u{7F}", "\u{85}", "\u{80}",
    "\u{0}\u{1}\u{8}",
    "\r\n", "\n", "\u{B}", ";", "?", "\u{E000}", "\u{8000}", "\u{FFFF}", "\u{2029}", "*", "'", "|", "~", "_",
    "\u{2014}", "\u{2002}\u{2003}",
  ]
}
