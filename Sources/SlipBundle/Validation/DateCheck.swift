internal import SlipBase
internal import XMLSyntax

/// Dates that can't be right. They are compared as they are written, which is much faster than reading them.
struct DateCheck {
  /// RFC 3339 without fraction and zone; nil: no date is too late.
  private let latest: [UInt8]?

  /// Dates that came without a zone can be most of a day off.
  private static let slackSeconds: Int64 = 86_400

  init(now: Timestamp?) {
    latest = now.map { now in
      let (sum, overflow) = now.microseconds.addingReportingOverflow(Self.slackSeconds * 1_000_000)
      return Array(Timestamp(microseconds: overflow ? .max : sum).rfc3339.utf8.prefix(19))
    }
  }

  func check(_ element: XMLElement, _ names: [StaticString], _ findings: inout FindingList) {
    for name in names {
      guard let date = element.value(name), date.count >= 20 else { continue }
      // All years have four digits.
      if let latest, latest.count == 19, latest.lexicographicallyPrecedes(date.prefix(19)) {
        findings.report(DateInFuture.self, at: .tag(element.tagEnd))
      } else if date.prefix(4).lexicographicallyPrecedes("1970".utf8) {
        findings.report(DateBefore1970.self, at: .tag(element.tagEnd))
      }
    }
  }
}
