internal import SlipBase

/// Key paths whose values are wanted of what was found, such as the columns of a table: `title,due,folder.path`.
///
/// Any path is a column: one to several values gives all of them, and one to an object what people call it. So is the name of a
/// property, with all values of that name.
public struct QueryColumns: Sendable {
  /// The paths.
  public let paths: [String]
  /// The checked paths.
  private let terms: [Term]
  /// The number of variables that they need.
  private let slots: Int
  /// The zone of days.
  private let clock: QueryClock

  /// Checks paths.
  ///
  /// - Parameters:
  ///   - paths: Key paths, or names of properties.
  ///   - entity: What has the keys.
  ///   - properties: The properties of the box.
  ///   - clock: The zone of days.
  /// - Throws: `QueryError` in phase `check`, whose offset counts in the path; the hint names the path.
  public init(
    _ paths: [String], of entity: EntityKind = .note, properties: PropertyKeys = .none, clock: QueryClock
  ) throws(QueryError) {
    var checker = Checker(entity, [:], clock)
    checker.properties = properties
    var terms: [Term] = []
    for path in paths { terms.append(try checker.path(path).term) }
    (self.paths, self.terms, self.clock) = (paths, terms, clock)
    slots = checker.slots
  }

  /// The values of an object, in the order of the paths. They have no objects in them.
  ///
  /// - Throws: `QueryError` in phase `evaluation` where a text can't be read.
  public func values(of object: any QueryObject) throws(QueryError) -> [QueryValue] {
    let evaluator = Evaluator(slots: slots, clock: clock)
    evaluator.root = .object(object)
    var found: [QueryValue] = []
    for term in terms {
      if case .path(.root, let moves) = term, moves.count == 1, case .key(let row) = moves[0],
        case .property(let names) = row.origin
      {
        let values = try QueryError.evaluating { () throws(SlipError) in
          try DerivedKeys(clock: clock).properties(names, row.type, of: object)
        }
        found.append(values.count < 2 ? values.first ?? .null : .many(values))
      } else {
        found.append(try named(try evaluator.value(term)))
      }
    }
    return found
  }

  /// The keys by which objects are named.
  private static let names: [EntityKind: String] = [
    .note: "title", .folder: "path", .keyword: "path", .attachment: "name", .source: "path",
    .property: "value",
  ]

  /// A value with names in the place of objects.
  private func named(_ value: QueryValue) throws(QueryError) -> QueryValue {
    switch value {
    case .many(let values):
      var found: [QueryValue] = []
      for value in values { found.append(try named(value)) }
      return .many(found)
    case .object(let object):
      guard let key = QueryColumns.names[object.kind], let row = QuerySchema.row(key, of: object.kind) else {
        return .null
      }
      return try QueryError.evaluating { () throws(SlipError) in
        try DerivedKeys(clock: clock).value(row, of: object)
      }
    default: return value
    }
  }
}

extension Checker {
  /// Checks a key path, or a name that is a property as a whole, such as `obsidian:year`.
  ///
  /// - Parameter byDay: Whether a date of a property counts as its day.
  /// - Throws: `QueryError` in phase `check`; its offset counts in the text.
  mutating func path(_ text: String, byDay: Bool = false) throws(QueryError) -> Typed {
    if QuerySchema.row(text, of: entity) == nil, let row = properties.row(text, of: entity) {
      let row = byDay ? row.byDay : row
      needsBox = true
      return Typed(.path(.root, [.key(row)]), row.type, at: 0)
    }
    var parser = try Parser(text, [])
    return try typed(try parser.wholePath(), at: 0)
  }
}
