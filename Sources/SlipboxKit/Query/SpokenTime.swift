public import SlipBase

/// Times in the past as people say them.
///
/// `now`, `today`, `yesterday`, `monday` (the last one), `last week`, `last month`, `last year`, `3 days ago`, and short `90m`,
/// `12h`, `7d`, `2w`. A day is meant from its beginning, in the user's time zone. Anything else is a date as it is typed:
/// `2026-01-31`, `2026-01-31T12:00:00Z`.
public enum SpokenTime {
  /// The time that a text means; nil where it means none.
  ///
  /// - Parameters:
  ///   - text: The words, in any case.
  ///   - now: The present.
  ///   - zone: Where days begin.
  public static func time(of text: String, now: Timestamp, zone: TimeZoneRules) -> Timestamp? {
    if let time = Timestamp(typed: text) { return time }
    if let seconds = seconds(ofShort: text) { return earlier(now, seconds) }
    let words = text.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }.map(String.init)
    guard let first = words.first, !text.hasPrefix("-") else { return nil }
    switch words.count {
    case 1:
      if first == "now" { return now }
      if first == "today" { return midnight(before: now, days: 0, zone) }
      if first == "yesterday" { return midnight(before: now, days: 1, zone) }
      return daysSince(first, now, zone).flatMap { midnight(before: now, days: $0, zone) }
    case 2 where first == "last":
      if let days = units[words[1]] { return earlier(now, days * 86_400) }
      return daysSince(words[1], now, zone).flatMap { midnight(before: now, days: $0, zone) }
    case 3 where words[2] == "ago":
      let number: Int64? = ["a", "an", "one"].contains(first) ? 1 : Int64(first)
      guard let number, (0...1_000_000).contains(number) else { return nil }
      let unit = words[1].hasSuffix("s") ? String(words[1].dropLast()) : words[1]
      return (times[unit] ?? units[unit].map { $0 * 86_400 }).flatMap { earlier(now, number * $0) }
    default: return nil
    }
  }

  /// Seconds of units within a day.
  private static let times: [String: Int64] = ["second": 1, "minute": 60, "hour": 3_600, "day": 86_400]
  /// Days of longer units.
  private static let units: [String: Int64] = ["week": 7, "month": 30, "year": 365]
  /// Seconds of the letters of short forms.
  private static let letters: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
  /// The days of the week. 1970-01-01 was a Thursday.
  private static let weekdays = [
    "thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday",
  ]

  /// The seconds of a form such as `7d`; nil for anything else.
  private static func seconds(ofShort text: String) -> Int64? {
    guard let unit = text.last.flatMap({ letters[$0] }), let count = Int64(text.dropLast()),
      (0...1_000_000).contains(count)
    else { return nil }
    return count * unit
  }

  /// A moment before another one.
  private static func earlier(_ now: Timestamp, _ seconds: Int64) -> Timestamp? {
    let (moment, isTooEarly) = now.microseconds.subtractingReportingOverflow(seconds * 1_000_000)
    return isTooEarly ? nil : Timestamp(microseconds: moment)
  }

  /// How many days ago a day of the week was, from 1 to 7; nil where the word is none.
  private static func daysSince(_ weekday: String, _ now: Timestamp, _ zone: TimeZoneRules) -> Int? {
    guard
      let day = weekdays.firstIndex(where: { $0 == weekday || weekday.count == 3 && $0.hasPrefix(weekday) })
    else { return nil }
    let today = QueryDay.number(of: now, zone)
    return (((today - day - 1) % 7) + 7) % 7 + 1
  }

  /// The beginning of a day, counted back from today.
  private static func midnight(before now: Timestamp, days: Int, _ zone: TimeZoneRules) -> Timestamp? {
    let day = Int64(QueryDay.number(of: now, zone) - days)
    return zone.moment(ofLocal: Timestamp(seconds: day * 86_400))
  }
}

/// Days by number.
private enum QueryDay {
  /// The number of the local day of a moment, counted from 1970-01-01.
  static func number(of time: Timestamp, _ zone: TimeZoneRules) -> Int {
    let local = time.microseconds &+ Int64(zone.offset(at: time)) * 1_000_000
    return Int((Double(local) / 86_400_000_000).rounded(.down))
  }
}

/// A state of a bundle in the past, as people name it.
public enum PastPoint: Sendable, Hashable {
  /// After a transaction of this number, from 1 on.
  case transaction(Int)
  /// As it was at a time.
  case time(Timestamp)
}
