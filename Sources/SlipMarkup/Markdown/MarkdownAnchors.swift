internal import SlipDocument

/// Headings that links within a text lead to by the names that programs of Markdown give them: `[there](#part-two)`.
///
/// Such a heading gets a bookmark of that name, unless the text has one of its own. The name is the heading in lower case, its
/// words joined by hyphens, without other signs; of several equal ones the later have a number (GitHub's form).
extension Document {
  /// Adds the bookmarks that links need.
  mutating func bookmarkLinkedHeadings() {
    var links = FragmentLinks()
    walk(&links)
    guard !links.targets.isEmpty else { return }
    for heading in namedHeadings {
      guard links.targets.contains(heading.name), !links.bookmarks.contains(heading.name),
        case .paragraph(var paragraph) = blocks[heading.block]
      else { continue }
      paragraph.inlines.insert(contentsOf: [.bookmarkStart(heading.name), .bookmarkEnd(heading.name)], at: 0)
      blocks[heading.block] = .paragraph(paragraph)
    }
  }

  /// The headings, each with its name in links and its words.
  private var namedHeadings: [(block: Int, name: String, words: String)] {
    var taken: [String: Int] = [:]
    return blocks.indices.compactMap { index in
      guard case .paragraph(let paragraph) = blocks[index], paragraph.style.headingLevel != nil else {
        return nil
      }
      let words = paragraph.headingText(in: lists)
      let slug = Document.headingName(words)
      let count = taken[slug, default: 0]
      taken[slug] = count + 1
      return (index, count == 0 ? slug : "\(slug)-\(count)", words)
    }
  }

  /// The words of the heading that a link leads to; nil where its place is none.
  ///
  /// - Parameter place: What stands behind the `#`: a bookmark in the heading, or the heading's name.
  package func heading(at place: String) -> String? {
    let headings = namedHeadings
    let marked = headings.first { heading in
      guard case .paragraph(let paragraph) = blocks[heading.block] else { return false }
      return paragraph.inlines.contains(.bookmarkStart(place))
    }
    return (marked ?? headings.first { $0.name == place })?.words
  }

  /// The names of all bookmarks.
  package var bookmarkNames: Set<String> {
    var links = FragmentLinks()
    walk(&links)
    return links.bookmarks
  }

  /// The name of a heading in links.
  package static func headingName(_ heading: String) -> String {
    var slug = ""
    for character in heading.lowercased() {
      if character.isLetter || character.isNumber || character == "_" || character == "-" {
        slug.append(character)
      } else if character.isWhitespace {
        slug.append("-")
      }
    }
    return slug
  }
}

/// Collects the fragments that links within a document lead to, and its bookmarks.
private struct FragmentLinks: DocumentVisitor {
  var targets: Set<String> = []
  var bookmarks: Set<String> = []

  mutating func visit(_ inline: Inline) {
    switch inline {
    case .bookmarkStart(let name): bookmarks.insert(name)
    case .run(let run):
      guard let target = run.style.link?.target, target.utf8.first == UInt8(ascii: "#") else { return }
      let name = String(target.dropFirst())
      targets.insert(RelativeURL.decoded(name) ?? name)
    default: break
    }
  }
}
