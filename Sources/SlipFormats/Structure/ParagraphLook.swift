internal import SlipDocument

/// What all the text of a paragraph has in common.
struct ParagraphLook: Hashable {
  /// In half-points, of the smallest text in it; 0 where the file doesn't say.
  var size = Int.max
  var isBold = true
  var isItalic = true
  var isUnderlined = true
  var isCentered: Bool
  var isLink = true
  var isMonospaced = true
  /// Characters that are no white space.
  var length = 0

  /// Nil for a paragraph without visible text, or with anything else in it, or longer than so many bytes.
  init?(_ paragraph: Paragraph, mostBytes: Int = .max) {
    if mostBytes < .max, paragraph.inlines.reduce(0, { $0 + $1.runLength }) > mostBytes { return nil }
    isCentered = paragraph.style.alignment == .center
    for inline in paragraph.inlines {
      switch inline {
      case .run(let run) where run.style.isVisible: add(run)
      case .run, .bookmarkStart, .bookmarkEnd, .deletedNote, .noteReference: break
      case .lineBreak, .picture, .attachment, .break: return nil
      }
    }
    if length == 0 { return nil }
  }

  private mutating func add(_ run: Run) {
    // Bytes that begin a character: of ten megabytes of prose that takes a tenth of what characters take.
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
