internal import SlipDocument

/// What the neighbours of a segment have to know about it. Small values, which are made once for a paragraph: copies of
/// segments take their texts along.
struct MarkdownEdge {
  /// The segment's emphasis.
  let marks: MarkdownSegment.Marks
  /// The number of the segment's link; 0 for none. Segments beside each other have the same link if the numbers are equal.
  let link: Int
  /// Whether the segment is a line break.
  let isLineBreak: Bool
  /// Whether the first character is white space or a line break.
  let beginsWithSpace: Bool
  /// Whether the last character is white space or a line break.
  let endsInSpace: Bool

  /// What stands beyond the ends of a paragraph.
  fileprivate static let outside = MarkdownEdge(
    marks: [], link: 0, isLineBreak: true, beginsWithSpace: true, endsInSpace: true)

  /// The class of what stands between this segment and text of another one beside it. A
  /// change of formatting or link puts a delimiter between them, which is punctuation.
  fileprivate func borders(on other: MarkdownEdge) -> MarkdownCharacter.Class {
    if marks != other.marks || link != other.link { return .punctuation }
    return isLineBreak ? .space : .punctuation
  }
}

extension [MarkdownSegment] {
  /// The edges of a paragraph's segments.
  var edges: [MarkdownEdge] {
    var links = 0
    var last: Hyperlink?
    return map { segment in
      if let link = segment.link, link != last { links += 1 }
      last = segment.link
      let (begins, ends) =
        switch segment.content {
        case .text(let text): (text.utf8.first.isBlank, text.utf8.last.isBlank)
        case .lineBreak: (true, true)
        case .code, .object: (false, false)
        }
      let isLineBreak = if case .lineBreak = segment.content { true } else { false }
      return MarkdownEdge(
        marks: segment.marks, link: segment.link == nil ? 0 : links, isLineBreak: isLineBreak,
        beginsWithSpace: begins, endsInSpace: ends)
    }
  }
}

extension [MarkdownEdge] {
  /// Where the text of a segment stands, as far as its neighbours decide.
  func place(of index: Int) -> MarkdownEscape.Place {
    var place = MarkdownEscape.Place()
    let segment = self[index]
    (place.signs, place.isInLink) = (segment.marks, segment.link != 0)
    let isLast = index + 1 == endIndex
    let before = index > startIndex ? self[index - 1] : .outside
    let after = isLast ? .outside : self[index + 1]
    (place.before, place.after) = (before.borders(on: segment), after.borders(on: segment))
    // A line break begins with a backslash.
    if after.isLineBreak, !isLast { place.after = .punctuation }
    place.marksBefore = before.marks.symmetricDifference(segment.marks)
    place.marksAfter = after.marks.symmetricDifference(segment.marks)
    place.isAtLineEnd = after.isLineBreak
    place.endsParagraph = isLast && segment.marks.isEmpty && segment.link == 0
    place.isBeforeBracket = after.link != segment.link && after.link != 0
    place.endsWord = after.beginsWithSpace && after.link == segment.link
    return place
  }

  /// The marks of a segment, unless white space stands before it. Only then could a
  /// delimiter that begins it be taken for one that closes what earlier text seems to
  /// open.
  func marksThatMayClose(_ index: Int) -> MarkdownSegment.Marks {
    index > startIndex && !self[index - 1].endsInSpace ? self[index].marks : []
  }
}

extension UInt8? {
  /// Whether this is a space or tab.
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
