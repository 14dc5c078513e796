import ArgumentParser
import SlipBase
import SlipboxKit

/// `Europe/Berlin`, `+01:00`, `-0330` or `Z`.
struct ZoneArgument: ExpressibleByArgument {
  var rules: TimeZoneRules

  init?(argument: String) {
    guard let rules = TimeZoneRules(argument) else { return nil }
    self.rules = rules
  }
}

/// In which zone dates are shown.
struct ZoneOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show dates as clocks do there: Europe/Berlin, +01:00 (default: UTC).", valueName: "zone"))
  var timezone: ZoneArgument?

  /// A date as RFC 3339. One whose own zone is unknown stays as it is.
  func text(_ date: String, zoneIsUnknown: Bool) -> String {
    guard let timezone, !zoneIsUnknown, let time = Timestamp(rfc3339: date) else { return date }
    return timezone.rules.rfc3339(time)
  }
}
