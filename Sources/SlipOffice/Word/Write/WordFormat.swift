internal import SlipDocument

/// Properties of paragraphs and runs in the order that the schema demands (ECMA-376-1, annex A).
enum WordFormat {
  /// Writes what a paragraph says beyond its style.
  static func paragraph(
    _ style: ParagraphStyle, base: ParagraphStyle, list: (level: Int, number: Int)?, _ xml: inout OfficeMarkup
  ) {
    xml.toggle("w:keepNext", style.keepsWithNext, base: base.keepsWithNext)
    xml.toggle("w:pageBreakBefore", style.startsPage, base: base.startsPage)
    if let list {
      xml.raw("<w:numPr>")
      xml.value("w:ilvl", "\(list.level)")
      xml.value("w:numId", "\(list.number)")
      xml.raw("</w:numPr>")
    }
    if style.borders != base.borders { borders(style.borders, replacing: base.borders != nil, &xml) }
    if style.shading != base.shading { shading(style.shading, &xml) }
    if style.tabStops != base.tabStops { tabs(style.tabStops, base.tabStops, &xml) }
    xml.toggle("w:bidi", style.isRightToLeft, base: base.isRightToLeft)
    spacing(style, base, &xml)
    indents(style, base, &xml)
    if style.alignment != base.alignment || style.isRightToLeft != base.isRightToLeft {
      xml.value("w:jc", word(style.alignment, isRightToLeft: style.isRightToLeft))
    }
  }

  /// An alignment. In paragraphs from right to left, `left` is where lines begin.
  private static func word(_ alignment: ParagraphStyle.Alignment, isRightToLeft: Bool) -> String {
    switch alignment {
    case .left: isRightToLeft ? "right" : "left"
    case .right: isRightToLeft ? "left" : "right"
    case .center: "center"
    case .justified: "both"
    }
  }

  private static func spacing(_ style: ParagraphStyle, _ base: ParagraphStyle, _ xml: inout OfficeMarkup) {
    let line = style.lineSpacing != base.lineSpacing
    guard line || style.spaceBefore != base.spaceBefore || style.spaceAfter != base.spaceAfter else { return }
    xml.raw("<w:spacing")
    if style.spaceBefore != base.spaceBefore { number(" w:before", style.spaceBefore, &xml) }
    if style.spaceAfter != base.spaceAfter { number(" w:after", style.spaceAfter, &xml) }
    if line {
      let (value, rule): (Int, StaticString) =
        switch style.lineSpacing {
        case nil: (240, "auto")
        case .multiple(let value): (value, "auto")
        case .atLeast(let value): (value, "atLeast")
        case .exactly(let value): (value, "exact")
        }
      number(" w:line", max(value, 1), &xml)
      xml.raw(" w:lineRule=\"")
      xml.raw(rule)
      xml.raw("\"")
    }
    xml.raw("/>")
  }

  private static func indents(_ style: ParagraphStyle, _ base: ParagraphStyle, _ xml: inout OfficeMarkup) {
    guard
      style.leftIndent != base.leftIndent || style.rightIndent != base.rightIndent
        || style.firstLineIndent != base.firstLineIndent
    else { return }
    xml.raw("<w:ind")
    if style.leftIndent != base.leftIndent { number(" w:left", style.leftIndent, &xml) }
    if style.rightIndent != base.rightIndent { number(" w:right", style.rightIndent, &xml) }
    if style.firstLineIndent != base.firstLineIndent {
      if style.firstLineIndent < 0 {
        number(" w:hanging", -style.firstLineIndent, &xml)
      } else {
        number(" w:firstLine", style.firstLineIndent, &xml)
      }
    }
    xml.raw("/>")
  }

  private static func number(_ name: StaticString, _ value: Int, _ xml: inout OfficeMarkup) {
    xml.raw(name)
    xml.raw("=\"")
    xml.value("\(value)")
    xml.raw("\"")
  }

  private static func tabs(_ stops: [TabStop], _ base: [TabStop], _ xml: inout OfficeMarkup) {
    // Word's pages are 22 inches wide at most.
    let stops = stops.filter { (-31_680...31_680).contains($0.position) }
    let base = base.filter { (-31_680...31_680).contains($0.position) }
    guard stops != base else { return }
    xml.raw("<w:tabs>")
    for stop in base where !stops.contains(where: { $0.position == stop.position }) {
      xml.empty("w:tab", ["w:val": "clear", "w:pos": "\(stop.position)"])
    }
    for stop in stops {
      let kind =
        switch stop.kind {
        case .left: "left"
        case .center: "center"
        case .right: "right"
        case .decimal: "decimal"
        case .bar: "bar"
        }
      xml.empty("w:tab", ["w:val": kind, "w:pos": "\(stop.position)"])
    }
    xml.raw("</w:tabs>")
  }

  /// Writes a background.
  static func shading(_ color: DocumentColor?, _ xml: inout OfficeMarkup) {
    xml.empty("w:shd", ["w:val": "clear", "w:color": "auto", "w:fill": color.map(hex) ?? "auto"])
  }

