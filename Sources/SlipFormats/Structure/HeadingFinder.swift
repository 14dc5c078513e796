internal import SlipDocument

/// Finds paragraphs that look like headings: short, by themselves, and larger than the text or all bold.
///
/// What most of a document looks like is its text, whatever that is. A look that comes several times in a row, or in too
/// large a part of the paragraphs, is no heading's.
struct HeadingFinder {
  /// A look by which headings are told apart; the most prominent one is the highest rank.
  private struct Rank: Hashable {
    var size: Int
    var isBold: Bool
    var isItalic: Bool
    var isUnderlined: Bool

    static func > (a: Rank, b: Rank) -> Bool {
      if a.size != b.size { return a.size > b.size }
      if a.isBold != b.isBold { return a.isBold }
      if a.isItalic != b.isItalic { return !a.isItalic }
      return a.isUnderlined && !b.isUnderlined
    }
  }

  private struct Line {
    var block: Int
    var rank: Rank?
  }

  /// The size of most of the text, and whether that is bold.
  private let textSize: Int
  private let textIsBold: Bool
  /// Bytes of all text.
  private let textLength: Int
  private let lines: [Line]

  /// Characters of the longest heading.
  private static let longest = 120
  /// Half-points of text whose size no one says.
  private static let usualSize = 24
  /// As many lines of one look, one below the other, are an address or a list.
  private static let mostInRow = 3

  init(_ document: Document) {
    var (sizes, bold, all) = ([Int: Int](), 0, 0)
    var looks: [(block: Int, look: ParagraphLook?, paragraph: Paragraph?)] = []
    for (index, block) in document.blocks.enumerated() {
      guard case .paragraph(let paragraph) = block else {
        looks.append((index, nil, nil))
        continue
      }
      let look = ParagraphLook(paragraph, mostBytes: HeadingFinder.longest * 4)
      if look == nil, paragraph.isEmptyLine { continue }
      looks.append((index, look, paragraph))
      for case .run(let run) in paragraph.inlines where run.style.isVisible {
        let count = run.text.utf8.count
        sizes[run.style.size ?? HeadingFinder.usualSize, default: 0] += count
        if run.style.isBold { bold += count }
        all += count
      }
    }
    let textSize = sizes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? HeadingFinder.usualSize
    let textIsBold = bold * 2 > all
    (self.textSize, self.textIsBold, textLength) = (textSize, textIsBold, all)
    lines = looks.map { entry in
      guard let look = entry.look, let paragraph = entry.paragraph else { return Line(block: entry.block) }
      return Line(
        block: entry.block,
        rank: HeadingFinder.rank(paragraph, look, textSize: textSize, textIsBold: textIsBold))
    }
  }

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

  /// Candidates that stand alone and have something below them.
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
    // Where much of a document looks so, it is its way to write.
    let isCommon = found.count * 5 > lines.count * 2
    let text = found.reduce(0) { $0 + length(of: $1.block, in: document) }
    return isCommon && text * 3 > textLength ? [] : found
  }

  private func length(of block: Int, in document: Document) -> Int {
    document.blocks[block].inlines.reduce(0) { $0 + $1.runLength }
  }

  /// What is no heading, with nothing but headings between.
  private func hasText(below index: Int) -> Bool {
    var index = index
    while index < lines.count, lines[index].rank != nil { index += 1 }
    return index < lines.count
  }

  private static func rank(
    _ paragraph: Paragraph, _ look: ParagraphLook, textSize: Int, textIsBold: Bool
  ) -> Rank? {
    guard paragraph.style.headingLevel == nil, paragraph.listItem == nil, paragraph.textBoxes.isEmpty,
      paragraph.endIsVisible, paragraph.style.role == BlockRole(), look.length <= longest,
      !look.isLink, !look.isMonospaced
    else { return nil }
    let size = look.size == 0 ? usualSize : look.size
    let isLarger = size * 20 >= textSize * 23
    let isMarked = look.isBold && !textIsBold && size * 10 >= textSize * 9
    guard isLarger || isMarked, isTitle(paragraph.visibleText) else { return nil }
    return Rank(
      size: size, isBold: look.isBold, isItalic: look.isItalic, isUnderlined: look.isUnderlined)
  }

  /// Has a word, and doesn't end as sentences do; numbers and rules are no titles.
  private static func isTitle(_ text: String) -> Bool {
    let text = text.trimmed
    let title = text.drop { $0.isNumber || $0 == "." || $0 == ")" || $0 == "\t" }
    guard let last = text.last, title.contains(where: \.isLetter), !title.contains("\t"),
      !text.prefix(2).allSatisfy(\.isLowercase), TypedMarker.bullet(of: String(text)) == nil
    else { return false }
    switch last {
    case ",", ";", ".", "…": return last == "." && text.split(separator: " ").count <= 2 && text.count <= 12
    default: return true
    }
  }
}

extension Paragraph {
  /// Nothing is seen of it.
  fileprivate var isEmptyLine: Bool {
    (listItem?.marker ?? "").isEmpty && textBoxes.isEmpty
      && inlines.allSatisfy { inline in
        if case .run(let run) = inline { return run.text.allSatisfy(\.isWhitespace) }
        return !inline.isVisible || inline == .lineBreak
      }
  }
}

extension String {
  /// Without white space at its ends.
  fileprivate var trimmed: Substring {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return self[start...end]
  }
}
