import SlipBase

/// Functions, selectors and conversions of the language.
///
/// Nil in gives nil out, but functions of collections leave nil out: `sum({1, nil})` is 1. Over
/// nothing, `sum` and `count` are 0 and the others nil. Results that are not finite are nil.
///
/// | functions | of | give |
/// | --- | --- | --- |
/// | `sum average median stddev` | numbers | a number; the deviation is that of the population |
/// | `min max mode` | numbers, dates, days or strings | one of them; the smallest of the most frequent |
/// | `count` | anything | how many there are, nil included |
/// | `abs floor ceiling trunc` | a number | a whole number where it fits |
/// | `sqrt log ln exp` | a number | a number; `log` has base 10 |
/// | `lowercase uppercase` | text | text, mapped scalar by scalar, without a locale |
/// | `words` | text and words, the last maybe with `*` | whether the words stand there in a row |
/// | `length` | text | the number of scalars as stored |
enum Functions {
  /// The moment from which `CAST` counts seconds: 2001-01-01T00:00:00Z, in seconds since 1970.
  private static let referenceDate: Int64 = 978_307_200

  /// The result of a function of the table.
  ///
  /// - Parameters:
  ///   - name: The name as the table spells it.
  ///   - arguments: The values; the checker has seen to their number and types.
  /// - Returns: The result; nil without arguments.
  static func call(_ name: String, _ arguments: [QueryValue]) -> QueryValue {
    guard let first = arguments.first else { return .null }
    switch name {
    case "sum", "average", "median", "stddev", "min", "max", "mode":
      return aggregate(name, first.elements.filter { !$0.isNull })
    case "count": return .integer(Int64(first.elements.count))
    case "lowercase", "uppercase": return cased(first, isUpper: name == "uppercase")
    case "length": return length(first)
    case "noindex": return first
    default: break
    }
    guard arguments.count == 2 else { return Arithmetic.function(name, first) }
    switch name {
    case "words":
      guard let text = first.text, let sought = arguments[1].text else { return .null }
      return .bool(WordPattern(sought).occurs(in: text))
    case "add:to:": return Arithmetic.apply(.plus, first, arguments[1])
    case "from:subtract:": return Arithmetic.apply(.minus, first, arguments[1])
    case "multiply:by:": return Arithmetic.apply(.times, first, arguments[1])
    case "divide:by:": return Arithmetic.apply(.over, first, arguments[1])
    case "modulus:by:": return Arithmetic.modulus(first, arguments[1])
    case "raise:toPower:": return Arithmetic.power(first, arguments[1])
    default: return Arithmetic.bits(name, first, arguments[1])
    }
  }

  /// One value made of many, none of which is nil. Over nothing, a sum is 0 and the others are
  /// nil.
  ///
  /// - Parameters:
  ///   - name: A function of collections, such as `sum`.
  ///   - values: Values of one type.
  static func aggregate(_ name: String, _ values: [QueryValue]) -> QueryValue {
    let total = values.reduce(.integer(0)) { Arithmetic.apply(.plus, $0, $1) }
    if name == "sum" { return total }
    guard !values.isEmpty else { return .null }
    let count = Double(values.count)
    let sorted =
      name == "average" || name == "stddev" ? [] : values.sorted { (Values.order($0, $1, .none) ?? 0) < 0 }
    switch name {
    case "average": return total.number.map { .finite($0 / count) } ?? .null
    case "min": return sorted[0]
    case "max": return sorted[sorted.count - 1]
    case "median":
      let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
      if sorted.count % 2 == 1 { return low }
      return .finite(((low.number ?? 0) + (high.number ?? 0)) / 2)
    case "mode": return mode(sorted)
    case "stddev":
      let mean = (total.number ?? 0) / count
      let squares = values.reduce(0.0) { sum, value in
        let distance = (value.number ?? 0) - mean
        return sum + distance * distance
      }
      return .finite((squares / count).squareRoot())
    default: return .null
    }
  }

  /// The smallest of the most frequent values.
  ///
  /// - Parameter sorted: The values in ascending order; over nothing the result is nil.
  private static func mode(_ sorted: [QueryValue]) -> QueryValue {
    var (best, bestCount, index) = (QueryValue.null, 0, 0)
    while index < sorted.count {
      var end = index + 1
      while end < sorted.count, Values.order(sorted[index], sorted[end], .none) == 0 { end += 1 }
      if end - index > bestCount { (best, bestCount) = (sorted[index], end - index) }
      index = end
    }
    return best
  }

  /// The number of a text's scalars.
  static func length(_ value: QueryValue) -> QueryValue {
    .optional(value.text) { .integer(Int64($0.unicodeScalars.count)) }
  }

  /// A text in upper or lower case, scalar by scalar.
  ///
  /// So the final sigma is no case of its own, and one scalar may become several.
  private static func cased(_ value: QueryValue, isUpper: Bool) -> QueryValue {
    guard let text = value.text else { return .null }
    var mapped = ""
    for scalar in text.unicodeScalars {
      mapped += isUpper ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping
    }
    return .string(mapped)
  }

  // MARK: Selectors

