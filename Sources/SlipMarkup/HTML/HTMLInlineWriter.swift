internal import SlipDocument

/// Writes what stands in a paragraph.
extension HTMLDocumentWriter {
  /// Writes the inlines of a paragraph, or of a part of it.
  ///
  /// Inline elements stay open behind the last one, because what follows often has the
  /// same formatting; `closeInlines()` closes them. `needsFiller` says afterwards
  /// whether the paragraph's last line would be invisible.
  mutating func inlines(_ inlines: [Inline]) {
    for index in inlines.indices {
      // Most text has formatting that was met before. Its style isn't even retained, because several
      // threads that count references to it would wait for each other.
      if !isInCode, let identity = inlines[index].runIdentity, let kind = styles.recentNumber(of: identity) {
        if inlines[index].runLength == 0 { continue }
        change(toKind: kind)
        sink.text(inlines[index].runText)
        needsFiller = false
        continue
      }
      self.inline(inlines[index])
    }
  }

  /// Writes one inline. Hidden ones are left out, and deleted notes and ends of bookmarks
  /// show nothing.
  private mutating func inline(_ inline: Inline) {
    switch inline {
    case .run(let run):
      if run.text.isEmpty || run.style.isHidden { return }
      if let equation = equation(of: run) {
        // Without the field, so that other text of this style isn't taken for text of no field.
        var style = run.style
        style.field = nil
        change(to: shown(style))
        if let guide = equation.guide { ruby(guide) } else { formula(equation) }
        needsFiller = false
        return
      }
      change(to: shown(run.style))
      sink.text(run.text)
      needsFiller = false
    case .lineBreak:
      lineBreak()
      needsFiller = true
    case .break(let kind):
      sink.markup("<br class=\"")
      breakClass(kind)
      sink.markup("\"")
      sink.endVoid()
      needsFiller = false
    case .picture(let picture):
      if picture.style.isHidden { return }
      change(to: surroundings(picture.style))
      self.picture(picture)
      needsFiller = false
    case .attachment(let file):
      if file.style.isHidden { return }
      change(to: surroundings(file.style))
      attachment(file.resource)
      needsFiller = false
    case .noteReference(let index):
      closeInlines()
      noteReference(index)
      needsFiller = false
    case .bookmarkStart(let name):
      bookmark(name)
    case .deletedNote, .bookmarkEnd:
      break
    }
  }

  /// The formula or phonetic guide that a run is; nil if it is other text.
  ///
  /// Fragments have formulas as text: Markdown and Evernote don't know MathML, and show `12` for a half.
  private func equation(of run: Run) -> EquationField? {
    guard let field = run.style.field, let equation = EquationField(instruction: field),
      equation.text == run.text, equation.guide != nil || (equation.mathML != nil && !isFragment)
    else { return nil }
    return equation
  }

  /// Writes a formula. Its line of text is what programs say that don't show MathML.
  private mutating func formula(_ equation: EquationField) {
    sink.markup("<math")
    if sink.isXML { sink.attribute("xmlns", "http://www.w3.org/1998/Math/MathML") }
    sink.attribute("alttext", equation.text)
    sink.markup(">")
    sink.template(equation.mathML ?? "")
    sink.markup("</math>")
  }

  /// Writes a word with its reading above it. Programs that don't know the elements show `漢字(かんじ)`.
  private mutating func ruby(_ guide: EquationField.PhoneticGuide) {
    sink.markup("<ruby>")
    sink.text(guide.base)
    sink.markup("<rp>(</rp><rt>")
    sink.text(guide.reading)
    sink.markup("</rt><rp>)</rp></ruby>")
  }

  /// The style as it must be stated: a monospaced font needs no mention in code, which is
  /// shown in one anyway.
  private func shown(_ style: CharacterStyle) -> CharacterStyle {
    guard let font = style.font, isInCode || CodeStyle.isCode(style), FontFacts.isMonospaced(font) else {
      return style
    }
    var shown = style
    shown.font = base.style.font
    return shown
  }

  /// Writes a line break.
  mutating func lineBreak() {
    sink.markup("<br")
    sink.endVoid()
  }

  /// The style around a picture or file, which takes part in links and tracked changes,
  /// but not in formatting of text.
  private func surroundings(_ style: CharacterStyle) -> CharacterStyle {
    if style.isPlain { return base.style }
    var outer = base.style
    outer.link = style.link
    outer.revision = style.revision
    return outer
  }

  /// Writes the anchor of a bookmark as an empty `<span>` with an `id`. It is left out if
  /// its identifier is a note's or was written before, because identifiers stand once in
  /// a page.
  private mutating func bookmark(_ name: String) {
    guard let identifier = Identifier.of(bookmark: name), !isOfNote(identifier),
      usedIdentifiers.insert(identifier).inserted
    else { return }
    sink.markup("<span")
    sink.attribute("id", identifier)
    sink.markup("></span>")
  }

  /// Closes all inline elements.
  mutating func closeInlines() {
    change(to: base.style)
  }

  // MARK: Formatting

  /// Closes and opens inline elements so that text of `style` can follow.
  ///
  /// This is called for every run, so it avoids comparing styles: one that was met before
  /// has a number, and numbers are compared instead.
  mutating func change(to style: CharacterStyle) {
    if let kind = styles.recentNumber(of: style.identity) { return change(toKind: kind) }
    if style.recurs { return change(toKind: styles.number(of: style)) }
    let open = openStyle
    if style.isIdentical(to: open) { return }
    writeChange(from: open, to: style)
    self.open = .other(style)
  }

  /// Closes and opens inline elements for a style with a number.
  ///
  /// What is written between two styles is remembered, because text goes back and forth
  /// between few of them. In front of a coloured backdrop it depends on that colour too,
  /// and isn't remembered.
  private mutating func change(toKind kind: Int) {
    guard case .kind(let from) = open else {
      writeChange(from: openStyle, to: styles.kinds[kind])
      open = .kind(kind)
      return
    }
    if kind == from { return }
    if backdrop != nil {
      writeChange(from: styles.kinds[from], to: styles.kinds[kind])
    } else if let known = transitions.value(where: { $0 == (from, kind) }) {
      sink.markup(known)
    } else {
      let piece = written { $0.writeChange(from: $0.styles.kinds[from], to: $0.styles.kinds[kind]) }
      sink.markup(piece)
      transitions.remember(piece, for: (from, kind))
    }
    open = .kind(kind)
  }

  /// The formatting of the open inline elements.
  private var openStyle: CharacterStyle {
    switch open {
    case .kind(let kind): styles.kinds[kind]
    case .other(let style): style
    }
  }

  /// What a closure writes, instead of writing it.
  private mutating func written(_ write: (inout HTMLDocumentWriter) -> Void) -> HTMLSink.Piece {
    var other = HTMLSink(capacity: 0, isXML: sink.isXML)
    swap(&sink, &other)
    write(&self)
    swap(&sink, &other)
    return other.piece
  }
}

extension CharacterStyle {
  /// Whether the style is likely to come again. Links and tracked changes seldom do.
  fileprivate var recurs: Bool { link == nil && revision == nil }
}
