import ArgumentParser
import SlipBase
import SlipboxKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A moment as people give it: a day, a time, or how long ago.
struct Moment: ExpressibleByArgument {
  var time: Timestamp

  init?(argument: String) {
    if let time = Timestamp(rfc3339: argument) ?? Timestamp(rfc3339: argument + "T00:00:00Z") {
      self.time = time
      return
    }
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800]
    guard let unit = argument.last.flatMap({ units[$0] }), let count = Int64(argument.dropLast()),
      (0...1_000_000).contains(count)
    else { return nil }
    time = Timestamp(microseconds: Timestamp.systemClock.microseconds - count * unit * 1_000_000)
  }
}

extension Timestamp {
  /// For options that take a time.
  static func argument(_ text: String) throws -> Timestamp {
    if let time = Timestamp(rfc3339: text) { return time }
    throw ValidationError("A time must be written like 2026-01-31T12:00:00Z.")
  }

  /// The computer's own time; the only clock of dates there is.
  static var systemClock: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
  }
}

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
      "Show dates in this time zone, such as Europe/Berlin or +01:00 (default: UTC).", valueName: "zone"))
  var timezone: ZoneArgument?

  /// A date as RFC 3339. One whose own zone is unknown stays as it is.
  func text(_ date: String, zoneIsUnknown: Bool) -> String {
    guard let timezone, !zoneIsUnknown, let time = Timestamp(rfc3339: date) else { return date }
    return timezone.rules.rfc3339(time)
  }
}
