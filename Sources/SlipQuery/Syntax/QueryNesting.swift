extension QueryPredicate {
  /// Throws where a tree nests deeper than any text could: the checker and the evaluator recurse over it.
  ///
  /// Text is bounded by the parser, which counts parentheses. A parenthesis makes two levels of the tree at most,
  /// such as an OR of ANDs.
  ///
  /// - Throws: `QueryError` in phase `check`.
  func expectBounded() throws(QueryError) {
    /// A part of the tree that is still to be looked at.
    enum Part { case predicate(QueryPredicate), expression(QueryExpression) }
    var pending: [(part: Part, depth: Int)] = [(.predicate(self), 0)]
    while let (part, depth) = pending.popLast() {
      guard depth <= 2 * QueryLimits.nesting else {
        throw QueryError(.check, at: 0, "nested too deep", hint: "at most \(QueryLimits.nesting) levels")
      }
      func add(_ parts: [QueryPredicate]) { pending += parts.map { (.predicate($0), depth + 1) } }
      func add(_ parts: [QueryExpression]) { pending += parts.map { (.expression($0), depth + 1) } }
      switch part {
      case .predicate(let predicate):
        switch predicate {
        case .constant: break
        case .and(let parts), .or(let parts): add(parts)
        case .not(let inner): add([inner])
        case .comparison(let comparison): add([comparison.left, comparison.right])
        }
      case .expression(let expression):
        switch expression.node {
        case .null, .bool, .integer, .double, .string: break
        case .list(let parts), .call(_, let parts): add(parts)
        case .path(let path):
          if case .expression(let root) = path.root { add([root]) }
          for case .index(let index, _) in path.steps { add([index]) }
        case .negated(let inner), .cast(let inner, _, _): add([inner])
        case .chain(let first, let links): add([first] + links.map(\.term))
        case .power(let base, let exponent): add([base, exponent])
        case .function(let target, _, _, let arguments): add([target] + arguments)
        case .subquery(let collection, _, let predicate):
          add([collection])
          add([predicate])
        case .ternary(let predicate, let one, let other):
          add([predicate])
          add([one, other])
        }
      }
    }
  }
}
