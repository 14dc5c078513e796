internal import SlipDocument

/// A document's headings, with identifiers made of their words: `First Steps` becomes
/// `first-steps`, and a second heading of that text `first-steps-2`.
///
/// Identifiers depend on the headings alone, so links from elsewhere keep working when
/// other text changes.
struct HTMLSections: Sendable {
  /// One heading.
  struct Entry: Sendable {
    /// The index of its block in the document.
    var block: Int
    /// Its level, from 1 to 6.
    var level: Int
    /// Its visible text, with its number.
    var text: String
    /// Its identifier, which is unique among the headings.
    var identifier: String
  }

  /// The headings in their order.
  private(set) var entries: [Entry] = []
  /// The identifiers by the index of the block.
  private(set) var identifiers: [Int: String] = [:]

  /// No headings, for pages that need no identifiers.
  init() {}

  /// Collects the headings of the body. Blank ones are left out.
  init(_ document: Document) {
    var taken: Set<String> = []
    for (index, block) in document.blocks.enumerated() {
      guard case .paragraph(let paragraph) = block, let level = paragraph.style.headingLevel else { continue }
      let text = paragraph.visibleText
      if text.allSatisfy(\.isWhitespace) { continue }
      let slug = HTMLSections.slug(text)
      var identifier = slug
      var number = 1
      while !taken.insert(identifier).inserted {
        number += 1
        identifier = "\(slug)-\(number)"
      }
      entries.append(
        Entry(
          block: index, level: min(max(level, 1), 6), text: paragraph.headingText(in: document.lists),
          identifier: identifier))
      identifiers[index] = identifier
    }
  }

  /// The words of a text in lower case, joined by `-`; `section` if it has no letters and
  /// digits. Other characters are left out: `What's new?` becomes `whats-new`.
  private static func slug(_ text: String) -> String {
    var slug = ""
    for character in text.lowercased() {
      if character.isLetter || character.isNumber {
        slug.append(character)
      } else if !slug.isEmpty, slug.last != "-", character.isWhitespace || character == "-" {
        slug.append("-")
      }
    }
    while slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? "section" : slug
  }

  /// Writes the table of contents: a nested list of links to the headings. Levels that
  /// the document skips are not shown as empty lists.
  func write(to sink: inout HTMLSink) {
    guard !entries.isEmpty else { return }
    sink.markup("<nav role=\"doc-toc\" aria-label=\"Contents\">\n")
    var nesting = HeadingNesting()
    for entry in entries {
      let isFirst = nesting.depth == 0
      let (ended, begins) = nesting.add(entry.level)
      for _ in 0..<ended { sink.markup("</li>\n</ul>\n") }
      sink.markup(isFirst ? "<ul>\n" : begins ? "\n<ul>\n" : "</li>\n")
      sink.markup("<li><a")
      sink.attribute("href", "#" + entry.identifier)
      sink.markup(">")
      sink.text(entry.text)
      sink.markup("</a>")
    }
    for _ in 0..<nesting.depth { sink.markup("</li>\n</ul>\n") }
    sink.markup("</nav>\n")
  }
}
