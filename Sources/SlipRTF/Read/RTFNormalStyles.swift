internal import RTFSyntax
internal import SlipDocument

/// Attributes in the one way that RTF gives them back.
struct RTFNormalStyles {
  let defaultFont: String?
  private var cache: [CharacterStyle: CharacterStyle] = [:]

  init(defaultFont: String?) {
    self.defaultFont = defaultFont
  }

  /// Half-points of text that doesn't say its size (RTF 1.9.1, `\fs`).
  static let usualSize = 24

  mutating func style(_ style: CharacterStyle) -> CharacterStyle {
    if style.isPlain { return style }
    if let normal = cache[style] { return normal }
    let normal = RTFNormalStyles.style(style, defaultFont: defaultFont)
    cache[style] = normal
    return normal
  }

  static func style(_ style: CharacterStyle, defaultFont: String?) -> CharacterStyle {
    var style = style
    style.edit {
      $0.name = entry($0.name).flatMap { $0 == "Default Paragraph Font" ? nil : $0 }
      $0.font = entry($0.font).flatMap { $0 == defaultFont ? nil : $0 }
      $0.size = $0.size.flatMap { $0 > 0 && $0 != usualSize ? $0 : nil }
      $0.language = $0.language.flatMap(RTFLanguage.number).flatMap(RTFLanguage.tag)
      $0.revision = revision($0.revision)
      $0.link = link($0.link)
      $0.field = field($0.field)
    }
    return RTFStyleDefaults.withoutLinkLook(style)
  }

  /// What of a style bears on pictures.
  mutating func pictureStyle(_ style: CharacterStyle) -> CharacterStyle {
    var picture = CharacterStyle()
    let style = self.style(style)
    picture.edit {
      $0.isHidden = style.isHidden
      $0.link = style.link
      $0.revision = style.revision
      $0.field = style.field
    }
    return picture
  }

  /// What of a picture's style bears on files.
  static func fileStyle(_ style: CharacterStyle) -> CharacterStyle {
    if style.link == nil && style.field == nil { return style }
    var file = style
    file.edit { ($0.link, $0.field) = (nil, nil) }
    return file
  }

  static func link(_ link: Hyperlink?) -> Hyperlink? {
    guard let link, let target = name(link.target) else { return nil }
    return Hyperlink(target: target, tip: name(link.tip))
  }

  /// Fields that mean something other than their result, or whose result spans paragraphs.
  private static let unkeptFields: Set<String> = [
    "HYPERLINK", "INCLUDEPICTURE", "SYMBOL", "TOC", "TOA", "INDEX", "INCLUDETEXT", "INCLUDE", "EMBED", "LINK",
    "SHAPE", "DATABASE", "BIBLIOGRAPHY", "ADDIN",
  ]

  static func field(_ instruction: String?) -> String? {
    guard let instruction = name(instruction) else { return nil }
    let keyword = instruction.prefix { $0 != " " && $0 != "\t" && $0 != "\\" && $0 != "\"" }
    return unkeptFields.contains(keyword.uppercased()) ? nil : instruction
  }

  static func packedDate(_ date: CalendarDate?) -> CalendarDate? {
    date.flatMap { RTFPackedDate.date(packed: Int32(truncatingIfNeeded: RTFPackedDate.packed($0))) }
  }

  static func paragraph(_ style: ParagraphStyle) -> ParagraphStyle {
    var style = style
    // What stays the same is shared with the document's.
    if let name = style.name {
      let known = entry(name).flatMap { $0 == "Normal" ? nil : $0 }
      if known.map({ !$0.utf8.elementsEqual(name.utf8) }) ?? true { style.name = known }
    }
    if let level = style.headingLevel, !(1...9).contains(level) { style.headingLevel = nil }
    // What other programs know of a thematic break is its line.
    if style.borders == nil, style.role.content == .rule { style.borders = ruleLine }
    if let borders = style.borders {
      let normal = RTFNormalStyles.borders(borders)
      if normal != borders { style.borders = normal }
    }
    switch style.lineSpacing {
    case .multiple(let value)? where value == 0: style.lineSpacing = nil
    case .atLeast(let value)? where value <= 0: style.lineSpacing = nil
    case .exactly(let value)? where value <= 0: style.lineSpacing = nil
    default: break
    }
    return style
  }

