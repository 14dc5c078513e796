/// A condition on one object: the syntax tree of a predicate.
///
/// A tree is a value. Two trees are equal when they say the same in the same way; spelling,
/// blanks, needless parentheses and places in the text don't count.
public indirect enum QueryPredicate: Sendable, Hashable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)
  /// All of two or more predicates, none of which is itself an AND.
  case and([QueryPredicate])
  /// At least one of two or more predicates, none of which is itself an OR.
  case or([QueryPredicate])
  /// The opposite. `NONE` is read as NOT ANY.
  case not(QueryPredicate)
  /// Two expressions with an operator between them.
  case comparison(QueryComparison)
}

/// Two expressions with an operator between them, such as `title CONTAINS[cd] "slip"`.
public struct QueryComparison: Sendable, Hashable {
  /// How many elements of the left side must fit.
  public enum Quantifier: String, Sendable, Hashable, CaseIterable {
    /// At least one. `SOME` is read as this.
    case any = "ANY"
    /// Each.
    case all = "ALL"
  }

  /// The operators, in their canonical spelling.
  public enum Operator: String, Sendable, Hashable, CaseIterable {
    /// Both are nil, or neither is and they are equal.
    case equal = "=="
    /// Not equal.
    case notEqual = "!="
    /// Both are there, and the left one comes first.
    case less = "<"
    /// Both are there, and the left one comes first or is equal.
    case lessOrEqual = "<="
    /// Both are there, and the right one comes first.
    case greater = ">"
    /// Both are there, and the right one comes first or is equal.
    case greaterOrEqual = ">="
    /// Neither before the first nor behind the second of a list of two.
    case between = "BETWEEN"
    /// Equal to an element, or part of a text.
    case `in` = "IN"
    /// The other way round: has an element, or has a text as a part.
    case contains = "CONTAINS"
    /// The text begins with another.
    case beginsWith = "BEGINSWITH"
    /// The text ends with another.
    case endsWith = "ENDSWITH"
    /// The whole text fits a pattern with `*` and `?`.
    case like = "LIKE"
    /// The whole text fits a regular expression.
    case matches = "MATCHES"
  }

  /// How text is folded before it is compared.
  public enum Options: String, Sendable, Hashable, CaseIterable {
    /// Canonical equivalence: `é` in one scalar or in two is the same.
    case none = ""
    /// Without regard to case.
    case c
    /// Without regard to accents and similar marks.
    case d
    /// Both.
    case cd
    /// As stored, scalar by scalar.
    case n
  }

  /// ANY, ALL or neither.
  public var quantifier: Quantifier?
  /// The left side.
  public var left: QueryExpression
  /// The operator between them.
  public var comparator: Operator
  /// How text is folded.
  public var options: Options
  /// The right side.
  public var right: QueryExpression

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - quantifier: ANY, ALL or neither.
  ///   - left: The left side.
  ///   - comparator: The operator.
  ///   - options: How text is folded.
  ///   - right: The right side.
  public init(
    _ quantifier: Quantifier? = nil, _ left: QueryExpression, _ comparator: Operator,
    _ options: Options = .none,
    _ right: QueryExpression
  ) {
    self.quantifier = quantifier
    self.left = left
    self.comparator = comparator
    self.options = options
    self.right = right
  }
}

extension QueryPredicate {
  /// Joins predicates by AND; those that are ANDs themselves become part of it.
  ///
  /// - Returns: The only predicate if there is one; `TRUEPREDICATE` if there is none.
  package static func joined(and parts: [QueryPredicate]) -> QueryPredicate {
    if parts.count == 1 { return parts[0] }
    if parts.isEmpty { return .constant(true) }
    return .and(parts.flatMap { if case .and(let inner) = $0 { inner } else { [$0] } })
  }

  /// Joins predicates by OR; those that are ORs themselves become part of it.
  static func joined(or parts: [QueryPredicate]) -> QueryPredicate {
    .or(parts.flatMap { if case .or(let inner) = $0 { inner } else { [$0] } })
  }
}
