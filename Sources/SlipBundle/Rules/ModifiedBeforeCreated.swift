extension ValidationRule {
  /// A note was modified before it was created.
  ///
  /// Only notes have both dates.
  public static let modifiedBeforeCreated = ValidationRule(
    code: "SBXD001", name: "ModifiedBeforeCreated", family: .dates, severity: .warning,
    title: "A note was modified before it was created",
    manual: RuleManual(
      finds: "A note's `modified` is earlier than its `created`.",
      matters: "One of the two is wrong, and so is sorting by date.",
      bad: #"created="2024-05-06T07:08:09.5Z" modified="2024-05-06T07:08:09Z""#,
      good: #"created="2024-05-06T07:08:09.5Z" modified="2024-05-06T07:08:10Z""#,
      fix: "Correct the wrong one."))
}

/// Compares the two dates of a note.
enum ModifiedBeforeCreated {
  /// Whether `modified` is earlier than `created`. A missing date is no fault.
  ///
  /// The dates are compared as text, which is much faster than parsing them: RFC 3339 in UTC sorts by time,
  /// but for the fraction.
  static func isFault(created: UnsafeRawBufferPointer?, modified: UnsafeRawBufferPointer?) -> Bool {
    guard let created, let modified else { return false }
    return digits(modified).lexicographicallyPrecedes(digits(created))
  }

  /// A date without `Z` and the zeros that end the fraction, so that `09.50` and `09.5` are equal and `09` is
  /// less than both.
  private static func digits(_ date: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    var digits = date.dropLast(date.last == UInt8(ascii: "Z") ? 1 : 0)
    guard digits.contains(UInt8(ascii: ".")) else { return digits }
    while let last = digits.last, last == UInt8(ascii: "0") || last == UInt8(ascii: ".") {
      digits = digits.dropLast()
      if last == UInt8(ascii: ".") { break }
    }
    return digits
  }
}
