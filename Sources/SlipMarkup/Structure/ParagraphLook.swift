internal import SlipDocument

/// The formatting that all visible text of a paragraph has in common.
///
/// The search for structure goes by looks: a paragraph that is bold throughout may be a
/// heading, a row of bold cells a header row.
struct ParagraphLook {
  /// The size of the smallest text in it, in half-points; 0 if some of the text states no
  /// size.
  var size = Int.max
  /// Whether all text is bold.
  var isBold = true
  /// Whether all text is italic.
  var isItalic = true
  /// Whether all text is underlined, in any way.
  var isUnderlined = true
  /// Whether all text belongs to links.
  var isLink = true
  /// Whether all text has a font that is known to be monospaced, as code has.
  var isMonospaced = true
  /// The number of characters, without white space.
  var length = 0

  /// Looks at a paragraph.
  ///
  /// Returns nil if the paragraph has no visible text, or holds a line break, a picture
  /// or an attachment, or is longer than `mostBytes`. Checking the length first keeps
  /// long paragraphs cheap.
  init?(_ paragraph: Paragraph, mostBytes: Int = .max) {
    if mostBytes < .max, paragraph.inlines.reduce(0, { $0 + $1.runLength }) > mostBytes { return nil }
    for inline in paragraph.inlines {
      switch inline {
      case .run(let run) where run.style.isVisible: add(run)
      case .run, .bookmarkStart, .bookmarkEnd, .deletedNote, .noteReference: break
      case .lineBreak, .picture, .attachment, .break: return nil
      }
    }
    if length == 0 { return nil }
  }

  /// Takes a visible run into account. White space has no look, so a run of spaces alone
  /// changes nothing.
  private mutating func add(_ run: Run) {
    // Counting bytes that begin a scalar takes a tenth of the time that counting characters takes.
    let count = run.text.utf8.reduce(into: 0) { if $1 > 0x20 && $1 & 0xC0 != 0x80 { $0 += 1 } }
    if count == 0 { return }
    length += count
    size = min(size, run.style.size ?? 0)
    isBold = isBold && run.style.isBold
    isItalic = isItalic && run.style.isItalic
    isUnderlined = isUnderlined && run.style.underline != nil
    isLink = isLink && run.style.link != nil
    isMonospaced = isMonospaced && run.style.font.map(FontFacts.isMonospaced) == true
  }
}
