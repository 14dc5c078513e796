internal import SlipNotes

/// Predicates made in code.
extension QueryPredicate {
  /// `key op constant`.
  ///
  /// - Parameters:
  ///   - path: Names joined by points, such as `links.@count`.
  ///   - comparator: The operator.
  ///   - options: How text is folded.
  ///   - node: The right side.
  static func test(
    _ path: String, _ comparator: QueryComparison.Operator, _ options: QueryComparison.Options,
    _ node: QueryExpression.Node
  ) -> QueryPredicate {
    .comparison(QueryComparison(nil, .path(path), comparator, options, QueryExpression(node)))
  }

  /// Notes in a folder, and maybe in those below it.
  ///
  /// - Parameter path: The path of the folder, as searches write it.
  package static func inFolder(_ path: String, andBelow: Bool) -> QueryPredicate {
    let path = FolderPath.text(FolderPath.names(path))
    let itself = QueryPredicate.test("folder.path", .equal, .cd, .string(path))
    return andBelow ? .joined(or: [itself, .any("folder.ancestors.path", .equal, .cd, path)]) : itself
  }

  /// `ANY key op "text"`.
  static func any(
    _ path: String, _ comparator: QueryComparison.Operator, _ options: QueryComparison.Options, _ text: String
  ) -> QueryPredicate {
    .comparison(QueryComparison(.any, .path(path), comparator, options, QueryExpression(.string(text))))
  }

  /// `words(key, "…") == TRUE`.
  static func words(_ path: String, _ pattern: WordPattern) -> QueryPredicate {
    words(QueryExpression.path(path), pattern)
  }

  /// `words(text, "…") == TRUE`.
  private static func words(_ text: QueryExpression, _ pattern: WordPattern) -> QueryPredicate {
    let call = QueryExpression(.call("words", [text, QueryExpression(.string(pattern.description))]))
    return .comparison(QueryComparison(nil, call, .equal, .none, QueryExpression(.bool(true))))
  }

  /// Words in the name of an element: `SUBQUERY(keywords, $x, words($x.name, "…") == TRUE).@count > 0`.
  static func words(in collection: String, _ pattern: WordPattern) -> QueryPredicate {
    count(of: collection, "x", words("$x.name", pattern), .greater)
  }

  /// `SUBQUERY(collection, $name, predicate).@count op 0`.
  static func count(
    of collection: String, _ name: String, _ predicate: QueryPredicate, _ comparator: QueryComparison.Operator
  ) -> QueryPredicate {
    let subquery = QueryExpression(.subquery(.path(collection), name, predicate))
    let count = QueryExpression(
      .path(QueryKeyPath(.expression(subquery), [.collection("count", TextPlace(0))])))
    return .comparison(QueryComparison(nil, count, comparator, .none, QueryExpression(.integer(0))))
  }
}

extension QueryExpression {
  /// A path of names joined by points; the first may be a variable with its `$`.
  static func path(_ text: String) -> QueryExpression {
    if text.hasPrefix("$") {
      let names = text.dropFirst().split(separator: ".").map(String.init)
      return QueryExpression(
        .path(QueryKeyPath(.variable(names.first ?? ""), names.dropFirst().map { .key($0, TextPlace(0)) })))
    }
    return QueryExpression(.path(QueryKeyPath(dotted: text, at: 0, isFirst: true) ?? QueryKeyPath(.own)))
  }
}
