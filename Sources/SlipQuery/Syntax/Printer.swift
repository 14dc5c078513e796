// The canonical form: one line, from which the same tree is read again.

extension QueryPredicate: CustomStringConvertible {
  /// The canonical form of the predicate. Reading it gives an equal predicate.
  public var description: String {
    var printer = Printer()
    printer.print(self)
    return printer.text
  }
}

extension QueryExpression: CustomStringConvertible {
  /// The canonical form of the expression.
  public var description: String {
    var printer = Printer()
    printer.print(self)
    return printer.text
  }
}

/// Writes trees as text, with only the parentheses that are needed.
///
/// - Reserved words are in upper case, but `nil` is not; operators have their first spelling:
///   `==`, `!=`, `AND`.
/// - Options follow the operator as `[c]`, `[d]`, `[cd]` or `[n]`.
/// - One blank stands around operators, none inside brackets, and lists have `, ` between their
///   elements.
/// - Strings stand in `"`. Escaped are `"`, `\`, line feed, tab, return and, as `\u00XX`, other
///   controls.
/// - Whole numbers are decimal. Doubles are the shortest text that reads back, with `.0` or an
///   exponent.
/// - A first key that is a reserved word has `#` before it.
/// - Variables stay; arguments are written out. Dates among them are `CAST("…", "NSDate")`, so
///   that the text means the same moment wherever it is read. Constant strings such as `"-7d"`
///   stay, so that a saved query moves.
struct Printer {
  /// What has been written.
  var text = ""

  /// Writes a predicate.
  mutating func print(_ predicate: QueryPredicate) {
    switch predicate {
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .or(let parts): print(parts, " OR ") { if case .or = $0 { true } else { false } }
    case .and(let parts):
      print(parts, " AND ") {
        switch $0 {
        case .or, .and: true
        default: false
        }
      }
    case .not(let inner):
      text += "NOT "
      switch inner {
      case .and, .or: print(inParentheses: inner)
      default: print(inner)
      }
    case .comparison(let comparison): print(comparison)
    }
  }

