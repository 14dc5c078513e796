internal import SlipDocument

/// How things look whose document says only what they are.
///
/// RTF has every paragraph and run repeat the formatting of its style, so a heading or link that were written bare
/// would look like body text in Word. What is added here the reader takes off again; a document that asks for
/// exactly this look means the same as one that leaves it out.
enum RTFStyleDefaults {
  static let linkColor = Color(red: 0, green: 0, blue: 255)

  /// Whether a run gets the underline and colour of links.
  static func isShown(_ style: CharacterStyle) -> Bool {
    style.link != nil && (style.name == nil || CodeStyle.isCode(style)) && style.underline == nil
      && style.color == nil
  }

  /// A link run without what makes it look like one.
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

  /// In half-points, for levels 1 to 9.
  static func headingSize(_ level: Int) -> Int {
    switch level {
    case 1: 36
    case 2: 32
    case 3: 28
    default: 26
    }
  }

  /// Whether a heading's text says nothing of its own weight and size.
  static func isBare(heading paragraph: Paragraph) -> Bool {
    paragraph.style.headingLevel != nil
      && paragraph.inlines.allSatisfy {
        if case .run(let run) = $0 { !run.style.isBold && run.style.size == nil } else { true }
      }
  }

  /// Takes off what the writer would put on again.
  static func strip(_ paragraph: inout Paragraph) {
    if let level = paragraph.style.headingLevel, paragraph.style.name == headingStyle(level) {
      paragraph.style.name = nil
    }
    stripHeading(&paragraph)
    stripListIndents(&paragraph)
  }

  /// The style that headings have in every word processor.
  static func headingStyle(_ level: Int) -> String { "heading \(level)" }

  /// The style that a paragraph is written with.
  static func styleName(_ style: ParagraphStyle) -> String? {
    style.name ?? style.headingLevel.map(headingStyle)
  }

  /// Takes the look of a heading off, where all of its text has it.
  private static func stripHeading(_ paragraph: inout Paragraph) {
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

  private static func stripListIndents(_ paragraph: inout Paragraph) {
    guard let item = paragraph.listItem else { return }
    let indents = BlockRole.listIndents(level: item.level)
    if paragraph.style.leftIndent == indents.left && paragraph.style.firstLineIndent == indents.firstLine {
      paragraph.style.leftIndent = 0
      paragraph.style.firstLineIndent = 0
    }
  }
}
