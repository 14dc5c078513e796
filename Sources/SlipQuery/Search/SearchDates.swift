import SlipBase

/// Dates of the search language. A date names a period here, and a moment in a predicate.
///
/// | typed | means |
/// | --- | --- |
/// | `2024-03`, `today`, `thisweek` | the whole period |
/// | `>=2024-03`, `<2024-03` | from its first moment on, before it |
/// | `<=2024-03`, `>2024-03` | up to its last moment, after it |
/// | `2024-01..2024-03` | from the first to the last moment, both periods whole |
/// | `-7d`, `-24h` | since then |
/// | `none` | without this date |
struct SearchDates {
  /// The time and zone by which dates are read.
  let clock: QueryClock

  /// A period, as constants of predicates.
  private struct Period {
    /// The first moment.
    var start: String
    /// The first moment after it; nil for a moment, and for the last year of the calendar.
    var end: String?
  }

  /// The predicate of a value.
  ///
  /// - Throws: `QueryError` in phase `check` for what is no date.
  func predicate(_ key: String, _ value: SearchValue) throws(QueryError) -> QueryPredicate {
    if value.relation == .fits, value.text.lowercased() == "none" {
      return .test(key, .equal, .none, .null)
    }
    if value.relation == .range {
      var bounds: [QueryPredicate] = []
      if !value.text.isEmpty {
        bounds.append(from(key, try period(value.text, value.place)))
      }
      if !value.upper.isEmpty { bounds.append(upTo(key, try period(value.upper, value.place))) }
      return bounds.count == 1 ? bounds[0] : .joined(and: bounds)
    }
    let period = try period(value.text, value.place)
    switch value.relation {
    case .atLeast: return from(key, period)
    case .below: return .test(key, .less, .none, .string(period.start))
    case .atMost: return upTo(key, period)
    case .above:
      guard let end = period.end else {
        return isMoment(value.text) ? .test(key, .greater, .none, .string(period.start)) : .constant(false)
      }
      return .test(key, .greaterOrEqual, .none, .string(end))
    default:
      // Since then: `-7d`, also with a word before it that names no period.
      if isMoment(value.text) {
        let isRelative = value.text.contains { "-+".contains($0) } && !value.text.contains(":")
        return .test(key, isRelative ? .greaterOrEqual : .equal, .none, .string(period.start))
      }
      return .joined(and: [from(key, period), upTo(key, period)])
    }
  }

  /// Not before a period.
  private func from(_ key: String, _ period: Period) -> QueryPredicate {
    .test(key, .greaterOrEqual, .none, .string(period.start))
  }

  /// Not after a period.
  private func upTo(_ key: String, _ period: Period) -> QueryPredicate {
    guard let end = period.end else {
      return period.start.utf8.count == 4
        ? .test(key, .notEqual, .none, .null) : .test(key, .lessOrEqual, .none, .string(period.start))
    }
    return .test(key, .less, .none, .string(end))
  }

  /// Whether a text names a moment and no period: a time, or an amount such as `-7d`.
  private func isMoment(_ text: String) -> Bool {
    if text.contains(":") { return true }
    let lower = text.lowercased()
    if lower.hasPrefix("now") { return true }
    guard let first = lower.utf8.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else {
      return false
    }
    return true
  }

  /// How long the periods are that words name.
  private static let words = [
    "today": "+1d", "yesterday": "+1d", "tomorrow": "+1d", "thisweek": "+1w", "thismonth": "+1mo",
    "thisyear": "+1y",
  ]

  /// The period that a text names.
  ///
  /// - Parameters:
  ///   - text: A date, a word such as `today`, or an amount such as `-7d`.
  ///   - place: Its place in the search, for the error.
  /// - Throws: `QueryError` in phase `check` for what is no date.
  private func period(_ text: String, _ place: Int) throws(QueryError) -> Period {
    let dates = DateText(clock: clock)
    guard dates.moment(text) != nil else {
      let isUnclear = text.hasSuffix("m") && text.dropLast().last?.isNumber == true
      throw QueryError(
        .check, at: place, isUnclear ? "'m' may be minutes or months" : "this is no date",
        hint: isUnclear ? "write min or mo" : "2024, 2024-03, 2024-03-31, today, thisweek or -7d")
    }
    if isMoment(text) { return Period(start: text, end: nil) }
    let lower = text.lowercased()
    if let length = SearchDates.words.first(where: { lower.hasPrefix($0.key) })?.value {
      let end = text + length
      return Period(start: text, end: dates.moment(end) == nil ? nil : end)
    }
    return Period(start: text, end: SearchDates.next(text))
  }

  /// The period after a year, month or day; nil after the last one of the calendar.
  private static func next(_ text: String) -> String? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    /// A number with zeros before it, up to a width in digits.
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    guard let year = parts.first else { return nil }
    if parts.count == 1 { return year == 9999 ? nil : padded(year + 1, 4) }
    if parts.count == 2 {
      if parts[1] < 12 { return padded(year, 4) + "-" + padded(parts[1] + 1, 2) }
      return year == 9999 ? nil : padded(year + 1, 4) + "-01"
    }
    let (y, m, d) = Timestamp.date(daysSinceEpoch: Timestamp.days(to: year, parts[1], parts[2]) + 1)
    return y > 9999 ? nil : padded(y, 4) + "-" + padded(m, 2) + "-" + padded(d, 2)
  }
}
