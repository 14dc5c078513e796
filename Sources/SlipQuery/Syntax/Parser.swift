/// Reads a predicate: recursive descent with one token of look-ahead.
///
/// The grammar, where `{ }` means any number, `[ ]` means optional and names in capitals are
/// reserved words, which may be written in any case:
/// ```
/// format     = predicate END
/// predicate  = and { ("OR" | "||") and }
/// and        = not { ("AND" | "&&") not }
/// not        = ("NOT" | "!") not | atom
/// atom       = "TRUEPREDICATE" | "FALSEPREDICATE" | "(" predicate ")"
///            | [ "ANY" | "SOME" | "ALL" | "NONE" ] comparison
/// comparison = sum operator [ "[" options "]" ] sum
/// options    = "c" | "d" | "cd" | "n"
/// sum        = product { ("+" | "-") product }
/// product    = sign { ("*" | "/") sign }
/// sign       = "-" sign | power
/// power      = postfix [ "**" sign ]
/// postfix    = plain | extendable { "." step | "[" ( sum | "FIRST" | "LAST" | "SIZE" ) "]" }
/// step       = name | "#" name | "@" name | "%K"
/// plain      = number | string | TRUE | YES | FALSE | NO | NULL | NIL
///            | "{" [ sum { "," sum } ] "}" | "%@" and other specifiers
/// extendable = name | "#" name | "$" name | "SELF" | "%K" | "(" sum ")"
///            | function "(" [ sum { "," sum } ] ")"
///            | "SUBQUERY" "(" sum "," "$" name "," predicate ")"
///            | "CAST" "(" sum "," string ")"
///            | "FUNCTION" "(" sum "," string { "," sum } ")"
///            | "TERNARY" "(" predicate "," sum "," sum ")"
/// ```
/// So AND binds tighter than OR, a quantifier belongs to one comparison, `**` is
/// right-associative and binds tighter than a minus on its left, and only what has keys can be
/// followed by a step: `5.length` is an error. A `(` may open a predicate or an expression; what
/// it holds decides. So the rules that may meet one return either, and whoever needs one of them
/// reports the other at the token that follows.
struct Parser {
  /// What a rule has read.
  enum Item {
    /// Something that is true or false.
    case predicate(QueryPredicate)
    /// Something that has a value.
    case expression(QueryExpression)
  }

  /// Where the tokens come from.
  private var lexer: Lexer
  /// The token to be read next.
  private(set) var token: Token
  /// The arguments that are put in.
  var arguments: ArgumentFeed
  /// How deep the present place is nested.
  private(set) var depth = 0

  /// Creates a parser.
  ///
  /// - Throws: `QueryError` when the text is longer than `QueryLimits.textBytes`.
  init(_ text: String, _ arguments: [QueryArgument]) throws(QueryError) {
    guard text.utf8.count <= QueryLimits.textBytes else {
      throw QueryError(.syntax, at: QueryLimits.textBytes, "the text is longer than 1 MiB")
    }
    lexer = Lexer(text)
    token = lexer.next()
    self.arguments = ArgumentFeed(arguments)
  }

  /// Reads the whole text.
  ///
  /// - Throws: `QueryError` in phase `syntax` or `argument`.
  mutating func format() throws(QueryError) -> QueryPredicate {
    let predicate = try predicate()
    guard token.kind == .end else { throw unexpected("AND", "OR", "end") }
    try arguments.finish(at: token.offset)
    return predicate
  }

  /// Reads the text as nothing but a key path, for sort keys.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  mutating func wholePath() throws(QueryError) -> QueryKeyPath {
    let expression = try sum()
    guard token.kind == .end else { throw unexpected(".", "end") }
    guard case .path(let path) = expression.node else {
      throw QueryError(.check, at: expression.place.offset, "not a key path")
    }
    return path
  }

  // MARK: Tokens

  /// Moves to the next token.
  mutating func advance() { token = lexer.next() }

  /// The reserved word that comes next, in upper case.
  var reserved: String? {
    if case .word(let text) = token.kind { Words.reserved(text) } else { nil }
  }

  /// Whether a symbol comes next.
  func isAt(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

  /// Moves past a symbol; false where another token comes.
  mutating func skip(_ symbol: String) -> Bool {
    guard isAt(symbol) else { return false }
    advance()
    return true
  }

  /// Moves past a symbol.
  ///
  /// - Throws: That it, or what else could come, was expected.
  mutating func expect(_ symbol: String, or others: String...) throws(QueryError) {
    guard skip(symbol) else { throw unexpected([symbol] + others) }
  }

  /// Moves past a symbol that opens something, one level deeper.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  mutating func open(_ symbol: String) throws(QueryError) {
    guard isAt(symbol) else { throw unexpected(symbol) }
    try descend()
    advance()
  }

  /// Goes one level deeper at the present token.
  ///
  /// - Throws: That this is too deep.
  mutating func descend() throws(QueryError) {
    guard depth < QueryLimits.nesting else {
      throw QueryError(
        .syntax, at: token.offset, "nested too deep", hint: "at most \(QueryLimits.nesting) levels")
    }
    depth += 1
  }

  /// Comes back from a level.
  mutating func ascend() { depth -= 1 }

  // MARK: Errors

  /// The error that the present token is none of those expected.
  func unexpected(_ expected: String..., hint: String? = nil) -> QueryError {
    unexpected(expected, hint: hint)
  }

  /// The error that the present token is none of those expected.
  func unexpected(_ expected: [String], hint: String? = nil) -> QueryError {
    var (message, hint) = ("expected \(expected.joined(separator: " or "))", hint)
    if case .bad(let reason, let advice) = token.kind {
      if let reason { message = reason }
      hint = advice ?? hint
    } else if case .integer(let value) = token.kind, value > Int64.max {
      message = "number too large"
    }
    return QueryError(.syntax, at: token.offset, message, expected: expected, hint: hint)
  }
}

extension QueryPredicate {
  /// Reads a predicate's text.
  ///
  /// Keys and types are not checked; that needs to know which entity is queried.
  ///
  /// - Parameters:
  ///   - format: The text, at most `QueryLimits.textBytes` long.
  ///   - arguments: Values for `%@`, `%K` and their like, in order.
  /// - Throws: `QueryError` in phase `syntax`, or in phase `argument` when the text itself is
  ///   right.
  public init(_ format: String, arguments: [QueryArgument] = []) throws(QueryError) {
    var parser = try Parser(format, arguments)
    self = try parser.format()
  }
}
