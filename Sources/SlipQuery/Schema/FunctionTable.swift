/// One function of the language: its canonical name, what its arguments may be, and what it
/// gives.
///
/// Names are found in any case. Functions of one argument may also be written with a colon, as
/// NSExpression does: `sum:(…)` is `sum(…)`. No function is ever found by reflection; what is not
/// in the table does not exist. There is no `random`, because a query answers the same twice.
struct FunctionRow: Sendable {
  /// What an argument may be.
  enum Parameter: Sendable {
    /// A to-many or list of numbers.
    case numbers
    /// A to-many or list of values that have an order.
    case ordered
    /// Any to-many or list.
    case collection
    /// A number.
    case number
    /// Anything textual.
    case text
    /// A moment.
    case date
    /// Any single value, or a to-many.
    case any
    /// The quoted name of a type.
    case typeName
  }

  /// What a call gives.
  enum Result: Sendable {
    /// A value of one type.
    case type(ValueType)
    /// A value of the type that the argument, or one element of it, has.
    case ofArgument
  }

  /// The canonical name.
  let name: String
  /// The arguments.
  let parameters: [Parameter]
  /// What it gives.
  let result: Result

  /// Creates a row.
  init(_ name: String, _ parameters: [Parameter], _ result: Result) {
    self.name = name
    self.parameters = parameters
    self.result = result
  }

  /// All functions that are called by name.
  static let all: [FunctionRow] =
    ["sum", "average", "median", "stddev"].map { FunctionRow($0, [.numbers], .type(.number)) }
    + ["min", "max", "mode"].map { FunctionRow($0, [.ordered], .ofArgument) }
    + [FunctionRow("count", [.collection], .type(.number))]
    + ["abs", "floor", "ceiling", "trunc", "sqrt", "log", "ln", "exp", "onesComplement"].map {
      FunctionRow($0, [.number], .type(.number))
    }
    + [
      "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "raise:toPower:",
      "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
    ].map { FunctionRow($0, [.number, .number], .type(.number)) }
    + [
      FunctionRow("lowercase", [.text], .type(.string)), FunctionRow("uppercase", [.text], .type(.string)),
      FunctionRow("length", [.text], .type(.number)), FunctionRow("now", [], .type(.date)),
      FunctionRow("today", [], .type(.date)), FunctionRow("noindex", [.any], .ofArgument),
      FunctionRow("castObject:toType:", [.any, .typeName], .ofArgument),
      FunctionRow("words", [.text, .text], .type(.bool)),
    ]

  /// All selectors that `FUNCTION` takes. The first argument is the receiver.
  static let selectors: [FunctionRow] = [
    FunctionRow("length", [.text], .type(.number)), FunctionRow("uppercaseString", [.text], .type(.string)),
    FunctionRow("lowercaseString", [.text], .type(.string)),
    FunctionRow("integerValue", [.text], .type(.number)),
    FunctionRow("doubleValue", [.text], .type(.number)),
    FunctionRow("stringValue", [.number], .type(.string)),
    FunctionRow("stringByAppendingString:", [.text, .text], .type(.string)),
    FunctionRow("substringFromIndex:", [.text, .number], .type(.string)),
    FunctionRow("substringToIndex:", [.text, .number], .type(.string)),
    FunctionRow("dateByAddingTimeInterval:", [.date, .number], .type(.date)),
    FunctionRow("timeIntervalSinceDate:", [.date, .date], .type(.number)),
    FunctionRow("timeIntervalSince1970", [.date], .type(.number)),
  ]

  /// Rows by their name in lower case.
  private static let byName = Dictionary(all.map { ($0.name.lowercased(), $0) }) { first, _ in first }

  /// The function of a name in any case, also with a colon where it takes one argument; nil for
  /// an unknown one.
  static func named(_ name: String) -> FunctionRow? {
    let lower = name.lowercased()
    if let row = byName[lower == "avg" || lower == "avg:" ? "average" : lower] { return row }
    guard lower.hasSuffix(":"), let row = byName[String(lower.dropLast())], row.parameters.count == 1 else {
      return nil
    }
    return row
  }

  /// The name under which a function is printed; that of an unknown one stays.
  static func canonicalName(_ name: String) -> String { named(name)?.name ?? name }
}
