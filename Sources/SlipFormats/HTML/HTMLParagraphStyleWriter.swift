internal import SlipDocument

/// Attributes of paragraphs.
extension HTMLDocumentWriter {
  /// `dir` and `style`; a list item's indents are the list's business.
  mutating func attributes(
    of style: ParagraphStyle, _ role: BlockRole = BlockRole(), inItem: Bool, keepsSpaces: Bool
  ) {
    if style.isRightToLeft { sink.attribute("dir", "rtl") }
    alignment(style.alignment)
    if !inItem {
      // Quotations and lists set in by themselves.
      indent("margin-left", role.indent == 0 ? style.leftIndent : max(style.leftIndent - role.indent, 0))
      indent("margin-right", style.rightIndent)
      indent("text-indent", style.firstLineIndent)
    }
    lineHeight(style.lineSpacing)
    if let shading = style.shading { self.shading(shading) }
    if let borders = style.borders { self.borders(borders) }
    if style.startsPage {
      sink.declaration("break-before")
      sink.markup("page")
    }
    if keepsSpaces {
      sink.declaration("white-space")
      sink.markup("pre-wrap")
    }
    sink.endDeclarations()
  }

  private mutating func alignment(_ alignment: ParagraphStyle.Alignment) {
    if alignment == .left { return }
    sink.declaration("text-align")
    switch alignment {
    case .left: break
    case .center: sink.markup("center")
    case .right: sink.markup("right")
    case .justified: sink.markup("justify")
    }
  }

  /// Lays a colour behind what follows. Text that has no colour of its own must be seen before it.
  mutating func shading(_ color: Color) {
    sink.declaration("background-color")
    sink.color(color)
    let ink = base.style.color ?? .black
    if ink.contrast(with: color) < Color.readable {
      sink.declaration("color")
      sink.color(ink.adjusted(readableOn: color))
    }
    backdrop = color
  }

  private mutating func borders(_ borders: ParagraphBorders) {
    border("border-top", "padding-top", borders.top)
    border("border-right", "padding-right", borders.right)
    border("border-bottom", "padding-bottom", borders.bottom)
    border("border-left", "padding-left", borders.left)
  }

  private mutating func border(
    _ property: StaticString, _ padding: StaticString, _ line: ParagraphBorders.Line?
  ) {
    guard let line else { return }
    sink.declaration(property)
    // Double lines need room for both.
    sink.points(max(line.width, line.style == .double ? 45 : 10), unitsPerPoint: 20)
    switch line.style {
    case .single: sink.markup(" solid")
    case .double: sink.markup(" double")
    case .dotted: sink.markup(" dotted")
    case .dashed: sink.markup(" dashed")
    }
    if let color = line.color {
      sink.markup(" ")
      sink.color(color)
    }
    if line.space > 0 {
      sink.declaration(padding)
      sink.points(line.space, unitsPerPoint: 20)
    }
  }

  /// Single spacing is what the page has: 1.5, where a font's own is about 1.2.
  private mutating func lineHeight(_ spacing: ParagraphStyle.LineSpacing?) {
    switch spacing {
    case .multiple(let value) where spacing?.isWide == true:
      sink.declaration("line-height")
      sink.decimal(hundredths: min(value, 2_400) * 150 / 240)
    case .exactly(let value) where value > 0:
      sink.declaration("line-height")
      sink.points(value, unitsPerPoint: 20)
    case .multiple, .exactly, .atLeast, nil: break
    }
  }

  private mutating func indent(_ property: StaticString, _ twips: Int) {
    if twips == 0 { return }
    sink.declaration(property)
    sink.points(twips, unitsPerPoint: 20)
  }
}

extension ParagraphStyle.LineSpacing {
  /// More than single, which is what a page has.
  fileprivate var isWide: Bool {
    switch self {
    case .multiple(let value): value > 252
    case .exactly(let value): value > 0
    case .atLeast: false
    }
  }
}

extension ParagraphStyle {
  /// Whether the paragraph says something that needs an element of its own.
  func needsElement(inItem: Bool) -> Bool {
    headingLevel != nil || alignment != .left || shading != nil || borders != nil || startsPage
      || isRightToLeft
      || lineSpacing?.isWide == true || (inItem && isLoose)
      || (!inItem && (leftIndent != 0 || rightIndent != 0 || firstLineIndent != 0))
  }
}
