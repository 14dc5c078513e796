import SlipBase

/// Decides whether a checked predicate holds for an object.
///
/// Logic has two values: each comparison is true or false, also with nil. So NOT always gives the
/// opposite, and the laws of De Morgan hold.
///
/// | comparison | is true when |
/// | --- | --- |
/// | `==` | both are nil, or neither is and they are equal |
/// | `< <= > >= BETWEEN` | neither is nil and they are in order |
/// | `IN` | `==` holds for an element; nothing is in `{}` |
/// | `CONTAINS BEGINSWITH ENDSWITH LIKE MATCHES` | neither is nil and the text fits |
/// | `ANY` | it holds for an element; over nothing it is false |
/// | `ALL` | it holds for each element; over nothing it is true |
///
/// An evaluator serves one query on one thread. It recurses over the tree, whose depth is
/// limited, never over chains.
final class Evaluator {
  /// The queried object.
  var root: QueryValue = .null
  /// The elements that SUBQUERYs and quantifiers look at.
  private var variables: [QueryValue]
  /// The time of the query.
  let clock: QueryClock

  /// Creates an evaluator for plans with so many variables.
  ///
  /// - Parameters:
  ///   - slots: The number of variables that the plan needs.
  ///   - clock: The time of the query.
  init(slots: Int, clock: QueryClock) {
    variables = Array(repeating: .null, count: slots)
    self.clock = clock
  }

  // MARK: Conditions

  /// Whether a condition holds.
  ///
  /// AND and OR stop at the first part that decides.
  ///
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  func holds(_ condition: Condition) throws(QueryError) -> Bool {
    switch condition {
    case .constant(let value): return value
    case .and(let parts):
      for part in parts where try !holds(part) { return false }
      return true
    case .or(let parts):
      for part in parts where try holds(part) { return true }
      return false
    case .not(let inner): return try !holds(inner)
    case .quantified(let quantifier, let collection, let slot, let inner):
      for element in try value(collection).elements {
        variables[slot] = element
        let isHolding = try holds(inner)
        if isHolding == (quantifier == .any) { return isHolding }
      }
      return quantifier == .all
    case .equal(let a, let b, let options): return Values.areEqual(try value(a), try value(b), options)
    case .ordered(let a, let comparator, let b, let options):
      guard let order = Values.order(try value(a), try value(b), options) else { return false }
      switch comparator {
      case .less: return order < 0
      case .lessOrEqual: return order <= 0
      case .greater: return order > 0
      default: return order >= 0
      }
    case .member(let a, let collection, let options):
      let sought = try value(a)
      return try value(collection).elements.contains { Values.areEqual(sought, $0, options) }
    default: return try fits(condition)
    }
  }

  /// Whether a condition about text holds.
  ///
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  private func fits(_ condition: Condition) throws(QueryError) -> Bool {
    switch condition {
    case .text(let a, let comparator, let b, let options):
      guard let part = try value(b).text, let whole = try value(a).text else { return false }
      let (text, sought) = (TextForm.fold(whole, options), TextForm.fold(part, options))
      switch comparator {
      case .beginsWith: return text.utf8.starts(with: sought.utf8)
      case .endsWith: return TextForm.ends(text, with: sought)
      default: return TextForm.contains(text, sought)
      }
    case .like(let a, let b, let options):
      guard let pattern = try value(b).text, let text = try value(a).text else { return false }
      return LikePattern(TextForm.fold(pattern, options)).matches(TextForm.fold(text, options))
    case .likeConstant(let a, let pattern, let options):
      guard let text = try value(a).text else { return false }
      return pattern.matches(TextForm.fold(text, options))
    case .matches(let a, let b, let options, let offset):
      guard let text = try value(a).text, let pattern = try value(b).text else { return false }
      // A malformed pattern that comes from data matches nothing.
      guard let pattern = Pattern(matching: pattern, options) else { return false }
      return try matches(pattern, text, options, offset)
    case .matchesConstant(let a, let pattern, let options, let offset):
      guard let text = try value(a).text else { return false }
      return try matches(pattern, text, options, offset)
    default: return false
    }
  }

  /// Whether a whole text fits a regular expression.
  ///
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  private func matches(
    _ pattern: Pattern, _ text: String, _ options: QueryComparison.Options, _ offset: Int
  ) throws(QueryError) -> Bool {
    var matcher = PatternMatcher(pattern, TextForm.foldForPattern(text, options))
    guard let isMatching = matcher.matchesWhole() else {
      throw QueryError(
        .evaluation, at: offset, "the regular expression takes too many steps",
        hint: "avoid repetitions within repetitions")
    }
    return isMatching
  }

