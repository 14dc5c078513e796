internal import SlipDocument

/// Makes tokens of a paragraph's segments, in their order.
struct MarkdownTokenWriter {
  private(set) var tokens: [MarkdownToken] = []
  var escape: MarkdownEscape
  private let style: MarkdownLineStyle
  private var link: Hyperlink?
  private var marks: MarkdownSegment.Marks = []
  private var isAtLineStart = true
  private var isAfterBracket = false

  init(style: MarkdownLineStyle, signs: MarkdownSigns, hasNotes: Bool) {
    self.style = style
    escape = MarkdownEscape(style: style, ahead: signs)
    escape.hasNotes = hasNotes
  }

  mutating func add(_ segments: [MarkdownSegment], _ index: Int) {
    let segment = segments[index]
    change(to: segment)
    switch segment.content {
    case .text(let text):
      var place = segments.place(of: index)
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
      add(Array((style == .paragraph ? "\\\n" : "<br>").utf8))
      escape.lineBreak()
      isAtLineStart = style == .paragraph
    }
  }

  private mutating func add(_ source: [UInt8]) {
    tokens.append(.source(source))
    (isAtLineStart, isAfterBracket) = (false, false)
  }

  private mutating func change(to segment: MarkdownSegment) {
    let before = tokens.count
    let linkChanges = segment.link != link
    let kept = linkChanges ? [] : MarkdownTokenWriter.common(marks, segment.marks)
    close(marks.subtracting(kept))
    if linkChanges, link != nil { tokens.append(.closeLink) }
    if linkChanges, let opened = segment.link { tokens.append(.openLink(opened)) }
    for mark in MarkdownSegment.Marks.order where segment.marks.contains(mark) && !kept.contains(mark) {
      tokens.append(.open(mark))
    }
    if tokens.count > before { isAtLineStart = false }
    (link, marks) = (segment.link, segment.marks)
  }

  private mutating func close(_ marks: MarkdownSegment.Marks) {
    if marks.isEmpty { return }
    for mark in MarkdownSegment.Marks.order.reversed() where marks.contains(mark) {
      tokens.append(.close(mark))
    }
  }

  mutating func finish() {
    close(marks)
    if link != nil { tokens.append(.closeLink) }
  }

  /// The marks that stay open: those outside the first that changes.
  private static func common(
    _ a: MarkdownSegment.Marks, _ b: MarkdownSegment.Marks
  ) -> MarkdownSegment.Marks {
    if a == b { return a }
    var common: MarkdownSegment.Marks = []
    for mark in MarkdownSegment.Marks.order {
      if a.contains(mark) != b.contains(mark) { break }
      if a.contains(mark) { common.insert(mark) }
    }
    return common
  }
}
