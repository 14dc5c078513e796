/// The role of a paragraph in markup, beyond headings and list items: what surrounds it and what it
/// contains.
///
/// HTML and Markdown have block quotes, code blocks, definition lists and thematic breaks; RTF has
/// none of them. The role is therefore spelled out as the name of the paragraph's style, which
/// survives RTF. Names are those of word processors as far as they have one: `Quote`, `List
/// Continue 2`, `Source Code swift`, `Quote / Source Code`, `Horizontal Line`.
package struct BlockRole: Hashable, Sendable {
  /// Something that surrounds a paragraph.
  package enum Container: Hashable, Sendable {
    /// A block quote.
    case quote
    /// A list item that an earlier paragraph began; levels count from 0.
    case item(level: Int)
  }

  /// What a paragraph contains.
  package enum Content: Hashable, Sendable {
    /// Ordinary text.
    case text
    /// Lines of code, with the info string of the fence if there was one.
    case code(language: String?)
    /// The term of a definition list.
    case term
    /// The definition that follows a term.
    case definition
    /// A thematic break (HTML's `hr`); the paragraph is empty.
    case rule
  }

  /// What surrounds the paragraph, outermost first. Of list items directly within each other only
  /// the innermost is listed.
  package private(set) var containers: [Container] = []
  /// What the paragraph contains.
  package var content = Content.text

  /// Creates the role of ordinary text.
  package init() {}

  /// The indent of each level in twips: half an inch.
  package static let step = 720
  /// How many containers a role may have. Further ones are dropped.
  package static let deepest = 32

  /// Whether the paragraph contains code.
  package var isCode: Bool { if case .code = content { true } else { false } }

  /// Adds a container inside those that are there. A list item replaces the one that directly
  /// surrounds it.
  package mutating func enter(_ container: Container) {
    if case .item? = containers.last, case .item = container { containers.removeLast() }
    if containers.count < BlockRole.deepest { containers.append(container) }
  }

  /// The role without the innermost list item: that of the paragraph which begins the item.
  package var ofItem: BlockRole {
    var role = self
    if case .item? = containers.last { role.containers.removeLast() }
    return role
  }

  /// The number of block quotes around the paragraph.
  package var quotes: Int { containers.count { $0 == .quote } }

  /// The left indent of a paragraph of this role, in twips.
  ///
  /// Each quote and a definition add one step. Of list items the innermost counts, as its level
  /// includes the others.
  package var indent: Int {
    var levels = content == .definition ? 1 : 0
    var item = 0
    for container in containers {
      switch container {
      case .quote: levels += 1
      case .item(let level): item = level + 1
      }
    }
    return BlockRole.step * (levels + item)
  }
}

extension BlockRole {
  /// The left and first-line indents, in twips, of a list item that has none of its own. Levels
  /// beyond 8 count as 8.
  package static func listIndents(level: Int) -> (left: Int, firstLine: Int) {
    (step * (min(max(level, 0), 8) + 1), -360)
  }
}

/// Names of styles.
extension BlockRole {
  /// Separates the containers and the content in a name.
  private static let separator = " / "
  /// The name of code blocks, which the language follows.
  private static let code = "Source Code"

  /// The name of the style for this role; nil for ordinary text.
  package var name: String? {
    var parts: [String] = []
    var quotes = 0
    for container in containers {
      switch container {
      case .quote: quotes += 1
      case .item(let level):
        if quotes > 0 { parts.append(BlockRole.numbered("Quote", quotes)) }
        quotes = 0
        parts.append(BlockRole.numbered("List Continue", level + 1))
      }
    }
    if quotes > 0 { parts.append(BlockRole.numbered("Quote", quotes)) }
    switch content {
    case .text: break
    case .code(let language): parts.append(language.map { BlockRole.code + " " + $0 } ?? BlockRole.code)
    case .term: parts.append("Definition Term")
    case .definition: parts.append("Definition")
    case .rule: parts.append("Horizontal Line")
    }
    return parts.isEmpty ? nil : parts.joined(separator: BlockRole.separator)
  }

  /// A name with its number; 1 is left out, as word processors do.
  private static func numbered(_ name: String, _ number: Int) -> String {
    number == 1 ? name : "\(name) \(number)"
  }