  /// Writes predicates with a word between them.
  ///
  /// - Parameters:
  ///   - parts: The predicates.
  ///   - word: What stands between them, with its blanks.
  ///   - needsParentheses: Whether a part would be read as something else without them.
  private mutating func print(
    _ parts: [QueryPredicate], _ word: String, _ needsParentheses: (QueryPredicate) -> Bool
  ) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += word }
      if needsParentheses(part) { print(inParentheses: part) } else { print(part) }
    }
  }

  /// Writes a predicate in parentheses.
  private mutating func print(inParentheses predicate: QueryPredicate) {
    text += "("
    print(predicate)
    text += ")"
  }

  /// Writes a comparison.
  private mutating func print(_ comparison: QueryComparison) {
    if let quantifier = comparison.quantifier { text += quantifier.rawValue + " " }
    print(comparison.left)
    text += " " + comparison.comparator.rawValue
    if comparison.options != .none { text += "[" + comparison.options.rawValue + "]" }
    text += " "
    print(comparison.right)
  }

  /// How tight an expression binds: 0 sum, 1 product, 2 minus, 3 power, 4 constant, 5 what can
  /// have keys.
  private func rank(_ expression: QueryExpression) -> Int {
    switch expression.node {
    case .chain(_, let links): links.first?.sign.isProduct == true ? 1 : 0
    case .negated: 2
    case .integer(let value): value < 0 ? 2 : 4
    case .double(let value): value.sign == .minus ? 2 : 4
    case .power: 3
    case .null, .bool, .string, .list: 4
    case .path, .call, .cast, .function, .subquery, .ternary: 5
    }
  }

  /// Writes an expression, in parentheses where it binds less tight than its place demands.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - needed: The least rank that may stand here without parentheses.
  private mutating func print(_ expression: QueryExpression, atLeast needed: Int) {
    guard rank(expression) < needed else { return print(expression) }
    text += "("
    print(expression)
    text += ")"
  }

  /// Writes an expression.
  mutating func print(_ expression: QueryExpression) {
    switch expression.node {
    case .null: text += "nil"
    case .bool(let value): text += value ? "TRUE" : "FALSE"
    case .integer(let value): text += String(value)
    case .double(let value): text += NumberText.canonical(value)
    case .string(let value): print(quoted: value)
    case .list(let elements):
      text += "{"
      print(elements)
      text += "}"
    case .path(let path): print(path)
    case .negated(let inner):
      text += "-"
      // A minus before a literal number would become part of it.
      if case .integer(let value) = inner.node, value >= 0 {
        print(inner, atLeast: 5)
      } else {
        print(inner, atLeast: 2)
      }
    case .chain(let first, let links):
      let isProduct = links.first?.sign.isProduct == true
      print(first, atLeast: isProduct ? 1 : 0)
      for link in links {
        text += " " + link.sign.rawValue + " "
        print(link.term, atLeast: isProduct ? 2 : 1)
      }
    case .power(let base, let exponent):
      print(base, atLeast: 4)
      text += " ** "
      print(exponent, atLeast: 2)
    default: print(call: expression.node)
    }
  }

  /// Writes what has parentheses of its own.
  private mutating func print(call node: QueryExpression.Node) {
    switch node {
    case .call(let name, let arguments):
      text += name + "("
      print(arguments)
    case .cast(let value, let type, _):
      text += "CAST("
      print(value)
      text += ", "
      print(quoted: type)
    case .function(let value, let selector, _, let others):
      text += "FUNCTION("
      print(value)
      text += ", "
      print(quoted: selector)
      for other in others {
        text += ", "
        print(other)
      }
    case .subquery(let collection, let name, let condition):
      text += "SUBQUERY("
      print(collection)
      text += ", $" + name + ", "
      print(condition)
    case .ternary(let condition, let first, let second):
      text += "TERNARY("
      print(condition)
      text += ", "
      print([first, second])
    default: return
    }
    text += ")"
  }

  /// Writes expressions with commas between them.
  private mutating func print(_ expressions: [QueryExpression]) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { text += ", " }
      print(expression)
    }
  }

  /// Writes a path.
  ///
  /// Only a first key needs `#` before a reserved word: behind a point no word is reserved.
  private mutating func print(_ path: QueryKeyPath) {
    var isFirst = false
    switch path.root {
    case .implicit: isFirst = true
    case .own: text += "SELF"
    case .variable(let name): text += "$" + name
    case .expression(let base): print(base, atLeast: 5)
    }
    for step in path.steps {
      switch step {
      case .key(let name, _):
        text += isFirst ? (Words.reserved(name) == nil ? "" : "#") : "."
        text += name
      case .collection(let name, _): text += ".@" + name
      case .index(let index, _):
        text += "["
        print(index)
        text += "]"
      case .first: text += "[FIRST]"
      case .last: text += "[LAST]"
      case .size: text += "[SIZE]"
      }
      isFirst = false
    }
  }

  /// Writes a string in quotes.
  ///
  /// What is escaped is what could not stand in a line of text; all else stays as it is.
  private mutating func print(quoted value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// Numbers as canonical text, and text as numbers.
enum NumberText {
  /// The shortest text that reads back, with `.0` or an exponent of at least two digits.
  static func canonical(_ value: Double) -> String {
    var text = value.description
    guard let mark = text.firstIndex(of: "e") else { return text }
    var exponent = text[text.index(after: mark)...]
    let sign = exponent.first == "-" ? "-" : "+"
    exponent = exponent.drop { $0 == "-" || $0 == "+" }
    let mantissa = text[..<mark]
    text = (mantissa.hasSuffix(".0") ? mantissa.dropLast(2) : mantissa) + "e" + sign
    return text + (exponent.count < 2 ? "0" : "") + exponent
  }
}
