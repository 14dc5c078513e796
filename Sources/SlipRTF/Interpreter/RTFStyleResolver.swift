internal import RTFSyntax
internal import SlipBase
internal import SlipDocument

/// Turns formatting as RTF states it, by numbers, into the document's, by names.
struct RTFStyleResolver {
  private(set) var tables = RTFTables()
  private(set) var defaultFont: String?

  /// What a field makes of its result's text, in normal form.
  struct Field: Equatable {
    var link: Hyperlink?
    var instruction: String?
  }
  /// The field that text stands in, by number; 0 is no field.
  private var fields: [Field] = [Field()]
  private(set) var field = 0
  private var outerFields: [Int] = []

  private struct Key: Equatable {
    var state: RTFCharacterState
    var field: Int
  }
  /// Of text in no field.
  private var styles: [RTFCharacterState: CharacterStyle] = [:]
  private var recentStyles = RecentValues<Key, CharacterStyle>()
  private var lastKey = Key(state: RTFCharacterState(), field: 0)
  private var lastStyle = CharacterStyle()
  private var lastParagraph = RTFParagraphState()
  private var lastParagraphStyle = ParagraphStyle()
  private var recentParagraphs = RecentValues<RTFParagraphState, ParagraphStyle>()

  mutating func tablesChanged(_ tables: RTFTables) {
    self.tables = tables
    defaultFont = RTFNormalStyles.defaultFont(
      tables.defaultFont.flatMap(tables.font).flatMap(RTFStyleResolver.fontName))
    styles = [:]
    lastKey = Key(state: RTFCharacterState(), field: 0)
    lastStyle = CharacterStyle()
    recentStyles = RecentValues()
    lastParagraph = RTFParagraphState()
    lastParagraphStyle = ParagraphStyle()
    recentParagraphs = RecentValues()
  }

  mutating func startField(_ new: Field) {
    outerFields.append(field)
    let outer = fields[field]
    let inner = Field(link: new.link ?? outer.link, instruction: new.instruction ?? outer.instruction)
    guard inner != outer else { return }
    field = fields.count
    fields.append(inner)
  }

  /// A story of its own interrupts the text, and is in none of its fields; `endField` ends it.
  mutating func startStory() {
    outerFields.append(field)
    field = 0
  }

  /// Where the text links to.
  var link: Hyperlink? { fields[field].link }

  mutating func endField() {
    field = outerFields.popLast() ?? 0
  }

  @inline(__always)
  mutating func style(_ state: RTFCharacterState) -> CharacterStyle {
    if state == lastKey.state && field == lastKey.field { return lastStyle }
    return look(state)
  }

  private mutating func look(_ state: RTFCharacterState) -> CharacterStyle {
    let key = Key(state: state, field: field)
    let style: CharacterStyle
    if let known = recentStyles.value(where: { $0 == key }) {
      style = known
    } else {
      style = known(key)
      recentStyles.remember(style, for: key)
    }
    (lastKey, lastStyle) = (key, style)
    return style
  }

  private mutating func known(_ key: Key) -> CharacterStyle {
    var style = outsideFields(key.state)
    // Fields may be many, each with a style of its own that comes once.
    if key.field == 0 { return style }
    style.edit {
      $0.link = fields[key.field].link
      $0.field = fields[key.field].instruction
    }
    return RTFStyleDefaults.withoutLinkLook(style)
  }

  private mutating func outsideFields(_ state: RTFCharacterState) -> CharacterStyle {
    if let style = styles[state] { return style }
    let style = RTFNormalStyles.style(resolve(state), defaultFont: defaultFont)
    styles[state] = style
    return style
  }

  private func resolve(_ state: RTFCharacterState) -> CharacterStyle {
    var style = CharacterStyle()
    style.edit {
      $0.isBold = state.flags.contains(.bold)
      $0.isItalic = state.flags.contains(.italic)
      $0.isStruck = state.flags.contains(.strike)
      $0.isHidden = state.flags.contains(.hidden)
      $0.underline = CharacterStyle.Underline(value: Int32(state.underline))
      $0.position = state.position == 0 ? nil : state.position > 0 ? .superscript : .subscript
      if state.flags.contains(.allCapitals) {
        $0.capitals = .all
      } else if state.flags.contains(.smallCapitals) {
        $0.capitals = .small
      }
      $0.size = Int(state.size)
      $0.font = state.font.flatMap(tables.font).flatMap(RTFStyleResolver.fontName)
      $0.color = color(state.foreground)
      $0.background = color(state.background)
      $0.language = RTFLanguage.tag(Int(state.language))
      $0.name = state.style == 0 ? nil : tables.style(state.style, .character)?.name
      $0.revision = revision(state)
    }
    return style
  }

  /// nil for fonts of symbols: their text has been turned into Unicode.
  private static func fontName(_ font: RTFFont) -> String? {
    font.charset == 2 ? nil : font.name
  }

