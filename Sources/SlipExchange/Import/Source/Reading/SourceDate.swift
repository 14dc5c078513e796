package import SlipBase

/// Dates as programs write them.
package struct SourceDate: Sendable, Equatable {
  /// The point in time; a date without a zone as if it were in UTC.
  package var time: Timestamp
  /// Whether the date says its zone.
  package var hasZone: Bool

  /// Reads a date: numbers in the order of ISO 8601 with any separators, or with the month as an English word.
  ///
  /// ```
  /// 2016-05-19 11:50:25 +1000    20160519T015025Z    2016-05-19T01:50:25.123456Z
  /// 2016-05-19                   201605191150        Thu, 19 May 2016 01:50:25 GMT
  /// 20160519015025123            the same with milliseconds
  /// Thu May 19 2016 01:50:25 GMT-0700 (Pacific Daylight Time)     May 19th, 2016 at 3:05 PM
  /// 19.05.2016 01:50                 25/12/2016
  /// ```
  ///
  /// A year of two digits is one of 1950 to 2049 (RFC 5322, 4.3). With slashes only what has one meaning is a date.
  ///
  /// Nil for anything else, for days that don't exist, for years outside of 1 to 9999, and for the zero of a program's
  /// clock, which stands for no date.
  package init?(_ text: some StringProtocol) {
    var scanner = Scanner(Array(text.utf8))
    guard let date = scanner.date() else { return nil }
    let time = scanner.time()
    let zone = scanner.zone()
    guard date.year > 0, !SourceDate.isNone(text),
      let moment = Timestamp(
        year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
        second: min(time.second, 59))
    else { return nil }
    let microseconds = moment.microseconds + Int64(time.microseconds) - Int64(zone ?? 0) * 1_000_000
    self.time = Timestamp(microseconds: microseconds)
    hasZone = zone != nil
    guard self.time.isWithinRFC3339 else { return nil }
  }

  /// The days with which the clocks of programs begin: those of Unix, .NET, Windows and OLE.
  ///
  /// A day alone, as people write it, is a date.
  private static let zeros = [[1970, 1, 1], [1, 1, 1], [1601, 1, 1], [1899, 12, 30]]

  /// Zones by the names that RFC 5322 has, in hours east.
  private static let zones = [
    "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
  ]

  /// Whether a text says that there is no date: by the zero of a clock.
  package static func isNone(_ text: some StringProtocol) -> Bool {
    var scanner = Scanner(Array(text.utf8))
    guard let date = scanner.date() else { return Int64(text) == 0 }
    let behindDate = scanner.position
    let time = scanner.time()
    return scanner.position > behindDate && time == (0, 0, 0, 0)
      && zeros.contains([date.year, date.month, date.day])
  }

  /// A point in time from a count since 1970: of seconds, milliseconds or microseconds. A count of 0 is no date.
  ///
  /// - Parameters:
  ///   - count: The count, which may be negative.
  ///   - perSecond: How many of these units a second has: 1, 1,000 or 1,000,000.
  /// - Returns: Nil outside of the years 1 to 9999.
  package init?(_ count: Int64, perSecond: Int64) {
    if count == 0 { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: 1_000_000 / perSecond)
    guard !overflow else { return nil }
    time = Timestamp(microseconds: product)
    hasZone = true
    guard time.isWithinRFC3339 else { return nil }
  }

  /// The point in time in a zone for dates without one, and whether that had to be guessed.
  ///
  /// - Parameter context: Knows the zone of the import.
  package func moment(_ context: SourceContext) -> (time: Timestamp, zoneIsUnknown: Bool) {
    hasZone ? (time, false) : context.moment(ofLocal: time)
  }

  /// Walks over the bytes of a date.
  private struct Scanner {
    /// The text in UTF-8.
    private let bytes: [UInt8]
    /// Where the next byte is.
    private(set) var position = 0

    /// Begins at the first byte.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The byte at the position; 0 at the end.
    private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }
    /// Whether there is a digit.
    private var isDigit: Bool { byte.isASCIIDigit }
    /// Whether there is a letter.
    private var isLetter: Bool { byte.isASCIILetter }

    /// A number of up to `most` digits; nil where there is none.
    private mutating func number(_ most: Int) -> Int? {
      let start = position
      var value = 0
      while isDigit, position - start < most {
        value = value * 10 + Int(byte - 0x30)
        position += 1
      }
      return position > start ? value : nil
    }

    /// Skips blanks and separators.
    ///
    /// - Parameter characters: ASCII characters that are passed over, in any order and number.
    private mutating func skip(_ characters: StaticString) {
      while position < bytes.count,
        (0..<characters.utf8CodeUnitCount).contains(where: { characters.utf8Start[$0] == byte })
      {
        position += 1
      }
    }

    /// A word in lower case.
    ///
    /// Empty where no letter is next.
    private mutating func word() -> String {
      let start = position
      while isLetter { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }

    /// The number of a month; nil for a word that is none.
    ///
    /// The first three letters of an English name decide.
    private static func month(_ word: String) -> Int? {
      let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
      return word.utf8.count >= 3 ? months.firstIndex(of: String(word.prefix(3))).map { $0 + 1 } : nil
    }

    /// The day.
    ///
    /// The order is year, month, day. Nil where a part is missing; whether the day exists is checked later.
    mutating func date() -> (year: Int, month: Int, day: Int)? {
      skip(" \t\r\n@")
      if isLetter || !startsWithYear {
        let start = position
        if let date = dayFirst() { return date }
        position = start
        return wordDate()
      }
      guard let year = number(4), position >= 4 else { return nil }
      skip("-/.")
      guard let month = number(2) else { return nil }
      skip("-/.")
      guard let day = number(2) else { return nil }
      return (year, month, day)
    }

    /// Whether four digits come, as in a year.
    private var startsWithYear: Bool {
      position + 4 <= bytes.count && bytes[position..<position + 4].allSatisfy { $0.isASCIIDigit }
    }

    /// A day in numbers whose year comes last: `19.05.2016`, `25/12/2016`; nil for others, and for `5/6/2016`.
    private mutating func dayFirst() -> (year: Int, month: Int, day: Int)? {
      guard let first = number(2), byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") else { return nil }
      let sign = byte
      position += 1
      guard let second = number(2), byte == sign else { return nil }
      position += 1
      guard let year = year() else { return nil }
      if sign == UInt8(ascii: ".") || first > 12 || first == second { return (year, second, first) }
      return second > 12 ? (year, first, second) : nil
    }

    /// A year; one of two digits is one of 1950 to 2049.
    private mutating func year() -> Int? {
      let start = position
      guard let year = number(4) else { return nil }
      return position - start == 2 ? year + (year < 50 ? 2000 : 1900) : year
    }

    /// A day whose month is a word: `Thu, 19 May 2016`, `Thu May 19 2016`, `May 19, 2016`.
    ///
    /// The first word that is a month counts. The first number is the day, and the second one the year.
    private mutating func wordDate() -> (year: Int, month: Int, day: Int)? {
      var (month, day, year): (Int?, Int?, Int?) = (nil, nil, nil)
      for _ in 0..<6 {
        skip(" ,.-")
        if isLetter {
          let word = word()
          month = month ?? Scanner.month(word)
        } else if day == nil {
          day = number(2)
        } else if year == nil {
          year = self.year()
        }
        if let month, let day, let year { return (year, month, day) }
      }
      return nil
    }

    /// The time of day; midnight where there is none.
    ///
    /// A fraction of a second has six digits at most; further ones are dropped. Twelve hours a day are known
    /// by `am` and `pm`.
    mutating func time() -> (hour: Int, minute: Int, second: Int, microseconds: Int) {
      let start = position
      skip(" ,T")
      if byte | 0x20 == UInt8(ascii: "t") { position += 1 }
      if bytes[position...].starts(with: "at ".utf8) { position += 3 }
      guard var hour = number(2) else {
        position = start
        return (0, 0, 0, 0)
      }
      skip(":")
      guard let minute = number(2) else {
        position = start
        return (0, 0, 0, 0)
      }
      var (second, micro) = (0, 0)
      if byte == UInt8(ascii: ":") || isDigit {
        let isCompact = isDigit
        skip(":")
        second = number(2) ?? 0
        let hasSign = byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
        if hasSign || isCompact && isDigit {
          if hasSign { position += 1 }
          let from = position
          micro = number(6) ?? 0
          for _ in (position - from)..<6 { micro *= 10 }
          while isDigit { position += 1 }
        }
      }
      let before = position
      skip(" \u{202F}")
      switch word() {
      case "pm" where hour < 12: hour += 12
      case "am" where hour == 12: hour = 0
      case "pm", "am": break
      default: position = before
      }
      return (hour, minute, second, micro)
    }

    /// The zone, in seconds east; nil for none.
    ///
    /// Zones are known as `Z`, `GMT`, `UTC` and `UT`, by the names of RFC 5322 (4.3), or by a sign with hours and minutes. Other
    /// names are unknown.
    mutating func zone() -> Int? {
      skip(" ")
      let start = position
      let name = word()
      switch name {
      case "z": return 0
      case "gmt", "utc", "ut":
        if byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-") { return 0 }
      default:
        if let hours = SourceDate.zones[name] { return hours * 3_600 }
        position = start
      }
      guard byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else { return nil }
      let sign = byte == UInt8(ascii: "-") ? -1 : 1
      position += 1
      guard let hours = number(2) else { return nil }
      skip(":_")
      return sign * (hours * 60 + (number(2) ?? 0)) * 60
    }
  }
}
