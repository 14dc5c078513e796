internal import SlipDocument

/// Properties of paragraphs and runs as attributes (ODF 1.3, 20).
enum ODTFormat {
  /// A length in points.
  static func points(_ twips: Int) -> String {
    let (whole, rest) = abs(twips).quotientAndRemainder(dividingBy: 20)
    var text = (twips < 0 ? "-" : "") + "\(whole)"
    if rest > 0 {
      let hundredths = rest * 5
      text += "." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
    }
    return text + "pt"
  }

  /// A colour.
  static func color(_ color: DocumentColor) -> String { "#" + WordFormat.hex(color).lowercased() }

  /// Writes an attribute.
  static func attribute(_ name: StaticString, _ value: String, _ xml: inout OfficeMarkup) {
    xml.raw(" ")
    xml.raw(name)
    xml.raw("=\"")
    xml.value(value)
    xml.raw("\"")
  }

  /// Writes the properties of a paragraph that differ from those of its style.
  static func paragraph(
    _ style: ParagraphStyle, base: ParagraphStyle, breakAfter: BreakKind?, _ xml: inout OfficeMarkup
  ) {
    var own = OfficeMarkup()
    if style.leftIndent != base.leftIndent { attribute("fo:margin-left", points(style.leftIndent), &own) }
    if style.rightIndent != base.rightIndent { attribute("fo:margin-right", points(style.rightIndent), &own) }
    if style.spaceBefore != base.spaceBefore { attribute("fo:margin-top", points(style.spaceBefore), &own) }
    if style.spaceAfter != base.spaceAfter { attribute("fo:margin-bottom", points(style.spaceAfter), &own) }
    if style.firstLineIndent != base.firstLineIndent {
      attribute("fo:text-indent", points(style.firstLineIndent), &own)
    }
    if style.lineSpacing != base.lineSpacing { lineSpacing(style.lineSpacing, &own) }
    if style.alignment != base.alignment || style.isRightToLeft != base.isRightToLeft {
      attribute("fo:text-align", word(style.alignment, isRightToLeft: style.isRightToLeft), &own)
    }
    if style.isRightToLeft != base.isRightToLeft {
      attribute("style:writing-mode", style.isRightToLeft ? "rl-tb" : "lr-tb", &own)
    }
    if style.keepsWithNext != base.keepsWithNext {
      attribute("fo:keep-with-next", style.keepsWithNext ? "always" : "auto", &own)
    }
    if style.startsPage != base.startsPage {
      attribute("fo:break-before", style.startsPage ? "page" : "auto", &own)
    }
    if let breakAfter { attribute("fo:break-after", breakAfter == .column ? "column" : "page", &own) }
    if style.shading != base.shading {
      attribute("fo:background-color", style.shading.map(color) ?? "transparent", &own)
    }
    if style.borders != base.borders { borders(style.borders ?? Borders(), hasSpace: true, &own) }
    guard !own.bytes.isEmpty || style.tabStops != base.tabStops else { return }
    xml.raw("<style:paragraph-properties")
    xml.raw(own.bytes)
    guard style.tabStops != base.tabStops else { return xml.raw("/>") }
    xml.raw("><style:tab-stops>")
    for stop in style.tabStops {
      xml.raw("<style:tab-stop")
      attribute("style:position", points(stop.position), &xml)
      switch stop.kind {
      case .left, .bar: break
      case .center: attribute("style:type", "center", &xml)
      case .right: attribute("style:type", "right", &xml)
      case .decimal:
        attribute("style:type", "char", &xml)
        attribute("style:char", ".", &xml)
      }
      xml.raw("/>")
    }
    xml.raw("</style:tab-stops></style:paragraph-properties>")
  }

  private static func lineSpacing(_ spacing: ParagraphStyle.LineSpacing?, _ xml: inout OfficeMarkup) {
    switch spacing {
    case nil: attribute("fo:line-height", "100%", &xml)
    case .multiple(let value): attribute("fo:line-height", "\(max(value, 1) * 100 / 240)%", &xml)
    case .atLeast(let value): attribute("style:line-height-at-least", points(max(value, 1)), &xml)
    case .exactly(let value): attribute("fo:line-height", points(max(value, 1)), &xml)
    }
  }

  private static func word(_ alignment: ParagraphStyle.Alignment, isRightToLeft: Bool) -> String {
    switch alignment {
    case .left: isRightToLeft ? "end" : "start"
    case .right: isRightToLeft ? "start" : "end"
    case .center: "center"
    case .justified: "justify"
    }
  }

