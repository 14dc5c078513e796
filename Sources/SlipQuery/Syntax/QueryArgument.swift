public import SlipBase

/// A value that is put in for `%@`, `%K` and their like, or given to a variable.
///
/// Arguments are values, never text of a predicate: none can change what the text means.
public indirect enum QueryArgument: Sendable, Hashable {
  /// Text. As an argument of `%K`, a key path.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// Any other number. One without a fraction that fits into 64 bits is taken as a whole number.
  case double(Double)
  /// A whole number of more than 64 bits, as readers of JSON have it. Only `%f` and its like take one.
  case largeNumber(Double)
  /// True or false.
  case bool(Bool)
  /// No value.
  case null
  /// Several values.
  case list([QueryArgument])
  /// A moment.
  case date(Timestamp)
  /// Something that no query can use, with the reason. Readers of JSON make these, so that the
  /// error names the place in the predicate's text.
  case unusable(String)

  /// What an argument may be, for messages.
  public static let forms = "an argument is a string, number, true, false, null, list or {\"date\": …}"

  /// The constant expression that the argument stands for.
  ///
  /// - Parameters:
  ///   - offset: The place of the argument in the text, in bytes.
  ///   - depth: How deep the place is nested already.
  /// - Throws: `QueryError` in phase `argument` for what is unusable, not finite, outside the
  ///   years 1 to 9999 or nested too deep.
  func expression(at offset: Int, depth: Int) throws(QueryError) -> QueryExpression {
    switch self {
    case .string(let text): return QueryExpression(.string(text), at: offset)
    case .integer(let value): return QueryExpression(.integer(value), at: offset)
    case .double(let value):
      guard value.isFinite else { throw QueryError(.argument, at: offset, "number too large") }
      return QueryExpression(Int64(exactly: value).map { .integer($0) } ?? .double(value), at: offset)
    case .largeNumber: throw QueryError(.argument, at: offset, "number too large")
    case .bool(let value): return QueryExpression(.bool(value), at: offset)
    case .null: return QueryExpression(.null, at: offset)
    case .date(let time):
      guard time.isWithinRFC3339 else {
        throw QueryError(.argument, at: offset, "a date is in the years 1 to 9999")
      }
      return QueryExpression(
        .cast(QueryExpression(.string(time.rfc3339), at: offset), "NSDate", TextPlace(offset)), at: offset)
    case .list(let values):
      guard depth < QueryLimits.nesting else { throw QueryError(.argument, at: offset, "nested too deep") }
      var elements: [QueryExpression] = []
      for value in values { elements.append(try value.expression(at: offset, depth: depth + 1)) }
      return QueryExpression(.list(elements), at: offset)
    case .unusable(let reason): throw QueryError(.argument, at: offset, reason)
    }
  }
}

/// Hands out arguments in the order of their places.
///
/// Syntax errors come before errors of arguments. So the first of these is kept while the parser
/// goes on with a substitute, and is thrown when the whole text has been read.
struct ArgumentFeed {
  /// The arguments that have not been used yet.
  private var rest: ArraySlice<QueryArgument>
  /// The first error.
  private(set) var fault: QueryError?

  /// Creates a feed.
  init(_ arguments: [QueryArgument]) { rest = arguments[...] }

  /// The constant for a place; the number 0 after an error.
  mutating func constant(_ specifier: ArgumentSpecifier, at offset: Int, depth: Int) -> QueryExpression {
    do throws(QueryError) {
      return try convert(try next(specifier, at: offset), specifier, offset, depth)
    } catch {
      fault = fault ?? error
      return QueryExpression(.integer(0), at: offset)
    }
  }

  /// The root and steps of the key path for a `%K`.
  ///
  /// - Parameter isFirst: Whether nothing stands before it, so that it may begin with `SELF` and
  ///   not with `@`.
  mutating func path(at offset: Int, isFirst: Bool) -> (root: QueryKeyPath.Root, steps: [QueryKeyPath.Step]) {
    do throws(QueryError) {
      guard case .string(let text) = try next(.key, at: offset) else {
        throw QueryError(.argument, at: offset, "%K wants a key path")
      }
      guard let path = QueryKeyPath(dotted: text, at: offset, isFirst: isFirst) else {
        throw QueryError(.argument, at: offset, "not a key path", hint: "names joined by points")
      }
      return (path.root, path.steps)
    } catch {
      fault = fault ?? error
      return (.implicit, [.key("x", TextPlace(offset))])
    }
  }

  /// Ends the feeding at the text's end.
  ///
  /// - Throws: The first error, or that arguments are left over.
  func finish(at end: Int) throws(QueryError) {
    if let fault { throw fault }
    if !rest.isEmpty { throw QueryError(.argument, at: end, "more arguments than places for them") }
  }

  /// The next argument.
  ///
  /// - Throws: `QueryError` in phase `argument`.
  private mutating func next(_ specifier: ArgumentSpecifier, at offset: Int) throws(QueryError)
    -> QueryArgument
  {
    guard let argument = rest.popFirst() else {
      throw QueryError(.argument, at: offset, "no argument for \(specifier.text)")
    }
    return argument
  }

  /// Checks that an argument suits its place.
  ///
  /// A truth value is taken as 1 or 0 for an integer, and an integer as a double where one is
  /// wanted.
  ///
  /// - Throws: `QueryError` in phase `argument`.
  private func convert(
    _ argument: QueryArgument, _ specifier: ArgumentSpecifier, _ offset: Int, _ depth: Int
  ) throws(QueryError) -> QueryExpression {
    if case .double = specifier, case .largeNumber(let value) = argument, value.isFinite {
      return QueryExpression(.double(value), at: offset)
    }
    let plain = try argument.expression(at: offset, depth: depth)
    switch (specifier, plain.node) {
    case (.value, _), (.integer, .integer), (.string, .string): return plain
    case (.integer, .bool(let value)): return QueryExpression(.integer(value ? 1 : 0), at: offset)
    case (.double, .integer(let value)): return QueryExpression(.double(Double(value)), at: offset)
    case (.double, .double): return plain
    case (.integer, _): throw QueryError(.argument, at: offset, "\(specifier.text) wants an integer")
    case (.double, _): throw QueryError(.argument, at: offset, "\(specifier.text) wants a number")
    default: throw QueryError(.argument, at: offset, "\(specifier.text) wants a string")
    }
  }
}

extension QueryKeyPath {
  /// Reads names joined by points, each maybe with `@` before it; nil where it is none.
  ///
  /// - Parameters:
  ///   - text: The path, such as `SELF.folder.name` or `attachments.@count`.
  ///   - offset: The place in bytes that all of it gets.
  ///   - isFirst: Whether it may begin with `SELF` and not with `@`.
  init?(dotted text: String, at offset: Int, isFirst: Bool) {
    self.init(.implicit)
    for (index, part) in text.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
      if index == 0, part.uppercased() == "SELF" {
        guard isFirst else { return nil }
        root = .own
        continue
      }
      let isCollection = part.hasPrefix("@")
      let name = isCollection ? part.dropFirst() : part
      guard let first = name.unicodeScalars.first, Words.startsName(first),
        name.unicodeScalars.allSatisfy(Words.continuesName), !(isCollection && index == 0 && isFirst)
      else { return nil }
      steps.append(
        isCollection ? .collection(String(name), TextPlace(offset)) : .key(String(name), TextPlace(offset)))
    }
  }
}
