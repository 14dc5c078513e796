import SlipBase

/// Reads dates that are written in queries, such as `2024-03`, `today` or `-7d`.
///
/// ```
/// absolute = YYYY | YYYY-MM | YYYY-MM-DD
///          | YYYY-MM-DD ("T" | " ") HH:MM [ :SS [ .f{1,6} ] ] [ "Z" | ±HH:MM | ±HHMM ]
/// relative = [ word ] { (+|-) digits unit }            not both empty
/// word     = now | today | yesterday | tomorrow | thisweek | thismonth | thisyear
/// unit     = s | min | h | d | w | mo | y
/// ```
/// Case doesn't count. A date is one moment: the first of the day, month or year that it names.
/// Without a zone it is in the query's zone. A local time that clocks skip moves forward by the
/// gap; of one that they show twice, the first counts. Terms apply from left to right. `m` alone
/// is refused: minutes or months?
struct DateText {
  /// Now, and the zone of dates that name none.
  let clock: QueryClock

  /// The moment that a constant names: the first of a day, month or year. Nil for what is no
  /// date.
  func moment(_ text: String) -> Timestamp? {
    absolute(text) ?? relative(text)
  }

  // MARK: Absolute

  /// Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD` with or without time and zone.
  func absolute(_ text: String) -> Timestamp? {
    var rest = Substring(text)[...].utf8
    guard let year = digits(4, &rest), year > 0 else { return nil }
    guard !rest.isEmpty else { return local(year, 1, 1) }
    guard skip("-", &rest), let month = digits(2, &rest) else { return nil }
    guard !rest.isEmpty else { return local(year, month, 1) }
    guard skip("-", &rest), let day = digits(2, &rest) else { return nil }
    guard !rest.isEmpty else { return local(year, month, day) }
    guard skip("T", &rest) || skip("t", &rest) || skip(" ", &rest), let hour = digits(2, &rest),
      skip(":", &rest), let minute = digits(2, &rest)
    else { return nil }
    var (second, fraction) = (0, 0)
    if skip(":", &rest) {
      guard let value = digits(2, &rest), value < 60 else { return nil }
      second = value
      if skip(".", &rest) {
        let count = rest.prefix { $0.isASCIIDigit }.count
        guard (1...6).contains(count), let value = digits(count, &rest) else { return nil }
        fraction = (count..<6).reduce(value) { value, _ in value * 10 }
      }
    }
    guard
      let time = Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: fraction)
    else { return nil }
    if rest.isEmpty { return valid(clock.zone.moment(ofLocal: time)) }
    guard let offset = offset(&rest), rest.isEmpty else { return nil }
    return valid(Timestamp(microseconds: time.microseconds - Int64(offset) * 1_000_000))
  }

  /// Reads `Z`, `±HH:MM` or `±HHMM`, in seconds.
  private func offset(_ rest: inout Substring.UTF8View) -> Int? {
    if skip("Z", &rest) || skip("z", &rest) { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+", &rest) || skip("-", &rest), let hours = digits(2, &rest), hours < 24 else { return nil }
    _ = skip(":", &rest)
    guard let minutes = digits(2, &rest), minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isWest ? -60 : 60)
  }

  /// The first moment of a day.
  private func local(_ year: Int, _ month: Int, _ day: Int) -> Timestamp? {
    Timestamp(year: year, month: month, day: day).flatMap { valid(clock.zone.moment(ofLocal: $0)) }
  }

  /// Reads so many digits.
  private func digits(_ count: Int, _ rest: inout Substring.UTF8View) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      guard byte.isASCIIDigit else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    rest = rest.dropFirst(count)
    return value
  }

  /// Moves past a character; false where another one comes.
  private func skip(_ character: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The moment where it is in the years 1 to 9999.
  private func valid(_ time: Timestamp) -> Timestamp? { time.isWithinRFC3339 ? time : nil }

  // MARK: Relative

  /// A moment, or what clocks show while days, weeks, months and years are added.
  private enum Position {
    case moment(Timestamp)
    case wall(Timestamp)
  }

  /// Reads a word such as `today` and terms such as `-7d`; at least one of them must be there.
  private func relative(_ text: String) -> Timestamp? {
    var rest = Substring(text.lowercased())
    let word = String(rest.prefix { ("a"..."z").contains($0) })
    rest = rest.dropFirst(word.count)
    guard var position = start(word), !(word.isEmpty && rest.isEmpty) else { return nil }
    while let sign = rest.first {
      guard sign == "+" || sign == "-" else { return nil }
      rest = rest.dropFirst()
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { ("a"..."z").contains($0) }
      rest = rest.dropFirst(unit.count)
      guard !digits.isEmpty, let count = Int64(digits), count <= 1_000_000_000_000,
        let next = add(sign == "-" ? -count : count, String(unit), to: position)
      else { return nil }
      position = next
    }
    return valid(moment(position))
  }

  /// The position that a word names; nil for an unknown one.
  private func start(_ word: String) -> Position? {
    let today = clock.dayNumber(of: clock.now)
    let (year, month, _) = Timestamp.date(daysSinceEpoch: today)
    switch word {
    case "", "now": return .moment(clock.now)
    case "today": return .wall(QueryClock.midnight(today))
    case "yesterday": return .wall(QueryClock.midnight(today - 1))
    case "tomorrow": return .wall(QueryClock.midnight(today + 1))
    // 1 January 1970 was a Thursday; weeks begin on Monday.
    case "thisweek": return .wall(QueryClock.midnight(today - ((today + 3) % 7 + 7) % 7))
    case "thismonth": return .wall(QueryClock.midnight(Timestamp.days(to: year, month, 1)))
    case "thisyear": return .wall(QueryClock.midnight(Timestamp.days(to: year, 1, 1)))
    default: return nil
    }
  }

  /// Adds a term. Days and longer units keep what clocks show; hours and shorter ones are exact.
  ///
  /// - Parameters:
  ///   - count: How many units; negative to go back.
  ///   - unit: The unit in lower case.
  ///   - position: Where to start.
  /// - Returns: The new position; nil for an unknown unit or a year outside of 1 to 9999.
  private func add(_ count: Int64, _ unit: String, to position: Position) -> Position? {
    let exact: Int64? = ["s": 1, "min": 60, "h": 3_600][unit]
    if let exact {
      return shifted(moment(position), by: count, of: exact).map { .moment($0) }
    }
    let wall =
      switch position {
      case .wall(let time): time
      case .moment(let time): clock.local(time)
      }
    switch unit {
    case "d": return shifted(wall, by: count, of: 86_400).map { .wall($0) }
    case "w": return shifted(wall, by: count, of: 7 * 86_400).map { .wall($0) }
    case "mo": return months(count, after: wall).map { .wall($0) }
    case "y": return months(count * 12, after: wall).map { .wall($0) }
    default: return nil
    }
  }

  /// A time so many units of seconds later; nil outside the years 1 to 9999.
  private func shifted(_ time: Timestamp, by count: Int64, of seconds: Int64) -> Timestamp? {
    let (micros, overflow) = (count * seconds).multipliedReportingOverflow(by: 1_000_000)
    let (sum, carry) = time.microseconds.addingReportingOverflow(micros)
    return overflow || carry ? nil : valid(Timestamp(microseconds: sum))
  }

  /// A time so many months later; a day that the month lacks becomes its last.
  private func months(_ count: Int64, after time: Timestamp) -> Timestamp? {
    let (days, rest) = Timestamp.floorDivide(time.microseconds, 86_400_000_000)
    let (year, month, day) = Timestamp.date(daysSinceEpoch: Int(days))
    let (newYear, newMonth) = Timestamp.floorDivide(Int64(year * 12 + month - 1) + count, 12)
    guard (1...9999).contains(newYear) else { return nil }
    let last = Timestamp.days(inMonth: Int(newMonth) + 1, year: Int(newYear))
    let target = Timestamp.days(to: Int(newYear), Int(newMonth) + 1, min(day, last))
    return Timestamp(microseconds: Int64(target) * 86_400_000_000 + rest)
  }

  /// The moment of a position.
  private func moment(_ position: Position) -> Timestamp {
    switch position {
    case .moment(let time): time
    case .wall(let time): clock.zone.moment(ofLocal: time)
    }
  }
}
