internal import SlipDocument

/// Finds paragraphs that look like headings: short paragraphs that stand alone and are
/// larger than the text, or bold where the text isn't.
///
/// The look that most of a document's characters have is its text, whatever that look is.
/// A candidate is no heading if
///
/// - more than three candidates of the same look follow each other, which is an address
///   or a list,
/// - nothing but candidates follows it up to the end of the document, or
/// - the candidates make up too large a part of the document (see `headings(in:)`).
///
/// The looks of the headings found are ranked, and the most prominent one becomes level
/// 1. Only blocks of the body are looked at, not those of cells or notes.
struct HeadingFinder {
  /// The look of a heading, ordered by prominence: first by size, then bold before
  /// regular, upright before italic, underlined before plain.
  private struct Rank: Hashable {
    /// In half-points.
    var size: Int
    /// Whether all of it is bold.
    var isBold: Bool
    /// Whether all of it is italic.
    var isItalic: Bool
    /// Whether all of it is underlined.
    var isUnderlined: Bool

    /// Whether `a` is the look of a higher heading than `b`.
    static func > (a: Rank, b: Rank) -> Bool {
      if a.size != b.size { return a.size > b.size }
      if a.isBold != b.isBold { return a.isBold }
      if a.isItalic != b.isItalic { return !a.isItalic }
      return a.isUnderlined && !b.isUnderlined
    }
  }

  /// A block of the document, as far as the search for headings needs it. Empty
  /// paragraphs have none.
  private struct Line {
    /// Index in the document's blocks.
    var block: Int
    /// The look of a paragraph that may be a heading; nil for all other blocks.
    var rank: Rank?
  }

  /// The size, in half-points, that most characters have.
  private let textSize: Int
  /// Whether more than half of the characters are bold.
  private let textIsBold: Bool
  /// The length of all visible text of the body, in bytes of UTF-8.
  private let textLength: Int
  /// The blocks in their order, without empty paragraphs.
  private let lines: [Line]

  /// The most characters, white space left out, that a heading has.
  private static let longest = 120
  /// The size of text that states none, in half-points: RTF 1.9.1 gives `\fs` a default
  /// of 24.
  private static let usualSize = 24
  /// The most headings of one look that may follow each other. More are an address or a
  /// list.
  private static let mostInRow = 3

  /// Measures the document and finds the candidates. Takes time in proportion to its
  /// length.
  init(_ document: Document) {
    var (sizes, bold, all) = ([Int: Int](), 0, 0)
    // Text of one size comes in rows, which are counted together.
    var (row, inRow) = (HeadingFinder.usualSize, 0)
    var looks: [(block: Int, look: ParagraphLook?)] = []
    for index in document.blocks.indices {
      guard case .paragraph(let paragraph) = document.blocks[index] else {
        looks.append((index, nil))
        continue
      }
      let look = ParagraphLook(paragraph, mostBytes: HeadingFinder.longest * 4)
      if look == nil, paragraph.isEmptyLine { continue }
      looks.append((index, look))
      for case .run(let run) in paragraph.inlines where run.style.isVisible {
        let count = run.text.utf8.count
        let size = run.style.size ?? HeadingFinder.usualSize
        if size != row {
          if inRow > 0 { sizes[row, default: 0] += inRow }
          (row, inRow) = (size, 0)
        }
        inRow += count
        if run.style.isBold { bold += count }
        all += count
      }
    }
    if inRow > 0 { sizes[row, default: 0] += inRow }
    let textSize = sizes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? HeadingFinder.usualSize
    let textIsBold = bold * 2 > all
    (self.textSize, self.textIsBold, textLength) = (textSize, textIsBold, all)
    lines = looks.map { entry in
      guard let look = entry.look,
        let rank = HeadingFinder.rank(look, textSize: textSize, textIsBold: textIsBold),
        case .paragraph(let paragraph) = document.blocks[entry.block],
        HeadingFinder.mayBeHeading(paragraph)
      else { return Line(block: entry.block) }
      return Line(block: entry.block, rank: rank)
    }
  }

  /// Makes the paragraphs that were found headings. Levels are given in the order of
  /// prominence; all looks beyond the sixth get level 6.
  ///
  /// - Parameter document: the document that this value was made for.
  func apply(to document: inout Document) {
    let found = headings(in: document)
    guard !found.isEmpty else { return }
    let ranks = Array(Set(found.map(\.rank))).sorted { $0 > $1 }
    let levels = Dictionary(uniqueKeysWithValues: zip(ranks, (1...).lazy.map { min($0, 6) }))
    for (block, rank) in found {
      guard case .paragraph(var paragraph) = document.blocks[block] else { continue }
      paragraph.style.headingLevel = levels[rank]
      document.blocks[block] = .paragraph(paragraph)
    }
  }

