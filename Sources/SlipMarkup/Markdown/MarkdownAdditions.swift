internal import SlipCore
internal import SlipDocument

/// What a program for notes reads in Markdown besides GFM.
///
/// Each sign has a row in `MarkdownSign.all` or `MarkdownBlockSign`, and is read where cmark-gfm reads: never in code or HTML.
package struct MarkdownAdditions: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `[[Note]]`, `[[Note|label]]` and `![[file]]`.
  package static let wikiLinks = MarkdownAdditions(rawValue: 1)
  /// `%%comment%%`, also over lines.
  package static let comments = MarkdownAdditions(rawValue: 2)
  /// ` ^id` at the end of a line: the name of a block, which links use, and no text.
  package static let blockIDs = MarkdownAdditions(rawValue: 4)
  /// `#tag` and `#nested/tag`.
  package static let tags = MarkdownAdditions(rawValue: 8)
  /// `#several words#` besides.
  package static let longTags = MarkdownAdditions(rawValue: 16)
  /// `==marked==`.
  package static let marks = MarkdownAdditions(rawValue: 32)
  /// `> [!note] Title`.
  package static let callouts = MarkdownAdditions(rawValue: 64)
  /// A line end is a line break.
  package static let lineBreaks = MarkdownAdditions(rawValue: 128)
  /// The box of a task may have any sign. Those without a meaning of their own count as done.
  package static let anyTask = MarkdownAdditions(rawValue: 256)
  /// `~underlined~`, with single signs.
  package static let underline = MarkdownAdditions(rawValue: 512)
  /// `^[text]`, a footnote where it stands.
  package static let inlineNotes = MarkdownAdditions(rawValue: 1_024)
  /// A table ends at a line without `|`, and not only at a blank one.
  package static let shortTables = MarkdownAdditions(rawValue: 2_048)
  /// `$x$` and `$$x$$`: formulas of TeX.
  package static let formulas = MarkdownAdditions(rawValue: 4_096)
  /// The size of a picture behind a bar in its description. Whoever gives pictures their content takes it from there.
  package static let pictureSizes = MarkdownAdditions(rawValue: 8_192)
  /// `[[label|Note]]`: the target stands after the bar, as in Gollum.
  package static let labelFirst = MarkdownAdditions(rawValue: 16_384)
  /// The size of a picture in a comment after it: `![](a.png)<!-- {"width":388} -->`.
  package static let sizeComments = MarkdownAdditions(rawValue: 32_768)
  /// Lists and quotations end with their lines: a line right below one isn't a part of it.
  package static let shortBlocks = MarkdownAdditions(rawValue: 65_536)
  /// Single tildes are text.
  package static let plainTildes = MarkdownAdditions(rawValue: 131_072)
  /// `^^marked^^`.
  package static let caretMarks = MarkdownAdditions(rawValue: 262_144)
  /// `((id))` stands for a block, `[label](((id)))` and `[label]([[page]])` are links, `#[[several words]]` is a tag, and
  /// `{{embed [[page]]}}` and `{{video address}}` show something.
  package static let references = MarkdownAdditions(rawValue: 524_288)
  /// The size of a picture in braces after it: `![](a.png){:height 10, :width 20}`.
  package static let sizeBraces = MarkdownAdditions(rawValue: 1_048_576)

  /// What other readers take for something else stays so: `x==1` compares, and `[[x]](address)` is a link of Markdown.
  package static let cautious = MarkdownAdditions(rawValue: 2_097_152)

  /// What Obsidian and its relatives add.
  package static let obsidian: MarkdownAdditions = [
    .wikiLinks, .comments, .blockIDs, .tags, .marks, .callouts, .lineBreaks, .anyTask, .inlineNotes,
    .formulas, .pictureSizes, .plainTildes,
  ]
  /// What people write in single files, whichever program they use.
  package static let common: MarkdownAdditions = [.wikiLinks, .comments, .marks, .cautious, .callouts]
  /// What wikis of GitHub add.
  package static let gollum: MarkdownAdditions = [.wikiLinks, .labelFirst]
  /// What Joplin adds.
  package static let joplin: MarkdownAdditions = [.marks, .formulas, .plainTildes]
  /// What Logseq adds. A line within a block is a line break there, too.
  package static let logseq: MarkdownAdditions = [
    .wikiLinks, .tags, .marks, .lineBreaks, .formulas, .pictureSizes, .caretMarks, .references, .sizeBraces,
  ]
  /// What Bear adds.
  package static let bear: MarkdownAdditions = [
    .wikiLinks, .tags, .longTags, .marks, .callouts, .lineBreaks, .underline, .shortTables, .shortBlocks,
    .formulas, .pictureSizes, .sizeComments,
  ]
}

extension MarkdownAdditions {
  /// How the signs of `common` begin.
  private static let beginnings: [(first: UInt8, second: UInt8, addition: MarkdownAdditions)] = [
    (UInt8(ascii: "["), UInt8(ascii: "["), [.wikiLinks, .cautious]),
    (UInt8(ascii: "%"), UInt8(ascii: "%"), .comments),
    (UInt8(ascii: "="), UInt8(ascii: "="), [.marks, .cautious]),
    (UInt8(ascii: "["), UInt8(ascii: "!"), .callouts),
  ]

