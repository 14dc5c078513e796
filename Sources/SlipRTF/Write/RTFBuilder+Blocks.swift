internal import SlipDocument

/// Blocks: paragraphs, breaks, headers and footers, text boxes.
///
/// Each paragraph is one line of the file:
///
/// ```
/// \pard\plain\s1\outlinelevel0{\b\fs36 The garden}\par
/// \pard\plain\qj\sa120 It was {\i very} green.\par
/// ```
extension RTFBuilder {
  /// What ends the last paragraph of a sequence of blocks.
  enum LastEnd {
    /// `\par`, as for every other paragraph.
    case paragraph
    /// The end of the group. A paragraph that shows nothing gets `\par`, because otherwise it would not
    /// exist for readers.
    case group
    /// `\cell` or `\nestcell`, which the caller writes.
    case cell
  }

  /// Writes a sequence of blocks.
  ///
  /// When a note's text begins with a table or break, its mark is not repeated (`pendingMark`), because
  /// the reader looks for it at the beginning of a paragraph.
  ///
  /// - Parameters:
  ///   - blocks: the blocks; a slice, so that long bodies can be written in parts.
  ///   - last: what ends the last paragraph.
  mutating func blocks(_ blocks: ArraySlice<Block>, last: LastEnd = .paragraph) {
    for (index, block) in zip(blocks.indices, blocks) {
      let isLast = index == blocks.endIndex - 1
      switch block {
      case .paragraph(let paragraph): self.paragraph(paragraph, end: isLast ? last : .paragraph)
      case .table(let table):
        pendingMark = nil
        self.table(table)
      case .break(let kind):
        pendingMark = nil
        paragraphStart(Paragraph())
        self.break(kind)
      }
    }
  }

  /// Writes a break of a page, column or section. A section starts with the default formatting
  /// (`\sectd`).
  mutating func `break`(_ kind: BreakKind) {
    switch kind {
    case .page: out.word("page")
    case .column: out.word("column")
    case .section:
      out.word("sect")
      out.word("sectd")
    }
    out.newLine()
  }

  /// Writes a header or footer, a group of paragraphs such as `{\headerf\pard\plain Draft\par}`.
  mutating func headerOrFooter(_ part: HeaderOrFooter) {
    out.open(part.kind.destination)
    blocks(part.blocks[...])
    out.close()
    out.newLine()
  }

  /// Writes a paragraph: its formatting, list marker, note mark, text boxes and text, and its end.
  private mutating func paragraph(_ paragraph: Paragraph, end: LastEnd) {
    paragraphStart(paragraph)
    if let item = paragraph.listItem { listMarker(item) }
    noteMark(paragraph)
    for box in paragraph.textBoxes { textBox(box) }
    inlines(paragraph)
    switch end {
    case .paragraph: paragraphEnd(paragraph)
    case .group: if RTFBuilder.needsEnd(paragraph) { paragraphEnd(paragraph) }
    case .cell: break
    }
  }

  /// Whether a paragraph at the end of a group would get lost or change without `\par`: when it shows
  /// nothing, or when its end is a tracked change.
  private static func needsEnd(_ paragraph: Paragraph) -> Bool {
    paragraph.endRevision != nil || !paragraph.inlines.contains(where: \.isVisible)
  }

  /// Writes `\par`. When the end of the paragraph is a tracked change, it gets a group of its own,
  /// `{\revised…\par}`: the formatting of the paragraph mark is that of `\par`.
  private mutating func paragraphEnd(_ paragraph: Paragraph) {
    if let revision = paragraph.endRevision {
      out.open()
      self.revision(revision)
      out.word("par")
      out.close()
    } else {
      out.word("par")
    }
    out.newLine()
  }

  /// Writes the formatting of a paragraph, complete from `\pard` on, so that it doesn't depend on the
  /// paragraph before. Only what differs from the default is written. Lengths are in twips.
  mutating func paragraphStart(_ paragraph: Paragraph) {
    let style = paragraph.style
    out.word("pard")
    out.word("plain")
    if tableDepth > 0 { out.word("intbl") }
    if tableDepth > 1 { out.word("itap", tableDepth) }
    if let number = tables.paragraphStyles.number(RTFStyleDefaults.styleName(style)) { out.word("s", number) }
    if let level = style.headingLevel {
      out.word("outlinelevel", level - 1)
    } else if let name = style.name, tables.headingLevels[name] != nil || RTFHeadingName.level(name) != nil {
      // Level 9 is body text, although the style is one of headings.
      out.word("outlinelevel", 9)
    }
    if style.isRightToLeft { out.word("rtlpar") }
    switch style.alignment {
    case .left: break
    case .center: out.word("qc")
    case .right: out.word("qr")
    case .justified: out.word("qj")
    }
    lengths(of: paragraph)
    tabStops(style.tabStops)
    if style.keepsWithNext { out.word("keepn") }
    if style.startsPage { out.word("pagebb") }
    if let borders = style.borders { self.borders(borders) }
    if let number = tables.colors.number(style.shading) {
      out.word("shading", 0)
      out.word("cbpat", number)
    }
    if let item = paragraph.listItem {
      out.word("ls", listNumber(of: item))
      out.word("ilvl", item.level)
    }
  }

