internal import SlipDocument

/// A stretch of a paragraph whose formatting is one for Markdown.
///
/// Runs of a document differ in fonts, colours and more, which Markdown doesn't have.
/// Segments join runs that it can't tell apart: a bold red run and a bold blue one behind
/// it are one segment, and a plain one behind that is another.
struct MarkdownSegment {
  /// What a segment holds.
  enum Content {
    /// Text to be escaped.
    case text(String)
    /// Text of a code span.
    case code(String)
    /// A line break.
    case lineBreak
    /// Finished Markdown: a picture, a reference to a note, an anchor. A `(` behind an
    /// object that ends in a bracket would be taken for a link's target.
    case object([UInt8], endsInBracket: Bool)
  }

  /// Kinds of emphasis.
  struct Marks: OptionSet, Hashable {
    let rawValue: Int
    /// Bold: `**`.
    static let strong = Marks(rawValue: 1)
    /// Italic: `_` or `*`.
    static let emphasis = Marks(rawValue: 2)
    /// Struck through: `~~`.
    static let struck = Marks(rawValue: 4)
    /// Underlined: `<u>`.
    static let underline = Marks(rawValue: 8)
    /// Superscript: `<sup>`.
    static let superscript = Marks(rawValue: 16)
    /// Subscript: `<sub>`.
    static let `subscript` = Marks(rawValue: 32)
    /// Highlighted: `==`, where the program that reads the Markdown knows it.
    static let highlighted = Marks(rawValue: 64)
    /// All kinds in the order in which they nest by default, outermost first; that of their bits.
    static let order: [Marks] = [
      .strong, .emphasis, .struck, .underline, .superscript, .subscript, .highlighted,
    ]
    /// Kinds whose delimiters Markdown has, which don't work beside white space.
    static let delimited: Marks = [.strong, .emphasis, .struck]
    /// Kinds that no white space has at its ends.
    fileprivate static let tight: Marks = [.strong, .emphasis, .struck, .highlighted]
  }

  /// What the segment holds.
  var content: Content
  /// The emphasis of all of it.
  var marks: Marks = []
  /// The link that it belongs to.
  var link: Hyperlink?

  /// Whether the segment shows nothing but white space.
  var isBlank: Bool {
    switch content {
    case .text(let text): text.unicodeScalars.allSatisfy(MarkdownCharacter.isSpace)
    case .lineBreak: true
    case .object, .code: false
    }
  }

  /// Whether the segment begins or ends with white space. A line break is nothing else.
  fileprivate var hasOuterSpace: Bool {
    switch content {
    case .text(let text):
      MarkdownCharacter.firstClass(text.utf8) == .space || MarkdownCharacter.lastClass(text.utf8) == .space
    case .lineBreak: true
    case .object, .code: false
    }
  }

  /// Appends text to text or code. The string is taken out of the segment while it grows:
  /// a copy for each piece would make joining them quadratic.
  fileprivate mutating func append(_ more: String) {
    switch content {
    case .text(var text):
      content = .lineBreak
      text += more
      content = .text(text)
    case .code(var text):
      content = .lineBreak
      text += more
      content = .code(text)
    case .lineBreak, .object: break
    }
  }

  /// The segment with white space at the ends of its text as segments of their own.
  func splitAtEdges() -> [MarkdownSegment] {
    guard case .text(let text) = content else { return [self] }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !MarkdownCharacter.isSpace($0) }),
      let last = scalars.lastIndex(where: { !MarkdownCharacter.isSpace($0) })
    else { return [self] }
    let end = scalars.index(after: last)
    return [scalars[..<first], scalars[first..<end], scalars[end...]].filter { !$0.isEmpty }.map {
      MarkdownSegment(content: .text(String($0)), marks: marks, link: link)
    }
  }
}

/// Steps from the segments of a paragraph to those that can be written.
extension [MarkdownSegment] {
  /// The segments with neighbours joined whose formatting and kind are equal.
  func merged() -> [MarkdownSegment] {
    var result: [MarkdownSegment] = []
    result.reserveCapacity(count)
    for segment in self {
      guard let last = result.indices.last, result[last].marks == segment.marks,
        result[last].link == segment.link
      else {
        result.append(segment)
        continue
      }
      switch (result[last].content, segment.content) {
      case (.text, .text(let more)), (.code, .code(let more)): result[last].append(more)
      default: result.append(segment)
      }
    }
    return result
  }

  /// The segments without white space and line breaks at the ends of the paragraph. Line
  /// breaks within get the formatting that both of their sides share.
  func withoutOuterBreaks() -> [MarkdownSegment] {
    /// Whether the segment is a line break.
    func isBreak(_ segment: MarkdownSegment) -> Bool {
      if case .lineBreak = segment.content { true } else { false }
    }
    /// Whether the segment vanishes at the ends of a paragraph.
    func isOuter(_ segment: MarkdownSegment) -> Bool {
      switch segment.content {
      case .text(let text): text.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      case .lineBreak: true
      case .code, .object: false
      }
    }
    guard let first = firstIndex(where: { !isOuter($0) }), let last = lastIndex(where: { !isOuter($0) })
    else {
      return []
    }
    var result = first == startIndex && last == endIndex - 1 ? self : Array(self[first...last])
    // The segment behind a row of line breaks, which is searched for once for each row.
    var next = 0
    for index in result.indices where isBreak(result[index]) {
      while next <= index || isBreak(result[next]) { next += 1 }
      let (before, after) = (result[index - 1], result[next])
      result[index].marks = before.marks.intersection(after.marks)
      result[index].link = before.link == after.link ? after.link : nil
    }
    return result
  }

  /// Takes emphasis off white space at its ends: bold `word ` becomes bold `word` and a
  /// plain space, because delimiters don't work beside white space.
  mutating func moveSpacesOutOfMarks() {
    guard contains(where: { !$0.marks.isDisjoint(with: .tight) && $0.hasOuterSpace }) else { return }
    self = flatMap { $0.marks.isDisjoint(with: .tight) ? [$0] : $0.splitAtEdges() }
    moveSpacesOut()
    self = merged()
  }

  /// Takes off a mark that all text has, such as the bold of a heading.
  ///
  /// - Returns: Whether all text has it.
  mutating func dropCommon(_ mark: MarkdownSegment.Marks) -> Bool {
    guard allSatisfy({ $0.isBlank || $0.marks.contains(mark) }) else { return false }
    for index in indices { self[index].marks.remove(mark) }
    return true
  }

  /// Removes each mark from blank segments at the beginning and at the end of the stretch
  /// that has it.
  private mutating func moveSpacesOut() {
    let blank = map(\.isBlank)
    var marks = map(\.marks)
    for mark in [MarkdownSegment.Marks.strong, .emphasis, .struck, .highlighted] {
      var previousHasMark = false
      for index in indices {
        if !previousHasMark, blank[index] { marks[index].remove(mark) }
        previousHasMark = marks[index].contains(mark)
      }
      previousHasMark = false
      for index in indices.reversed() {
        if !previousHasMark, blank[index] { marks[index].remove(mark) }
        previousHasMark = marks[index].contains(mark)
      }
    }
    for index in indices { self[index].marks = marks[index] }
  }
}
