internal import RTFSyntax
internal import SlipCore
internal import SlipDocument

/// Turns formatting as RTF states it, by numbers, into the styles of a document, by
/// names.
///
/// `\f2\cf3\revauth1` refers to entries of the file's tables; the style names the font,
/// the colour and the author. Styles are in normal form (see `RTFNormalStyles`). Most
/// runs repeat a style that came shortly before, so the last styles are cached: equal
/// states give the identical value, which shares its storage.
struct RTFStyleResolver {
  /// The tables of the file as the interpreter last reported them.
  private(set) var tables = RTFTables()
  /// The name of the font that `\deffN` names; nil if there is none.
  private(set) var defaultFont: String?

  /// What a field adds to the style of its result's text, in normal form.
  struct Field: Equatable {
    /// Where the text links to, for a HYPERLINK.
    var link: Hyperlink?
    /// The instruction of any other field that a document holds.
    var instruction: String?
  }
  /// All distinct fields so far; 0 is no field.
  private var fields: [Field] = [Field()]
  /// The field that the text stands in, as an index into `fields`.
  private(set) var field = 0
  /// The fields around it, and around the stories that are interrupted.
  private var outerFields: [Int] = []

  /// What a style depends on.
  private struct Key: Equatable {
    /// The formatting as RTF states it.
    var state: RTFCharacterState
    /// The field that the text stands in.
    var field: Int
  }
  /// The styles of text in no field.
  private var styles: [RTFCharacterState: CharacterStyle] = [:]
  /// The last few styles, in fields or not.
  private var recentStyles = RecentValues<Key, CharacterStyle>()
  /// What the last style depended on.
  private var lastKey = Key(state: RTFCharacterState(), field: 0)
  /// The last style.
  private var lastStyle = CharacterStyle()
  /// The last paragraph's formatting as RTF states it.
  private var lastParagraph = RTFParagraphState()
  /// The last paragraph's style.
  private var lastParagraphStyle = ParagraphStyle()
  /// The last few paragraph styles.
  private var recentParagraphs = RecentValues<RTFParagraphState, ParagraphStyle>()

  /// Takes new tables. All cached styles are dropped, as they may depend on the old ones.
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

  /// Begins a field. Inside another field, it adds to what that gives.
  mutating func startField(_ new: Field) {
    outerFields.append(field)
    let outer = fields[field]
    let inner = Field(link: new.link ?? outer.link, instruction: new.instruction ?? outer.instruction)
    guard inner != outer else { return }
    field = fields.count
    fields.append(inner)
  }

  /// Begins a story that interrupts the text and stands in none of its fields. `endField`
  /// ends it.
  mutating func startStory() {
    outerFields.append(field)
    field = 0
  }

  /// Where the text links to here.
  var link: Hyperlink? { fields[field].link }

  /// Goes back to the field around, or to the story that was interrupted.
  mutating func endField() {
    field = outerFields.popLast() ?? 0
  }

  /// The style of text. In most calls it is the last style again, which costs one
  /// comparison.
  @inline(__always)
  mutating func style(_ state: RTFCharacterState) -> CharacterStyle {
    if state == lastKey.state && field == lastKey.field { return lastStyle }
    return lookUp(state)
  }

  /// Looks for a style among the recent ones, or makes it.
  private mutating func lookUp(_ state: RTFCharacterState) -> CharacterStyle {
    let key = Key(state: state, field: field)
    let style: CharacterStyle
    if let known = recentStyles.value(where: { $0 == key }) {
      style = known
    } else {
      style = newStyle(key)
      recentStyles.remember(style, for: key)
    }
    (lastKey, lastStyle) = (key, style)
    return style
  }

  /// The style of text, with what its field adds: the link and the instruction, without
  /// the look that every link has.
  private mutating func newStyle(_ key: Key) -> CharacterStyle {
    var style = styleOutsideFields(key.state)
    // There may be many fields whose styles come only once, so these are not cached for good.
    if key.field == 0 { return style }
    style.edit {
      $0.link = fields[key.field].link
      $0.field = fields[key.field].instruction
    }
    return RTFStyleDefaults.withoutLinkLook(style)
  }

  /// The style of text in no field. Each is made once and cached until the tables change.
  private mutating func styleOutsideFields(_ state: RTFCharacterState) -> CharacterStyle {
    if let style = styles[state] { return style }
    let style = RTFNormalStyles.style(resolve(state), defaultFont: defaultFont)
    styles[state] = style
    return style
  }

