internal import SlipDocument

/// Makes tokens of a paragraph's segments: escapes their text, and opens and closes
/// emphasis and links between them.
///
/// Emphasis must nest. Where several kinds begin at once, the one that lasts longest
/// becomes the outermost: bold and italic `one`, and then bold `two`, give open bold,
/// open italic, `one`, close italic, `two`, close bold.
struct MarkdownTokenWriter {
  /// The tokens so far.
  private(set) var tokens: [MarkdownToken] = []
  /// Escapes text, and remembers what came before it in the paragraph.
  var escape: MarkdownEscape
  /// What the paragraph stands in.
  private let style: MarkdownLineStyle
  /// The edges of the paragraph's segments.
  private let edges: [MarkdownEdge]
  /// The open link.
  private var link: Hyperlink?
  /// The emphasis of the last segment.
  private var marks: MarkdownSegment.Marks = []
  /// The open kinds of emphasis, outermost first.
  private var open: [MarkdownSegment.Marks] = []
  /// For each segment and kind of emphasis, the segment behind which it ends. Empty if no
  /// segment has more than one kind.
  private let reaches: [[Int]]
  /// Whether nothing stands on the line yet.
  private var isAtLineStart = true
  /// Whether the last token ends in `]`.
  private var isAfterBracket = false

  /// Begins a paragraph.
  ///
  /// - Parameters:
  ///   - segments: all of its segments, which are then added one by one.
  ///   - edges: their edges.
  ///   - signs: the signs of all of them.
  ///   - hasNotes: whether the document has notes.
  init(
    _ segments: [MarkdownSegment], _ edges: [MarkdownEdge], style: MarkdownLineStyle, signs: MarkdownSigns,
    hasNotes: Bool
  ) {
    (self.style, self.edges) = (style, edges)
    reaches = MarkdownTokenWriter.reaches(segments)
    escape = MarkdownEscape(style: style, ahead: signs)
    escape.hasNotes = hasNotes
  }

  /// Adds the tokens for a segment.
  mutating func add(_ segments: [MarkdownSegment], _ index: Int) {
    escape.pass(edges.marksThatMayClose(index))
    change(to: segments, index)
    switch segments[index].content {
    case .text(let text):
      var place = edges.place(of: index)
      (place.isAtLineStart, place.isAfterBracket) = (isAtLineStart, isAfterBracket)
      escape.add(text, place)
      add(escape.takeOutput())
    case .code(let code):
      escape.pass(code: code)
      add(MarkdownCode.span(code, style))
    case .object(let object, let endsInBracket):
      add(object)
      isAfterBracket = endsInBracket
    case .lineBreak:
      // A backslash right behind an address would be part of that.
      let lineBreak = endsInAddress ? "  \n" : "\\\n"
      add(Array((style == .paragraph ? lineBreak : "<br>").utf8))
      escape.lineBreak()
      isAtLineStart = style == .paragraph
    }
  }

  /// Whether the text so far ends in what might be an address. A backslash would become
  /// part of it, so the line break behind it is written as two spaces.
  private var endsInAddress: Bool {
    for token in tokens.reversed() {
      guard case .source(let source) = token else { continue }
      let word = source.reversed().prefix { $0 > 0x20 }
      return word.contains(UInt8(ascii: "/")) || word.count { $0 | 0x20 == UInt8(ascii: "w") } >= 3
    }
    return false
  }

  /// Adds finished Markdown.
  private mutating func add(_ source: [UInt8]) {
    tokens.append(.source(source))
    (isAtLineStart, isAfterBracket) = (false, false)
  }

  /// Closes emphasis and links that the segment doesn't have, and opens those that it
  /// has. Kinds outside the first one that ends stay open, unless the link changes:
  /// emphasis doesn't reach beyond a link.
  private mutating func change(to segments: [MarkdownSegment], _ index: Int) {
    let segment = segments[index]
    if segment.link == link, segment.marks == marks { return }
    let linkChanges = segment.link != link
    // Kinds outside the first one that ends stay open.
    let kept = linkChanges ? 0 : open.firstIndex { !segment.marks.contains($0) } ?? open.count
    close(to: kept)
    if linkChanges, link != nil { tokens.append(.closeLink) }
    if linkChanges, let opened = segment.link { tokens.append(.openLink(opened)) }
    let opening = MarkdownSegment.Marks.order.filter { segment.marks.contains($0) && !open.contains($0) }
    // The one that lasts longest is the outermost.
    for mark in opening.enumerated().sorted(by: {
      (reach($0.element, index), -$0.offset) > (reach($1.element, index), -$1.offset)
    }) {
      tokens.append(.open(mark.element))
      open.append(mark.element)
    }
    isAtLineStart = false
    (link, marks) = (segment.link, segment.marks)
  }

  /// The segment behind which a kind of emphasis ends, seen from a segment.
  private func reach(_ mark: MarkdownSegment.Marks, _ index: Int) -> Int {
    reaches.isEmpty ? 0 : reaches[index][mark.rawValue.trailingZeroBitCount]
  }

  /// Closes emphasis until `count` kinds are open.
  private mutating func close(to count: Int) {
    while open.count > count, let mark = open.popLast() { tokens.append(.close(mark)) }
  }

  /// Closes everything at the end of the paragraph.
  mutating func finish() {
    close(to: 0)
    if link != nil { tokens.append(.closeLink) }
  }

  /// Works out `reaches` from the last segment to the first, in one pass.
  private static func reaches(_ segments: [MarkdownSegment]) -> [[Int]] {
    guard segments.contains(where: { $0.marks.rawValue.nonzeroBitCount > 1 }) else { return [] }
    var reaches = [[Int]](repeating: [], count: segments.count)
    var next = [Int](repeating: segments.count, count: MarkdownSegment.Marks.order.count)
    for index in segments.indices.reversed() {
      let linkEnds = index + 1 < segments.count && segments[index + 1].link != segments[index].link
      for (number, mark) in MarkdownSegment.Marks.order.enumerated() {
        let goesOn =
          !linkEnds && index + 1 < segments.count && segments[index + 1].marks.contains(mark)
        if !goesOn { next[number] = index + 1 }
      }
      reaches[index] = next
    }
    return reaches
  }
}
