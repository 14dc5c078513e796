internal import RTFSyntax
internal import SlipDocument

/// Styles and other attributes in the one form that RTF gives back.
///
/// What is written to RTF and read again may come back in another form: names lose their
/// semicolons, dates their seconds, and what equals a default is not written at all. The
/// functions here do the same to values of a document. Each is idempotent.
package struct RTFNormalStyles {
  /// The font of text that names none. A style that names this font says nothing.
  let defaultFont: String?
  /// Normal forms of styles that came before.
  private var cache: [CharacterStyle: CharacterStyle] = [:]

  /// Creates a cache for one document.
  init(defaultFont: String?) {
    self.defaultFont = defaultFont
  }

  /// The size in half-points of text that doesn't say its size (RTF 1.9.1, `\fs`).
  static let usualSize = 24

  /// The normal form of a character style, from the cache.
  mutating func style(_ style: CharacterStyle) -> CharacterStyle {
    if style.isPlain { return style }
    if let normal = cache[style] { return normal }
    let normal = RTFNormalStyles.style(style, defaultFont: defaultFont)
    cache[style] = normal
    return normal
  }

  /// The normal form of a character style.
  ///
  /// - `Default Paragraph Font` is no style, and the default font is no font.
  /// - The size that text has anyway is no size.
  /// - A language without a Windows identifier is dropped.
  /// - Links and fields lose what RTF cannot hold.
  /// - A link loses the underline and colour that the writer gives to every link
  ///   (`RTFStyleDefaults`).
  static func style(_ style: CharacterStyle, defaultFont: String?) -> CharacterStyle {
    var style = style
    style.edit {
      $0.name = entry($0.name).flatMap { $0 == "Default Paragraph Font" ? nil : $0 }
      $0.font = entry($0.font).flatMap { $0 == defaultFont ? nil : $0 }
      $0.size = $0.size.flatMap { $0 > 0 && $0 != usualSize ? $0 : nil }
      $0.letterSpacing = Int(RTFCharacterState.held(spacing: Int32(clamping: $0.letterSpacing)))
      $0.scale = Int(RTFCharacterState.held(scale: Int32(clamping: $0.scale)))
      $0.language = $0.language.flatMap(RTFLanguage.number).flatMap(RTFLanguage.tag)
      $0.revision = revision($0.revision)
      $0.link = link($0.link)
      $0.field = field($0.field)
    }
    return RTFStyleDefaults.withoutLinkLook(style)
  }

  /// The part of a style that matters for pictures: link, field, tracked change, and
  /// whether it is hidden.
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

  /// The part of a picture's style that matters for attached files, which have neither
  /// link nor field.
  static func fileStyle(_ style: CharacterStyle) -> CharacterStyle {
    if style.link == nil && style.field == nil { return style }
    var file = style
    file.edit { ($0.link, $0.field) = (nil, nil) }
    return file
  }

  /// The normal form of a link; nil without a target. The target and the tip lose control
  /// characters and spaces at their ends.
  static func link(_ link: Hyperlink?) -> Hyperlink? {
    guard let link, let target = name(link.target) else { return nil }
    return Hyperlink(target: target, tip: name(link.tip))
  }

  /// Fields that a document doesn't hold: they mean something other than their result, or
  /// the result spans paragraphs.
  private static let unkeptFields: Set<String> = [
    "HYPERLINK", "INCLUDEPICTURE", "SYMBOL", "TOC", "TOA", "INDEX", "INCLUDETEXT", "INCLUDE", "EMBED", "LINK",
    "SHAPE", "DATABASE", "BIBLIOGRAPHY", "ADDIN", "FORMCHECKBOX", "FORMDROPDOWN",
  ]

  /// The normal form of a field's instruction; nil if a document doesn't hold it. `PAGE
  /// \* MERGEFORMAT` stays; `TOC \o "1-3"` and `HYPERLINK …` do not.
  static func field(_ instruction: String?) -> String? {
    guard let instruction = name(instruction) else { return nil }
    let keyword = instruction.prefix { $0 != " " && $0 != "\t" && $0 != "\\" && $0 != "\"" }
    return unkeptFields.contains(keyword.uppercased()) ? nil : instruction
  }

  /// A date as `RTFPackedDate` can hold it.
  static func packedDate(_ date: CalendarDate?) -> CalendarDate? {
    date.flatMap { RTFPackedDate.date(packed: Int32(truncatingIfNeeded: RTFPackedDate.packed($0))) }
  }

  /// The normal form of a paragraph style.
  ///
  /// `Normal` is no style, heading levels outside 1 to 9 are dropped, and so are line
  /// spacings of 0. Borders are kept within what a file can state. A thematic break
  /// without borders gets its line, because the line is what other programs show of it.
  static func paragraph(_ style: ParagraphStyle) -> ParagraphStyle {
    var style = style
    // What stays the same keeps sharing its storage with the document.
    if let name = style.name {
      let known = entry(name).flatMap { $0 == "Normal" ? nil : $0 }
      if known.map({ !$0.utf8.elementsEqual(name.utf8) }) ?? true { style.name = known }
    }
    if let level = style.headingLevel, !(1...9).contains(level) { style.headingLevel = nil }
    // Other programs show a thematic break by its line alone.
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

  /// The normal form of how notes are numbered: from 1 to 10,000.
  static func numbering(_ numbering: NoteNumbering) -> NoteNumbering {
    NoteNumbering(style: numbering.style, start: min(max(numbering.start, 1), 10_000))
  }

  /// The line of a thematic break.
  private static let ruleLine = Borders(bottom: .init(width: 10, space: 20))

  /// The normal form of the lines around a cell.
  static func borders(ofCell borders: Borders) -> Borders {
    var borders = RTFNormalStyles.borders(borders) ?? Borders()
    borders.top?.space = 0
    borders.left?.space = 0
    borders.bottom?.space = 0
    borders.right?.space = 0
    return borders
  }

  /// The normal form of the lines around a paragraph; nil if there is none.
  private static func borders(_ borders: Borders) -> Borders? {
    func line(_ line: Borders.Line?) -> Borders.Line? {
      line.map {
        Borders.Line(
          style: $0.style, width: min(max($0.width, 0), Int(RTFBorders.widest)), color: $0.color,
          space: min(max($0.space, 0), Int(RTFBorders.farthest)))
      }
    }
    let result = Borders(
      top: line(borders.top), left: line(borders.left), bottom: line(borders.bottom),
      right: line(borders.right))
    return result.isEmpty ? nil : result
  }

  /// The normal form of a list: nine levels at most, without unused ones at the end.
  /// Patterns lose controls that `\leveltext` cannot hold, and are cut to its length;
  /// U+0001 to U+0009 stay, as they stand for the numbers of levels.
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

  /// The most UTF-16 units of a marker's pattern. `\leveltext` gives its length in one
  /// byte, and bytes from 0x80 on are characters of a code page.
  private static let longestPattern = 127

  /// The beginning of a pattern that `\leveltext` can hold.
  private static func bounded(_ pattern: String) -> String {
    var units = 0
    let scalars = pattern.unicodeScalars.prefix {
      units += $0.value > 0xFFFF ? 2 : 1
      return units <= longestPattern
    }
    return String(scalars)
  }

  /// A bullet without private code points: these stand for bytes of the Symbol font.
  private static func bullet(_ pattern: String) -> String {
    let scalars = pattern.unicodeScalars.map { Unicode.Scalar(RTFListMarkers.bullet($0.value)) ?? $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The normal form of the information group: names without control characters, valid
  /// dates, keywords one by one.
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

  /// The keywords in a text, which commas or semicolons separate: `red, green; blue`
  /// gives three.
  static func keywords(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == ";" }.compactMap { name(String($0)) }
  }

  /// A date if it is valid, otherwise nil. Years are not checked, and each month may have
  /// 31 days.
  static func date(_ date: CalendarDate?) -> CalendarDate? {
    guard let date, (1...12).contains(date.month), (1...31).contains(date.day), (0...23).contains(date.hour),
      (0...59).contains(date.minute), (0...59).contains(date.second)
    else { return nil }
    return date
  }

  /// A name without control characters, and without spaces at its ends; nil if nothing is
  /// left.
  package static func name(_ text: String?) -> String? {
    guard let text else { return nil }
    let name = trimmed(text)
    return name.isEmpty ? nil : name
  }

  /// The font of text that names none; nil for symbol fonts, in which private code points
  /// do not stand for themselves.
  static func defaultFont(_ name: String?) -> String? {
    entry(name).flatMap { CodePage.symbol(font: $0.utf8) == nil ? $0 : nil }
  }

  /// A name in a table whose entries end in semicolons: it loses its own.
  static func entry(_ text: String?) -> String? {
    name(text.map { $0.contains(";") ? $0.filter { $0 != ";" } : $0 })
  }

  /// A text without control characters, and without spaces at its ends.
  static func trimmed(_ text: String) -> String {
    // In UTF-8, spaces and controls are single bytes, which never occur in other characters.
    let utf8 = text.utf8
    if utf8.first != 0x20, utf8.last != 0x20, !utf8.contains(where: { $0 < 0x20 }) { return text }
    let bytes = utf8.filter { $0 >= 0x20 }
    guard let start = bytes.firstIndex(where: { $0 != 0x20 }),
      let end = bytes.lastIndex(where: { $0 != 0x20 })
    else { return "" }
    return String(decoding: bytes[start...end], as: UTF8.self)
  }
}
