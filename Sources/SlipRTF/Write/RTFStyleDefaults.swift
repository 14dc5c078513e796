package import SlipDocument

/// The looks that the writer adds to headings, links and list items, and that the reader removes again.
///
/// In RTF every paragraph and run repeats the formatting of its style, so a heading or link without
/// formatting would look like body text in Word. A document, in contrast, says only what something is.
/// So a heading of level 1 is written as `\s1\outlinelevel0{\b\fs36 Title}` and read back as a heading
/// without bold and size.
///
/// A document that asks for exactly the added look can't be distinguished from one that doesn't, so
/// both mean the same.
package enum RTFStyleDefaults {
  /// The colour of links.
  package static let linkColor = DocumentColor(red: 0, green: 0, blue: 255)

  /// Whether a run gets the underline and colour of links: a link without underline, colour or style of
  /// its own.
  package static func getsLinkLook(_ style: CharacterStyle) -> Bool {
    style.link != nil && (style.name == nil || CodeStyle.isCode(style)) && style.underline == nil
      && style.color == nil
  }

  /// The formatting of a run without what makes it look like a link.
  static func withoutLinkLook(_ style: CharacterStyle) -> CharacterStyle {
    guard style.link != nil, style.name == nil || CodeStyle.isCode(style), style.underline == .single,
      style.color == linkColor
    else {
      return style
    }
    var style = style
    style.edit {
      $0.underline = nil
      $0.color = nil
    }
    return style
  }

  /// The font size of headings in half-points, for levels 1 to 9.
  package static func headingSize(_ level: Int) -> Int {
    switch level {
    case 1: 36
    case 2: 32
    case 3: 28
    default: 26
    }
  }

  /// Whether the text of a heading has no weight and size of its own, so that it gets the look of
  /// headings.
  package static func isBare(heading paragraph: Paragraph) -> Bool {
    paragraph.style.headingLevel != nil
      && paragraph.inlines.allSatisfy {
        if case .run(let run) = $0 { !run.style.isBold && run.style.size == nil } else { true }
      }
  }

  /// Gives the text of a heading its size where it has neither weight nor size of its own: in RTF that means text that looks like
  /// any other, and not a heading with the usual look.
  static func makePlain(heading paragraph: inout Paragraph) {
    for index in paragraph.inlines.indices {
      guard case .run(var run) = paragraph.inlines[index] else { continue }
      run.style.size = RTFNormalStyles.usualSize
      paragraph.inlines[index] = .run(run)
    }
  }

  /// Removes what the writer would add.
  static func strip(_ paragraph: inout Paragraph) {
    if let level = paragraph.style.headingLevel, paragraph.style.name == headingStyle(level) {
      paragraph.style.name = nil
    }
    stripHeading(&paragraph)
    stripListIndents(&paragraph)
  }

  /// The name of the style that headings of a level have in every word processor.
  package static func headingStyle(_ level: Int) -> String { "heading \(level)" }

  /// The name of the style with which a paragraph is written; nil for `Normal`.
  package static func styleName(_ style: ParagraphStyle) -> String? {
    style.name ?? style.headingLevel.map(headingStyle)
  }

  /// Removes the look of a heading where all of its text has it.
  package static func stripHeading(_ paragraph: inout Paragraph) {
    guard let level = paragraph.style.headingLevel else { return }
    let size = headingSize(level)
    let hasLook = paragraph.inlines.allSatisfy {
      if case .run(let run) = $0 { run.style.isBold && run.style.size == size } else { true }
    }
    guard hasLook else { return }
    for index in paragraph.inlines.indices {
      guard case .run(var run) = paragraph.inlines[index] else { continue }
      run.style.edit {
        $0.isBold = false
        $0.size = nil
      }
      paragraph.inlines[index] = .run(run)
    }
  }

  /// Removes the usual indents of a list item.
  private static func stripListIndents(_ paragraph: inout Paragraph) {
    guard let item = paragraph.listItem else { return }
    let indents = BlockRole.listIndents(level: item.level)
    if paragraph.style.leftIndent == indents.left && paragraph.style.firstLineIndent == indents.firstLine {
      paragraph.style.leftIndent = 0
      paragraph.style.firstLineIndent = 0
    }
  }
}
