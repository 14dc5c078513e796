internal import SlipDocument

/// The inline elements that character formatting becomes, outermost first.
enum InlineLayer: Int, CaseIterable {
  case revision, link, look, background, bold, italic, underline, struck, position, code

  func differs(_ a: CharacterStyle, _ b: CharacterStyle) -> Bool {
    switch self {
    case .revision: a.revision != b.revision
    case .link: a.link != b.link
    case .look:
      a.size != b.size || a.color != b.color || a.font != b.font || a.capitals != b.capitals
        || a.language != b.language
    case .background: a.background != b.background
    case .bold: a.isBold != b.isBold
    case .italic: a.isItalic != b.isItalic
    case .underline: a.underline != b.underline
    case .struck: a.isStruck != b.isStruck
    case .position: a.position != b.position
    case .code: CodeStyle.isCode(a) != CodeStyle.isCode(b)
    }
  }

  /// Whether text of `style` needs this element where the page's own style is `base`.
  func isActive(_ style: CharacterStyle, _ base: CharacterStyle) -> Bool {
    switch self {
    case .revision: style.revision != nil
    case .link: style.link != nil
    case .look:
      (style.size != nil && style.size != base.size) || (style.color != nil && style.color != base.color)
        || (style.font != nil && style.font != base.font) || style.capitals != nil
        || (style.language != nil && style.language != base.language)
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
