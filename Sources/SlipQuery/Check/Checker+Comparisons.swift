import SlipBase
import SlipNotes

// Which operator goes with which types.
//
// Numbers and truth values compare as numbers. Days, UUIDs and statuses are textual: next to other
// text, and under operators of text, they are their text. A constant string next to a date, day,
// UUID, status or object is read as one. Objects of notes, folders and keywords are equal to each
// other, to a UUID or to nil, and have no order; attachments, colors and sources compare with nil
// only.

extension Checker {
  /// Checks a comparison: inside its left, inside its right, then the two sides together.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  mutating func condition(_ comparison: QueryComparison) throws(QueryError) -> Condition {
    let left = try typed(comparison.left)
    let right = try typed(comparison.right)
    guard let quantifier = comparison.quantifier else {
      return try test(left, comparison.comparator, comparison.options, right)
    }
    if let elements = left.elements {
      // For a list, ANY is OR and ALL is AND.
      var parts: [Condition] = []
      for element in elements {
        parts.append(try test(element, comparison.comparator, comparison.options, right))
      }
      return quantifier == .any ? .or(parts) : .and(parts)
    }
    guard case .toMany(let type) = left.type else {
      throw error(left.offset, "\(quantifier.rawValue) wants a to-many key path")
    }
    let slot = newSlot()
    let element = Typed(.variable(slot), type, at: left.offset)
    let condition = try test(element, comparison.comparator, comparison.options, right)
    return .quantified(quantifier, left.term, slot, condition)
  }

  /// Checks one operator between two sides.
  ///
  /// A quantifier has been taken care of: the left side is then one element of its collection.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func test(
    _ left: Typed, _ comparator: QueryComparison.Operator, _ options: QueryComparison.Options, _ right: Typed
  ) throws(QueryError) -> Condition {
    if left.type.isCollection {
      guard comparator == .contains else { throw unquantified(left, right) }
      try refuseNil(right)
      if right.type.isCollection { throw collectionOnTheRight(right) }
      return try member(right, of: left, options)
    }
    switch comparator {
    case .equal, .notEqual:
      if right.type.isCollection { throw collectionOnTheRight(right) }
      let (a, b) = try matched(left, right, blaming: right.offset)
      let equal = Condition.equal(a.term, b.term, options)
      return comparator == .equal ? equal : .not(equal)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return try ordered(left, comparator, options, right)
    case .between:
      try requireOrder(left)
      guard let ends = right.elements, ends.count == 2 else {
        throw error(right.offset, "BETWEEN wants a list of two", hint: "write {1, 2}")
      }
      return .and([
        try ordered(left, .greaterOrEqual, options, ends[0]),
        try ordered(left, .lessOrEqual, options, ends[1]),
      ])
    case .in: return try isIn(left, options, right)
    case .contains, .beginsWith, .endsWith:
      try requireText(left)
      try requireText(right)
      return .text(left.term, comparator, right.term, options)
    case .like:
      try requireText(left)
      try requireText(right)
      guard let pattern = right.constant else { return .like(left.term, right.term, options) }
      return .likeConstant(left.term, LikePattern(TextForm.fold(pattern, options)), options)
    case .matches:
      try requireText(left)
      try requireText(right)
      guard let text = right.constant else { return .matches(left.term, right.term, options, right.offset) }
      guard let pattern = Pattern(matching: text, options) else {
        if let part = Pattern.unsupportedPart(of: text) {
          throw error(right.offset, "\(part) is not supported in regular expressions")
        }
        throw error(right.offset, "malformed regular expression")
      }
      return .matchesConstant(left.term, pattern, options, right.offset)
    }
  }

  /// Checks `<` and its like.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func ordered(
    _ left: Typed, _ comparator: QueryComparison.Operator, _ options: QueryComparison.Options, _ right: Typed
  ) throws(QueryError) -> Condition {
    try requireOrder(left)
    if right.type.isCollection { throw collectionOnTheRight(right) }
    try requireOrder(right)
    let (a, b) = try matched(left, right, blaming: right.offset)
    return .ordered(a.term, comparator, b.term, options)
  }

  /// Checks IN.
  ///
  /// On the right may stand a list, a to-many, or a text of which the left is a part.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func isIn(
    _ left: Typed, _ options: QueryComparison.Options, _ right: Typed
  ) throws(QueryError) -> Condition {
    try refuseNil(left)
    if right.type.isCollection { return try member(left, of: right, options) }
    try refuseNil(right)
    guard right.type.isTextual else {
      throw error(right.offset, "IN wants a list, a to-many or a string", hint: "write a list as {…}")
    }
    try requireText(left)
    return .text(right.term, .contains, left.term, options)
  }

  /// Checks that a value may be among others.
  ///
  /// Next to the elements of a list, each of its own type, a constant string is read for each of
  /// them anew.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func member(
    _ value: Typed, of collection: Typed, _ options: QueryComparison.Options
  ) throws(QueryError) -> Condition {
    guard let elements = collection.elements else {
      let element = Typed(.constant(.null), collection.type.element, at: collection.offset)
      let (read, _) = try matched(value, element, blaming: value.offset)
      return .member(read.term, collection.term, options)
    }
    var terms: [Term] = []
    var tests: [Condition] = []
    for element in elements {
      if element.type.isCollection { throw collectionOnTheRight(element) }
      let (a, b) = try matched(value, element, blaming: element.offset)
      if value.constant == nil { terms.append(b.term) } else { tests.append(.equal(a.term, b.term, options)) }
    }
    // A constant string may mean something else next to each element.
    return value.constant == nil ? .member(value.term, .list(terms), options) : .or(tests)
  }

  // MARK: Types

  /// Throws unless a value has an order.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func requireOrder(_ value: Typed) throws(QueryError) {
    try refuseNil(value)
    guard value.type.hasOrder else {
      throw error(value.offset, "\(value.type.name) can't be compared with <, >, <= and >=")
    }
  }

  /// Throws unless a value is textual.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  func requireText(_ value: Typed) throws(QueryError) {
    try refuseNil(value)
    if value.type.isCollection { throw collectionOnTheRight(value) }
    guard value.type.isTextual || value.type == .null else { throw error(value.offset, "not a string") }
  }

  /// The error for a to-many on the left that has no ANY, ALL or NONE.
  private func unquantified(_ left: Typed, _ right: Typed) -> QueryError {
    error(
      left.offset, "a to-many key path wants ANY, ALL or NONE, or .@count",
      hint: right.isNil ? "write .@count == 0" : "write ANY before it")
  }

  /// The error for a to-many or list where a single value is wanted.
  private func collectionOnTheRight(_ value: Typed) -> QueryError {
    error(value.offset, "a to-many or list goes with IN only")
  }

  /// Two values that can be equal. A constant string is read as what stands next to it.
  ///
  /// - Parameters:
  ///   - left: The left side.
  ///   - right: The right side.
  ///   - offset: The place of the error when the types don't fit.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func matched(_ left: Typed, _ right: Typed, blaming offset: Int) throws(QueryError) -> (
    Typed, Typed
  ) {
    if left.type == .null || right.type == .null { return (left, right) }
    if let text = left.constant, right.type.readsStrings {
      return (try read(text, as: right.type, at: left.offset), right)
    }
    if let text = right.constant, left.type.readsStrings {
      return (left, try read(text, as: left.type, at: right.offset))
    }
    switch (left.type, right.type) {
    case (.object(let a), .object(let b)) where a == b && a.hasUniqueID: return (left, right)
    case (.object(let kind), .uuid) where kind.hasUniqueID: return (left, right)
    case (.uuid, .object(let kind)) where kind.hasUniqueID: return (left, right)
    case (.date, .date): return (left, right)
    case (let a, let b) where a.isNumeric && b.isNumeric || a.isTextual && b.isTextual: return (left, right)
    default:
      throw error(
        offset, "cannot compare \(left.type.name) with \(right.type.name)",
        hint: right.type == .bool || left.type == .bool ? "a bool is YES or NO" : nil)
    }
  }

  /// Reads a constant string as a date, day, UUID, status or object.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - type: What stands next to it. An object is read as its UUID.
  ///   - offset: The place of the string in bytes.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func read(_ text: String, as type: ValueType, at offset: Int) throws(QueryError) -> Typed {
    switch type {
    case .date, .day:
      guard let time = DateText(clock: clock).moment(text) else {
        throw error(
          offset, "not a date",
          hint: text.lowercased().hasSuffix("m") ? "min are minutes, mo are months" : "2024-03-31, today, -7d"
        )
      }
      return Typed(.constant(type == .date ? .date(time) : .day(clock.day(of: time))), type, at: offset)
    case .status:
      guard let status = Note.Status(typed: text) else {
        let known = Note.Status.allCases.map(\.rawValue)
        throw error(
          offset, "status is one of \(known.joined(separator: ", "))",
          hint: Suggestion.nearest(to: text, among: known).map { "did you mean '\($0)'?" })
      }
      return Typed(.constant(.status(status)), type, at: offset)
    default:
      guard let id = UniqueID(text) else {
        var hint: String?
        switch type {
        case .object(.folder): hint = "folder.name or folder.path compare names"
        case .object(.keyword): hint = "ANY keywords.name == \"…\" compares names"
        default: break
        }
        throw error(offset, "not a UUID", hint: hint)
      }
      return Typed(.constant(.uuid(id)), .uuid, at: offset)
    }
  }
}

extension Pattern {
  /// Translates the pattern of a MATCHES with options.
  init?(matching text: String, _ options: QueryComparison.Options) {
    self.init(
      TextForm.foldForPattern(text, options), ignoringCase: options == .c || options == .cd)
  }
}
