import SlipBase

/// Checks a predicate against the keys of an entity and turns it into a plan.
///
/// Order of the checks: left to right, depth first. A comparison is looked at inside its left
/// side, inside its right side, then for a to-many on the left, then the type of the left, then
/// that of the right. Of a mismatched pair the right one is to blame, of a membership the
/// element, of a function the argument. All types are known before anything is evaluated. A
/// mismatch is an error with a place, never a silent no.
struct Checker {
  /// The queried entity.
  let entity: EntityKind
  /// The values of variables.
  let values: [String: QueryArgument]
  /// The time at which constant dates are read.
  let clock: QueryClock
  /// Variables of the SUBQUERYs around the present place, innermost last.
  var scope: [(name: String, slot: Int, type: ValueType)] = []
  /// The number of variables that the plan needs.
  var slots = 0
  /// How many keys need the text of a note so far.
  var textKeys = 0
  /// Whether a key was found that no index has.
  var needsBox = false
  /// The properties of the box, which are keys of notes.
  var properties = PropertyKeys.none

  /// Creates a checker.
  init(_ entity: EntityKind, _ values: [String: QueryArgument], _ clock: QueryClock) {
    self.entity = entity
    self.values = values
    self.clock = clock
  }

  /// The error of this phase.
  ///
  /// - Parameters:
  ///   - offset: The place to blame, in bytes of UTF-8.
  ///   - message: One sentence without a full stop.
  ///   - hint: What to write instead, where that is known.
  func error(_ offset: Int, _ message: String, hint: String? = nil) -> QueryError {
    QueryError(.check, at: offset, message, hint: hint)
  }

  /// A variable's place in the plan.
  mutating func newSlot() -> Int {
    slots += 1
    return slots - 1
  }

  // MARK: Predicates

