/// When clocks change each year, as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct YearlyZoneRule: Sendable, Hashable {
  private enum Day: Sendable, Hashable {
    /// Week 5 is the last; weekday 0 is Sunday.
    case month(Int, week: Int, weekday: Int)
    /// From 1; 29 February is never counted.
    case julian(Int)
    /// From 0.
    case ordinal(Int)
  }

  private struct Start: Sendable, Hashable {
    var day: Day
    /// Seconds of the local day.
    var time: Int
  }

  /// Seconds east of UTC.
  private let standard: Int
  private var daylight: (offset: Int, start: Start, end: Start)? {
    guard let daylightOffset, let start, let end else { return nil }
    return (daylightOffset, start, end)
  }
  private var daylightOffset: Int?
  private var start: Start?
  private var end: Start?

  /// Nil for what isn't such a rule.
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

  /// Seconds east of UTC at a moment in seconds since 1970.
  func offset(at seconds: Int64) -> Int {
    guard let daylight else { return standard }
    let year = Timestamp(seconds: seconds + Int64(standard)).year
    let start = moment(daylight.start, year) - Int64(standard)
    let end = moment(daylight.end, year) - Int64(daylight.offset)
    let isDaylight =
      start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
    return isDaylight ? daylight.offset : standard
  }

  /// In seconds since 1970, as if local time were UTC.
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

  /// Letters, or anything in angle brackets.
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

  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 4, let value = Int(digits) else { return nil }
    text = text.dropFirst(digits.count)
    return value
  }

  private static func skip(_ character: Character, _ text: inout Substring) -> Bool {
    guard text.first == character else { return false }
    text = text.dropFirst()
    return true
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
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

  private static func start(_ text: inout Substring) -> Start? {
    guard skip(",", &text), let day = day(&text) else { return nil }
    guard skip("/", &text) else { return Start(day: day, time: 7200) }
    return time(&text).map { Start(day: day, time: $0) }
  }

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
