internal import SlipDocument

/// What stands in a paragraph.
extension HTMLDocumentWriter {
  mutating func inlines(_ inlines: [Inline]) {
    for index in inlines.indices {
      // Most text: of known formatting. That isn't even retained, for which threads would wait.
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

  private mutating func inline(_ inline: Inline) {
    switch inline {
    case .run(let run):
      if run.text.isEmpty || run.style.isHidden { return }
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

  /// Code is shown in a font of its kind by itself.
  private func shown(_ style: CharacterStyle) -> CharacterStyle {
    guard let font = style.font, isInCode || CodeStyle.isCode(style), FontFacts.isMonospaced(font) else {
      return style
    }
    var shown = style
    shown.font = base.style.font
    return shown
  }

  mutating func lineBreak() {
    sink.markup("<br")
    sink.endVoid()
  }

  /// Pictures and files take part in links and revisions, not in text formatting.
  private func surroundings(_ style: CharacterStyle) -> CharacterStyle {
    if style.isPlain { return base.style }
    var outer = base.style
    outer.link = style.link
    outer.revision = style.revision
    return outer
  }

  private mutating func bookmark(_ name: String) {
    guard let identifier = Identifier.of(bookmark: name), !isOfNote(identifier),
      usedIdentifiers.insert(identifier).inserted
    else { return }
    sink.markup("<span")
    sink.attribute("id", identifier)
    sink.markup("></span>")
  }

  mutating func closeInlines() {
    change(to: base.style)
  }

  // MARK: Formatting

  /// Closes and opens inline elements so that text of `style` can follow. Elements nest in the order of
  /// `InlineLayer`; those outside the first difference stay open.
  mutating func change(to style: CharacterStyle) {
    if let kind = styles.recentNumber(of: style.identity) { return change(toKind: kind) }
    if style.recurs { return change(toKind: styles.number(of: style)) }
    let open = openStyle
    if style.isIdentical(to: open) { return }
    writeChange(from: open, to: style)
    self.open = .other(style)
  }

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

  private var openStyle: CharacterStyle {
    switch open {
    case .kind(let kind): styles.kinds[kind]
    case .other(let style): style
    }
  }

  /// What `write` writes, instead of writing it.
  private mutating func written(_ write: (inout HTMLDocumentWriter) -> Void) -> HTMLSink.Piece {
    var other = HTMLSink(capacity: 0, isXML: sink.isXML)
    swap(&sink, &other)
    write(&self)
    swap(&sink, &other)
    return other.piece
  }

  private mutating func writeChange(from open: CharacterStyle, to style: CharacterStyle) {
    let layers = InlineLayer.allCases
    guard let first = layers.first(where: { $0.differs(open, style) }) else { return }
    for layer in layers.reversed() where layer.rawValue >= first.rawValue {
      if layer.isActive(open, base.style) { close(layer, open) }
    }
    for layer in layers where layer.rawValue >= first.rawValue {
      if layer.isActive(style, base.style) { self.open(layer, style) }
    }
  }

  private mutating func close(_ layer: InlineLayer, _ open: CharacterStyle) {
    switch layer {
    case .revision:
      sink.markup(open.revision?.kind == .deletion ? "</del>" : "</ins>")
      if open.revision?.insertion != nil { sink.markup("</ins>") }
    case .link: if openLinkIsLive { sink.markup("</a>") } else { sink.markup("</span>") }
    case .look: sink.markup("</span>")
    case .background: sink.markup("</mark>")
    case .bold: sink.markup("</strong>")
    case .italic: sink.markup("</em>")
    case .underline: sink.markup("</u>")
    case .struck: sink.markup("</s>")
    case .position: if open.position == .superscript { sink.markup("</sup>") } else { sink.markup("</sub>") }
    case .code: sink.markup("</code>")
    }
  }

  private mutating func open(_ layer: InlineLayer, _ style: CharacterStyle) {
    switch layer {
    case .revision: revision(style)
    case .link: link(style)
    case .look: look(style)
    case .background:
      guard let color = style.background else { return }
      sink.markup("<mark")
      let outer = backdrop
      shading(color)
      backdrop = outer
      sink.endDeclarations()
      sink.markup(">")
    case .bold: sink.markup("<strong>")
    case .italic: sink.markup("<em>")
    case .underline: underline(style)
    case .struck: sink.markup("<s>")
    case .position: if style.position == .superscript { sink.markup("<sup>") } else { sink.markup("<sub>") }
    case .code: sink.markup("<code>")
    }
  }

  private mutating func revision(_ style: CharacterStyle) {
    guard let revision = style.revision else { return }
    if let insertion = revision.insertion { change("<ins", insertion) }
    change(revision.kind == .deletion ? "<del" : "<ins", revision.credit, isMove: revision.isMove)
  }

  private mutating func change(_ tag: StaticString, _ credit: Revision.Credit, isMove: Bool = false) {
    sink.markup(tag)
    if isMove { sink.attribute("class", "move") }
    if let date = credit.date { sink.attribute("datetime", HTMLDate.text(date) + "Z") }
    if let author = credit.author { sink.attribute("title", author) }
    sink.markup(">")
  }

  private mutating func link(_ style: CharacterStyle) {
    guard let link = style.link else { return }
    if let target = liveTarget(link.target) {
      openLinkIsLive = true
      sink.markup("<a")
      sink.attribute("href", target)
      if let tip = link.tip { sink.attribute("title", tip) }
    } else {
      openLinkIsLive = false
      sink.markup("<span class=\"unlinked\"")
      sink.attribute("title", link.target)
    }
    sink.markup(">")
  }

  private func liveTarget(_ target: String) -> String? {
    guard let live = links.live(target) else { return nil }
    guard live.utf8.first == 0x23 else { return live }
    return Identifier.of(bookmark: String(live.dropFirst())).map { "#" + $0 }
  }

  private mutating func look(_ style: CharacterStyle) {
    sink.markup("<span")
    if let language = style.language.flatMap(HTMLLanguage.known), language != base.style.language {
      sink.attribute("lang", language)
    }
    if let color = style.color, color != base.style.color || backdrop != nil || style.background != nil {
      sink.ink(color, on: style.background ?? backdrop ?? .white)
    }
    if let font = style.font, font != base.style.font {
      sink.declaration("font-family")
      sink.cssFontFamily(font)
    }
    if let size = style.size, size != base.style.size {
      sink.declaration("font-size")
      sink.points(size, unitsPerPoint: 2)
    }
    if let capitals = style.capitals {
      if capitals == .small {
        sink.declaration("font-variant")
        sink.markup("small-caps")
      } else {
        sink.declaration("text-transform")
        sink.markup("uppercase")
      }
    }
    sink.endDeclarations()
    sink.markup(">")
  }

  private mutating func underline(_ style: CharacterStyle) {
    sink.markup(style.underline == .thick ? "<u class=\"thick\"" : "<u")
    switch style.underline {
    case .double: underlineStyle("double")
    case .dotted: underlineStyle("dotted")
    case .dashed, .dashDot, .dashDotDot: underlineStyle("dashed")
    case .wave: underlineStyle("wavy")
    case .single, .words, .thick, nil: break
    }
    sink.endDeclarations()
    sink.markup(">")
  }

  private mutating func underlineStyle(_ value: StaticString) {
    sink.declaration("text-decoration-style")
    sink.markup(value)
  }
}

extension CharacterStyle {
  /// Links and tracked changes seldom come twice.
  fileprivate var recurs: Bool { link == nil && revision == nil }
}
