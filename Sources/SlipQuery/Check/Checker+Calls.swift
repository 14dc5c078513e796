internal import SlipBase

// Functions, selectors and conversions. Nothing is read from constant strings here; `CAST` does that.

extension Checker {
  /// Checks a call of a function.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  mutating func call(_ name: String, _ arguments: [QueryExpression], at offset: Int) throws(QueryError)
    -> Typed
  {
    guard let row = FunctionRow.named(name) else {
      if ["random", "randomn"].contains(name.lowercased()) {
        throw error(offset, "a query has no random part", hint: "it must answer the same twice")
      }
      throw error(
        offset, "unknown function",
        hint: Suggestion.nearest(to: name, among: FunctionRow.all.map(\.name)).map { "did you mean '\($0)'?" }
      )
    }
    guard row.parameters.count == arguments.count else {
      throw error(offset, "\(row.name) takes \(row.parameters.count)")
    }
    if row.name == "castObject:toType:" {
      let value = try typed(arguments[0])
      guard case .string(let type) = arguments[1].node else {
        throw error(arguments[1].place.offset, "unknown type")
      }
      return try cast(value, type, arguments[1].place.offset, at: offset)
    }
    var constant: String?
    var (terms, type) = ([Term](), ValueType.null)
    for (parameter, argument) in zip(row.parameters, arguments) {
      let value = try typed(argument)
      type = try check(value, parameter)
      terms.append(value.term)
      constant = value.constant
    }
    if case .type(let fixed) = row.result { type = fixed }
    if row.name == "words", let constant {
      return Typed(.words(terms[0], WordPattern(constant)), type, at: offset)
    }
    return Typed(.call(row.name, terms), type, at: offset)
  }

  /// Checks a `FUNCTION`: the receiver, the selector, then its arguments.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  mutating func function(
    _ receiver: QueryExpression, _ selector: String, _ place: Int, _ others: [QueryExpression], at offset: Int
  ) throws(QueryError) -> Typed {
    let value = try typed(receiver)
    guard let row = FunctionRow.selectors.first(where: { $0.name == selector }) else {
      throw error(
        place, "unknown function",
        hint: Suggestion.nearest(to: selector, among: FunctionRow.selectors.map(\.name))
          .map { "did you mean '\($0)'?" })
    }
    guard row.parameters.count == others.count + 1 else { throw error(place, "wrong number of arguments") }
    _ = try check(value, row.parameters[0])
    var terms = [value.term]
    for (parameter, other) in zip(row.parameters.dropFirst(), others) {
      let argument = try typed(other)
      _ = try check(argument, parameter)
      terms.append(argument.term)
    }
    guard case .type(let type) = row.result else {
      return Typed(.selector(selector, terms), value.type, at: offset)
    }
    return Typed(.selector(selector, terms), type, at: offset)
  }

  /// Checks an argument; gives its type, of collections that of one element.
  ///
  /// - Parameters:
  ///   - value: The argument.
  ///   - parameter: What it may be.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func check(_ value: Typed, _ parameter: FunctionRow.Parameter) throws(QueryError) -> ValueType {
    try refuseNil(value)
    let isUnknown = value.type == .null
    switch parameter {
    case .number: try requireNumber(value)
    case .text: guard value.type.isTextual || isUnknown else { throw error(value.offset, "not a string") }
    case .date: guard value.type == .date || isUnknown else { throw error(value.offset, "not a date") }
    case .any, .typeName: if value.type == .list { throw error(value.offset, "a list goes with IN only") }
    case .collection, .numbers, .ordered:
      guard value.type.isCollection else { throw error(value.offset, "not a list or to-many") }
      if case .collection = parameter { return .number }
      return try element(of: value, parameter)
    }
    return value.type
  }

  /// The one type of a collection's elements, which a function can use.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func element(of value: Typed, _ parameter: FunctionRow.Parameter) throws(QueryError) -> ValueType {
    var type = value.type.element
    if let elements = value.elements {
      let types = Set(elements.map(\.type)).subtracting([.null])
      guard types.count <= 1 else { throw error(value.offset, "values of different types") }
      type = types.first ?? .null
    }
    if case .numbers = parameter {
      guard type == .number || type == .null else { throw error(value.offset, "not a number") }
    } else if ![.number, .date, .string, .day, .null].contains(type) {
      throw error(value.offset, "cannot take this of \(type.name)")
    }
    return type
  }

  /// Checks a conversion.
  ///
  /// A constant string becomes a date now, so that one that is none is an error and not nil.
  ///
  /// - Parameters:
  ///   - value: What is converted.
  ///   - name: The name of the type.
  ///   - place: The place of that name in bytes.
  ///   - offset: The place of the call in bytes.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  func cast(_ value: Typed, _ name: String, _ place: Int, at offset: Int) throws(QueryError) -> Typed {
    guard let target = Term.Cast(rawValue: name) else {
      throw error(place, "unknown type", hint: "NSString, NSNumber, NSDecimalNumber or NSDate")
    }
    try refuseNil(value)
    let accepted: Bool =
      switch (target, value.type) {
      case (_, .number), (_, .string), (_, .date), (_, .null), (.date, .day): true
      case (.date, _): false
      case (_, let type): type == .bool || type.isTextual
      }
    guard accepted else { throw error(value.offset, "cannot cast \(value.type.name)") }
    if target == .date, let text = value.constant {
      guard let time = DateText(clock: clock).moment(text) else { throw error(value.offset, "not a date") }
      return Typed(.constant(.date(time)), .date, at: offset)
    }
    return Typed(.cast(value.term, target), target.type, at: offset)
  }
}
