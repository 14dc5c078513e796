internal import SlipDocument

/// Writes the formatting of paragraphs as attributes.
extension HTMLDocumentWriter {
  /// Writes the attributes `dir` and `style` of a paragraph's element. Both are left out
  /// if there is nothing to state.
  ///
  /// A paragraph without space before and behind it has that of the page, and so has one with the usual space of markup.
  /// Items of lists have that of their list.
  ///
  /// - Parameters:
  ///   - role: the paragraph's role. The elements for it show an indent already, and only
  ///     the rest is stated.
  ///   - inItem: whether the paragraph stands in a list item. Its indents belong to the
  ///     list and are left out.
  ///   - keepsSpaces: whether white space must not collapse.
  ///   - isLight: whether text isn't bold where browsers would show it so.
  mutating func attributes(
    of style: ParagraphStyle, _ role: BlockRole = BlockRole(), inItem: Bool, keepsSpaces: Bool,
    isLight: Bool = false
  ) {
    direction(of: style)
    declarations(of: style, role, inItem: inItem, keepsSpaces: keepsSpaces, isLight: isLight)
  }

  /// Writes the attribute `dir`, which is left out for what runs as its surroundings do. It stands before all
  /// declarations.
  mutating func direction(of style: ParagraphStyle) {
    if style.isRightToLeft != isInRightToLeft {
      sink.attribute("dir", style.isRightToLeft ? "rtl" : "ltr")
    }
  }

  /// Writes the declarations of a paragraph, and ends the attribute `style`; see `attributes`.
  mutating func declarations(
    of style: ParagraphStyle, _ role: BlockRole = BlockRole(), inItem: Bool, keepsSpaces: Bool,
    isLight: Bool = false
  ) {
    if isLight {
      sink.declaration("font-weight")
      sink.markup("normal")
    }
    alignment(style.alignment)
    if !inItem {
      // Quotations and lists are indented by themselves.
      indent("margin-left", role.indent == 0 ? style.leftIndent : max(style.leftIndent - role.indent, 0))
      indent("margin-right", style.rightIndent)
      indent("text-indent", style.firstLineIndent)
      if !style.hasSpacingOfPage {
        space("margin-top", style.spaceBefore)
        space("margin-bottom", style.spaceAfter)
      }
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

  /// Writes the alignment, unless it is left.
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

  /// Writes a colour behind what follows, and makes it the backdrop.
  ///
  /// If text without a colour of its own couldn't be read on it, a readable colour is
  /// stated as well.
  mutating func shading(_ color: DocumentColor) {
    sink.declaration("background-color")
    sink.color(color)
    let ink = base.style.color ?? .black
    // The page's own ink is a little lighter than black.
    let shown = base.style.color ?? HTMLStyleSheet.ink
    if shown.contrast(with: color) < DocumentColor.readable {
      sink.declaration("color")
      sink.color(ink.adjusted(readableOn: color))
    }
    backdrop = color
  }

  /// Writes the borders of a paragraph.
  private mutating func borders(_ borders: Borders) {
    border("border-top", "padding-top", borders.top)
    border("border-right", "padding-right", borders.right)
    border("border-bottom", "padding-bottom", borders.bottom)
    border("border-left", "padding-left", borders.left)
  }

  /// Writes the borders of a cell that differ from those of its table's other cells.
  ///
  /// - Parameter usual: What the cell has where it states nothing.
  mutating func borders(ofCell borders: Borders, usual: Borders) {
    if borders == usual { return }
    if let line = borders.top, borders == Borders(all: line) { return border("border", "padding", line) }
    if borders.isEmpty {
      sink.declaration("border")
      return sink.markup("none")
    }
    let sides: [(StaticString, Borders.Line?, Borders.Line?)] = [
      ("border-top", borders.top, usual.top), ("border-right", borders.right, usual.right),
      ("border-bottom", borders.bottom, usual.bottom), ("border-left", borders.left, usual.left),
    ]
    for (property, line, usual) in sides where line != usual {
      if line == nil {
        sink.declaration(property)
        sink.markup("none")
      } else {
        border(property, "padding", line)
      }
    }
  }

  /// Writes one border. A double line is at least 2.25 points wide, because browsers show
  /// a thinner one as single.
  private mutating func border(
    _ property: StaticString, _ padding: StaticString, _ line: Borders.Line?
  ) {
    guard let line else { return }
    sink.declaration(property)
    // A double line needs room for both lines.
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

  /// Writes the distance of lines if it is more than single, which is what a page has by
  /// itself. The page's single spacing is 1.5, while that of a font is about 1.2, so
  /// multiples are scaled.
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

  /// Writes space before or behind a paragraph.
  private mutating func space(_ property: StaticString, _ twips: Int) {
    sink.declaration(property)
    sink.points(twips, unitsPerPoint: 20)
  }

  /// Writes an indent, unless it is 0.
  private mutating func indent(_ property: StaticString, _ twips: Int) {
    if twips == 0 { return }
    sink.declaration(property)
    sink.points(twips, unitsPerPoint: 20)
  }
}

/// What pages show of line spacing.
extension ParagraphStyle.LineSpacing {
  /// Whether the spacing is more than single. Values are in 240ths of a line, and a
  /// little more than 240 counts as single.
  fileprivate var isWide: Bool {
    switch self {
    case .multiple(let value): value > 252
    case .exactly(let value): value > 0
    case .atLeast: false
    }
  }
}

/// What pages show of paragraph formatting.
extension ParagraphStyle {
  /// Whether the space before and behind the paragraph is what pages have by themselves.
  fileprivate var hasSpacingOfPage: Bool {
    if spaceBefore == 0 && spaceAfter == 0 { return true }
    return headingLevel == nil
      ? spaceBefore == 0 && spaceAfter == MarkupSpacing.paragraph
      : spaceBefore == MarkupSpacing.beforeHeading && spaceAfter == MarkupSpacing.heading
  }

  /// Whether the paragraph has formatting that needs an element of its own. Without any,
  /// the text of a list item can stand in `<li>` directly.
  func needsElement(inItem: Bool) -> Bool {
    headingLevel != nil || alignment != .left || shading != nil || borders != nil || startsPage
      || isRightToLeft
      || lineSpacing?.isWide == true || (inItem && isLoose)
      || (!inItem && (leftIndent != 0 || rightIndent != 0 || firstLineIndent != 0))
  }
}
