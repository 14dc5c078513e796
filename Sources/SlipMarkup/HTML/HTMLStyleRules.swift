/// The few declarations of a page's style sheets that decide what its text is: what becomes of white space, how
/// lists are marked, what is bold, italic, underlined or struck, and what can't be seen. Everything else in style sheets is looks,
/// and is left out.
///
/// Rules with one simple selector count: `pre`, `.note`, `#part`, `div.note`. Selectors of several elements, rules for
/// print or for screens of some sizes and the like are passed over.
struct HTMLStyleRules {
  /// A rule that counts.
  private struct Rule {
    /// The element's name; nil for any.
    var name: String?
    /// The classes and the identifier that it must have.
    var classes: [String]
    var identifier: String?
    /// The declarations.
    var css: CSSDeclarations
    /// Whether they say how text is emphasized.
    var isEmphasis: Bool
    /// How much the selector weighs.
    var weight: Int {
      (identifier == nil ? 0 : 10_000) + classes.count * 100 + (name == nil ? 0 : 1)
    }
  }

  /// The rules, those that weigh more behind the others.
  private var rules: [Rule] = []
  /// The declarations that say how text is emphasized.
  private static let emphasis = [
    "font-weight", "font-style", "font", "text-decoration", "text-decoration-line", "vertical-align",
  ]
  /// Words without which a rule has nothing that counts.
  private static let words = [
    "white-space", "list-style", "font", "text-decoration", "vertical-align", "visibility",
  ]
  /// The most rules of a page that are kept.
  private static let most = 1_000

  /// Adds a style sheet.
  mutating func add(_ sheet: [UInt8]) {
    guard sheet.contains(where: { $0 == UInt8(ascii: "{") }) else { return }
    var text = String(decoding: sheet, as: UTF8.self)
    while let open = text.firstRange(of: "/*") {
      let end = text[open.upperBound...].firstRange(of: "*/")?.upperBound ?? text.endIndex
      text.removeSubrange(open.lowerBound..<end)
    }
    var rest = text[...]
    // How many blocks for screens are open.
    var open = 0
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == ";" }) {
      var head = String(rest[..<brace]).trimmingSpaces()
      while open > 0, head.first == "}" {
        head = String(head.dropFirst()).trimmingSpaces()
        open -= 1
      }
      guard rest[brace] == "{" else {
        rest = rest[rest.index(after: brace)...]
        continue
      }
      if head.prefix(6).lowercased() == "@media", CSSMedia.isForScreens(head.dropFirst(6)) {
        open += 1
        rest = rest[rest.index(after: brace)...]
        continue
      }
      var depth = 1
      var end = rest.index(after: brace)
      while end < rest.endIndex, depth > 0 {
        if rest[end] == "{" { depth += 1 } else if rest[end] == "}" { depth -= 1 }
        end = rest.index(after: end)
      }
      if !head.hasPrefix("@") {
        add(head, String(rest[rest.index(after: brace)..<end].dropLast(depth == 0 ? 1 : 0)))
      }
      rest = rest[end...]
    }
    let sorted = rules.enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
    rules = sorted.map(\.element)
  }

  /// Adds a rule, if it says something that counts.
  private mutating func add(_ selectors: String, _ declarations: String) {
    guard HTMLStyleRules.words.contains(where: { declarations.contains($0) }) else { return }
    let css = CSSDeclarations(declarations)
    let isEmphasis = HTMLStyleRules.emphasis.contains { css[$0] != nil }
    guard isEmphasis || HTMLWhiteSpace(css) != nil || HTMLListStyle(css) != nil || css.hidesVisibly != nil
    else {
      return
    }
    for selector in selectors.split(separator: ",") {
      let selector = String(selector).trimmingSpaces()
      guard rules.count < HTMLStyleRules.most, !selector.isEmpty,
        !selector.contains(where: { " >+~:[".contains($0) || $0.isNewline })
      else { continue }
      var rule = Rule(name: nil, classes: [], identifier: nil, css: css, isEmphasis: isEmphasis)
      let name = selector.prefix { $0 != "." && $0 != "#" }
      if !name.isEmpty, name != "*" { rule.name = name.lowercased() }
      var rest = selector[name.endIndex...]
      while let sign = rest.first {
        let word = rest.dropFirst().prefix { $0 != "." && $0 != "#" }
        if sign == "." { rule.classes.append(String(word)) } else { rule.identifier = String(word) }
        rest = rest[word.endIndex...]
      }
      rules.append(rule)
    }
  }

  /// The rules that apply to an element, those that weigh more behind the others.
  private func rules(for tag: HTMLTag) -> [Rule] {
    if rules.isEmpty { return [] }
    return rules.filter { rule in
      (rule.name == nil || rule.name == tag.name) && rule.classes.allSatisfy(tag.hasClass)
        && (rule.identifier == nil || rule.identifier == tag["id"])
    }
  }

  /// What says how the text of an element is emphasized, in the order in which it counts.
  func emphasis(_ tag: HTMLTag) -> [CSSDeclarations] {
    if rules.isEmpty { return [] }
    return rules(for: tag).filter(\.isEmphasis).map(\.css)
  }

  /// Whether an element can't be seen.
  func hides(_ tag: HTMLTag) -> Bool {
    rules(for: tag).compactMap(\.css.hidesVisibly).last ?? false
  }

  /// What becomes of white space in an element; nil if no rule says it.
  func whiteSpace(_ tag: HTMLTag) -> HTMLWhiteSpace? {
    rules(for: tag).compactMap { HTMLWhiteSpace($0.css) }.last
  }

  /// How a list or item is marked; nil if no rule says it.
  func listStyle(_ tag: HTMLTag) -> HTMLListStyle? {
    rules(for: tag).compactMap { HTMLListStyle($0.css) }.last
  }
}

extension CSSDeclarations {
  /// Whether what is declared can't be seen, though it takes its room; nil where nothing is said of it.
  var hidesVisibly: Bool? { keyword("visibility").map { $0 == "hidden" || $0 == "collapse" } }
}
