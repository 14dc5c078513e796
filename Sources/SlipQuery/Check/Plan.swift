import SlipBase

/// An expression that was checked: keys are known, constants are read, types fit.
///
/// A plan has no names of keys or functions that could be unknown and no constants that could
/// fail to be read, so nothing but a limit or an unreadable text stops its evaluation. Its depth
/// is that of the syntax tree.
indirect enum Term: Sendable {
  /// A value that is known before the query runs.
  case constant(QueryValue)
  /// The queried object.
  case root
  /// The element that a SUBQUERY or a quantifier looks at.
  case variable(Int)
  /// Several values.
  case list([Term])
  /// A value and the moves that lead on from it.
  case path(Term, [Move])
  /// Minus.
  case negated(Term)
  /// Terms of one rank, from left to right.
  case chain(Term, [Link])
  /// A power.
  case power(Term, Term)
  /// A function of the table.
  case call(String, [Term])
  /// Whether words that are known stand in a text.
  case words(Term, WordPattern)
  /// A selector of `FUNCTION`, with the receiver first.
  case selector(String, [Term])
  /// A conversion.
  case cast(Term, Cast)
  /// The elements of a collection for which a condition holds.
  case subquery(Term, Int, Condition)
  /// One of two values.
  case ternary(Condition, Term, Term)

  /// One operator with the term that follows.
  struct Link: Sendable {
    /// The operator.
    var sign: QueryExpression.Sign
    /// What follows.
    var term: Term
  }

  /// The types to which `CAST` converts.
  enum Cast: String, Sendable, CaseIterable {
    case string = "NSString"
    case number = "NSNumber"
    case decimal = "NSDecimalNumber"
    case date = "NSDate"

    /// The type of the result.
    var type: ValueType {
      switch self {
      case .string: .string
      case .number, .decimal: .number
      case .date: .date
      }
    }
  }
}

/// One move along a path.
enum Move: Sendable {
  /// To the value of a key.
  case key(KeyRow)
  /// To the number of a text's scalars.
  case length
  /// To the number of elements.
  case count
  /// To one value made of all elements: `sum`, `avg`, `min` or `max`.
  case aggregate(String)
  /// To the elements without nil; each once, where so asked.
  case union(isDistinct: Bool)
  /// To an element by its index.
  case index(Term)
  /// To the first element.
  case first
  /// To the last element.
  case last
}

/// A predicate that was checked.
indirect enum Condition: Sendable {
  /// Always or never.
  case constant(Bool)
  /// All of them.
  case and([Condition])
  /// One of them.
  case or([Condition])
  /// The opposite.
  case not(Condition)
  /// A condition for some or all elements of a collection, which a variable holds one by one.
  case quantified(QueryComparison.Quantifier, Term, Int, Condition)
  /// Whether two values are equal, or both nil.
  case equal(Term, Term, QueryComparison.Options)
  /// Whether two values are in an order.
  case ordered(Term, QueryComparison.Operator, Term, QueryComparison.Options)
  /// Whether a value is among others.
  case member(Term, Term, QueryComparison.Options)
  /// Whether a text contains, begins with or ends with another.
  case text(Term, QueryComparison.Operator, Term, QueryComparison.Options)
  /// Whether a text fits a pattern of LIKE.
  case like(Term, Term, QueryComparison.Options)
  /// Whether a text fits a pattern of LIKE that is known.
  case likeConstant(Term, LikePattern, QueryComparison.Options)
  /// Whether a text fits a regular expression; the place is that of the pattern.
  case matches(Term, Term, QueryComparison.Options, Int)
  /// Whether a text fits a regular expression that is known.
  case matchesConstant(Term, Pattern, QueryComparison.Options, Int)
}

/// An expression that was checked, with what its neighbours need to know.
struct Typed: Sendable {
  /// How it is evaluated.
  var term: Term
  /// Its type.
  var type: ValueType
  /// Where it begins, in bytes.
  var offset: Int
  /// The text where it is a constant string: a literal, an argument or a given variable.
  var constant: String?
  /// Whether it is the literal nil.
  var isNil = false
  /// The elements of a list.
  var elements: [Typed]?

  /// Creates one.
  init(_ term: Term, _ type: ValueType, at offset: Int) {
    self.term = term
    self.type = type
    self.offset = offset
  }
}