  func color(_ index: Int32) -> Color? {
    guard index > 0, Int(index) < tables.colors.count, let color = tables.colors[Int(index)] else {
      return nil
    }
    return Color(red: color.red, green: color.green, blue: color.blue)
  }

  func revision(_ state: RTFCharacterState) -> Revision? {
    RTFNormalStyles.revision(tables.revision(state))
  }

  mutating func paragraph(_ state: RTFParagraphState) -> ParagraphStyle {
    if state == lastParagraph { return lastParagraphStyle }
    let known = recentParagraphs.value { $0 == state }
    let style = known ?? RTFNormalStyles.paragraph(resolve(state))
    if known == nil { recentParagraphs.remember(style, for: state) }
    (lastParagraph, lastParagraphStyle) = (state, style)
    return style
  }

  private func resolve(_ state: RTFParagraphState) -> ParagraphStyle {
    var style = ParagraphStyle()
    let entry = state.style == 0 ? nil : tables.style(state.style, .paragraph)
    style.edit {
      $0.name = entry?.name
      $0.headingLevel = headingLevel(state, entry)
      $0.leftIndent = Int(state.leftIndent)
      $0.rightIndent = Int(state.rightIndent)
      $0.firstLineIndent = Int(state.firstLineIndent)
      $0.spaceBefore = Int(state.spaceBefore)
      $0.spaceAfter = Int(state.spaceAfter)
      $0.alignment =
        switch Int32(state.alignment) {
        case ControlValue.center: .center
        case ControlValue.right: .right
        case ControlValue.justified: .justified
        default: .left
        }
      let spacing = Int(state.lineSpacing)
      if state.isMultiple {
        $0.lineSpacing = .multiple(spacing)
      } else {
        $0.lineSpacing = spacing < 0 ? .exactly(-spacing) : .atLeast(spacing)
      }
      $0.isRightToLeft = state.isRightToLeft
      $0.shading = color(state.shading)
      $0.keepsWithNext = state.keepsWithNext
      $0.startsPage = state.startsPage
      if tables.tabSets.indices.contains(Int(state.tabSet)) {
        $0.tabStops = tables.tabSets[Int(state.tabSet)].map {
          TabStop(position: Int($0.position), kind: TabStop.Kind($0.kind))
        }
      }
      if state.borders > 0, tables.borderSets.indices.contains(Int(state.borders)) {
        $0.borders = borders(tables.borderSets[Int(state.borders)])
      }
    }
    return style
  }

  private func borders(_ borders: RTFBorders) -> ParagraphBorders? {
    let lines = borders.lines.map { $0.map { line(of: $0) } }
    let result = ParagraphBorders(top: lines[0], left: lines[1], bottom: lines[2], right: lines[3])
    return result.isEmpty ? nil : result
  }

  private func line(of line: RTFBorders.Line) -> ParagraphBorders.Line {
    let style: ParagraphBorders.Line.Style =
      switch Int32(line.style) {
      case ControlValue.doubleLine: .double
      case ControlValue.dotted: .dotted
      case ControlValue.dashed: .dashed
      default: .single
      }
    // A thick line is twice as wide as it says.
    let width = Int32(line.style) == ControlValue.thick ? min(line.width * 2, RTFBorders.widest) : line.width
    return ParagraphBorders.Line(
      style: style, width: Int(width), color: color(line.color), space: Int(line.space))
  }

  var defaultLanguage: String? {
    tables.defaultLanguage.flatMap { RTFLanguage.tag(Int($0)) }
  }

  func numbering(_ value: (style: Int32, start: Int32)) -> NoteNumbering {
    let style: NoteNumbering.Style =
      switch value.style {
      case ControlValue.lowerLetters: .lowerLetter
      case ControlValue.upperLetters: .upperLetter
      case ControlValue.lowerRoman: .lowerRoman
      case ControlValue.upperRoman: .upperRoman
      case ControlValue.symbols: .symbols
      default: .decimal
      }
    return NoteNumbering(style: style, start: Int(value.start))
  }

  var footnoteNumbering: NoteNumbering { numbering(tables.footnotes) }
  var endnoteNumbering: NoteNumbering { numbering(tables.endnotes) }

  private func headingLevel(_ state: RTFParagraphState, _ entry: RTFStyle?) -> Int? {
    if state.outlineLevel >= 0 { return state.outlineLevel < 9 ? Int(state.outlineLevel) + 1 : nil }
    // Styles may be based on each other in a circle.
    var entry = entry
    var steps = 0
    while let style = entry, steps < 10 {
      if style.paragraph.outlineLevel >= 0 {
        return style.paragraph.outlineLevel < 9 ? Int(style.paragraph.outlineLevel) + 1 : nil
      }
      if let level = RTFHeadingName.level(style.name) { return level }
      entry = style.basedOn.flatMap { tables.style($0, .paragraph) }
      steps += 1
    }
    return nil
  }
}
