internal import SlipDocument

/// The packed date and time of `\revdttm` and `\atndate`: minutes, hours, day, month, year from 1900, weekday.
enum RTFPackedDate {
  static func packed(_ date: CalendarDate) -> Int {
    func bits(_ value: Int, _ range: ClosedRange<Int>, _ shift: Int) -> Int {
      min(max(value, range.lowerBound), range.upperBound) << shift
    }
    return bits(date.minute, 0...59, 0) | bits(date.hour, 0...23, 6) | bits(date.day, 1...31, 11)
      | bits(date.month, 1...12, 16) | bits(date.year - 1900, 0...511, 20)
  }

  /// nil for what is no date, such as 0.
  static func date(packed: Int32) -> CalendarDate? {
    let bits = UInt32(bitPattern: packed)
    func field(_ shift: UInt32, _ width: UInt32) -> Int { Int(bits >> shift & (1 << width - 1)) }
    let date = CalendarDate(
      year: field(20, 9) + 1900, month: field(16, 4), day: field(11, 5), hour: field(6, 5),
      minute: field(0, 6))
    guard (1...12).contains(date.month), (1...31).contains(date.day), date.hour < 24, date.minute < 60 else {
      return nil
    }
    return date
  }
}