  /// A colour as six hexadecimal digits.
  static func hex(_ color: DocumentColor) -> String {
    let number = 0x100_0000 | Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue)
    return String(String(number, radix: 16, uppercase: true).dropFirst())
  }

  private static func borders(_ borders: Borders?, replacing: Bool, _ xml: inout OfficeMarkup) {
    xml.raw("<w:pBdr>")
    line("w:top", borders?.top, isExplicit: replacing, &xml)
    line("w:left", borders?.left, isExplicit: replacing, &xml)
    line("w:bottom", borders?.bottom, isExplicit: replacing, &xml)
    line("w:right", borders?.right, isExplicit: replacing, &xml)
    xml.raw("</w:pBdr>")
  }

  /// Writes the line of a side.
  ///
  /// - Parameter isExplicit: Whether none is said, too.
  static func line(
    _ name: StaticString, _ line: Borders.Line?, isExplicit: Bool, _ xml: inout OfficeMarkup
  ) {
    guard let line else {
      if isExplicit { xml.value(name, "nil") }
      return
    }
    let kind =
      switch line.style {
      case .single: "single"
      case .double: "double"
      case .dotted: "dotted"
      case .dashed: "dashed"
      }
    xml.empty(
      name,
      [
        "w:val": kind, "w:sz": "\(min(max((line.width * 2 + 2) / 5, 2), 96))",
        "w:space": "\(min(max(line.space / 20, 0), 31))", "w:color": line.color.map(hex) ?? "auto",
      ])
  }

  // MARK: Characters

  /// Writes what a run says beyond its styles.
  ///
  /// - Parameters:
  ///   - styleID: The style of characters; nil for none.
  ///   - isComplex: Whether the text runs from right to left.
  static func run(
    _ look: RunLook, base: RunLook, styleID: String?, isHidden: Bool, isComplex: Bool,
    isStyle: Bool = false, _ xml: inout OfficeMarkup
  ) {
    if let styleID { xml.value("w:rStyle", styleID) }
    if look.font != base.font { fonts(look.font, &xml) }
    xml.toggle("w:b", look.isBold, base: base.isBold)
    xml.toggle("w:bCs", look.isBold, base: base.isBold)
    xml.toggle("w:i", look.isItalic, base: base.isItalic)
    xml.toggle("w:iCs", look.isItalic, base: base.isItalic)
    xml.toggle("w:caps", look.capitals == .all, base: base.capitals == .all)
    xml.toggle("w:smallCaps", look.capitals == .small, base: base.capitals == .small)
    xml.toggle("w:strike", look.isStruck, base: base.isStruck)
    xml.toggle("w:vanish", isHidden)
    if look.color != base.color { xml.value("w:color", look.color.map(hex) ?? "auto") }
    if look.letterSpacing != base.letterSpacing { xml.value("w:spacing", "\(look.letterSpacing)") }
    if look.scale != base.scale { xml.value("w:w", "\(look.scale)") }
    if look.size != base.size {
      xml.value("w:sz", "\(look.size)")
      xml.value("w:szCs", "\(look.size)")
    }
    // Styles have backgrounds, but no highlighter.
    let highlight = isStyle ? nil : look.background.flatMap(highlighter)
    if look.background != base.background {
      if let highlight { xml.value("w:highlight", highlight) }
    }
    if look.underline != base.underline { xml.value("w:u", word(look.underline)) }
    if look.background != base.background, highlight == nil { shading(look.background, &xml) }
    if look.position != base.position {
      xml.value(
        "w:vertAlign",
        look.position == .superscript ? "superscript" : look.position == nil ? "baseline" : "subscript")
    }
    if isComplex { xml.empty("w:rtl") }
    if look.language != base.language, let language = look.language {
      if isComplex {
        xml.empty("w:lang", ["w:val": language, "w:bidi": language])
      } else {
        xml.value("w:lang", language)
      }
    }
  }

  /// The longest name of a font that Word takes, in characters (17.8.3.10).
  private static let longestFont = 31

  /// Writes a font.
  static func fonts(_ font: String, _ xml: inout OfficeMarkup) {
    guard font.utf16.count <= longestFont else { return }
    xml.empty("w:rFonts", ["w:ascii": font, "w:hAnsi": font, "w:cs": font])
  }

  /// The highlighter of a colour; nil for one that Word's doesn't have.
  private static func highlighter(_ color: DocumentColor) -> String? {
    let number = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    guard let name = highlighterNames.first(where: { WordValue.highlights[$0.lowercased()] == number }) else {
      return nil
    }
    return name
  }

  /// The names of the highlighter as they are spelled.
  private static let highlighterNames = [
    "black", "blue", "cyan", "green", "magenta", "red", "yellow", "white", "darkBlue", "darkCyan",
    "darkGreen",
    "darkMagenta", "darkRed", "darkYellow", "darkGray", "lightGray",
  ]

  private static func word(_ underline: CharacterStyle.Underline?) -> String {
    switch underline {
    case nil: "none"
    case .single: "single"
    case .double: "double"
    case .dotted: "dotted"
    case .dashed: "dash"
    case .dashDot: "dotDash"
    case .dashDotDot: "dotDotDash"
    case .thick: "thick"
    case .wave: "wave"
    case .words: "words"
    }
  }
}