  /// Reads a role from the name of a style; nil when the name doesn't express one.
  ///
  /// `Quote 2 / Source Code swift` gives two quotes and code in Swift. Names of Word, LibreOffice
  /// and pandoc are known, too.
  package init?(name: String) {
    var rest = Substring(name)
    while let (found, length) = BlockRole.containers(rest) {
      for container in found { enter(container) }
      rest = rest.dropFirst(length)
      if rest.isEmpty { return }
      guard rest.hasPrefix(BlockRole.separator) else { return nil }
      rest = rest.dropFirst(BlockRole.separator.count)
    }
    if let known = BlockRole.contents[rest.prefix { $0 != "," }.lowercased()] {
      content = known
    } else if rest.hasPrefix(BlockRole.code + " ") {
      let language = rest.dropFirst(BlockRole.code.count + 1)
      content = .code(language: language.isEmpty ? nil : String(language))
    } else {
      return nil
    }
  }

  /// The containers that the name begins with, and the number of characters that they take up.
  private static func containers(_ name: Substring) -> ([Container], Int)? {
    let part = name.utf8.firstIndex(of: UInt8(ascii: "/")).map { name[..<$0].dropLast() } ?? name
    let digits = part.utf8.reversed().prefix { $0.isASCIIDigit }.count
    let number = digits == 0 ? 1 : Int(part.suffix(digits)) ?? 0
    let stem = part.dropLast(digits).lowercased()
    let words = stem.hasSuffix(" ") ? String(stem.dropLast()) : stem
    guard (1...deepest).contains(number), !words.isEmpty else { return nil }
    if quotations.contains(words) { return ([Container](repeating: .quote, count: number), part.count) }
    return words == "list continue" ? ([.item(level: number - 1)], part.count) : nil
  }

  /// Names of styles for block quotes, in lower case: those of Slipbox, Word, LibreOffice and
  /// pandoc.
  private static let quotations: Set<String> = [
    "quote", "intense quote", "block quote", "block quotation", "block text", "quotations", "blockquote",
  ]

  /// Names of styles for content, in lower case.
  private static let contents: [String: Content] = [
    "source code": .code(language: nil), "html preformatted": .code(language: nil),
    "preformatted text": .code(language: nil), "preformatted": .code(language: nil),
    "code block": .code(language: nil), "verbatim": .code(language: nil),
    "definition term": .term, "list heading": .term,
    "definition": .definition, "list contents": .definition,
    "horizontal line": .rule, "horizontal rule": .rule,
  ]
}

extension ParagraphStyle {
  /// The role that the style's name expresses; that of ordinary text when it expresses none.
  package var role: BlockRole { name.flatMap { BlockRole(name: $0) } ?? BlockRole() }

  /// Gives the paragraph the name and the indent of a role. The rest of an existing indent stays.
  package mutating func take(_ role: BlockRole) {
    let added = role.indent - self.role.indent
    edit {
      $0.name = role.name
      $0.leftIndent = min($0.leftIndent + added, 100_000)
    }
  }

  /// Turns a paragraph inside a list item into the one that begins it, so that it has the marker.
  package mutating func beginItem(level: Int) {
    let role = role.ofItem
    take(role)
    guard role.quotes > 0 else { return }
    let indents = BlockRole.listIndents(level: level)
    edit {
      $0.leftIndent = BlockRole.step * role.quotes + indents.left
      $0.firstLineIndent = indents.firstLine
    }
  }
}

/// Finds the roles of a document's paragraphs. Paragraphs often have the style of the one before,
/// so the last role is remembered.
package struct BlockRoles: Sendable {
  /// The last style's name that was read, and its role.
  private var last: (name: String, role: BlockRole) = ("", BlockRole())

  /// Creates a finder that remembers nothing.
  package init() {}

  /// The role that the style's name expresses.
  package mutating func role(of style: ParagraphStyle) -> BlockRole {
    guard let name = style.name else { return BlockRole() }
    if name != last.name { last = (name, BlockRole(name: name) ?? BlockRole()) }
    return last.role
  }
}

/// Character styles that mark text as code.
package enum CodeStyle {
  /// The name that readers give to code, the same as pandoc's.
  package static let name = "Verbatim Char"

  /// Names of other applications' styles for code, in lower case.
  private static let names: Set<String> = [
    "verbatim char", "html code", "source text", "html typewriter", "html sample", "html keyboard",
    "teletype",
    "inline code", "code char",
  ]

  /// Whether the style's name marks text as code.
  package static func isCode(_ style: CharacterStyle) -> Bool {
    guard let name = style.name else { return false }
    return name == CodeStyle.name || names.contains(name.lowercased())
  }
}

/// Formulas of TeX, which text shows by their source: `$E = mc^2$`.
package enum FormulaStyle {
  /// The name of the style.
  package static let name = "Formula"

  /// Whether a run is such a source, with the signs around it or a line of it.
  package static func isFormula(_ style: CharacterStyle) -> Bool { style.name == name }
}
