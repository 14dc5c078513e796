/// Predicates made in code.
extension Predicate {
  /// `key op constant`.
  ///
  /// - Parameters:
  ///   - path: Names joined by points, such as `links.@count`.
  ///   - comparator: The operator.
  ///   - options: How text is folded.
  ///   - node: The right side.
  static func test(
    _ path: String, _ comparator: Comparison.Operator, _ options: Comparison.Options, _ node: Expression.Node
  ) -> Predicate {
    .comparison(Comparison(nil, .path(path), comparator, options, Expression(node)))
  }

  /// `ANY key op "text"`.
  static func any(
    _ path: String, _ comparator: Comparison.Operator, _ options: Comparison.Options, _ text: String
  ) -> Predicate {
    .comparison(Comparison(.any, .path(path), comparator, options, Expression(.string(text))))
  }

  /// `words(key, "…") == TRUE`.
  static func words(_ path: String, _ pattern: WordPattern) -> Predicate {
    words(Expression.path(path), pattern)
  }

  /// `words(text, "…") == TRUE`.
  private static func words(_ text: Expression, _ pattern: WordPattern) -> Predicate {
    let call = Expression(.call("words", [text, Expression(.string(pattern.description))]))
    return .comparison(Comparison(nil, call, .equal, .none, Expression(.bool(true))))
  }

  /// Words in the name of an element: `SUBQUERY(keywords, $x, words($x.name, "…") == TRUE).@count > 0`.
  static func words(in collection: String, _ pattern: WordPattern) -> Predicate {
    count(of: collection, "x", words("$x.name", pattern), .greater)
  }

  /// `SUBQUERY(collection, $name, predicate).@count op 0`.
  static func count(
    of collection: String, _ name: String, _ predicate: Predicate, _ comparator: Comparison.Operator
  ) -> Predicate {
    let subquery = Expression(.subquery(.path(collection), name, predicate))
    let count = Expression(.path(KeyPath(.expression(subquery), [.collection("count", TextPlace(0))])))
    return .comparison(Comparison(nil, count, comparator, .none, Expression(.integer(0))))
  }
}

extension Expression {
  /// A path of names joined by points; the first may be a variable with its `$`.
  static func path(_ text: String) -> Expression {
    if text.hasPrefix("$") {
      let names = text.dropFirst().split(separator: ".").map(String.init)
      return Expression(
        .path(KeyPath(.variable(names.first ?? ""), names.dropFirst().map { .key($0, TextPlace(0)) })))
    }
    return Expression(.path(KeyPath(dotted: text, at: 0, isFirst: true) ?? KeyPath(.own)))
  }
}
