/// Formatting that programs of notes switch on and off in a text.
package enum TextMark: Sendable, Hashable, CaseIterable {
  case bold
  case italic
  case underlined
  case struck
  case `subscript`
  case superscript
  /// Marked as with a felt pen.
  case marked
  /// Code in a line.
  case code
}

extension CharacterStyle {
  /// The style of text with marks.
  package init(_ marks: some Sequence<TextMark>) {
    self.init()
    for mark in marks { self = with(mark) }
  }

  /// The same style with a mark.
  package func with(_ mark: TextMark) -> CharacterStyle {
    switch mark {
    case .bold: with { $0.isBold = true }
    case .italic: with { $0.isItalic = true }
    case .underlined: with { $0.underline = .single }
    case .struck: with { $0.isStruck = true }
    case .subscript: with { $0.position = .subscript }
    case .superscript: with { $0.position = .superscript }
    case .marked: marked
    case .code: code
    }
  }
}