  /// The result of a selector of `FUNCTION`; the receiver is the first argument.
  ///
  /// - Parameters:
  ///   - name: The selector, such as `substringToIndex:`.
  ///   - arguments: The receiver and what follows it. If any is nil, so is the result.
  static func selector(_ name: String, _ arguments: [QueryValue]) -> QueryValue {
    guard let first = arguments.first, arguments.allSatisfy({ !$0.isNull }) else { return .null }
    switch name {
    case "length": return length(first)
    case "uppercaseString", "lowercaseString": return cased(first, isUpper: name == "uppercaseString")
    case "integerValue": return .integer(NumberText.leadingInteger(first.text ?? ""))
    case "doubleValue": return .double(NumberText.leadingDouble(first.text ?? ""))
    case "stringValue": return .optional(printed(first)) { .string($0) }
    case "stringByAppendingString:": return .string((first.text ?? "") + (arguments[1].text ?? ""))
    case "substringFromIndex:", "substringToIndex:": return substring(name, first.text ?? "", arguments[1])
    case "dateByAddingTimeInterval:": return Arithmetic.apply(.plus, first, arguments[1])
    case "timeIntervalSinceDate:": return Arithmetic.apply(.minus, first, arguments[1])
    case "timeIntervalSince1970":
      return Arithmetic.apply(.minus, first, .date(Timestamp(microseconds: 0)))
    default: return .null
    }
  }

  /// A part of a text, counted in scalars; nil where the index is out of range.
  ///
  /// The index may be the length itself: the part behind it is empty.
  private static func substring(_ name: String, _ text: String, _ index: QueryValue) -> QueryValue {
    let scalars = text.unicodeScalars
    guard let number = index.number, let position = Int(exactly: number), position >= 0,
      position <= scalars.count
    else { return .null }
    return .string(
      name == "substringToIndex:" ? String(scalars.prefix(position)) : String(scalars.dropFirst(position)))
  }

  // MARK: Conversions

  /// Converts a value to a type.
  ///
  /// Seconds count from 2001-01-01T00:00:00Z, as on Apple's systems. A text that is no number or
  /// absolute date is nil.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - target: The type.
  ///   - clock: The zone of dates that name none.
  static func cast(_ value: QueryValue, _ target: Term.Cast, _ clock: QueryClock) -> QueryValue {
    switch (target, value) {
    case (.string, _): return .optional(printed(value)) { .string($0) }
    case (.number, .bool(let flag)), (.decimal, .bool(let flag)): return .integer(flag ? 1 : 0)
    case (.number, .date(let time)), (.decimal, .date(let time)):
      return .double(Double(time.microseconds &- referenceDate * 1_000_000) / 1_000_000)
    case (.number, _), (.decimal, _):
      if value.number != nil { return value }
      return value.text.flatMap(NumberText.number) ?? .null
    case (.date, .date): return value
    case (.date, _):
      if let text = value.text { return .optional(DateText(clock: clock).absolute(text)) { .date($0) } }
      guard let seconds = value.number else { return .null }
      return Arithmetic.shifted(Timestamp(seconds: referenceDate), by: seconds)
    }
  }

  /// A value as text; nil for what has none.
  private static func printed(_ value: QueryValue) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .double(let number): NumberText.canonical(number)
    case .bool(let flag): flag ? "1" : "0"
    case .date(let time): time.rfc3339
    default: value.text
    }
  }
}

extension NumberText {
  /// The number that a text is as a whole; nil for any other text.
  static func number(_ text: String) -> QueryValue? {
    let (length, isWhole) = leading(text)
    guard length > 0, length == text.utf8.count else { return nil }
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { return nil }
    return .double(value)
  }

  /// The whole number with which a text begins, else 0; the nearest one of 64 bits where it is
  /// larger.
  static func leadingInteger(_ text: String) -> Int64 {
    var digits = Substring(text)
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits = digits.dropFirst() }
    digits = digits.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { return 0 }
    return Int64((isNegative ? "-" : "") + digits) ?? (isNegative ? .min : .max)
  }

  /// The number with which a text begins, else 0.
  static func leadingDouble(_ text: String) -> Double {
    let value = Double(String(decoding: text.utf8.prefix(leading(text).length), as: UTF8.self)) ?? 0
    return value.isFinite ? value : 0
  }

  /// How many bytes at a text's beginning are a decimal number, and whether that has no fraction
  /// or exponent.
  private static func leading(_ text: String) -> (length: Int, isWhole: Bool) {
    let bytes = Array(text.utf8)
    var position = 0
    /// Moves past digits and counts them.
    func digits() -> Int {
      let start = position
      while position < bytes.count, bytes[position].isASCIIDigit { position += 1 }
      return position - start
    }
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position = 1 }
    let whole = digits()
    var (end, isWhole) = (whole > 0 ? position : 0, true)
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      if digits() > 0 { (end, isWhole) = (position, false) }
    }
    guard end > 0 else { return (0, true) }
    position = end
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+")
      {
        position += 1
      }
      if digits() > 0 { (end, isWhole) = (position, false) }
    }
    return (end, isWhole)
  }
}
