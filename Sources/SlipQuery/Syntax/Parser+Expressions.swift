// The rules that give expressions: sums, products, signs, powers, constants, calls and paths.

extension Parser {
  /// Whether the present token may start an expression.
  var startsExpression: Bool {
    switch token.kind {
    case .word(let text):
      switch Words.reserved(text) {
      case nil, "TRUE", "YES", "FALSE", "NO", "NULL", "NIL", "SELF", "SUBQUERY", "CAST", "FUNCTION",
        "TERNARY":
        true
      default: false
      }
    case .integer(let value): value <= Int64.max
    case .selector, .double, .string, .variable, .argument: true
    case .symbol(let symbol): ["-", "(", "{", "#"].contains(symbol)
    case .bad, .end: false
    }
  }

  /// Reads a sum.
  ///
  /// - Parameter first: The expression in parentheses with which it starts, where that was read
  ///   already.
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  mutating func sum(after first: QueryExpression? = nil) throws(QueryError) -> QueryExpression {
    try chain(try product(after: first), ["+": .plus, "-": .minus]) { (parser) throws(QueryError) in
      try parser.product(after: nil)
    }
  }

  /// Reads a product.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func product(after first: QueryExpression?) throws(QueryError) -> QueryExpression {
    let start = if let first { try power(try steps(after: first)) } else { try signed() }
    return try chain(start, ["*": .times, "/": .over]) { (parser) throws(QueryError) in try parser.signed() }
  }

  /// Reads the links of a chain. A chain of the same rank at its left becomes part of it.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func chain(
    _ first: QueryExpression, _ signs: [String: QueryExpression.Sign],
    _ term: (inout Parser) throws(QueryError) -> QueryExpression
  ) throws(QueryError) -> QueryExpression {
    var links: [QueryExpression.Link] = []
    while case .symbol(let symbol) = token.kind, let sign = signs[symbol] {
      advance()
      links.append(QueryExpression.Link(sign, try term(&self)))
    }
    guard let sign = links.first?.sign else { return first }
    if case .chain(let start, let earlier) = first.node, earlier.first?.sign.isProduct == sign.isProduct {
      return QueryExpression(.chain(start, earlier + links), at: first.place.offset)
    }
    return QueryExpression(.chain(first, links), at: first.place.offset)
  }

  /// Reads any number of minus signs and what follows them.
  ///
  /// A minus before a literal number becomes part of it, unless the number is the base of a
  /// power: `-2 ** 2` is -4. Only directly behind a minus may 2^63 stand, which is the smallest
  /// number then.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func signed() throws(QueryError) -> QueryExpression {
    var offsets: [Int] = []
    while isAt("-") {
      try descend()
      offsets.append(token.offset)
      advance()
    }
    var expression: QueryExpression
    if !offsets.isEmpty, token.kind == .integer(1 << 63) {
      expression = QueryExpression(.integer(.min), at: offsets.removeLast())
      ascend()
      advance()
    } else {
      expression = try powered()
    }
    for offset in offsets.reversed() {
      ascend()
      expression = expression.negated(at: offset)
    }
    return expression
  }

  /// Reads an expression with its steps, and a power where one follows.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func powered() throws(QueryError) -> QueryExpression { try power(try postfix()) }

  /// Reads the exponent, if there is one. Powers are right-associative.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func power(_ base: QueryExpression) throws(QueryError) -> QueryExpression {
    guard isAt("**") else { return base }
    try descend()
    advance()
    let exponent = try signed()
    ascend()
    return QueryExpression(.power(base, exponent), at: base.place.offset)
  }

  /// Reads a constant, or a path with its steps.
  ///
  /// A name in front of a parenthesis is a function. Whether that is known is a question for the
  /// checker.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func postfix() throws(QueryError) -> QueryExpression {
    guard startsExpression else { throw unexpected("expression") }
    let offset = token.offset
    switch token.kind {
    case .word(let text):
      if let word = Words.reserved(text) { return try reservedExpression(word) }
      advance()
      if isAt("(") {
        return try steps(
          after: QueryExpression(.call(FunctionRow.canonicalName(text), try callArguments()), at: offset))
      }
      return try steps(of: QueryKeyPath(.implicit, [.key(text, TextPlace(offset))]), at: offset)
    case .selector(let text):
      advance()
      return try steps(
        after: QueryExpression(.call(FunctionRow.canonicalName(text), try callArguments()), at: offset))
    case .integer(let value):
      advance()
      return QueryExpression(.integer(Int64(clamping: value)), at: offset)
    case .double(let value):
      advance()
      return QueryExpression(.double(value), at: offset)
    case .string(let text):
      advance()
      return QueryExpression(.string(text), at: offset)
    case .variable(let name):
      advance()
      return try steps(of: QueryKeyPath(.variable(name)), at: offset)
    case .argument(.key):
      advance()
      let path = arguments.path(at: offset, isFirst: true)
      return try steps(of: QueryKeyPath(path.root, path.steps), at: offset)
    case .argument(let specifier):
      advance()
      return arguments.constant(specifier, at: offset, depth: depth)
    case .symbol("{"): return try list()
    case .symbol("#"):
      advance()
      return try steps(of: QueryKeyPath(.implicit, [.key(try key(), TextPlace(offset))]), at: offset)
    default: return try parenthesized()
    }
  }

  /// Reads an expression in parentheses, where no predicate may stand.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func parenthesized() throws(QueryError) -> QueryExpression {
    let offset = token.offset
    try open("(")
    let inner = try sum()
    try expect(")")
    ascend()
    return try steps(after: QueryExpression(inner.node, at: offset))
  }

  /// Reads what a reserved word starts.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func reservedExpression(_ word: String) throws(QueryError) -> QueryExpression {
    let offset = token.offset
    advance()
    switch word {
    case "TRUE", "YES": return QueryExpression(.bool(true), at: offset)
    case "FALSE", "NO": return QueryExpression(.bool(false), at: offset)
    case "NULL", "NIL": return QueryExpression(.null, at: offset)
    case "SELF": return try steps(of: QueryKeyPath(.own), at: offset)
    default: break
    }
    try open("(")
    let node: QueryExpression.Node
    switch word {
    case "SUBQUERY": node = try subquery()
    case "CAST":
      let value = try sum()
      try expect(",")
      let (name, place) = try name()
      node = .cast(value, name, place)
    case "FUNCTION":
      let value = try sum()
      try expect(",")
      let (name, place) = try name()
      var others: [QueryExpression] = []
      while skip(",") { others.append(try sum()) }
      node = .function(value, name, place, others)
    default:
      let condition = try predicate()
      try expect(",", or: "AND", "OR")
      let first = try sum()
      try expect(",")
      node = .ternary(condition, first, try sum())
    }
    try expect(")")
    ascend()
    return try steps(after: QueryExpression(node, at: offset))
  }

  /// Reads the inside of a SUBQUERY.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func subquery() throws(QueryError) -> QueryExpression.Node {
    let collection = try sum()
    try expect(",")
    guard case .variable(let name) = token.kind else { throw unexpected("variable") }
    advance()
    try expect(",")
    return .subquery(collection, name, try predicate())
  }

  /// Reads the quoted name of a type or selector.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func name() throws(QueryError) -> (String, TextPlace) {
    guard case .string(let text) = token.kind else { throw unexpected("string") }
    let place = TextPlace(token.offset)
    advance()
    return (text, place)
  }

  /// Reads the arguments of a call with their parentheses.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func callArguments() throws(QueryError) -> [QueryExpression] {
    try open("(")
    let found = try elements(until: ")")
    ascend()
    return found
  }

  /// Reads a list.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func list() throws(QueryError) -> QueryExpression {
    let offset = token.offset
    try open("{")
    let found = try elements(until: "}")
    ascend()
    return QueryExpression(.list(found), at: offset)
  }

  /// Reads expressions with commas between them, and the bracket that closes them.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func elements(until close: String) throws(QueryError) -> [QueryExpression] {
    if skip(close) { return [] }
    guard startsExpression else { throw unexpected("expression", close) }
    var found = [try sum()]
    while !skip(close) {
      guard skip(",") else { throw unexpected(",", close) }
      found.append(try sum())
    }
    return found
  }

  // MARK: Steps

  /// Reads the steps behind an expression that can have keys.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func steps(after base: QueryExpression) throws(QueryError) -> QueryExpression {
    guard isAt(".") || isAt("[") else { return base }
    if case .path(let path) = base.node { return try steps(of: path, at: base.place.offset) }
    return try steps(of: QueryKeyPath(.expression(base)), at: base.place.offset)
  }

  /// Reads the steps behind a path.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func steps(of start: QueryKeyPath, at offset: Int) throws(QueryError) -> QueryExpression {
    var path = start
    while isAt(".") || isAt("[") {
      let place = TextPlace(token.offset)
      if skip("[") {
        path.steps.append(try index(place))
        continue
      }
      advance()
      let key = TextPlace(token.offset)
      if case .argument(.key) = token.kind {
        advance()
        path.steps += arguments.path(at: key.offset, isFirst: false).steps
      } else if skip("@") {
        path.steps.append(.collection(try self.key(), key))
      } else {
        _ = skip("#")
        path.steps.append(.key(try self.key(), key))
      }
    }
    return QueryExpression(.path(path), at: offset)
  }

  /// Reads a name, reserved or not.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func key() throws(QueryError) -> String {
    guard case .word(let text) = token.kind else { throw unexpected("key") }
    advance()
    return text
  }

  /// Reads what stands in brackets, and the closing one.
  ///
  /// - Parameter place: The place of the opening bracket, which was read already.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func index(_ place: TextPlace) throws(QueryError) -> QueryKeyPath.Step {
    try descendAfterBracket(place)
    let step: QueryKeyPath.Step
    switch reserved {
    case "FIRST": step = .first(place)
    case "LAST": step = .last(place)
    case "SIZE": step = .size(place)
    default:
      step = .index(try sum(), place)
      try expect("]")
      ascend()
      return step
    }
    advance()
    try expect("]")
    ascend()
    return step
  }

  /// Goes one level deeper behind a bracket.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func descendAfterBracket(_ place: TextPlace) throws(QueryError) {
    do throws(QueryError) { try descend() } catch {
      var error = error
      error.offset = place.offset
      throw error
    }
  }
}

extension QueryExpression {
  /// The expression with a minus before it. A literal number takes the minus itself, if it can.
  func negated(at offset: Int) -> QueryExpression {
    switch node {
    case .integer(let value) where value != .min: QueryExpression(.integer(-value), at: offset)
    case .double(let value): QueryExpression(.double(-value), at: offset)
    default: QueryExpression(.negated(self), at: offset)
    }
  }
}
