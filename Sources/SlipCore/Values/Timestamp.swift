/// A moment in UTC with a resolution of one microsecond, as a count since 1970.
///
/// It is written as RFC 3339 says: `2024-05-06T07:08:09.123456Z`. As in POSIX, leap seconds are not
/// counted.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before.
  public var microseconds: Int64

  /// Creates a moment from microseconds since 1970.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Creates a moment from seconds since 1970 and microseconds to be added. Overflow wraps around.
  public init(seconds: Int64, microseconds: Int64 = 0) {
    self.microseconds = seconds &* 1_000_000 &+ microseconds
  }

  /// Whether the moment is in the years 1 to 9999, which RFC 3339 and XSD can express.
  public var isWithinRFC3339: Bool {
    (-62_135_596_800_000_000..<253_402_300_800_000_000).contains(microseconds)
  }

  /// Creates a moment from a date and time of the proleptic Gregorian calendar; nil where a field
  /// is out of range.
  ///
  /// Years run from 0 to 9999, the other fields from their usual first value to their last. A leap
  /// second, 60, counts as 59.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
  ) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Timestamp.days(inMonth: month, year: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0...999_999).contains(microsecond)
    else { return nil }
    let days = Timestamp.daysSinceEpoch(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + min(second, 59)
    self.init(seconds: Int64(seconds), microseconds: Int64(microsecond))
  }

  /// Reads RFC 3339 with `Z` or a numeric offset, and with at most six fractional digits; nil for
  /// anything else.
  ///
  /// The letters `T` and `Z` may be in lower case. The result may be outside the years that RFC
  /// 3339 can express, because the offset is subtracted.
  public init?(rfc3339 text: some StringProtocol) {
    var bytes = Array(text.utf8)[...]
    /// Reads exactly so many digits.
    func number(_ digits: Int) -> Int? {
      guard bytes.count >= digits else { return nil }
      var value = 0
      for byte in bytes.prefix(digits) {
        guard byte.isASCIIDigit else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      bytes = bytes.dropFirst(digits)
      return value
    }
    /// Skips one of the given bytes; false where another one follows.
    func skip(_ characters: UInt8...) -> Bool {
      guard let first = bytes.first, characters.contains(first) else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    guard let year = number(4), skip(0x2D), let month = number(2), skip(0x2D), let day = number(2),
      skip(0x54, 0x74), let hour = number(2), skip(0x3A), let minute = number(2), skip(0x3A),
      let second = number(2)
    else { return nil }
    var fraction = 0
    if skip(0x2E) {
      let digits = bytes.prefix { $0.isASCIIDigit }.count
      guard (1...6).contains(digits), let value = number(digits) else { return nil }
      fraction = (digits..<6).reduce(value) { value, _ in value * 10 }
    }
    var offset = 0
    if !skip(0x5A, 0x7A) {
      guard let sign = bytes.first, skip(0x2B, 0x2D), let hours = number(2), skip(0x3A),
        let minutes = number(2),
        hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (sign == 0x2D ? -60 : 60)
    }
    guard bytes.isEmpty,
      let local = Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: fraction)
    else { return nil }
    self.init(microseconds: local.microseconds - Int64(offset) * 1_000_000)
  }

  /// Orders moments from earlier to later.
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// The moment in UTC as RFC 3339 writes it, such as `2024-05-06T07:08:09.5Z`.
  ///
  /// The fraction is omitted when it is zero, and has no trailing zeros. Outside the years 0 to
  /// 9999 the result isn't valid RFC 3339; check `isWithinRFC3339` before.
  public var rfc3339: String {
    if isWithinRFC3339 {
      return String(unsafeUninitializedCapacity: Timestamp.longestText) {
        store(in: UnsafeMutableRawBufferPointer($0))
      }
    }
    let (seconds, fraction) = Timestamp.floorDivide(microseconds, 1_000_000)
    let (days, time) = Timestamp.floorDivide(seconds, 86_400)
    let (year, month, day) = Timestamp.date(daysSinceEpoch: Int(days))
    /// The number with leading zeros up to the given width.
    func pad(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var text = "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
    text += "\(pad(Int(time) / 3_600, 2)):\(pad(Int(time) / 60 % 60, 2)):\(pad(Int(time) % 60, 2))"
    if fraction != 0 {
      var digits = pad(Int(fraction), 6)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  /// The bytes of the longest text of RFC 3339 that is written.
  private static let longestText = 27

  /// Writes RFC 3339 to a buffer, which has room for it. The year must be one of 0 to 9999.
  ///
  /// - Returns: The number of bytes.
  private func store(in bytes: UnsafeMutableRawBufferPointer) -> Int {
    let (seconds, fraction) = Timestamp.floorDivide(microseconds, 1_000_000)
    let (days, time) = Timestamp.floorDivide(seconds, 86_400)
    let (year, month, day) = Timestamp.date(daysSinceEpoch: Int(days))
    /// Writes two digits, and the byte after them.
    func store(_ value: Int, _ place: Int, _ next: UInt8) {
      bytes[place] = UInt8(truncatingIfNeeded: 0x30 + value / 10)
      bytes[place + 1] = UInt8(truncatingIfNeeded: 0x30 + value % 10)
      bytes[place + 2] = next
    }
    store(year / 100, 0, 0)
    store(year % 100, 2, 0x2D)
    store(month, 5, 0x2D)
    store(day, 8, 0x54)
    store(Int(time) / 3_600, 11, 0x3A)
    store(Int(time) / 60 % 60, 14, 0x3A)
    store(Int(time) % 60, 17, fraction == 0 ? 0x5A : 0x2E)
    guard fraction != 0 else { return 20 }
    var (digits, rest) = (6, Int(fraction))
    while rest % 10 == 0 { (digits, rest) = (digits - 1, rest / 10) }
    for place in (20..<(20 + digits)).reversed() {
      bytes[place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      rest /= 10
    }
    bytes[20 + digits] = 0x5A
    return 21 + digits
  }

  /// Appends RFC 3339 to bytes, without a string in between.
  package func appendRFC3339(to bytes: inout [UInt8]) {
    guard isWithinRFC3339 else { return bytes.append(contentsOf: rfc3339.utf8) }
    withUnsafeTemporaryAllocation(byteCount: Timestamp.longestText, alignment: 1) { buffer in
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<store(in: buffer)]))
    }
  }

  /// Reads a time as people type it: RFC 3339, or a day such as `2024-05-06`, or a day and a time such as
  /// `2024-05-06 07:08`. Without a zone UTC is meant, without a time midnight.
  ///
  /// - Returns: Nil for all other texts, and for days that don't exist.
  package init?(typed text: String) {
    let text = text.replacing(" ", with: "T", maxReplacements: 1)
    let forms = [text, text + "T00:00:00Z", text + ":00Z", text + "Z"]
    guard let time = forms.lazy.compactMap({ Timestamp(rfc3339: $0) }).first else { return nil }
    self = time
  }

  /// Seconds since 1970, rounded down.
  var wholeSeconds: Int64 { Timestamp.floorDivide(microseconds, 1_000_000).0 }

  /// The year in UTC of the proleptic Gregorian calendar.
  var year: Int {
    let (days, _) = Timestamp.floorDivide(microseconds, 86_400_000_000)
    return Timestamp.date(daysSinceEpoch: Int(days)).year
  }

  /// The number of days from 1970-01-01 to a date; negative before.
  package static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
    daysSinceEpoch(year: year, month: month, day: day)
  }

  /// Quotient rounded down, and the remainder, which is never negative.
  package static func floorDivide(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// The length of a month in the proleptic Gregorian calendar.
  package static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Both conversions follow Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": a year begins in
  // March, so that the leap day is its last, and 400 years make an era, after which the calendar repeats.
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date of a day, counted from 1970-01-01.
  package static func date(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
    let z = days + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