  /// Checks a predicate.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  mutating func condition(_ predicate: QueryPredicate) throws(QueryError) -> Condition {
    switch predicate {
    case .constant(let value): return .constant(value)
    case .and(let parts): return .and(try conditions(parts))
    case .or(let parts): return .or(try conditions(parts))
    case .not(let inner): return .not(try condition(inner))
    case .comparison(let comparison): return try condition(comparison)
    }
  }

  /// Checks several predicates. Those that need texts of notes come last, because reading these
  /// takes longest.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private mutating func conditions(_ parts: [QueryPredicate]) throws(QueryError) -> [Condition] {
    var (cheap, costly) = ([Condition](), [Condition]())
    for part in parts {
      let before = textKeys
      let checked = try condition(part)
      if textKeys == before { cheap.append(checked) } else { costly.append(checked) }
    }
    return cheap + costly
  }

  // MARK: Expressions

  /// Checks an expression.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  mutating func typed(_ expression: QueryExpression) throws(QueryError) -> Typed {
    let offset = expression.place.offset
    switch expression.node {
    case .null:
      var typed = Typed(.constant(.null), .null, at: offset)
      typed.isNil = true
      return typed
    case .bool(let value): return Typed(.constant(.bool(value)), .bool, at: offset)
    case .integer(let value): return Typed(.constant(.integer(value)), .number, at: offset)
    case .double(let value): return Typed(.constant(.double(value)), .number, at: offset)
    case .string(let text):
      var typed = Typed(.constant(.string(text)), .string, at: offset)
      typed.constant = text
      return typed
    case .list(let expressions):
      var elements: [Typed] = []
      for element in expressions { elements.append(try self.typed(element)) }
      var typed = Typed(.list(elements.map(\.term)), .list, at: offset)
      typed.elements = elements
      return typed
    case .path(let path): return try typed(path, at: offset)
    case .negated(let inner):
      let value = try number(inner)
      return Typed(.negated(value), .number, at: offset)
    case .chain(let first, let links): return try chain(first, links, at: offset)
    case .power(let base, let exponent):
      let base = try number(base)
      return Typed(.power(base, try number(exponent)), .number, at: offset)
    case .call(let name, let arguments): return try call(name, arguments, at: offset)
    case .cast(let value, let type, let place): return try cast(typed(value), type, place.offset, at: offset)
    case .function(let value, let selector, let place, let others):
      return try function(value, selector, place.offset, others, at: offset)
    case .subquery(let collection, let name, let predicate):
      return try subquery(collection, name, predicate, at: offset)
    case .ternary(let predicate, let first, let second):
      return try ternary(predicate, first, second, at: offset)
    }
  }

  /// Checks that an expression is a number.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  mutating func number(_ expression: QueryExpression) throws(QueryError) -> Term {
    let value = try typed(expression)
    try requireNumber(value)
    return value.term
  }

  /// Throws unless a value is a number.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  func requireNumber(_ value: Typed) throws(QueryError) {
    try refuseNil(value)
    guard value.type == .number || value.type == .null else { throw error(value.offset, "not a number") }
  }

  /// Throws for the literal nil.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  func refuseNil(_ value: Typed) throws(QueryError) {
    if value.isNil { throw error(value.offset, "nil goes with == and != only") }
  }

  /// Checks sums and products. A date takes seconds; the difference of two dates is in seconds.
  ///
  /// - Parameters:
  ///   - first: The first term.
  ///   - links: The operators with the terms that follow, all of one rank.
  ///   - offset: The place of the chain in bytes.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private mutating func chain(
    _ first: QueryExpression, _ links: [QueryExpression.Link], at offset: Int
  ) throws(QueryError) -> Typed {
    let start = try typed(first)
    try refuseNil(start)
    var type = start.type
    if type != .date || links.first?.sign.isProduct == true { try requireNumber(start) }
    var terms: [Term.Link] = []
    for link in links {
      let value = try typed(link.term)
      try refuseNil(value)
      if type == .date {
        if value.type == .date, link.sign == .minus {
          type = .number
        } else if value.type != .number, value.type != .null {
          throw error(
            value.offset, "a date takes a number of seconds" + (link.sign == .minus ? " or a date" : ""),
            hint: value.constant == nil ? nil : "CAST(\"…\", \"NSDate\") reads a date")
        }
      } else {
        try requireNumber(value)
      }
      terms.append(Term.Link(sign: link.sign, term: value.term))
    }
    return Typed(.chain(start.term, terms), type == .date ? .date : .number, at: offset)
  }

  /// Checks a SUBQUERY.
  ///
  /// Its variable is known in its predicate only, and hides a variable of the same name from
  /// outside.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private mutating func subquery(
    _ collection: QueryExpression, _ name: String, _ predicate: QueryPredicate, at offset: Int
  ) throws(QueryError) -> Typed {
    let elements = try typed(collection)
    guard case .toMany(let element) = elements.type else {
      throw error(elements.offset, "SUBQUERY wants a to-many key path")
    }
    let slot = newSlot()
    scope.append((name, slot, element))
    let condition = try condition(predicate)
    scope.removeLast()
    return Typed(.subquery(elements.term, slot, condition), elements.type, at: offset)
  }

  /// Checks a TERNARY.
  ///
  /// Both values have one type, or one of them is nil. Two kinds of text give a string.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private mutating func ternary(
    _ predicate: QueryPredicate, _ first: QueryExpression, _ second: QueryExpression, at offset: Int
  ) throws(QueryError) -> Typed {
    let condition = try condition(predicate)
    let (a, b) = (try typed(first), try typed(second))
    for value in [a, b] where value.type == .list {
      throw error(value.offset, "TERNARY takes single values, not lists")
    }
    if a.type != b.type, a.type.isTextual, b.type.isTextual {
      return Typed(.ternary(condition, a.term, b.term), .string, at: offset)
    }
    guard a.type == b.type || a.type == .null || b.type == .null else {
      throw error(b.offset, "the two values of TERNARY differ in type: \(a.type.name) and \(b.type.name)")
    }
    return Typed(.ternary(condition, a.term, b.term), a.type == .null ? b.type : a.type, at: offset)
  }
}