  /// Makes a character style from the entries that the numbers refer to. A number without
  /// an entry says nothing.
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
      $0.letterSpacing = Int(state.letterSpacing)
      $0.scale = Int(state.scale)
      $0.font = state.font.flatMap(tables.font).flatMap(RTFStyleResolver.fontName)
      $0.color = color(state.foreground)
      $0.background = color(state.background)
      $0.language = RTFLanguage.tag(Int(state.language))
      $0.name = state.style == 0 ? nil : tables.style(state.style, .character)?.name
      $0.revision = revision(state)
    }
    return style
  }

  /// The name of a font; nil for symbol fonts, whose text has been turned into Unicode.
  private static func fontName(_ font: RTFFont) -> String? {
    font.charset == 2 ? nil : font.name
  }

  /// The colour at an index of the colour table; nil for the automatic colour and for an
  /// unknown index.
  func color(_ index: Int32) -> DocumentColor? {
    guard index > 0, Int(index) < tables.colors.count, let color = tables.colors[Int(index)] else {
      return nil
    }
    return DocumentColor(red: color.red, green: color.green, blue: color.blue)
  }

  /// The tracked change that a run is part of, in normal form.
  func revision(_ state: RTFCharacterState) -> Revision? {
    RTFNormalStyles.revision(tables.revision(state))
  }

  /// The style of a paragraph.
  mutating func paragraph(_ state: RTFParagraphState) -> ParagraphStyle {
    if state == lastParagraph { return lastParagraphStyle }
    let known = recentParagraphs.value { $0 == state }
    let style = known ?? RTFNormalStyles.paragraph(resolve(state))
    if known == nil { recentParagraphs.remember(style, for: state) }
    (lastParagraph, lastParagraphStyle) = (state, style)
    return style
  }

  /// Whether the entry of a paragraph's style, or one that it is based on, makes text bold or larger than usual.
  func styleHasLook(_ state: RTFParagraphState) -> Bool {
    var number: Int32? = state.style
    for _ in 0..<RTFStyleResolver.deepestStyle {
      guard let known = number, known != 0, let entry = tables.style(known, .paragraph) else { return false }
      if entry.character.flags.contains(.bold) || entry.character.size > RTFNormalStyles.usualSize {
        return true
      }
      number = entry.basedOn
    }
    return false
  }

  /// How many entries of the style sheet that are based on each other are looked at.
  private static let deepestStyle = 10

  /// Makes a paragraph style from the entries that the numbers refer to.
  ///
  /// `\sl0` and `\sl` with `\slmult1` become the line spacings of `ParagraphStyle`; what
  /// equals a default is dropped later, by `RTFNormalStyles.paragraph`.
  private func resolve(_ state: RTFParagraphState) -> ParagraphStyle {
    var style = ParagraphStyle()
    let entry = state.style == 0 ? nil : tables.style(state.style, .paragraph)
    style.edit {
      $0.name = entry?.name
      $0.headingLevel = headingLevel(state, entry)
      let indents = state.indents.sides(state.isRightToLeft)
      $0.leftIndent = Int(indents.left)
      $0.rightIndent = Int(indents.right)
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

  /// The lines around a paragraph; nil if there is none.
  private func borders(_ borders: RTFBorders) -> Borders? {
    let lines = borders.lines.map { line(of: $0) }
    let result = Borders(top: lines[0], left: lines[1], bottom: lines[2], right: lines[3])
    return result.isEmpty ? nil : result
  }

  /// The lines around a cell: its own, or where it states none those of its row.
  ///
  /// - Parameters:
  ///   - own: The cell's set of lines in `RTFTables.borderSets`.
  ///   - row: The lines of its row.
  ///   - place: The sides of the table at which the cell stands: a sum of `ControlValue.top` and so on.
  func borders(ofCell own: Int32, row: RTFBorders, place: Int32) -> Borders {
    guard tables.borderSets.indices.contains(Int(own)) else { return Borders() }
    let (own, row) = (tables.borderSets[Int(own)].lines, row.lines)
    func side(_ index: Int, inner: Int) -> Borders.Line? {
      if own[index].style != 0 { return line(of: own[index]) }
      return line(of: row[place & (1 << index) != 0 ? index : inner])
    }
    return Borders(
      top: side(0, inner: 4), left: side(1, inner: 5), bottom: side(2, inner: 4), right: side(3, inner: 5))
  }

  /// One line, with its width in twips; nil where there is none.
  private func line(of line: RTFBorders.Line) -> Borders.Line? {
    if line.style == 0 || Int32(line.style) == ControlValue.noLine { return nil }
    let style: Borders.Line.Style =
      switch Int32(line.style) {
      case ControlValue.doubleLine: .double
      case ControlValue.dotted: .dotted
      case ControlValue.dashed: .dashed
      default: .single
      }
    // A thick line (`\brdrth`) is twice as wide as its `\brdrw` says.
    let width = Int32(line.style) == ControlValue.thick ? min(line.width * 2, RTFBorders.widest) : line.width
    return Borders.Line(
      style: style, width: Int(width), color: color(line.color), space: Int(line.space))
  }

  /// The BCP 47 tag of `\deflangN`; nil if the file doesn't say.
  var defaultLanguage: String? {
    tables.defaultLanguage.flatMap { RTFLanguage.tag(Int($0)) }
  }

  /// How notes are numbered.
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

  /// How footnotes are numbered.
  var footnoteNumbering: NoteNumbering { numbering(tables.footnotes) }
  /// How endnotes are numbered.
  var endnoteNumbering: NoteNumbering { numbering(tables.endnotes) }

  /// The size and margins of the pages; nil if the file says nothing of them.
  var page: PageSetup? { tables.sectionPage.over(tables.page).setup }

  /// The level of a heading, from 1 to 9; nil for body text. `\outlinelevelN` decides;
  /// without it, the paragraph's style and the styles that it is based on do, by their
  /// outline level or name.
  private func headingLevel(_ state: RTFParagraphState, _ entry: RTFStyle?) -> Int? {
    if state.outlineLevel >= 0 { return state.outlineLevel < 9 ? Int(state.outlineLevel) + 1 : nil }
    // Styles may be based on each other in a circle, so the search ends after ten steps.
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
