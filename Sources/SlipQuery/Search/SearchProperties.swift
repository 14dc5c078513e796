import SlipBase
import SlipNotes

/// Conditions on a property of notes, such as `due:<today`, `pages:>5` or `author:Luhmann`.
///
/// What a value means depends on what the property's values are: words of a text or URI, numbers, periods, or true
/// and false. Where notes differ in that, each meaning counts that the value can have.
struct SearchProperties {
  /// The name of the property.
  let name: String
  /// What its values are.
  let kinds: [Property.Kind]
  /// The time and zone by which dates are read.
  let clock: QueryClock
  /// What the user should know of a value: that texts have no order.
  private(set) var remark: SearchRemark?

  /// Creates conditions on a property.
  init(name: String, kinds: [Property.Kind], clock: QueryClock) {
    (self.name, self.kinds, self.clock) = (name, kinds, clock)
  }

  /// The predicate of a value: `SUBQUERY(properties, $p, $p.name ==[cd] "due" AND $p.date < "today").@count > 0`.
  ///
  /// - Throws: `QueryError` in phase `check` for a value that the property can't have.
  mutating func predicate(_ value: SearchValue) throws(QueryError) -> QueryPredicate {
    try SearchCompiler.expectText(value, name)
    let isNamed = QueryPredicate.test("$p.name", .equal, .cd, .string(name))
    if value.relation == .fits, !value.isQuoted, value.text.lowercased() == "none" {
      return .count(of: "properties", "p", isNamed, .equal)
    }
    var meanings: [QueryPredicate] = []
    var fault: QueryError?
    let isOrdered = ![.fits, .equals, .range].contains(value.relation)
    for kind in kinds {
      if isOrdered, !SearchProperties.ordered.contains(kind) {
        remark = SearchRemark(
          place: value.place,
          message: "\(name): has texts, which have no order; only numbers and dates are compared")
        continue
      }
      do throws(QueryError) { meanings.append(try condition(kind, value)) } catch { fault = fault ?? error }
    }
    if meanings.isEmpty {
      if let fault { throw fault }
      return .constant(false)
    }
    let meaning = meanings.count == 1 ? meanings[0] : .joined(or: meanings)
    return .count(of: "properties", "p", .joined(and: [isNamed, meaning]), .greater)
  }

  /// The condition on a property of a kind.
  private func condition(_ kind: Property.Kind, _ value: SearchValue) throws(QueryError) -> QueryPredicate {
    switch kind {
    case .text, .uri:
      // Texts of a number, date or truth value aren't meant: these are other properties' values.
      let text = SearchCompiler.words("$p.value", value.joinedText, isExact: value.relation == .equals)
      return kinds.count == 1
        ? text : .joined(and: [.test("$p.type", .equal, .none, .string(kind.rawValue)), text])
    case .number:
      let message = "\(name): takes a number, such as 5, >5 or 5..10"
      return try SearchCompiler.number("$p.number", value, message, SearchProperties.number)
    case .date: return try SearchDates(clock: clock).predicate("$p.date", value)
    case .boolean:
      guard let flag = SearchProperties.truths[value.joinedText.lowercased()] else {
        throw QueryError(.check, at: value.place, "\(name): is true or false")
      }
      return .test("$p.boolean", .equal, .none, .bool(flag))
    }
  }

  /// The kinds of values of which one is before another.
  private static let ordered: Set<Property.Kind> = [.number, .date]

  /// The words for truth values.
  private static let truths = ["true": true, "yes": true, "false": false, "no": false]

  /// A number; nil for other text.
  private static func number(_ text: String) -> QueryExpression.Node? {
    guard Property.accepts(text, as: .number) else { return nil }
    if let whole = Int64(text) { return .integer(whole) }
    return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
  }
}
