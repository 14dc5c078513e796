/// What stands on either side of an operator: a constant, a key path, a calculation or a call.
public struct QueryExpression: Sendable, Hashable {
  /// What kind of expression it is, and its parts.
  public indirect enum Node: Sendable, Hashable {
    /// `nil`.
    case null
    /// `TRUE` or `FALSE`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction or an exponent; always finite.
    case double(Double)
    /// Text in quotes.
    case string(String)
    /// Expressions in braces.
    case list([QueryExpression])
    /// A way from an object to its values, such as `folder.name`, `SELF`, `$x.title` or
    /// `links[0]`.
    case path(QueryKeyPath)
    /// Minus before anything but a literal number, which takes the minus itself.
    case negated(QueryExpression)
    /// `a + b - c` or `a * b / c`: terms of one rank, from left to right.
    case chain(QueryExpression, [Link])
    /// `a ** b`.
    case power(QueryExpression, QueryExpression)
    /// A function with its arguments, such as `length(title)`.
    case call(String, [QueryExpression])
    /// `CAST(x, "NSDate")`; the place is that of the type's name.
    case cast(QueryExpression, String, TextPlace)
    /// `FUNCTION(x, "selector", …)`; the place is that of the selector.
    case function(QueryExpression, String, TextPlace, [QueryExpression])
    /// `SUBQUERY(collection, $name, predicate)`.
    case subquery(QueryExpression, String, QueryPredicate)
    /// `TERNARY(predicate, a, b)`.
    case ternary(QueryPredicate, QueryExpression, QueryExpression)
  }

  /// One operator of a chain with the term that follows it.
  public struct Link: Sendable, Hashable {
    /// The operator.
    public var sign: Sign
    /// What follows it.
    public var term: QueryExpression

    /// Creates a link.
    public init(_ sign: Sign, _ term: QueryExpression) {
      self.sign = sign
      self.term = term
    }
  }

  /// The operators of chains, as they are written.
  public enum Sign: String, Sendable, Hashable, CaseIterable {
    /// The sum.
    case plus = "+"
    /// The difference.
    case minus = "-"
    /// The product.
    case times = "*"
    /// The quotient.
    case over = "/"

    /// Whether it is `*` or `/`, which bind tighter.
    public var isProduct: Bool { self == .times || self == .over }
  }

  /// What the expression consists of.
  public var node: Node
  /// The place of its first token.
  public var place: TextPlace

  /// Creates an expression.
  ///
  /// - Parameters:
  ///   - node: What it consists of.
  ///   - offset: The place of its first token in bytes; 0 for expressions that were not read from
  ///     text.
  public init(_ node: Node, at offset: Int = 0) {
    self.node = node
    place = TextPlace(offset)
  }
}

/// A way from an object to its values: where it starts, and the steps that follow.
public struct QueryKeyPath: Sendable, Hashable {
  /// Where a path starts.
  public indirect enum Root: Sendable, Hashable {
    /// The queried object, not named: the path begins with a key.
    case implicit
    /// `SELF`, the queried object, also within a SUBQUERY.
    case own
    /// `$name`: a value that was given, or the element that a SUBQUERY looks at.
    case variable(String)
    /// A call, or any expression in parentheses.
    case expression(QueryExpression)
  }

  /// One step of a path.
  public enum Step: Sendable, Hashable {
    /// `.name`.
    case key(String, TextPlace)
    /// `.@name`, a collection operator such as `@count`.
    case collection(String, TextPlace)
    /// `[index]`; the place is that of the bracket.
    case index(QueryExpression, TextPlace)
    /// `[FIRST]`.
    case first(TextPlace)
    /// `[LAST]`.
    case last(TextPlace)
    /// `[SIZE]`, which means the same as `.@count`.
    case size(TextPlace)
  }

  /// Where it starts.
  public var root: Root
  /// The steps, in order. A path with an implicit root has at least one, and its first is a key.
  public var steps: [Step]

  /// Creates a path.
  public init(_ root: Root, _ steps: [Step] = []) {
    self.root = root
    self.steps = steps
  }
}
