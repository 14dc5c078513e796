internal import SlipBase

// Key paths: which keys exist, and what they lead to.
//
// A key of a to-many is taken of each element, and several to-many in one path give one flat
// collection. Collection operators stand behind a to-many, and the keys behind an operator belong
// to it: `links.@max.created` is the same as `links.created.@max`.

extension Checker {
  /// Checks a path.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  mutating func typed(_ path: QueryKeyPath, at offset: Int) throws(QueryError) -> Typed {
    let base = try root(path, at: offset)
    guard !path.steps.isEmpty else { return base }
    var (type, moves) = (base.type, [Move]())
    var steps = path.steps[...]
    while let step = steps.popFirst() {
      switch step {
      case .key(let name, let place): type = try key(name, place.offset, from: type, &moves)
      case .collection(let name, let place):
        type = try collection(name, place.offset, from: type, &steps, &moves)
      case .index(let index, let place):
        type = try element(of: type, place)
        let value = try typed(index)
        guard value.type == .number else { throw error(value.offset, "an index is a number") }
        moves.append(.index(value.term))
      case .first(let place):
        type = try element(of: type, place)
        moves.append(.first)
      case .last(let place):
        type = try element(of: type, place)
        moves.append(.last)
      case .size(let place):
        _ = try element(of: type, place)
        type = .number
        moves.append(.count)
      }
    }
    return Typed(.path(base.term, moves), type, at: offset)
  }

  /// Checks where a path starts.
  ///
  /// Variables of SUBQUERYs come before given ones, the innermost first. A given value acts as a
  /// constant that stands in the place of the variable.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private mutating func root(_ path: QueryKeyPath, at offset: Int) throws(QueryError) -> Typed {
    switch path.root {
    case .implicit, .own: return Typed(.root, .object(entity), at: offset)
    case .expression(let expression): return try typed(expression)
    case .variable(let name):
      if let local = scope.last(where: { $0.name == name }) {
        return Typed(.variable(local.slot), local.type, at: offset)
      }
      guard let value = values[name] else { throw error(offset, "no value for $\(name)") }
      do throws(QueryError) {
        return try typed(value.expression(at: offset, depth: 0))
      } catch {
        throw self.error(offset, error.message)
      }
    }
  }

  /// The type of one element of a to-many.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private func element(of type: ValueType, _ bracket: TextPlace) throws(QueryError) -> ValueType {
    guard case .toMany(let element) = type else {
      throw error(bracket.offset, "only a to-many can be indexed")
    }
    return element
  }

  /// Checks a key and adds its move.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - offset: Its place in bytes.
  ///   - type: The type of what has the key, or of a to-many whose elements have it.
  ///   - moves: The path so far.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private mutating func key(
    _ name: String, _ offset: Int, from type: ValueType, _ moves: inout [Move]
  ) throws(QueryError) -> ValueType {
    let isMany = type.isCollection
    if type.element.isTextual, name == "length" {
      moves.append(.length)
      return isMany ? .toMany(.number) : .number
    }
    guard case .object(let kind) = type.element,
      let row = QuerySchema.row(name, of: kind) ?? properties.row(name, of: kind)
    else { throw unknown(name, offset, type) }
    if row.needsText { textKeys += 1 }
    if !row.isIndexed { needsBox = true }
    moves.append(.key(row))
    return isMany ? .toMany(row.type.element) : row.type
  }

  /// The error for a key that doesn't exist.
  private func unknown(_ name: String, _ offset: Int, _ type: ValueType) -> QueryError {
    var hint: String?
    if case .object(let kind) = type.element {
      let known = QuerySchema.rows(of: kind).map(\.key) + (kind == .note ? properties.names : [])
      hint = (QuerySchema.otherNames[name] ?? Suggestion.nearest(to: name, among: known)).map {
        "did you mean '\($0)'?"
      }
    }
    if name == "count", type.isCollection { hint = "write .@count" }
    return error(offset, "\(type.element.name) has no key '\(name)'", hint: hint)
  }

  /// Checks a collection operator with the keys that follow it.
  ///
  /// - Parameters:
  ///   - name: The operator without `@`.
  ///   - offset: Its place in bytes.
  ///   - type: The type of what stands before it.
  ///   - steps: The steps behind it; the keys that belong to it are taken away.
  ///   - moves: The path so far.
  ///
  /// - Throws: `QueryError` in phase `check` at what doesn't fit.
  private mutating func collection(
    _ name: String, _ offset: Int, from type: ValueType, _ steps: inout ArraySlice<QueryKeyPath.Step>,
    _ moves: inout [Move]
  ) throws(QueryError) -> ValueType {
    let known = ["count", "sum", "avg", "min", "max", "unionOfObjects", "distinctUnionOfObjects"]
    guard known.contains(name) else {
      throw error(
        offset, "unknown collection operator",
        hint: Suggestion.nearest(to: name, among: known).map { "did you mean '@\($0)'?" })
    }
    guard case .toMany(let first) = type else { throw error(offset, "@\(name) wants a to-many key path") }
    if name == "count" {
      moves.append(.count)
      return .number
    }
    var element = first
    while case .key(let key, let place)? = steps.first {
      steps = steps.dropFirst()
      element = try self.key(key, place.offset, from: .toMany(element), &moves).element
    }
    if name == "unionOfObjects" || name == "distinctUnionOfObjects" {
      moves.append(.union(isDistinct: name == "distinctUnionOfObjects"))
      return .toMany(element)
    }
    let accepted: [ValueType] = name == "sum" || name == "avg" ? [.number] : [.number, .date, .string, .day]
    guard accepted.contains(element) else { throw error(offset, "cannot take \(name) of \(element.name)") }
    moves.append(.aggregate(name))
    return element
  }
}