  /// The candidates that are headings: those in short rows, with text below them.
  ///
  /// None is one if they are both common (more than two fifths of the lines) and long
  /// (more than a third of the text): such a document is written in that look.
  private func headings(in document: Document) -> [(block: Int, rank: Rank)] {
    var found: [(block: Int, rank: Rank)] = []
    var index = 0
    while index < lines.count {
      guard let rank = lines[index].rank else {
        index += 1
        continue
      }
      var end = index
      while end < lines.count, lines[end].rank == rank { end += 1 }
      if end - index <= HeadingFinder.mostInRow, hasText(below: end) {
        found += (index..<end).map { (lines[$0].block, rank) }
      }
      index = end
    }
    // If much of a document looks like headings, this is simply the look of its text.
    let isCommon = found.count * 5 > lines.count * 2
    let text = found.reduce(0) { $0 + length(of: $1.block, in: document) }
    return isCommon && text * 3 > textLength ? [] : found
  }

  /// Bytes of text in a block.
  private func length(of block: Int, in document: Document) -> Int {
    document.blocks[block].inlines.reduce(0) { $0 + $1.runLength }
  }

  /// Whether something other than a candidate follows at `index` or behind it.
  private func hasText(below index: Int) -> Bool {
    var index = index
    while index < lines.count, lines[index].rank != nil { index += 1 }
    return index < lines.count
  }

  /// The look of a paragraph if it stands out from the text, else nil.
  ///
  /// It must be larger than the text by at least 15 %, or bold where the text isn't and
  /// not smaller than nine tenths of it. Links and monospaced lines don't count.
  private static func rank(_ look: ParagraphLook, textSize: Int, textIsBold: Bool) -> Rank? {
    guard look.length <= longest, !look.isLink, !look.isMonospaced else { return nil }
    let size = look.size == 0 ? usualSize : look.size
    let isLarger = size * 20 >= textSize * 23
    let isMarked = look.isBold && !textIsBold && size * 10 >= textSize * 9
    guard isLarger || isMarked else { return nil }
    return Rank(
      size: size, isBold: look.isBold, isItalic: look.isItalic, isUnderlined: look.isUnderlined)
  }

  /// Whether a paragraph reads like a title and has no role yet.
  private static func mayBeHeading(_ paragraph: Paragraph) -> Bool {
    paragraph.style.headingLevel == nil && paragraph.listItem == nil && paragraph.textBoxes.isEmpty
      && paragraph.endIsVisible && paragraph.style.role == BlockRole() && isTitle(paragraph.visibleText)
  }

  /// Whether text reads like a title: it has letters besides leading numbers, and not only
  /// one, as the parts of an index have. It begins with no bullet and not with two lower-case
  /// letters, and doesn't end like a sentence, or like a label with a colon.
  ///
  /// A full stop at the end is allowed for very short text only, such as `Chapter 1.`.
  private static func isTitle(_ text: String) -> Bool {
    let text = text.trimmed
    let title = text.drop { $0.isNumber || $0 == "." || $0 == ")" || $0 == "\t" }
    let letters = title.filter(\.isLetter)
    guard let last = text.last, let first = letters.first, letters.count > 1 || !first.isASCII,
      !title.contains("\t"),
      !text.prefix(2).allSatisfy(\.isLowercase), TypedMarker.bullet(of: String(text)) == nil
    else { return false }
    switch last {
    case ":", "：": return false
    case ",", ";", ".", "…": return last == "." && text.split(separator: " ").count <= 2 && text.count <= 12
    default: return true
    }
  }
}

extension Paragraph {
  /// Whether the paragraph shows nothing: no text but white space, no list marker, no
  /// picture and no text box.
  fileprivate var isEmptyLine: Bool {
    (listItem?.marker ?? "").isEmpty && textBoxes.isEmpty
      && inlines.allSatisfy { inline in
        if case .run(let run) = inline { return run.text.allSatisfy(\.isWhitespace) }
        return !inline.isVisible || inline == .lineBreak
      }
  }
}

extension String {
  /// The string without white space at its ends.
  fileprivate var trimmed: Substring {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return self[start...end]
  }
}
