/// What a paragraph is to markup beyond a heading or a list's item: what it stands in, and what it holds.
///
/// The name of the paragraph's style says so, which survives RTF. Names are those of word processors as far as they
/// have one: `Quote`, `List Continue 2`, `Source Code swift`, `Quote / Source Code`, `Horizontal Line`.
package struct BlockRole: Hashable, Sendable {
  /// What a paragraph stands in.
  package enum Container: Hashable, Sendable {
    case quote
    /// An item, begun before, of a list's level from 0.
    case item(level: Int)
  }

  package enum Content: Hashable, Sendable {
    case text
    /// Lines of code, with the info string of a fence.
    case code(language: String?)
    case term, definition
    /// A thematic break; the paragraph is empty.
    case rule
  }

  /// Outermost first. Of items right within each other the innermost alone is named.
  package private(set) var containers: [Container] = []
  package var content = Content.text

  package init() {}

  /// Half an inch for each level.
  fileprivate static let step = 720
  /// Containers within each other.
  package static let deepest = 32

  package var isCode: Bool { if case .code = content { true } else { false } }

  package mutating func enter(_ container: Container) {
    if case .item? = containers.last, case .item = container { containers.removeLast() }
    if containers.count < BlockRole.deepest { containers.append(container) }
  }

  /// The same for the paragraph that begins an item, which stands in no item of its own list.
  package var ofItem: BlockRole {
    var role = self
    if case .item? = containers.last { role.containers.removeLast() }
    return role
  }

  package var quotes: Int { containers.count { $0 == .quote } }

  /// How far a paragraph of this role is set in.
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
  /// The left and first-line indents, in twips, of an item of a list's level that has none of its own.
  package static func listIndents(level: Int) -> (left: Int, firstLine: Int) {
    (step * (min(max(level, 0), 8) + 1), -360)
  }
}

/// Names of styles.
extension BlockRole {
  private static let separator = " / "
  private static let code = "Source Code"

  /// Nil for ordinary text.
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

  private static func numbered(_ name: String, _ number: Int) -> String {
    number == 1 ? name : "\(name) \(number)"
  }

  /// What a style's name says; nil where it says nothing of this.
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

  /// The containers that the name begins with, and the length of what says so.
  private static func containers(_ name: Substring) -> ([Container], Int)? {
    let part = name.utf8.firstIndex(of: UInt8(ascii: "/")).map { name[..<$0].dropLast() } ?? name
    let digits = part.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
    let number = digits == 0 ? 1 : Int(part.suffix(digits)) ?? 0
    let stem = part.dropLast(digits).lowercased()
    let words = stem.hasSuffix(" ") ? String(stem.dropLast()) : stem
    guard (1...deepest).contains(number), !words.isEmpty else { return nil }
    if quotations.contains(words) { return ([Container](repeating: .quote, count: number), part.count) }
    return words == "list continue" ? ([.item(level: number - 1)], part.count) : nil
  }

  /// In lower case: ours, Word's, LibreOffice's, pandoc's.
  private static let quotations: Set<String> = [
    "quote", "intense quote", "block quote", "block quotation", "block text", "quotations", "blockquote",
  ]

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
  /// What the style's name says; plain text where it says nothing.
  package var role: BlockRole { name.flatMap { BlockRole(name: $0) } ?? BlockRole() }

  /// Makes the paragraph what `role` says: its name and indent.
  package mutating func take(_ role: BlockRole) {
    let added = role.indent - self.role.indent
    edit {
      $0.name = role.name
      $0.leftIndent = min($0.leftIndent + added, 100_000)
    }
  }

  /// Makes a paragraph of what stands in an item the one that begins it.
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

/// Roles of the paragraphs of one document, whose styles come again.
package struct BlockRoles: Sendable {
  private var last: (name: String, role: BlockRole) = ("", BlockRole())

  package init() {}

  package mutating func role(of style: ParagraphStyle) -> BlockRole {
    guard let name = style.name else { return BlockRole() }
    if name != last.name { last = (name, BlockRole(name: name) ?? BlockRole()) }
    return last.role
  }
}

/// Character styles that say that text is code.
package enum CodeStyle {
  package static let name = "Verbatim Char"

  private static let names: Set<String> = [
    "verbatim char", "html code", "source text", "html typewriter", "html sample", "html keyboard",
    "teletype",
    "inline code", "code char",
  ]

  package static func isCode(_ style: CharacterStyle) -> Bool {
    guard let name = style.name else { return false }
    return name == CodeStyle.name || names.contains(name.lowercased())
  }
}