  // MARK: Terms

  /// The value of a term.
  ///
  /// A subquery and a quantifier put each element into their variable before they ask their
  /// condition.
  ///
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  func value(_ term: Term) throws(QueryError) -> QueryValue {
    switch term {
    case .constant(let value): return value
    case .root: return root
    case .variable(let slot): return variables[slot]
    case .list(let terms): return .many(try values(terms))
    case .path(let base, let moves):
      var current = try value(base)
      for move in moves { current = try self.move(move, from: current) }
      return current
    case .negated(let inner): return Arithmetic.apply(.minus, .integer(0), try value(inner))
    case .chain(let first, let links):
      var result = try value(first)
      for link in links { result = Arithmetic.apply(link.sign, result, try value(link.term)) }
      return result
    case .power(let base, let exponent): return Arithmetic.power(try value(base), try value(exponent))
    case .call("now", _): return .date(clock.now)
    case .call("today", _): return .date(clock.today)
    case .words(let text, let pattern):
      return .optional(try value(text).text) { .bool(pattern.occurs(in: $0)) }
    case .call(let name, let arguments): return Functions.call(name, try values(arguments))
    case .selector(let name, let arguments): return Functions.selector(name, try values(arguments))
    case .cast(let inner, let target): return Functions.cast(try value(inner), target, clock)
    case .subquery(let collection, let slot, let condition):
      var found: [QueryValue] = []
      for element in try value(collection).elements {
        variables[slot] = element
        if try holds(condition) { found.append(element) }
      }
      return .many(found)
    case .ternary(let condition, let a, let b): return try value(holds(condition) ? a : b)
    }
  }

  /// The values of several terms.
  ///
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  private func values(_ terms: [Term]) throws(QueryError) -> [QueryValue] {
    var found: [QueryValue] = []
    found.reserveCapacity(terms.count)
    for term in terms { found.append(try value(term)) }
    return found
  }

  // MARK: Paths

  /// The value to which a move leads.
  ///
  /// - Parameters:
  ///   - move: The move.
  ///   - value: Where it starts: nil, a single value or a collection.
  ///
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  private func move(_ move: Move, from value: QueryValue) throws(QueryError) -> QueryValue {
    switch move {
    case .key(let row): return try key(row, of: value)
    case .length:
      guard case .many(let values) = value else { return Functions.length(value) }
      return .many(values.map(Functions.length))
    case .count: return .integer(Int64(value.elements.count))
    case .aggregate(let name):
      return Functions.aggregate(name == "avg" ? "average" : name, value.elements.filter { !$0.isNull })
    case .union(let isDistinct):
      let present = value.elements.filter { !$0.isNull }
      return .many(isDistinct ? Values.distinct(present) : present)
    case .index(let index):
      let elements = value.elements
      let position: Int64? =
        switch try self.value(index) {
        case .integer(let number): number
        case .double(let number): Int64(exactly: number)
        default: nil
        }
      guard let position, position >= 0, position < elements.count else { return .null }
      return elements[Int(position)]
    case .first: return value.elements.first ?? .null
    case .last: return value.elements.last ?? .null
    }
  }

  /// The value of a key, of a collection that of each element.
  ///
  /// On the way, a nil attribute or to-one stays one nil element, and an empty to-many gives
  /// none.
  ///
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  private func key(_ row: KeyRow, of value: QueryValue) throws(QueryError) -> QueryValue {
    guard case .many(let values) = value else { return try single(row, of: value) }
    var found: [QueryValue] = []
    for element in values {
      let next = try single(row, of: element)
      if case .many(let inner) = next { found += inner } else { found.append(next) }
    }
    return .many(found)
  }

  /// The value of a key of one object; of nil it is nil, or the empty collection.
  ///
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  private func single(_ row: KeyRow, of value: QueryValue) throws(QueryError) -> QueryValue {
    guard case .object(let object) = value else { return row.type.isCollection ? .many([]) : .null }
    do throws(SlipError) {
      return try DerivedKeys(clock: clock).value(row, of: object)
    } catch {
      var failure = QueryError(.evaluation, at: 0, error.message)
      failure.cause = error
      throw failure
    }
  }
}
