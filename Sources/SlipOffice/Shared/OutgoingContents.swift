internal import SlipDocument

/// The headings that a table of contents lists.
enum OutgoingContents {
  /// The entries in order, each with the name of the bookmark that it leads to.
  static func entries(of document: Document, deepest: Int) -> [(level: Int, text: String, bookmark: String)] {
    var entries: [(level: Int, text: String, bookmark: String)] = []
    for case .paragraph(let paragraph) in document.blocks {
      guard let level = level(of: paragraph, deepest: deepest) else { continue }
      entries.append((level, text(of: paragraph), "_Toc" + String(100_000 + entries.count + 1).dropFirst()))
    }
    return entries
  }

  /// The level of a heading that is listed; nil for other paragraphs.
  static func level(of paragraph: Paragraph, deepest: Int) -> Int? {
    guard let level = paragraph.style.headingLevel, level <= deepest, paragraph.endIsVisible else {
      return nil
    }
    return text(of: paragraph).contains { !$0.isWhitespace } ? level : nil
  }

  /// The text of a heading, with its number.
  static func text(of paragraph: Paragraph) -> String {
    var text = paragraph.listItem.map { $0.marker.isEmpty ? "" : $0.marker + " " } ?? ""
    for inline in paragraph.inlines where inline.isVisible {
      if case .lineBreak = inline { text += " " } else { text += inline.runText }
    }
    return text
  }
}
