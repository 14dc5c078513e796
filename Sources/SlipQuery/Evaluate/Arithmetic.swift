import SlipBase

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Calculations with numbers and dates. What has no finite result is nil, and nil in gives nil
/// out.
///
/// Whole numbers have 64 bits; where they overflow, the result is a double. The quotient of whole
/// numbers is truncated toward zero, so that `-7 / 2` is -3. Division by zero is nil. A date and
/// a number of seconds give a date, two dates give seconds with a fraction.
enum Arithmetic {
  /// Applies `+ - * /`. Whole numbers that overflow become doubles.
  ///
  /// - Parameters:
  ///   - sign: The operator.
  ///   - a: A number, a date or nil.
  ///   - b: A number, behind a minus also a date, or nil.
  static func apply(_ sign: QueryExpression.Sign, _ a: QueryValue, _ b: QueryValue) -> QueryValue {
    if case .date(let time) = a {
      if case .date(let other) = b {
        return .double(Double(time.microseconds &- other.microseconds) / 1_000_000)
      }
      guard let seconds = b.number else { return .null }
      return shifted(time, by: sign == .minus ? -seconds : seconds)
    }
    if let x = a.integer, let y = b.integer {
      let (result, overflow): (Int64, Bool)
      switch sign {
      case .plus: (result, overflow) = x.addingReportingOverflow(y)
      case .minus: (result, overflow) = x.subtractingReportingOverflow(y)
      case .times: (result, overflow) = x.multipliedReportingOverflow(by: y)
      case .over:
        if y == 0 { return .null }
        (result, overflow) = x.dividedReportingOverflow(by: y)
      }
      if !overflow { return .integer(result) }
    }
    guard let x = a.number, let y = b.number else { return .null }
    switch sign {
    case .plus: return .finite(x + y)
    case .minus: return .finite(x - y)
    case .times: return .finite(x * y)
    case .over: return .finite(x / y)
    }
  }

  /// A moment so many seconds later, rounded to microseconds, half away from zero; nil outside
  /// the years 1 to 9999.
  static func shifted(_ time: Timestamp, by seconds: Double) -> QueryValue {
    let micros = (seconds * 1_000_000).rounded(.toNearestOrAwayFromZero)
    guard abs(micros) < 1e18 else { return .null }
    let (sum, overflow) = time.microseconds.addingReportingOverflow(Int64(micros))
    let moved = Timestamp(microseconds: sum)
    return overflow || !moved.isWithinRFC3339 ? .null : .date(moved)
  }

  /// `a ** b`; whole where both are and the result fits.
  static func power(_ a: QueryValue, _ b: QueryValue) -> QueryValue {
    if let base = a.integer, let exponent = b.integer, exponent >= 0, let result = power(base, exponent) {
      return .integer(result)
    }
    guard let x = a.number, let y = b.number else { return .null }
    return .finite(pow(x, y))
  }

  /// A whole power by squaring; nil where it doesn't fit.
  private static func power(_ base: Int64, _ exponent: Int64) -> Int64? {
    var (result, factor, rest): (Int64, Int64, Int64) = (1, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 {
        let (product, overflow) = result.multipliedReportingOverflow(by: factor)
        if overflow { return nil }
        result = product
      }
      rest >>= 1
      guard rest > 0 else { break }
      let (square, overflow) = factor.multipliedReportingOverflow(by: factor)
      if overflow { return nil }
      factor = square
    }
    return result
  }

  /// The remainder of a division, with the sign of the first number.
  ///
  /// By zero it is nil.
  static func modulus(_ a: QueryValue, _ b: QueryValue) -> QueryValue {
    if let x = a.integer, let y = b.integer {
      return y == 0 ? .null : .integer(x.remainderReportingOverflow(dividingBy: y).partialValue)
    }
    guard let x = a.number, let y = b.number else { return .null }
    return .finite(x.truncatingRemainder(dividingBy: y))
  }

  /// A function of one number; nil for an unknown name.
  ///
  /// - Parameters:
  ///   - name: The canonical name, such as `floor`.
  ///   - value: A number or nil.
  static func function(_ name: String, _ value: QueryValue) -> QueryValue {
    if let whole = value.integer {
      switch name {
      case "abs" where whole != .min: return .integer(Swift.abs(whole))
      case "floor", "ceiling", "trunc": return value
      case "onesComplement": return .integer(~whole)
      default: break
      }
    }
    guard let x = value.number else { return .null }
    switch name {
    case "abs": return .double(Swift.abs(x))
    case "floor": return whole(x.rounded(.down))
    case "ceiling": return whole(x.rounded(.up))
    case "trunc": return whole(x.rounded(.towardZero))
    case "sqrt": return .finite(x.squareRoot())
    case "log": return .finite(log10(x))
    case "ln": return .finite(log(x))
    case "exp": return .finite(exp(x))
    default: return .null
    }
  }

  /// A double as a whole number where it fits.
  private static func whole(_ value: Double) -> QueryValue {
    Int64(exactly: value).map { .integer($0) } ?? .finite(value)
  }

  /// Bits of whole numbers; nil for others, and for shifts outside of 0 to 63.
  static func bits(_ name: String, _ a: QueryValue, _ b: QueryValue) -> QueryValue {
    guard let x = a.integer, let y = b.integer else { return .null }
    switch name {
    case "bitwiseAnd:with:": return .integer(x & y)
    case "bitwiseOr:with:": return .integer(x | y)
    case "bitwiseXor:with:": return .integer(x ^ y)
    case "leftshift:by:": return (0...63).contains(y) ? .integer(x << y) : .null
    case "rightshift:by:": return (0...63).contains(y) ? .integer(x >> y) : .null
    default: return .null
    }
  }
}
