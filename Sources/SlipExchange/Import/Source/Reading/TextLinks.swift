package import SlipDocument

/// Puts links on parts of a document that are given by their places in its plain text.
///
/// A program counts in the text that it shows, in which a paragraph's end, a line break and a picture are
/// one unit each, and where signs of lists stand as text. A document has no such signs, so a part is also
/// looked for by its words.
package struct TextLinks {
  /// A link.
  package struct Link {
    /// The part of the program's text, in UTF-16 units.
    package var range: Range<Int>
    /// What stands there; empty where that isn't known, so that the place alone counts.
    package var words: ArraySlice<UInt16>
    /// Where it leads to.
    package var target: String

    /// Creates a value from its parts.
    package init(range: Range<Int>, words: ArraySlice<UInt16>, target: String) {
      self.range = range
      self.words = words
      self.target = target
    }
  }

  /// How many parts are looked for by their words; further ones that stand elsewhere are left out.
  private static let mostSearches = 16
  /// The most units of a part that is looked for by its words.
  private static let longestWords = 64

  /// The text of a document, with LF for ends of paragraphs and lines, and U+FFFC for other things.
  private var text: [UInt16] = []
  /// Links that stand on nothing.
  private(set) var left: [String] = []
  /// The others by place, none within another.
  private var links: [Link] = []
  /// The first link that ends behind what was written.
  private var first = 0

  /// Adds links to a document. Where a part has a link already, that one stays.
  ///
  /// - Parameters:
  ///   - links: The links.
  ///   - document: The document.
  /// - Returns: The targets of links that stand on nothing, and of those behind a table, whose cells have
  ///   no such places.
  package static func add(_ links: [Link], to document: inout Document) -> [String] {
    var work = TextLinks()
    work.read(document)
    work.place(links)
    work.write(to: &document)
    return work.left
  }

  // MARK: Places

  /// Takes the text of a document, up to its first table.
  private mutating func read(_ document: Document) {
    for block in document.blocks {
      guard case .paragraph = block else { break }
      for inline in block.inlines {
        switch inline {
        case .run(let run): text += run.text.utf16
        case .lineBreak: text.append(0x0A)
        case .picture, .attachment, .noteReference: text.append(0xFFFC)
        case .deletedNote, .bookmarkStart, .bookmarkEnd, .break: break
        }
      }
      text.append(0x0A)
    }
  }

  /// Gives links their places, sorted, without what an earlier one covers.
  private mutating func place(_ links: [Link]) {
    var searches = 0
    var placed: [Link] = []
    for var link in links {
      if !link.words.isEmpty, !has(link.words, at: link.range.lowerBound) {
        searches += 1
        guard searches <= TextLinks.mostSearches, let start = onlyPlace(of: link.words) else {
          left.append(link.target)
          continue
        }
        link.range = start..<start + link.words.count
      }
      placed.append(link)
    }
    for var link in placed.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let start = max(link.range.lowerBound, self.links.last?.range.upperBound ?? 0)
      let end = min(link.range.upperBound, text.count)
      guard start < end else {
        left.append(link.target)
        continue
      }
      link.range = start..<end
      self.links.append(link)
    }
  }

  /// Whether words stand at a place.
  private func has(_ words: ArraySlice<UInt16>, at start: Int) -> Bool {
    start >= 0 && start <= text.count - words.count && text[start..<start + words.count] == words
  }

  /// The only place at which words stand; nil where there is none, or more than one.
  private func onlyPlace(of words: ArraySlice<UInt16>) -> Int? {
    guard let first = words.first, words.count <= min(text.count, TextLinks.longestWords) else { return nil }
    var found: Int?
    for start in 0...(text.count - words.count) where text[start] == first && has(words, at: start) {
      if found != nil { return nil }
      found = start
    }
    return found
  }

  // MARK: Runs

  /// Writes the links to the runs that they stand on.
  private mutating func write(to document: inout Document) {
    var used: Set<Int> = []
    var offset = 0
    for index in document.blocks.indices {
      guard case .paragraph(var paragraph) = document.blocks[index] else { break }
      paragraph.inlines = paragraph.inlines.flatMap { inline -> [Inline] in
        let start = offset
        switch inline {
        case .run(let run):
          offset += run.text.utf16.count
          return parts(of: run, at: start, &used)
        case .lineBreak, .picture, .attachment, .noteReference: offset += 1
        case .deletedNote, .bookmarkStart, .bookmarkEnd, .break: break
        }
        return [inline]
      }
      document.blocks[index] = .paragraph(paragraph)
      offset += 1
    }
    left += links.indices.filter { !used.contains($0) }.map { links[$0].target }
  }

  /// A run in parts, those under a link with it. A place within a character is that before it.
  private mutating func parts(of run: Run, at offset: Int, _ used: inout Set<Int>) -> [Inline] {
    let text = run.text
    let end = offset + text.utf16.count
    while first < links.count, links[first].range.upperBound <= offset { first += 1 }
    guard run.style.link == nil, first < links.count, links[first].range.lowerBound < end else {
      return [.run(run)]
    }
    var inlines: [Inline] = []
    var position = text.startIndex
    /// The place of a unit, moved back to the beginning of a character.
    func place(_ unit: Int) -> String.Index {
      let units = text.utf16
      let index =
        units.index(units.startIndex, offsetBy: unit - offset, limitedBy: units.endIndex) ?? units.endIndex
      return index.samePosition(in: text.unicodeScalars) ?? units.index(before: index)
    }
    /// Adds the text up to a place.
    func add(_ end: String.Index, _ link: String?) {
      guard position < end else { return }
      var style = run.style
      if let link { style.link = Hyperlink(target: link) }
      inlines.append(.run(Run(String(text[position..<end]), style: style)))
      position = end
    }
    for index in first..<links.count {
      guard links[index].range.lowerBound < end else { break }
      add(place(max(links[index].range.lowerBound, offset)), nil)
      let before = position
      add(place(links[index].range.upperBound), links[index].target)
      if before < position { used.insert(index) }
    }
    add(text.endIndex, nil)
    return inlines
  }
}