  /// Writes indents and spacing in twips. A list item without indents of its own gets the usual ones of
  /// its level, which the reader removes again (`RTFStyleDefaults.strip`).
  private mutating func lengths(of paragraph: Paragraph) {
    let style = paragraph.style
    var (left, first) = (style.leftIndent, style.firstLineIndent)
    if let item = paragraph.listItem, left == 0, first == 0 {
      (left, first) = BlockRole.listIndents(level: item.level)
    }
    if left != 0 { out.word("li", left) }
    if first != 0 { out.word("fi", first) }
    if style.rightIndent != 0 { out.word("ri", style.rightIndent) }
    if style.spaceBefore != 0 { out.word("sb", style.spaceBefore) }
    if style.spaceAfter != 0 { out.word("sa", style.spaceAfter) }
    switch style.lineSpacing {
    case nil: break
    case .multiple(let value):
      out.word("sl", value)
      out.word("slmult", 1)
    case .atLeast(let value):
      out.word("sl", value)
      out.word("slmult", 0)
    case .exactly(let value):
      out.word("sl", -value)
      out.word("slmult", 0)
    }
  }

  /// Writes the borders of a paragraph: `\brdrt\brdrs\brdrw10\brdrcf1\brsp20` for one on top.
  private mutating func borders(_ borders: Borders) {
    line("brdrt", borders.top)
    line("brdrl", borders.left)
    line("brdrb", borders.bottom)
    line("brdrr", borders.right)
  }

  /// Writes the line of one side of a paragraph or a cell; nothing for none.
  mutating func line(_ side: StaticString, _ line: Borders.Line?) {
    guard let line else { return }
    out.word(side)
    switch line.style {
    case .single: out.word("brdrs")
    case .double: out.word("brdrdb")
    case .dotted: out.word("brdrdot")
    case .dashed: out.word("brdrdash")
    }
    out.word("brdrw", line.width)
    if let number = tables.colors.number(line.color) { out.word("brdrcf", number) }
    if line.space > 0 { out.word("brsp", line.space) }
  }

  /// Writes tab stops: `\tqr\tx9000` for one that aligns right.
  private mutating func tabStops(_ stops: [TabStop]) {
    for stop in stops {
      switch stop.kind {
      case .left: break
      case .center: out.word("tqc")
      case .right: out.word("tqr")
      case .decimal: out.word("tqdec")
      case .bar:
        out.word("tb", stop.position)
        continue
      }
      out.word("tx", stop.position)
    }
  }

  /// Writes a text box as a floating shape (RTF 1.9.1, "Word 97 through Word 2007 RTF for Drawing
  /// Objects").
  ///
  /// It is 3 by 1 inches and grows with its text, since the document doesn't know its size. Shape type
  /// 202 is a text box. The table cells around it don't count within it.
  ///
  /// ```
  /// {\shp{\*\shpinst\shpleft0…{\sp{\sn shapeType}{\sv 202}}…{\shptxt \pard\plain Text\par
  /// }}}
  /// ```
  private mutating func textBox(_ box: TextBox) {
    out.open("shp")
    out.openIgnorable("shpinst")
    for (name, value) in [("shpleft", 0), ("shptop", 0), ("shpright", 4320), ("shpbottom", 1440)]
      as [(StaticString, Int)]
    {
      out.word(name, value)
    }
    out.word("shpbxcolumn")
    out.word("shpbypara")
    out.word("shpwr", 1)
    shapeProperty("shapeType", "202")
    shapeProperty("fFitShapeToText", "1")
    out.open("shptxt")
    let depth = tableDepth
    tableDepth = 0
    blocks(box.blocks[...])
    tableDepth = depth
    out.close()
    out.close()
    out.close()
  }

  /// Writes a property of a shape or picture: `{\sp{\sn wzDescription}{\sv A rose}}`.
  mutating func shapeProperty(_ name: StaticString, _ value: String) {
    out.open("sp")
    out.open("sn")
    out.text("\(name)")
    out.close()
    out.open("sv")
    out.text(value)
    out.close()
    out.close()
  }
}

extension HeaderOrFooter.Kind {
  /// The destination of the header or footer.
  var destination: StaticString {
    switch self {
    case .header: "header"
    case .headerFirst: "headerf"
    case .headerLeft: "headerl"
    case .headerRight: "headerr"
    case .footer: "footer"
    case .footerFirst: "footerf"
    case .footerLeft: "footerl"
    case .footerRight: "footerr"
    }
  }
}
