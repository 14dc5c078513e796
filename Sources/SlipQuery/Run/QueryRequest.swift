public import SlipBase

/// What is asked: a predicate with its arguments, an order, and which part of the results is
/// wanted.
///
/// A request is a value. `prepare()` checks all of it, without a slip-box.
public struct QueryRequest: Sendable, Hashable {
  /// Where the predicate comes from.
  public enum Source: Sendable, Hashable {
    /// A text, which `prepare()` parses. `TRUEPREDICATE` finds all.
    case text(String)
    /// A syntax tree, made in code or read before.
    case tree(QueryPredicate)
  }

  /// What is looked for.
  public var entity: EntityKind
  /// The predicate.
  public var source: Source
  /// Values for `%@`, `%K` and their like in a text, in order. A tree has no places for them.
  public var arguments: [QueryArgument] = []
  /// Values of variables, without the `$`.
  public var variables: [String: QueryArgument] = [:]
  /// The order; the UUID decides last, always ascending.
  public var sort: [SortKey] = []
  /// The key whose values make sections; it sorts before the others.
  public var section: SortKey?
  /// How many results to leave out at the beginning; 0 or more.
  public var offset = 0
  /// How many results to give at most; nil for all.
  public var limit: Int?
  /// The time at which the query runs.
  public var clock: QueryClock
  /// The properties of the box, which are keys of notes, too.
  public var properties = PropertyKeys.none

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - predicate: The predicate's text.
  ///   - entity: What is looked for.
  ///   - clock: The time at which the query runs.
  public init(_ predicate: String, of entity: EntityKind = .note, clock: QueryClock) {
    self.init(.text(predicate), entity, clock)
  }

  /// Creates a request by a predicate that is a value already.
  ///
  /// - Parameters:
  ///   - predicate: The predicate; the constant `true` finds all.
  ///   - entity: What is looked for.
  ///   - clock: The time at which the query runs.
  public init(_ predicate: QueryPredicate, of entity: EntityKind = .note, clock: QueryClock) {
    self.init(.tree(predicate), entity, clock)
  }

  /// Creates a request.
  private init(_ source: Source, _ entity: EntityKind, _ clock: QueryClock) {
    (self.entity, self.source, self.clock) = (entity, source, clock)
  }

  /// Parses the predicate if it is a text, and checks keys, types, sort keys and section.
  ///
  /// - Throws: `QueryError` in phase `syntax`, `argument` or `check`. For a sort key or section
  ///   the offset counts in that key.
  public func prepare() throws(QueryError) -> PreparedQuery {
    let tree: QueryPredicate
    switch source {
    case .text(let text): tree = try QueryPredicate(text, arguments: arguments)
    case .tree(let predicate):
      try predicate.expectBounded()
      tree = predicate
    }
    var checker = Checker(entity, variables, clock)
    checker.properties = properties
    let condition = try checker.condition(tree)
    var plans: [SortPlan] = []
    if let section { plans.append(try SortPlan(section, &checker, byDay: true)) }
    for key in sort { plans.append(try SortPlan(key, &checker)) }
    return PreparedQuery(
      request: self, predicate: tree, condition: condition, plans: plans, slots: checker.slots,
      needsBox: checker.needsBox)
  }
}

/// A query that was checked and can run, any number of times.
public struct PreparedQuery: Sendable {
  /// What was asked.
  public let request: QueryRequest
  /// The syntax tree; its description is the canonical form.
  public let predicate: QueryPredicate
  /// The checked predicate.
  let condition: Condition
  /// The section's key, if there is one, and the sort keys.
  let plans: [SortPlan]
  /// The number of variables that the plan needs.
  let slots: Int
  /// Whether the query has a key that no index has.
  public let needsBox: Bool

  /// One object that was found, with its sort values.
  private struct Row {
    /// The object.
    var object: any QueryObject
    /// Its values of the plans.
    var values: [SortValue]
    /// Its value of the section's key.
    var section: QueryValue
  }

  /// Finds the objects for which the predicate holds, and orders them.
  ///
  /// - Parameter objects: All objects of the requested entity, in any order.
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  public func run(over objects: some Sequence<any QueryObject>) throws(QueryError) -> QueryResult {
    let evaluator = Evaluator(slots: slots, clock: request.clock)
    var rows: [Row] = []
    for object in objects {
      evaluator.root = .object(object)
      guard try evaluator.holds(condition) else { continue }
      var row = Row(object: object, values: [], section: .null)
      for (index, plan) in plans.enumerated() {
        let value = try evaluator.value(plan.term)
        if index == 0 { row.section = value }
        row.values.append(SortValue(value, isLiteral: plan.isLiteral))
      }
      rows.append(row)
    }
    rows.sort { order($0, $1) < 0 }
    let part = rows.dropFirst(max(0, request.offset)).prefix(max(0, request.limit ?? .max))
    return QueryResult(
      objects: part.map(\.object), count: rows.count, sections: request.section == nil ? nil : sections(part))
  }

  /// Whether the predicate holds for an object.
  ///
  /// - Parameter object: An object of the requested entity.
  /// - Throws: `QueryError` in phase `evaluation`.
  public func holds(for object: any QueryObject) throws(QueryError) -> Bool {
    let evaluator = Evaluator(slots: slots, clock: request.clock)
    evaluator.root = .object(object)
    return try evaluator.holds(condition)
  }

  /// The order of two rows.
  ///
  /// The UUID decides last, always ascending, so that the order is total.
  private func order(_ a: Row, _ b: Row) -> Int {
    for (index, plan) in plans.enumerated() {
      let order = plan.order(a.values[index], b.values[index])
      if order != 0 { return order }
    }
    if Values.isBefore(a.object.uniqueID, b.object.uniqueID) { return -1 }
    return Values.isBefore(b.object.uniqueID, a.object.uniqueID) ? 1 : 0
  }

  /// Rows of one section value after the other.
  ///
  /// Rows are sorted by the section's key first, so equal values are neighbors.
  private func sections(_ rows: ArraySlice<Row>) -> [QueryResult.Section] {
    var found: [QueryResult.Section] = []
    var last: SortValue?
    for row in rows {
      if let last, last.order(row.values[0]) == 0 {
        found[found.count - 1].objects.append(row.object)
        continue
      }
      last = row.values[0]
      var key = row.section
      if case .string(let text) = key { key = .string(TextForm.fold(text, .none)) }
      found.append(QueryResult.Section(key: key, objects: [row.object]))
    }
    return found
  }
}

/// What a query found.
public struct QueryResult: Sendable {
  /// Objects that have one value of the section's key.
  public struct Section: Sendable {
    /// The value; strings are in NFC.
    public var key: QueryValue
    /// The objects, in order; at least one.
    public var objects: [any QueryObject]
  }

  /// All objects, in order.
  public var objects: [any QueryObject]
  /// How many there are with those that offset and limit leave out.
  public var count: Int
  /// The same objects in sections; nil when none were asked for.
  public var sections: [Section]?

  /// The UUIDs of the objects, in order. Attachments and sources have none.
  public var ids: [UniqueID] { objects.compactMap(\.uniqueID) }
}