  static func numbering(_ numbering: NoteNumbering) -> NoteNumbering {
    NoteNumbering(style: numbering.style, start: min(max(numbering.start, 1), 10_000))
  }

  private static let ruleLine = ParagraphBorders(bottom: .init(width: 10, space: 20))

  private static func borders(_ borders: ParagraphBorders) -> ParagraphBorders? {
    func line(_ line: ParagraphBorders.Line?) -> ParagraphBorders.Line? {
      line.map {
        ParagraphBorders.Line(
          style: $0.style, width: min(max($0.width, 0), Int(RTFBorders.widest)), color: $0.color,
          space: min(max($0.space, 0), Int(RTFBorders.farthest)))
      }
    }
    let result = ParagraphBorders(
      top: line(borders.top), left: line(borders.left), bottom: line(borders.bottom),
      right: line(borders.right))
    return result.isEmpty ? nil : result
  }

  static func list(_ list: ListDefinition) -> ListDefinition {
    var list = list
    list.levels = list.levels.prefix(RTFBuilder.listLevels).map { level in
      var level = level
      level.pattern.unicodeScalars.removeAll { $0.value == 0 || (0x0A...0x1F).contains($0.value) }
      if level.numbering == .bullet { level.pattern = bullet(level.pattern) }
      level.pattern = bounded(level.pattern)
      return level
    }
    while list.levels.count > 1, list.levels.last == .unused { list.levels.removeLast() }
    return list
  }

  /// `\leveltext` tells its length in one byte, and bytes from 0x80 on are characters of a code page.
  private static let longestPattern = 127

  private static func bounded(_ pattern: String) -> String {
    var units = 0
    let scalars = pattern.unicodeScalars.prefix {
      units += $0.value > 0xFFFF ? 2 : 1
      return units <= longestPattern
    }
    return String(scalars)
  }

  /// Bullets are symbols: code points of the private area that stand for bytes of the Symbol font.
  private static func bullet(_ pattern: String) -> String {
    let scalars = pattern.unicodeScalars.map { Unicode.Scalar(RTFListMarkers.bullet($0.value)) ?? $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  static func info(_ info: DocumentInfo) -> DocumentInfo {
    var info = info
    info.title = name(info.title)
    info.subject = name(info.subject)
    info.author = name(info.author)
    info.manager = name(info.manager)
    info.company = name(info.company)
    info.category = name(info.category)
    info.comment = name(info.comment)
    info.keywords = keywords(info.keywords.joined(separator: ","))
    info.created = date(info.created)
    info.modified = date(info.modified)
    info.userProperties = info.userProperties.compactMap { property in
      name(property.name).map { UserProperty(name: $0, value: trimmed(property.value)) }
    }
    return info
  }

  static func keywords(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == ";" }.compactMap { name(String($0)) }
  }

  static func date(_ date: CalendarDate?) -> CalendarDate? {
    guard let date, (1...12).contains(date.month), (1...31).contains(date.day), (0...23).contains(date.hour),
      (0...59).contains(date.minute), (0...59).contains(date.second)
    else { return nil }
    return date
  }

  /// A name, without control characters and spaces at its ends; nil when nothing is left.
  static func name(_ text: String?) -> String? {
    guard let text else { return nil }
    let name = trimmed(text)
    return name.isEmpty ? nil : name
  }

  /// The font of text that names none: not one of symbols, for which characters of the private area aren't themselves.
  static func defaultFont(_ name: String?) -> String? {
    entry(name).flatMap { CodePage.symbol(font: $0.utf8) == nil ? $0 : nil }
  }

  /// A name in one of the tables, whose entries end in a semicolon.
  static func entry(_ text: String?) -> String? {
    name(text.map { $0.contains(";") ? $0.filter { $0 != ";" } : $0 })
  }

  static func trimmed(_ text: String) -> String {
    // In UTF-8, both are single bytes that stand for nothing else.
    let utf8 = text.utf8
    if utf8.first != 0x20, utf8.last != 0x20, !utf8.contains(where: { $0 < 0x20 }) { return text }
    let bytes = utf8.filter { $0 >= 0x20 }
    guard let start = bytes.firstIndex(where: { $0 != 0x20 }),
      let end = bytes.lastIndex(where: { $0 != 0x20 })
    else { return "" }
    return String(decoding: bytes[start...end], as: UTF8.self)
  }
}
