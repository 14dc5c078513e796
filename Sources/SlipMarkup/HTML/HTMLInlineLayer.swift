internal import SlipDocument

/// The inline elements that character formatting becomes, outermost first.
///
/// Elements nest in this order. When formatting changes, the layers outside the first
/// difference stay open, and the others are closed and opened again. Bold text with an
/// italic word in it is written as `<strong>one <em>two</em> three</strong>`, and italic
/// text with a bold word in it as
/// `<em>one </em><strong><em>two</em></strong><em> three</em>`.
enum HTMLInlineLayer: Int, CaseIterable {
  /// Tracked changes: `<ins>` and `<del>`.
  case revision
  /// Links: `<a>`, or `<span>` for one that isn't live.
  case link
  /// Font, size, colour, capitals, language and the spacing of letters: `<span>`.
  case look
  /// Highlighting: `<mark>`.
  case background
  /// Bold: `<strong>`.
  case bold
  /// Italic: `<em>`.
  case italic
  /// Underlined: `<u>`.
  case underline
  /// Struck through: `<s>`.
  case struck
  /// Superscript and subscript: `<sup>` and `<sub>`.
  case position
  /// Code: `<code>`.
  case code

  /// Whether two styles differ in what this element states.
  func differs(_ a: CharacterStyle, _ b: CharacterStyle) -> Bool {
    switch self {
    case .revision: a.revision != b.revision
    case .link: a.link != b.link
    case .look:
      a.size != b.size || a.color != b.color || a.font != b.font || a.capitals != b.capitals
        || a.language != b.language || a.letterSpacing != b.letterSpacing
    case .background: a.background != b.background
    case .bold: a.isBold != b.isBold
    case .italic: a.isItalic != b.isItalic
    case .underline: a.underline != b.underline
    case .struck: a.isStruck != b.isStruck
    case .position: a.position != b.position
    case .code: CodeStyle.isCode(a) != CodeStyle.isCode(b)
    }
  }

  /// Whether text of `style` needs this element, if the page's own style is `base`. What
  /// the page states already needs no element.
  func isActive(_ style: CharacterStyle, _ base: CharacterStyle) -> Bool {
    switch self {
    case .revision: style.revision != nil
    case .link: style.link != nil
    case .look:
      (style.size != nil && style.size != base.size) || (style.color != nil && style.color != base.color)
        || (style.font != nil && style.font != base.font) || style.capitals != nil
        || (style.language != nil && style.language != base.language) || style.letterSpacing != 0
    case .background: style.background != nil
    case .bold: style.isBold
    case .italic: style.isItalic
    case .underline: style.underline != nil
    case .struck: style.isStruck
    case .position: style.position != nil
    case .code: CodeStyle.isCode(style)
    }
  }
}

/// Writes the tags of inline elements.
extension HTMLDocumentWriter {
  /// Writes the tags between text of one style and text of another: the end tags of the
  /// first, from the innermost one, and then the start tags of the second. Writes nothing
  /// if the styles differ only in what HTML doesn't show.
  mutating func writeChange(from open: CharacterStyle, to style: CharacterStyle) {
    let layers = HTMLInlineLayer.allCases
    guard let first = layers.first(where: { $0.differs(open, style) }) else { return }
    for layer in layers.reversed() where layer.rawValue >= first.rawValue {
      if layer.isActive(open, base.style) { close(layer, open) }
    }
    for layer in layers where layer.rawValue >= first.rawValue {
      if layer.isActive(style, base.style) { self.open(layer, style) }
    }
  }

