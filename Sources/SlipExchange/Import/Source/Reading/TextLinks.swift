internal import SlipDocument

/// Puts links on parts of a document that are given by their places in its plain text.
enum TextLinks {
  /// Adds links. Where a part has a link already, that one stays.
  ///
  /// - Parameters:
  ///   - links: Parts of the plain text in UTF-16 units, in which a paragraph's end, a line break and a
  ///     picture are one unit each, and targets.
  ///   - document: The document.
  /// - Returns: The targets of links that stand on nothing, and of those behind a table, whose cells have
  ///   no such places.
  static func add(_ links: [(range: Range<Int>, target: String)], to document: inout Document) -> [String] {
    let (links, covered) = apart(links)
    var used: Set<Int> = []
    var first = 0
    var offset = 0
    for index in document.blocks.indices {
      guard case .paragraph(var paragraph) = document.blocks[index] else { break }
      var inlines: [Inline] = []
      for inline in paragraph.inlines {
        let length = length(of: inline)
        while first < links.count, links[first].range.upperBound <= offset { first += 1 }
        if case .run(let run) = inline, run.style.link == nil, first < links.count,
          links[first].range.lowerBound < offset + length
        {
          inlines += parts(of: run, at: offset, links, from: first, &used)
        } else {
          inlines.append(inline)
        }
        offset += length
      }
      paragraph.inlines = inlines
      document.blocks[index] = .paragraph(paragraph)
      offset += 1
    }
    return covered + links.indices.filter { !used.contains($0) }.map { links[$0].target }
  }

  /// Links in the order of their parts, without what an earlier one covers; and the targets of those that
  /// are covered as a whole.
  private static func apart(
    _ links: [(range: Range<Int>, target: String)]
  ) -> (apart: [(range: Range<Int>, target: String)], covered: [String]) {
    var apart: [(range: Range<Int>, target: String)] = []
    var covered: [String] = []
    for link in links.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let start = max(link.range.lowerBound, apart.last?.range.upperBound ?? 0)
      if start < link.range.upperBound {
        apart.append((start..<link.range.upperBound, link.target))
      } else {
        covered.append(link.target)
      }
    }
    return (apart, covered)
  }

  /// How many units an inline has in the plain text.
  private static func length(of inline: Inline) -> Int {
    switch inline {
    case .run(let run): run.text.utf16.count
    case .lineBreak, .picture, .attachment, .noteReference: 1
    case .deletedNote, .bookmarkStart, .bookmarkEnd, .break: 0
    }
  }

  /// A run in parts, those under a link with it. A range that ends within a character ends before it.
  private static func parts(
    of run: Run, at offset: Int, _ links: [(range: Range<Int>, target: String)], from first: Int,
    _ used: inout Set<Int>
  ) -> [Inline] {
    let text = run.text
    var inlines: [Inline] = []
    var position = text.startIndex
    /// The place of a unit, moved back to the beginning of a character.
    func place(_ unit: Int) -> String.Index {
      let units = text.utf16
      let index =
        units.index(units.startIndex, offsetBy: unit - offset, limitedBy: units.endIndex) ?? units.endIndex
      return index.samePosition(in: text.unicodeScalars) ?? units.index(before: index)
    }
    for index in first..<links.count {
      let range = links[index].range
      guard range.lowerBound < offset + text.utf16.count else { break }
      let start = max(position, place(max(range.lowerBound, offset)))
      let end = place(range.upperBound)
      guard start < end else { continue }
      if position < start { inlines.append(.run(Run(String(text[position..<start]), style: run.style))) }
      var style = run.style
      style.link = Hyperlink(target: links[index].target)
      inlines.append(.run(Run(String(text[start..<end]), style: style)))
      position = end
      used.insert(index)
    }
    if position < text.endIndex { inlines.append(.run(Run(String(text[position...]), style: run.style))) }
    return inlines
  }
}
