internal import SlipDocument

/// A stretch of a paragraph whose formatting Markdown sees as one.
struct MarkdownSegment {
  enum Content {
    case text(String)
    case lineBreak
    /// Finished Markdown: a picture, a note's reference, an anchor.
    case object([UInt8], endsInBracket: Bool)
  }

  struct Marks: OptionSet, Hashable {
    let rawValue: Int
    static let strong = Marks(rawValue: 1)
    static let emphasis = Marks(rawValue: 2)
    static let struck = Marks(rawValue: 4)
    static let underline = Marks(rawValue: 8)
    static let superscript = Marks(rawValue: 16)
    static let `subscript` = Marks(rawValue: 32)
    /// In the order in which they nest, outermost first.
    static let order: [Marks] = [.strong, .emphasis, .struck, .underline, .superscript, .subscript]
    /// Those whose delimiters can't stand beside white space.
    static let delimited: [Marks] = [.strong, .emphasis, .struck]
  }

  var content: Content
  var marks: Marks = []
  var link: Hyperlink?

  var isBlank: Bool {
    switch content {
    case .text(let text): text.unicodeScalars.allSatisfy(MarkdownCharacter.isSpace)
    case .lineBreak: true
    case .object: false
    }
  }

  /// White space at the text's ends as segments of its own.
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

extension [MarkdownSegment] {
  /// Joins text of the same formatting.
  func merged() -> [MarkdownSegment] {
    var result: [MarkdownSegment] = []
    // Grows in place; the last segment gets it when it is whole.
    var text = ""
    for segment in self {
      if case .text(let more) = segment.content, let last = result.last, case .text = last.content,
        last.marks == segment.marks, last.link == segment.link
      {
        text += more
        continue
      }
      if !text.isEmpty { result[result.count - 1].content = .text(text) }
      text = if case .text(let start) = segment.content { start } else { "" }
      result.append(segment)
    }
    if !text.isEmpty { result[result.count - 1].content = .text(text) }
    return result
  }

  /// Line breaks get the formatting of both their sides; at the ends of the paragraph they go.
  func withoutOuterBreaks() -> [MarkdownSegment] {
    func isBreak(_ segment: MarkdownSegment) -> Bool {
      if case .lineBreak = segment.content { true } else { false }
    }
    guard let first = firstIndex(where: { !isBreak($0) }), let last = lastIndex(where: { !isBreak($0) })
    else {
      return []
    }
    var result = Array(self[first...last])
    // The segment behind a row of breaks; looked for once a row.
    var next = 0
    for index in result.indices where isBreak(result[index]) {
      while next <= index || isBreak(result[next]) { next += 1 }
      let (before, after) = (result[index - 1], result[next])
      result[index].marks = before.marks.intersection(after.marks)
      result[index].link = before.link == after.link ? after.link : nil
    }
    return result
  }

  /// Takes emphasis off white space at the ends of what is emphasised.
  mutating func moveSpacesOut() {
    for mark in MarkdownSegment.Marks.delimited {
      var previousHasMark = false
      for index in indices {
        if !previousHasMark, self[index].isBlank { self[index].marks.remove(mark) }
        previousHasMark = self[index].marks.contains(mark)
      }
      previousHasMark = false
      for index in indices.reversed() {
        if !previousHasMark, self[index].isBlank { self[index].marks.remove(mark) }
        previousHasMark = self[index].marks.contains(mark)
      }
    }
  }
}
