internal import SlipDocument

/// A document's headings with identifiers made of their words.
struct HTMLSections: Sendable {
  struct Entry: Sendable {
    /// In the document's blocks.
    var block: Int
    var level: Int
    var text: String
    var identifier: String
  }

  private(set) var entries: [Entry] = []
  /// By the index of the block.
  private(set) var identifiers: [Int: String] = [:]

  init() {}

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
      entries.append(Entry(block: index, level: min(max(level, 1), 6), text: text, identifier: identifier))
      identifiers[index] = identifier
    }
  }

  /// Letters and digits in lower case, words parted by `-`.
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

  /// The headings as a list that leads to them.
  func write(to sink: inout HTMLSink) {
    guard let first = entries.first else { return }
    sink.markup("<nav role=\"doc-toc\" aria-label=\"Contents\">\n")
    var open: [Int] = []
    for entry in entries {
      while let last = open.last, last > max(entry.level, first.level), open.count > 1 {
        sink.markup("</li>\n</ul>\n")
        open.removeLast()
      }
      if let last = open.last, last >= entry.level {
        sink.markup("</li>\n")
      } else {
        sink.markup(open.isEmpty ? "<ul>\n" : "\n<ul>\n")
        open.append(entry.level)
      }
      sink.markup("<li><a")
      sink.attribute("href", "#" + entry.identifier)
      sink.markup(">")
      sink.text(entry.text)
      sink.markup("</a>")
    }
    for _ in open { sink.markup("</li>\n</ul>\n") }
    sink.markup("</nav>\n")
  }
}