  /// Writes the lines of the four sides.
  static func borders(_ borders: Borders, hasSpace: Bool, _ xml: inout OfficeMarkup) {
    for (name, space, line) in [
      ("fo:border-top", "fo:padding-top", borders.top), ("fo:border-left", "fo:padding-left", borders.left),
      ("fo:border-bottom", "fo:padding-bottom", borders.bottom),
      ("fo:border-right", "fo:padding-right", borders.right),
    ] as [(StaticString, StaticString, Borders.Line?)] {
      guard let line else {
        attribute(name, "none", &xml)
        continue
      }
      let kind =
        switch line.style {
        case .single: "solid"
        case .double: "double"
        case .dotted: "dotted"
        case .dashed: "dashed"
        }
      attribute(
        name, points(max(line.width, 1)) + " " + kind + " " + (line.color.map(color) ?? "#000000"), &xml)
      if hasSpace { attribute(space, points(line.space), &xml) }
    }
  }

  /// Writes the properties of a run that differ from those of its styles.
  static func run(_ look: RunLook, base: RunLook, isHidden: Bool, _ xml: inout OfficeMarkup) {
    var own = OfficeMarkup()
    if look.capitals != base.capitals {
      attribute("fo:font-variant", look.capitals == .small ? "small-caps" : "normal", &own)
      attribute("fo:text-transform", look.capitals == .all ? "uppercase" : "none", &own)
    }
    if look.color != base.color {
      if let color = look.color {
        attribute("fo:color", self.color(color), &own)
      } else {
        attribute("style:use-window-font-color", "true", &own)
      }
    }
    if look.isStruck != base.isStruck {
      attribute("style:text-line-through-style", look.isStruck ? "solid" : "none", &own)
    }
    if look.position != base.position {
      let text = look.position == .superscript ? "super 58%" : look.position == nil ? "0% 100%" : "sub 58%"
      attribute("style:text-position", text, &own)
    }
    if look.font != base.font { fonts(look.font, &own) }
    if look.size != base.size {
      for name in ["fo:font-size", "style:font-size-asian", "style:font-size-complex"] as [StaticString] {
        attribute(name, points(look.size * 10), &own)
      }
    }
    if look.letterSpacing != base.letterSpacing {
      attribute(
        "fo:letter-spacing", look.letterSpacing == 0 ? "normal" : points(look.letterSpacing), &own)
    }
    if look.scale != base.scale { attribute("style:text-scale", "\(look.scale)%", &own) }
    if look.language != base.language, let language = look.language { self.language(language, &own) }
    if look.isItalic != base.isItalic {
      for name in ["fo:font-style", "style:font-style-asian", "style:font-style-complex"] as [StaticString] {
        attribute(name, look.isItalic ? "italic" : "normal", &own)
      }
    }
    if look.underline != base.underline { underline(look.underline, &own) }
    if look.isBold != base.isBold {
      for name in ["fo:font-weight", "style:font-weight-asian", "style:font-weight-complex"] as [StaticString]
      {
        attribute(name, look.isBold ? "bold" : "normal", &own)
      }
    }
    if look.background != base.background {
      attribute("fo:background-color", look.background.map(color) ?? "transparent", &own)
    }
    if isHidden { attribute("text:display", "none", &own) }
    guard !own.bytes.isEmpty else { return }
    xml.raw("<style:text-properties")
    xml.raw(own.bytes)
    xml.raw("/>")
  }

  /// Writes a font.
  static func fonts(_ font: String, _ xml: inout OfficeMarkup) {
    let family = font.contains(" ") ? "'" + font.filter { $0 != "'" } + "'" : font
    for name in ["fo:font-family", "style:font-family-asian", "style:font-family-complex"] as [StaticString] {
      attribute(name, family, &xml)
    }
  }

  /// Writes a language and its country.
  static func language(_ tag: String, _ xml: inout OfficeMarkup) {
    let parts = tag.split(separator: "-").map(String.init)
    guard let code = parts.first, (2...3).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isLetter })
    else {
      return
    }
    let country = parts.dropFirst().first { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter } }
    attribute("fo:language", code.lowercased(), &xml)
    attribute("fo:country", country?.uppercased() ?? "none", &xml)
    let script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy { $0.isASCII && $0.isLetter } }
    if let script {
      attribute("fo:script", script.prefix(1).uppercased() + script.dropFirst().lowercased(), &xml)
    }
  }

  private static func underline(_ underline: CharacterStyle.Underline?, _ xml: inout OfficeMarkup) {
    let style =
      switch underline {
      case nil: "none"
      case .single, .double, .thick, .words: "solid"
      case .dotted: "dotted"
      case .dashed: "dash"
      case .dashDot: "dot-dash"
      case .dashDotDot: "dot-dot-dash"
      case .wave: "wave"
      }
    attribute("style:text-underline-style", style, &xml)
    guard underline != nil else { return }
    if underline == .double { attribute("style:text-underline-type", "double", &xml) }
    attribute("style:text-underline-width", underline == .thick ? "bold" : "auto", &xml)
    attribute("style:text-underline-color", "font-color", &xml)
    if underline == .words { attribute("style:text-underline-mode", "skip-white-space", &xml) }
  }
}