  /// Writes the end tag of a layer that is open for text of this style. It must be the
  /// innermost open layer.
  private mutating func close(_ layer: HTMLInlineLayer, _ open: CharacterStyle) {
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

  /// Writes the start tag of a layer for text of this style. It becomes the innermost
  /// open layer.
  private mutating func open(_ layer: HTMLInlineLayer, _ style: CharacterStyle) {
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

  /// Writes the start tag of a tracked change, with its author as `title` and its date as
  /// `datetime`. A deleted insertion is written as a deletion within an insertion.
  private mutating func revision(_ style: CharacterStyle) {
    guard let revision = style.revision else { return }
    if let insertion = revision.insertion { change("<ins", insertion) }
    change(revision.kind == .deletion ? "<del" : "<ins", revision.credit, isMove: revision.isMove)
  }

  /// Writes the start tag of an insertion or deletion.
  ///
  /// - Parameters:
  ///   - tag: the beginning of the tag: `<ins` or `<del`.
  ///   - credit: the author and date of the change.
  ///   - isMove: whether the text was moved here or away from here.
  private mutating func change(_ tag: StaticString, _ credit: Revision.Credit, isMove: Bool = false) {
    sink.markup(tag)
    let isAnonymous = credit.date == nil && credit.author == nil
    // The class tells a change from struck text.
    if isMove || isAnonymous { sink.attribute("class", isMove ? "move" : "change") }
    if let date = credit.date { sink.attribute("datetime", HTMLDate.text(date) + "Z") }
    if let author = credit.author { sink.attribute("title", author) }
    sink.markup(">")
  }

  /// Writes the start tag of a link, with its tip as `title`.
  ///
  /// A link that isn't live becomes `<span class="unlinked">` with the target as its tip,
  /// so that readers can see where it would lead. `openLinkIsLive` remembers which of the
  /// two is open.
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

  /// The target to write; nil if the link isn't live. Links within the document lead to
  /// the identifier of their bookmark.
  private func liveTarget(_ target: String) -> String? {
    guard let live = links.live(target) else { return nil }
    guard live.utf8.first == UInt8(ascii: "#") else { return live }
    return Identifier.of(bookmark: String(live.dropFirst())).map { "#" + $0 }
  }

  /// Writes the `<span>` for font, size, colour, capitals, language and the spacing of letters, stating only what
  /// differs from the page. Text with a colour of its own gets one that can be read on
  /// its backdrop.
  private mutating func look(_ style: CharacterStyle) {
    sink.markup("<span")
    if let language = style.language.flatMap(HTMLLanguage.known), language != base.style.language {
      sink.attribute("lang", language)
    }
    let size = style.size.flatMap { $0 == base.style.size ? nil : $0 }
    if let size, !isFragment { sink.attribute("data-size", size) }
    if let color = style.color, color != base.style.color || backdrop != nil || style.background != nil {
      sink.ink(color, on: style.background ?? backdrop ?? .paper)
    }
    if let font = style.font, font != base.style.font {
      sink.declaration("font-family")
      sink.cssFontFamily(font)
    }
    if let size { fontSize(size) }
    if style.letterSpacing != 0 {
      sink.declaration("letter-spacing")
      sink.points(style.letterSpacing, unitsPerPoint: 20)
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

  /// Writes a size. In pages it is in proportion to the page's own, which most of the text gets.
  private mutating func fontSize(_ size: Int) {
    if isFragment {
      sink.declaration("font-size")
      return sink.points(size, unitsPerPoint: 2)
    }
    let usual = base.style.size ?? base.mainSize
    let share = min(size, 2_000) * 100 / max(usual, 1)
    if share == 100 { return }
    sink.declaration("font-size")
    sink.decimal(hundredths: share)
    if options.isFragment { sink.markup("em") } else { sink.markup("rem") }
  }

  /// Writes the start tag of an underline.
  ///
  /// CSS has no alternating dashes and dots, which become dashes, and no underlines of
  /// words only, which become single ones. CSS has no keyword for a thick line either, so
  /// the style sheet draws it for the class `thick`.
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

  /// Writes the declaration for the kind of line.
  private mutating func underlineStyle(_ value: StaticString) {
    sink.declaration("text-decoration-style")
    sink.markup(value)
  }
}
