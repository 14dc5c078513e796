internal import SlipDocument

/// Dates and times of HTML, as in `datetime` attributes (WHATWG HTML, 2.3.5 "Dates and
/// times").
///
/// The document model has local dates and times without a zone, as RTF does.
enum HTMLDate {
  /// Writes a local date and time, such as `2024-05-01T09:30:00`. The year has at least
  /// four digits; negative numbers are written as 0.
  static func text(_ date: CalendarDate) -> String {
    /// A number with zeros in front.
    func pad(_ value: Int, _ width: Int = 2) -> String {
      let digits = String(max(value, 0))
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let day = "\(pad(date.year, 4))-\(pad(date.month))-\(pad(date.day))"
    return day + "T\(pad(date.hour)):\(pad(date.minute)):\(pad(date.second))"
  }

  /// Reads a date, or a date and time, with any separators. Missing parts of the time are
  /// 0.
  ///
  /// Looks at no more than 40 bytes. A time zone is ignored: word processors store local
  /// time. Returns nil for text with fewer than three numbers. The numbers themselves
  /// aren't checked.
  static func read(_ text: String) -> CalendarDate? {
    var numbers: [Int] = []
    var current: Int?
    for byte in text.utf8.prefix(40) {
      if byte.isASCIIDigit {
        current = min((current ?? 0) * 10 + Int(byte - 0x30), 99_999)
      } else {
        if let value = current { numbers.append(value) }
        current = nil
        if numbers.count >= 3,
          byte == UInt8(ascii: "+") || byte == UInt8(ascii: "Z")
            || (numbers.count >= 5 && byte == UInt8(ascii: "-"))
        {
          break
        }
      }
    }
    if let value = current { numbers.append(value) }
    guard numbers.count >= 3 else { return nil }
    /// A number that may be missing.
    func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
    return CalendarDate(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: number(3), minute: number(4),
      second: number(5))
  }
}

/// Identifiers for bookmarks: values of `id` attributes, which can't hold white space.
enum Identifier {
  /// The identifier for a bookmark's name, in which white space and controls become `_`.
  /// Nil for an empty name.
  static func of(bookmark name: String) -> String? {
    if name.isEmpty { return nil }
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      result.append(scalar.value <= 0x20 || scalar.value == 0x7F ? "_" : scalar)
    }
    return String(result)
  }
}
