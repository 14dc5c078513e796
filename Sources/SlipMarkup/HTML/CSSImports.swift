/// A style sheet without the statements that import others (CSS Cascading and Inheritance 4, 2).
package struct CSSImports {
  /// The addresses of the sheets that it imports for screens, in order.
  package private(set) var addresses: [String] = []
  /// What comes behind the imports.
  package private(set) var rules: String

  /// Reads the statements at the beginning of a sheet; imports behind rules don't count.
  package init(_ sheet: String) {
    var rest = sheet[...]
    while let statement = CSSImports.next(&rest) {
      guard let (address, media) = CSSImports.target(statement) else { continue }
      if CSSMedia.isForScreens(media) { addresses.append(address) }
    }
    rules = String(rest)
  }

  /// Takes a statement from the beginning that may stand before imports, or is one; nil where the rules begin.
  private static func next(_ rest: inout Substring) -> Substring? {
    var text = rest.drop(while: \.isWhitespace)
    if let mark = ["<!--", "-->"].first(where: text.hasPrefix) {
      rest = text.dropFirst(mark.count)
      return ""
    }
    if text.hasPrefix("/*") {
      guard let end = text.dropFirst(2).firstRange(of: "*/") else { return nil }
      rest = text[end.upperBound...]
      return ""
    }
    let word = text.prefix { $0 != ";" && $0 != "{" && !$0.isWhitespace && !"\"'(".contains($0) }.lowercased()
    guard ["@charset", "@layer", "@import"].contains(word) else { return nil }
    var quote: Character?
    var end = text.startIndex
    var depth = 0
    while end < text.endIndex {
      let character = text[end]
      if let open = quote {
        if character == open || character.isNewline { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if depth <= 0, character == ";" || character == "{" {
        break
      }
      end = text.index(after: end)
    }
    guard end == text.endIndex || text[end] == ";" else { return nil }
    let statement = text[..<end]
    text = text[end...].dropFirst()
    rest = text
    return statement
  }

  /// What a statement imports, and for which media; nil for other statements.
  private static func target(_ statement: Substring) -> (address: String, media: String)? {
    guard statement.prefix(7).lowercased() == "@import" else { return nil }
    var rest = statement.dropFirst(7).drop(while: \.isWhitespace)
    let isURL = rest.prefix(4).lowercased() == "url("
    if isURL { rest = rest.dropFirst(4).drop(while: \.isWhitespace) }
    var address = ""
    if let quote = rest.first, quote == "\"" || quote == "'" {
      address = String(rest.dropFirst().prefix { $0 != quote })
      rest = rest.dropFirst(address.count + 2)
      if isURL { rest = rest.drop { $0 != ")" }.dropFirst() }
    } else if isURL {
      address = String(rest.prefix { $0 != ")" })
      rest = rest.dropFirst(address.count + 1)
    }
    address = address.trimmingSpaces()
    return address.isEmpty ? nil : (address, String(rest))
  }
}
