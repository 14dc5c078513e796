// The rules that give predicates: OR, AND, NOT, comparisons.

extension Parser {
  /// Reads a predicate.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  mutating func predicate() throws(QueryError) -> QueryPredicate {
    let item = try or()
    return try requirePredicate(item)
  }

  /// The predicate that was read.
  ///
  /// - Throws: That an operator was expected, where it is an expression.
  private func requirePredicate(_ item: Item) throws(QueryError) -> QueryPredicate {
    switch item {
    case .predicate(let predicate): return predicate
    case .expression(let expression): throw missingOperator(after: expression)
    }
  }

  /// Reads terms joined by OR.
  ///
  /// Terms that are ORs themselves, in parentheses, become part of it. A single term is returned
  /// as it is, also where it is an expression: only the rule that called knows whether one may
  /// stand here.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  mutating func or() throws(QueryError) -> Item {
    let first = try and()
    guard isAtOr else { return first }
    var parts = [try requirePredicate(first)]
    while isAtOr {
      advance()
      let next = try and()
      parts.append(try requirePredicate(next))
    }
    return .predicate(.joined(or: parts))
  }

  /// Reads terms joined by AND.
  ///
  /// Like `or()`, one rank tighter.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func and() throws(QueryError) -> Item {
    let first = try not()
    guard isAtAnd else { return first }
    var parts = [try requirePredicate(first)]
    while isAtAnd {
      advance()
      let next = try not()
      parts.append(try requirePredicate(next))
    }
    return .predicate(.joined(and: parts))
  }

  /// Whether OR comes next.
  private var isAtOr: Bool { isAt("||") || reserved == "OR" }

  /// Whether AND comes next.
  private var isAtAnd: Bool { isAt("&&") || reserved == "AND" }

  /// Reads any number of NOTs and what they deny.
  ///
  /// Each NOT counts as a level of nesting until its operand ends, because the tree is that deep.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func not() throws(QueryError) -> Item {
    var count = 0
    while isAt("!") || reserved == "NOT" {
      try descend()
      advance()
      count += 1
    }
    let item = try atom()
    guard count > 0 else { return item }
    var predicate = try requirePredicate(item)
    for _ in 0..<count {
      ascend()
      predicate = .not(predicate)
    }
    return .predicate(predicate)
  }

  /// Reads a constant predicate, a comparison, or what stands in parentheses.
  ///
  /// A parenthesis is where both kinds meet. What it holds has been read when this rule must
  /// decide: a predicate is complete, and an expression may go on with steps, operators and the
  /// other side of a comparison.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func atom() throws(QueryError) -> Item {
    switch reserved {
    case "TRUEPREDICATE":
      advance()
      return .predicate(.constant(true))
    case "FALSEPREDICATE":
      advance()
      return .predicate(.constant(false))
    case "ANY", "SOME", "ALL", "NONE": return .predicate(try quantified())
    default: break
    }
    guard isAt("(") else {
      guard startsExpression else { throw unexpected("expression", "predicate", hint: hintForStart) }
      return try comparison(try sum())
    }
    let offset = token.offset
    try open("(")
    let item = try or()
    switch item {
    case .predicate:
      try expect(")", or: "AND", "OR")
      ascend()
      return item
    case .expression(let inner):
      guard isAt(")") else { throw missingOperator(after: inner, or: ")") }
      advance()
      ascend()
      return try comparison(try sum(after: .init(inner.node, at: offset)))
    }
  }

  /// Reads a comparison behind ANY, SOME, ALL or NONE.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func quantified() throws(QueryError) -> QueryPredicate {
    let word = reserved
    advance()
    let left = try sum()
    guard let comparator = comparisonOperator() else { throw missingOperator(after: left) }
    let comparison = try finish(word == "ALL" ? .all : .any, left, comparator)
    return word == "NONE" ? .not(.comparison(comparison)) : .comparison(comparison)
  }

  /// Reads the rest of a comparison; the expression itself where no operator follows.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func comparison(_ left: QueryExpression) throws(QueryError) -> Item {
    guard let comparator = comparisonOperator() else { return .expression(left) }
    return .predicate(.comparison(try finish(nil, left, comparator)))
  }

  /// Reads options and the right side.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private mutating func finish(
    _ quantifier: QueryComparison.Quantifier?, _ left: QueryExpression, _ comparator: QueryComparison.Operator
  ) throws(QueryError) -> QueryComparison {
    var options = QueryComparison.Options.none
    if skip("[") {
      options = try self.options()
      advance()
      try expect("]")
    }
    guard startsExpression else {
      throw unexpected("expression", hint: comparator == .in && isAt("[") ? "write a list as {…}" : nil)
    }
    let mayBeList = comparator == .in && isAt("(")
    do throws(QueryError) {
      return QueryComparison(quantifier, left, comparator, options, try sum())
    } catch {
      guard mayBeList, isAt(","), error.hint == nil else { throw error }
      throw unexpected(error.expected, hint: "write a list as {…}")
    }
  }

  /// The options that the present token names.
  ///
  /// Letters may repeat and come in any order and case, but `n` stands alone.
  ///
  /// - Throws: `QueryError` in phase `syntax` at the first token that no valid text has there.
  private func options() throws(QueryError) -> QueryComparison.Options {
    guard case .word(let text) = token.kind else { throw unexpected("c, d, cd or n") }
    let letters = Set(text.lowercased())
    switch letters {
    case ["c"]: return .c
    case ["d"]: return .d
    case ["c", "d"]: return .cd
    case ["n"] where text.utf8.count == 1: return .n
    default: throw unexpected("c, d, cd or n", hint: letters.contains("l") ? "no locale is consulted" : nil)
    }
  }

  /// Moves past an operator of comparisons; nil where none comes.
  private mutating func comparisonOperator() -> QueryComparison.Operator? {
    let found: QueryComparison.Operator?
    if case .symbol(let symbol) = token.kind {
      switch symbol {
      case "=": found = .equal
      case "<>": found = .notEqual
      case "=<": found = .lessOrEqual
      case "=>": found = .greaterOrEqual
      default: found = QueryComparison.Operator(rawValue: symbol)
      }
    } else {
      found = reserved.flatMap(QueryComparison.Operator.init)
    }
    if found != nil { advance() }
    return found
  }

  /// The error that an operator was expected, with a hint for what people often write.
  private func missingOperator(after expression: QueryExpression, or others: String...) -> QueryError {
    var hint: String?
    if case .word(let text) = token.kind {
      switch text.uppercased() {
      case "IS": hint = "write == nil or != nil"
      case "NOT": hint = "NOT stands before the whole comparison: NOT x IN {…}"
      case "STARTSWITH": hint = "write BEGINSWITH"
      case "REGEX", "REGEXP", "RLIKE": hint = "write MATCHES"
      default: break
      }
    } else if case .integer = expression.node {
      hint = "BETWEEN takes a list: {1, 2}"
    }
    if hint == nil, case .path = expression.node { hint = "a yes or no is compared: favorite == YES" }
    return unexpected(["operator"] + others, hint: hint)
  }

  /// What to write instead of a token that starts neither predicate nor expression.
  private var hintForStart: String? {
    switch reserved {
    case "FETCH", "ANYKEY": "this is unsupported"
    case "FIRST", "LAST", "SIZE", "IN", "LIKE", "BETWEEN", "CONTAINS": "write # before a key of this name"
    default: nil
    }
  }
}
