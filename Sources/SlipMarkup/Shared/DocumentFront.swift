package import SlipDocument

/// What comes before the text of a document, in formats that have nothing of their own for it.
extension Document {
  /// The deepest headings that a table of contents lists.
  private static let deepestEntry = 3
  /// What the names of bookmarks begin with to which a table of contents leads.
  private static let entryPrefix = "_Toc"

  /// Puts a picture on a page of its own before the text.
  ///
  /// - Parameter endsInText: Whether the page ends within the paragraph of the picture, as in word processors.
  /// - Returns: How many blocks were added.
  package mutating func insertCover(_ picture: Resource, endsInText: Bool) -> Int {
    resources.append(picture)
    var style = ParagraphStyle()
    style.alignment = .center
    var shown = Picture(resource: resources.count - 1)
    shown.description = "Cover"
    var paragraph = Paragraph(style: style, inlines: [.picture(shown)])
    if endsInText { paragraph.inlines.append(.break(.page)) }
    let blocks: [Block] = [.paragraph(paragraph)] + (endsInText ? [] : [.break(.page)])
    self.blocks.insert(contentsOf: blocks, at: 0)
    return blocks.count
  }

  /// Puts a table of contents before the text: a link to each heading of the first three levels.
  ///
  /// - Parameters:
  ///   - start: How many blocks come before it.
  ///   - asList: Whether its lines are items of a list, and not indented paragraphs.
  package mutating func insertContents(at start: Int, asList: Bool) {
    var entries: [(text: String, level: Int, bookmark: String)] = []
    for index in blocks.indices.dropFirst(start) {
      guard case .paragraph(var paragraph) = blocks[index], let level = paragraph.style.headingLevel,
        level <= Document.deepestEntry
      else { continue }
      let text = paragraph.headingText(in: lists).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if text.isEmpty { continue }
      let bookmark = Document.entryPrefix + "\(entries.count + 1)"
      paragraph.inlines.insert(contentsOf: [.bookmarkStart(bookmark), .bookmarkEnd(bookmark)], at: 0)
      blocks[index] = .paragraph(paragraph)
      entries.append((text, level, bookmark))
    }
    guard let top = entries.map(\.level).min() else { return }
    if asList { lists.append(ListDefinition(levels: Document.bullets)) }
    let lines = entries.map { entry -> Block in
      var link = CharacterStyle()
      link.link = Hyperlink(target: "#" + entry.bookmark)
      var paragraph = Paragraph(inlines: [.run(Run(entry.text, style: link))])
      let depth = entry.level - top
      if asList {
        paragraph.listItem = ListItem(list: lists.count - 1, level: depth, marker: ListDefinition.bullet)
        let indents = BlockRole.listIndents(level: depth)
        paragraph.style.edit { ($0.leftIndent, $0.firstLineIndent) = indents }
      } else {
        paragraph.style.leftIndent = BlockRole.step / 2 * depth
      }
      return .paragraph(paragraph)
    }
    blocks.insert(contentsOf: lines + (asList ? [] : [.paragraph(Paragraph())]), at: start)
  }

  /// The levels of a list of bullets.
  private static let bullets = [ListDefinition.Level](
    repeating: ListDefinition.Level(numbering: .bullet, pattern: ListDefinition.bullet), count: deepestEntry)
}
