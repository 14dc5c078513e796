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
    var taken: [String: Int] = [:]
    for index in blocks.indices {
      guard case .paragraph(var paragraph) = blocks[index], paragraph.style.headingLevel != nil else {
        continue
      }
      let slug = Document.headingName(paragraph.headingText(in: lists))
      let count = taken[slug, default: 0]
      taken[slug] = count + 1
      let name = count == 0 ? slug : "\(slug)-\(count)"
      guard links.targets.contains(name), !links.bookmarks.contains(name) else { continue }
      paragraph.inlines.insert(contentsOf: [.bookmarkStart(name), .bookmarkEnd(name)], at: 0)
      blocks[index] = .paragraph(paragraph)
    }
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
