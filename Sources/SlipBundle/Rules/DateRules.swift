internal import SlipBase
internal import XMLSyntax

/// Rules about single dates; `DateCheck` reports them. For a pair of dates see `modifiedBeforeCreated`.
extension ValidationRule {
  /// A date is more than a day later than `ValidationOptions.now`; without that option no date is.
  ///
  /// The day allows for dates that were stored without a time zone.
  public static let dateInFuture = ValidationRule(
    code: "SBXD002", name: "DateInFuture", family: .dates, severity: .warning,
    title: "A date is in the future",
    manual: RuleManual(
      finds: """
        A date of a note, folder or source is more than a day after the current time, or after `--date`. The day allows for dates that came without a time zone.
        """,
      matters: "Lists by date begin with the wrong notes, and notes that are changed later don't seem newer.",
      bad: #"<note … created="2999-01-01T00:00:00Z" …/>"#,
      good: #"<note … created="2024-05-06T10:00:00Z"/>"#,
      fix: "Correct it, and check the clock of the computer that it came from."))

  /// A date's year is before 1970.
  ///
  /// Mostly a zero of another epoch: 1601 (Windows), 1904 (classic Mac OS).
  public static let dateBefore1970 = ValidationRule(
    code: "SBXD003", name: "DateBefore1970", family: .dates, severity: .warning,
    title: "A date is before 1970",
    manual: RuleManual(
      finds: "A date of a note, folder or source is before 1 January 1970.",
      matters: """
        Usually it is a misread counter that starts in 1601, 1904 or the year 0. Some file systems and programs can't hold such dates.
        """,
      bad: #"<note … modified="1904-01-01T00:00:00Z" …/>"#,
      good: #"<note … modified="2024-05-06T10:00:00Z"/>"#,
      fix: "Correct it, or ignore it with a reason if the note is that old."))
}

/// Checks single dates.
///
/// Dates are compared as text, which is much faster than parsing them: RFC 3339 in UTC sorts by time.
struct DateCheck {
  /// The latest date that is no finding, in RFC 3339 without fraction and zone; nil where all are accepted.
  private let latest: [UInt8]?

  /// A day: dates that came without a time zone can be that far off.
  private static let slackSeconds: Int64 = 86_400

  /// Prepares the check.
  ///
  /// - Parameter now: The current time; nil to accept dates in the future.
  init(now: Timestamp?) {
    latest = now.map { now in
      let (sum, overflow) = now.microseconds.addingReportingOverflow(Self.slackSeconds * 1_000_000)
      return Array(Timestamp(microseconds: overflow ? .max : sum).rfc3339.utf8.prefix(19))
    }
  }

  /// Checks the named attributes of an element, where they are present and long enough to be dates.
  func check(_ element: XMLElement, _ names: [StaticString], _ findings: inout FindingList) {
    for name in names {
      guard let date = element.value(name), date.count >= 20 else { continue }
      // All years have four digits, so dates sort as text.
      if let latest, latest.count == 19, latest.lexicographicallyPrecedes(date.prefix(19)) {
        findings.report(.dateInFuture, at: .tag(element.tagEnd))
      } else if date.prefix(4).lexicographicallyPrecedes("1970".utf8) {
        findings.report(.dateBefore1970, at: .tag(element.tagEnd))
      }
    }
  }
}
