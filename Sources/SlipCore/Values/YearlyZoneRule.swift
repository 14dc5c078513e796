/// A rule for when clocks change each year, as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// That rule means: standard time, called CET, is one hour ahead of UTC (POSIX counts west as
/// positive); daylight time, called CEST, begins on the last Sunday of March at 02:00 and ends on
/// the last Sunday of October at 03:00. Time zone files (RFC 9636) end in such a rule; it holds
/// after the last change that the file lists.
package struct YearlyZoneRule: Sendable, Hashable {
  /// A day of any year.
  private enum Day: Sendable, Hashable {
    /// `Mm.w.d`: a weekday in a week of a month. Week 5 means the last; weekday 0 is Sunday.
    case month(Int, week: Int, weekday: Int)
    /// `Jn`: the day of the year from 1 to 365, where 29 February is never counted.
    case julian(Int)
    /// `n`: the day of the year from 0 to 365, where 29 February is counted.
    case ordinal(Int)
  }

  /// When a period begins each year.
  private struct Start: Sendable, Hashable {
    /// The day on which it begins.
    var day: Day
    /// The time of day in local seconds. It may be negative or more than a day, up to 167 hours.
    var time: Int
  }

  /// The offset of standard time, in seconds east of UTC.
  private let standard: Int
  /// Daylight time, or nil where the zone has none.
  private var daylight: (offset: Int, start: Start, end: Start)? {
    guard let daylightOffset, let start, let end else { return nil }
    return (daylightOffset, start, end)
  }
  /// The offset of daylight time, in seconds east of UTC.
  private var daylightOffset: Int?
  /// When daylight time begins.
  private var start: Start?
  /// When daylight time ends.
  private var end: Start?

  /// Reads a rule; nil where the text isn't a complete one.
  package init?(_ text: String) {
    var text = Substring(text)
    guard YearlyZoneRule.skipName(&text), let west = YearlyZoneRule.time(&text) else { return nil }
    standard = -west
    guard !text.isEmpty else { return }
    guard YearlyZoneRule.skipName(&text) else { return nil }
    daylightOffset = text.first == "," ? standard + 3600 : YearlyZoneRule.time(&text).map { -$0 }
    start = YearlyZoneRule.start(&text)
    end = YearlyZoneRule.start(&text)
    guard text.isEmpty, daylight != nil else { return nil }
  }

  /// The offset from UTC at a moment, in seconds; positive east of Greenwich.
  ///
  /// - Parameter seconds: The moment, in seconds since 1970.
  func offset(at seconds: Int64) -> Int {
    guard let daylight else { return standard }
    let year = Timestamp(seconds: seconds + Int64(standard)).year
    let start = moment(daylight.start, year) - Int64(standard)
    let end = moment(daylight.end, year) - Int64(daylight.offset)
    let isDaylight =
      start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
    return isDaylight ? daylight.offset : standard
  }

  /// The moment at which a period begins in a year, in seconds since 1970, as if local time were
  /// UTC.
  private func moment(_ start: Start, _ year: Int) -> Int64 {
    let newYear = Timestamp.days(to: year, 1, 1)
    let day =
      switch start.day {
      case .ordinal(let number): newYear + number
      case .julian(let number):
        newYear + number - 1 + (number > 59 && Timestamp.days(to: year, 3, 1) - newYear == 60 ? 1 : 0)
      case .month(let month, let week, let weekday):
        YearlyZoneRule.day(year, month, week: week, weekday: weekday)
      }
    return Int64(day) * 86_400 + Int64(start.time)
  }

  /// The day of a weekday in a week of a month, counted from 1970-01-01.
  private static func day(_ year: Int, _ month: Int, week: Int, weekday: Int) -> Int {
    let first = Timestamp.days(to: year, month, 1)
    let next = month == 12 ? Timestamp.days(to: year + 1, 1, 1) : Timestamp.days(to: year, month + 1, 1)
    // 1 January 1970 was a Thursday.
    let firstWeekday = ((first + 4) % 7 + 7) % 7
    var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
    while day >= next { day -= 7 }
    return day
  }

  // MARK: Parsing

  /// Skips the name of a zone: letters, or anything in angle brackets. False where there is none.
  private static func skipName(_ text: inout Substring) -> Bool {
    if text.first == "<" {
      guard let end = text.firstIndex(of: ">") else { return false }
      text = text[text.index(after: end)...]
      return true
    }
    let name = text.prefix { $0.isLetter }
    text = text.dropFirst(name.count)
    return !name.isEmpty
  }

  /// Reads a number of one to four digits; nil where there is none.
  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 4, let value = Int(digits) else { return nil }
    text = text.dropFirst(digits.count)
    return value
  }

  /// Skips a character; false where another one follows.
  private static func skip(_ character: Character, _ text: inout Substring) -> Bool {
    guard text.first == character else { return false }
    text = text.dropFirst()
    return true
  }

  /// Reads `[+-]hh[:mm[:ss]]`, in seconds; nil where it is malformed.
  private static func time(_ text: inout Substring) -> Int? {
    let isNegative = skip("-", &text)
    if !isNegative { _ = skip("+", &text) }
    guard let hours = number(&text), hours <= 167 else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where skip(":", &text) {
      guard let value = number(&text), value < 60 else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads `,day[/time]`. The time is 02:00 where it is omitted.
  private static func start(_ text: inout Substring) -> Start? {
    guard skip(",", &text), let day = day(&text) else { return nil }
    guard skip("/", &text) else { return Start(day: day, time: 7200) }
    return time(&text).map { Start(day: day, time: $0) }
  }

  /// Reads `Mm.w.d`, `Jn` or `n`; nil where it is malformed or out of range.
  private static func day(_ text: inout Substring) -> Day? {
    if skip("M", &text) {
      guard let month = number(&text), (1...12).contains(month), skip(".", &text), let week = number(&text),
        (1...5).contains(week), skip(".", &text), let weekday = number(&text), (0...6).contains(weekday)
      else { return nil }
      return .month(month, week: week, weekday: weekday)
    }
    if skip("J", &text) { return number(&text).flatMap { (1...365).contains($0) ? .julian($0) : nil } }
    return number(&text).flatMap { (0...365).contains($0) ? .ordinal($0) : nil }
  }
}