  /// Those of `common` whose signs a text has. A text without any is read as GFM and nothing else.
  static func common(in text: ArraySlice<UInt8>) -> MarkdownAdditions {
    var found: MarkdownAdditions = []
    text.withUnsafeBytes { bytes in
      for index in bytes.indices.dropLast() {
        let byte = bytes[index]
        guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "=") else {
          continue
        }
        for row in beginnings where row.first == byte && row.second == bytes[index + 1] {
          found.formUnion(row.addition)
        }
      }
    }
    return found
  }
}

/// What a reader of Markdown asks whoever knows the other notes.
package struct MarkdownAnswers {
  /// What a link or an embed leads to.
  package var link: (MarkdownWikiLink) -> MarkdownLinkAnswer
  /// The text of a block by its id; nil for an unknown one.
  package var block: (String) -> String? = { _ in nil }
  /// The width in pixels that a comment after a picture says; nil for other comments.
  package var width: (ArraySlice<UInt8>) -> Int64? = { _ in nil }

  /// Answers about links.
  package init(link: @escaping (MarkdownWikiLink) -> MarkdownLinkAnswer) { self.link = link }

  /// Answers for a file of which nothing else is known: what it names lies beside it.
  ///
  /// ```
  /// [[Bees]]          a link to Bees.md
  /// [[a/Bees#Wax]]    a link to a/Bees.md#wax
  /// [[#Wax]]          a link to the heading
  /// ![[bee.png|120]]  the picture
  /// ```
  package static var beside: MarkdownAnswers {
    MarkdownAnswers { link in
      let path = link.path
      let place = link.place.map { "#" + RelativeURL.encoded(path: $0) } ?? ""
      if path.isEmpty { return place.isEmpty ? .text(link.shown) : .link(link.shown, to: place) }
      let type = path.lastIndex(of: ".").flatMap {
        MediaType.forFileExtension(String(path[path.index(after: $0)...]))
      }
      if link.isEmbed, type?.isImage == true {
        return .picture(description: link.givenLabel ?? "", at: RelativeURL.encoded(path: path))
      }
      return .link(link.shown, to: RelativeURL.encoded(path: type == nil ? path + ".md" : path) + place)
    }
  }
}

/// A link or embed that names its target, rather than an address.
package struct MarkdownWikiLink: Sendable, Equatable {
  /// What it names: a note, a file, a heading.
  package var target: String
  /// What it shows; nil where it doesn't say.
  package var label: String?
  /// Whether the target is shown, rather than linked to.
  package var isEmbed = false
  /// Whether it is a tag, which needs no note of its name.
  package var isTag = false

  /// A link to a target.
  package init(target: String, label: String? = nil, isEmbed: Bool = false, isTag: Bool = false) {
    (self.target, self.label, self.isEmbed, self.isTag) = (target, label, isEmbed, isTag)
  }

  /// Reads an address that is a page in double brackets, or the id of a block: `[label]([[page]])`; nil for others.
  init?(address: String) {
    if address.hasPrefix("[["), address.hasSuffix("]]"), address.utf8.count > 4 {
      self.init(target: String(address.dropFirst(2).dropLast(2)))
    } else if address.hasPrefix("(("), address.hasSuffix("))"), address.utf8.count == 40 {
      self.init(target: address)
    } else {
      return nil
    }
  }

  /// Reads what stands between the brackets: `Note#Heading|label`.
  ///
  /// - Parameter labelFirst: Whether the target stands after the bar.
  init(inside text: String, isEmbed: Bool, labelFirst: Bool) {
    let text = text.replacing("\\|", with: "|")
    let bar = text.firstIndex(of: "|")
    target = String(bar.map { text[..<$0] } ?? text[...]).trimmingSpaces()
    label = bar.map { String(text[text.index(after: $0)...]).trimmingSpaces() }
    self.isEmbed = isEmbed
    if labelFirst, !isEmbed, let second = label, !second.isEmpty { (target, label) = (second, target) }
  }
}

extension MarkdownWikiLink {
  /// The label; nil for none and an empty one.
  package var givenLabel: String? { label.flatMap { $0.isEmpty ? nil : $0 } }

  /// What the target is called: its headings stand after ` > `.
  package var name: String {
    target.split(separator: "#", omittingEmptySubsequences: true).map { part in
      part.hasPrefix("^") ? String(part.dropFirst()) : String(part)
    }.joined(separator: " > ")
  }

  /// What the link shows. What stands after the bar of an embed is its size or its description; neither is text.
  package var shown: String { isEmbed ? name : givenLabel ?? name }

  /// The file or note without the place in it; empty for a place of the note itself.
  package var path: String { String(target.prefix { $0 != "#" }).trimmingSpaces() }

  /// The place in the target, as links have it: the last heading, or a block. Nil for none.
  package var place: String? {
    guard target.contains("#"), !target.hasSuffix("#"), let last = target.split(separator: "#").last else {
      return nil
    }
    return last.hasPrefix("^") ? String(last) : Document.headingName(String(last))
  }
}

/// What becomes of a link that names its target.
package enum MarkdownLinkAnswer: Sendable, Equatable {
  /// Text that leads to an address.
  case link(String, to: String)
  /// The picture at an address.
  case picture(description: String, at: String)
  /// Text alone.
  case text(String)
}
